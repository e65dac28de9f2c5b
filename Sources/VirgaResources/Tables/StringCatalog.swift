import VirgaJSON
import VirgaSource

extension TextTable {
  /// Reads a string catalogue (`.xcstrings`): the texts of one language, else those of the source language.
  ///
  /// A key without a text in either stands for itself. Of texts that vary by count or device the general one is taken.
  public init(catalogue bytes: [UInt8], name: String, language: LanguageTag) {
    self.init()
    let document = JSONDocument.parse(SourceText(name: name, bytes: bytes))
    report(document.problems)
    guard let root = document.root, let strings = root.member("strings")?.value, strings.kind == .object else {
      let place = document.root?.location ?? SourceLocation(file: name, range: SourceRange(at: .start))
      if problems.isEmpty { report(.error, "no-strings", "Give the texts in an object `strings`", at: place) }
      return
    }
    let source = root.member("sourceLanguage")?.value.value.stringValue
    for member in strings.members {
      let text = Self.text(of: member.value, language, source) ?? ResourceText(member.key, at: member.value.location)
      replace(member.key, text)
    }
  }

  /// The text in the language that fits best.
  private static func text(of entry: JSONNode, _ language: LanguageTag, _ source: String?) -> ResourceText? {
    guard let localizations = entry.member("localizations")?.value else { return nil }
    let ranked = localizations.members.compactMap { member in
      rank(of: member.key, language, source).map { (rank: $0, node: member.value) }
    }
    return ranked.max { $0.rank < $1.rank }.flatMap { unit(in: $0.node, depth: 0) }
  }

  private static func rank(of name: String, _ language: LanguageTag, _ source: String?) -> Int? {
    language.rank(of: name) ?? (name == source ? 0 : nil)
  }

  /// The text of a localization or of its general variation.
  private static func unit(in node: JSONNode, depth: Int) -> ResourceText? {
    if let value = node.member("stringUnit")?.value.member("value")?.value, let text = value.value.stringValue {
      return ResourceText(text, at: value.location)
    }
    guard depth < deepestVariation, let variations = node.member("variations")?.value else { return nil }
    let general = variations.members.lazy.compactMap { $0.value.member("other")?.value }.first
    return general.flatMap { unit(in: $0, depth: depth + 1) }
  }

  /// Device, width and count can vary inside each other, each once.
  private static var deepestVariation: Int { 3 }
}
