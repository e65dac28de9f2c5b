import VirgaJSON
package import VirgaSource

/// A problem of a value, with the information that an editor needs to offer corrections.
package struct ValueFinding: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text is not JSON, or not an object.
    case syntax
    /// A value that its type does not allow.
    case value
    /// A key that a map does not allow.
    case key
    /// A name that is not a variable or field.
    case property
    /// A field whose own default is not allowed here.
    case missing
    /// An enum map without all its variants.
    case incomplete
  }

  package let kind: Kind
  /// The problem; its location is the exact value or key.
  package let problem: Problem
  /// The expected type; nil for names and syntax.
  package let type: VariableType?
  /// The allowed names, sorted.
  package let candidates: [String]
  /// The value of the type that was written in quotes, such as `true` for `"true"`; nil for others.
  package var unquoted: String?

  /// Replacements for the text at the problem's location: `unquoted`, such as `true` for `"true"`
  /// if the type is a Boolean (nil for most values), the candidates in quotes, then placeholders of
  /// the type such as `0`.
  ///
  /// If `problem.replacement` says what was meant, as with typographic quotes, it is the only one.
  /// Rule: VirgaManifest/CheckingConfigs.
  package var corrections: [Correction] {
    if let meant = problem.replacement { return [Correction(writing: meant)] }
    let names = candidates.map { name in
      Correction(insert: JSONValue.string(name).compact, title: name)
    }
    // A key can only be a name; a value can also be meant without its quotes.
    guard kind == .value, let type else { return names }
    let withoutQuotes = unquoted.map { [Correction(writing: $0)] } ?? []
    let placeholders = type.placeholders.filter { $0 != unquoted }
    return withoutQuotes + names + placeholders.map { Correction(writing: $0) }
  }
}

/// A text that fixes a value.
package struct Correction: Hashable, Sendable {
  /// The text that replaces the one at the problem's location.
  package let insert: String
  /// Its display name: a name without quotes, the text itself, or `remove it` for an empty one.
  package let title: String
}

extension Correction {
  /// A correction that is shown as the text that it writes.
  fileprivate init(writing text: String) {
    self.init(insert: text, title: text.isEmpty ? "remove it" : text)
  }
}

/// Suggestions as problems word them (Rule: VirgaManifest/Messages).
enum Hints {
  /// Up to this many candidates are listed in their own order.
  private static let maximumUnsorted = 3
  /// Of more candidates than this, only similar ones are listed.
  private static let maximumListed = 16
  /// The maximum number of names that are compared with the one written.
  static let maximumCompared = 500

  /// `did you mean "a" or "b"?`; nil if nothing is suggested.
  ///
  /// A candidate that clearly resembles `name` is suggested alone. Otherwise up to 3 candidates are
  /// all listed in their order, and up to 16 with the similar ones first. Of more candidates, up to
  /// 500, only the similar ones are listed.
  static func didYouMean(_ candidates: [String], for name: String) -> String? {
    guard candidates.count <= maximumCompared else { return nil }
    if let one = NameSuggestions.clearlyNearest(to: name, among: candidates) {
      return "did you mean \(alternatives([one]))?"
    }
    let sortsSimilarFirst = candidates.count > maximumUnsorted
    let similar = sortsSimilarFirst ? NameSuggestions.nearest(to: name, among: candidates) : []
    let listsOthers = candidates.count <= maximumListed
    let others = listsOthers ? candidates.filter { !similar.contains($0) } : []
    let suggested = similar + others
    return suggested.isEmpty ? nil : "did you mean \(alternatives(suggested))?"
  }

  /// The names as `did you mean …?` lists them: `"a"`, `"a" or "b"`, `one of "a", "b" or "c"`.
  private static func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let allButLast = quoted.dropLast().joined(separator: ", ")
    let list = allButLast + " or " + last
    return quoted.count == 2 ? list : "one of " + list
  }

  /// Whether a name is suggested; one that does not begin with a letter or digit is hidden.
  static func isSuggested(_ name: String) -> Bool {
    name.unicodeScalars.first?.isPartOfWord ?? false
  }
}
