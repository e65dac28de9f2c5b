import VirgaJSON
import VirgaSource

/// Finds characters in YAML that look like its own but are part of the text.
enum ForeignText {
  /// Warnings for unquoted texts between typographic quotes, without those at the places of other
  /// findings.
  static func findings(in config: LocatedValue, except found: [ValueFinding]) -> [ValueFinding] {
    var texts: [LocatedValue] = []
    collect(config, into: &texts)
    guard !texts.isEmpty else { return [] }
    let known = Set(found.map(\.problem.location))
    return texts.filter { !known.contains($0.location) }.compactMap {
      problem(of: $0)?.asValueFinding
    }
  }

  /// What to write if the whole config is one text, because a full-width colon separates no key;
  /// nil for others.
  static func colonHint(in config: LocatedValue) -> String? {
    guard config.isPlainText, let text = config.text else { return nil }
    return text.unicodeScalars.lazy.compactMap(Lookalike.init).first { $0.ascii == ":" }
      .map { "\($0.message); write `: `" }
  }

  private static func collect(_ value: LocatedValue, into texts: inout [LocatedValue]) {
    switch value.kind {
    case .object:
      for member in value.members {
        collect(member.keyNode, into: &texts)
        collect(member.value, into: &texts)
      }
    case .array: for element in value.elements { collect(element, into: &texts) }
    default: if value.isPlainText { texts.append(value) }
    }
  }

  private static func problem(of value: LocatedValue) -> Problem? {
    guard let text = value.text, let inner = text.betweenForeignQuotes,
      let character = Lookalike(firstIn: text)
    else { return nil }
    let written = JSONValue.string(inner).compact
    let message = "\(Lookalike.named(character.scalar)) does not quote: it is part of the text"
    return Problem(.warning, "quote-in-text", message, at: value.location)
      .with(hint: "write `\(written.shortened(to: 60))`, or put the whole text in quotes")
      .with(replacement: written)
  }
}
