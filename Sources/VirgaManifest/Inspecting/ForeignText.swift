import VirgaJSON
import VirgaSource

/// Finds characters in YAML that look like its own but are part of a string: `“left”` is a string
/// with two typographic quotes in it.
enum ForeignText {
  /// Warnings for unquoted strings between typographic quotes; none for strings that have one of
  /// the problems in `found` already.
  static func findings(in config: LocatedValue, except found: [ValueFinding]) -> [ValueFinding] {
    var strings: [LocatedValue] = []
    collectUnquoted(config, into: &strings)
    guard !strings.isEmpty else { return [] }
    let knownLocations = Set(found.map(\.problem.location))
    let stringsWithoutFinding = strings.filter { string in
      !knownLocations.contains(string.location)
    }
    return stringsWithoutFinding.compactMap { string in problem(of: string)?.asValueFinding }
  }

  /// What to write if the whole config is one string, because it has a full-width colon instead of
  /// `: `, as in `enabled：true`; nil for other configs.
  static func fullWidthColonHint(in config: LocatedValue) -> String? {
    guard config.isPlainText, let text = config.text else { return nil }
    let lookalikes = text.unicodeScalars.lazy.compactMap(Lookalike.init)
    let colon = lookalikes.first { $0.ascii == ":" }
    return colon.map { "\($0.message); write `: `" }
  }

  /// Adds the unquoted strings in a value to `strings`, keys included.
  ///
  /// In a quoted string, a typographic quote is certainly part of the text.
  private static func collectUnquoted(_ value: LocatedValue, into strings: inout [LocatedValue]) {
    switch value.kind {
    case .object:
      for member in value.members {
        collectUnquoted(member.keyNode, into: &strings)
        collectUnquoted(member.value, into: &strings)
      }
    case .array: for element in value.elements { collectUnquoted(element, into: &strings) }
    default: if value.isPlainText { strings.append(value) }
    }
  }

  /// A warning about a string between typographic quotes; nil for other strings.
  private static func problem(of value: LocatedValue) -> Problem? {
    guard let text = value.text, let inner = text.betweenTypographicQuotes,
      let openingQuote = Lookalike(firstIn: text)
    else { return nil }
    let quoted = JSONValue.string(inner).compact
    let maxShownLength = 60
    let message =
      "\(Lookalike.characterWithNumber(openingQuote.scalar)) does not quote: it is part of the text"
    let hint = "write `\(quoted.shortened(to: maxShownLength))`, or put the whole text in quotes"
    let problem = Problem(.warning, "quote-in-text", message, at: value.location)
    return problem.with(hint: hint).with(replacement: quoted)
  }
}
