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

  /// Replacements for the text at the location: what was certainly meant, quoted candidates, then
  /// placeholders of the type.
  ///
  /// Rule: VirgaManifest/CheckingConfigs.
  package var corrections: [Correction] {
    if let meant = problem.replacement { return [Correction(insert: meant, title: meant)] }
    let names = candidates.map { Correction(insert: JSONValue.string($0).compact, title: $0) }
    guard kind == .value, let type else { return names }
    return names + type.placeholders.map { Correction(insert: $0, title: $0) }
  }
}

/// A text that fixes a value.
package struct Correction: Hashable, Sendable {
  /// The text that replaces the one at the problem's location.
  package let insert: String
  /// Its display name: a name without quotes, or the text itself.
  package let title: String
}

/// Suggestions as problems word them (Rule: VirgaManifest/Messages).
enum Hints {
  /// How many candidates are always listed.
  private static let few = 3
  /// Above this many candidates only similar ones are listed.
  private static let most = 16
  /// Above this many candidates nothing is suggested.
  private static let mostCompared = 500

  /// `did you mean "a" or "b"?`; nil without candidates.
  ///
  /// A candidate that clearly resembles `name` is suggested alone. Otherwise, if there are more
  /// than a few, similar ones come first; if there are very many, only similar ones are suggested.
  static func didYouMean(_ candidates: [String], for name: String) -> String? {
    guard candidates.count <= mostCompared else { return nil }
    if let one = NameSuggestions.clearlyNearest(to: name, among: candidates) {
      return "did you mean \(choice(of: [one]))?"
    }
    let near = candidates.count > few ? NameSuggestions.nearest(to: name, among: candidates) : []
    let shown = candidates.count > most ? near : near + candidates.filter { !near.contains($0) }
    return shown.isEmpty ? nil : "did you mean \(choice(of: shown))?"
  }

  private static func choice(of names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let start = quoted.dropLast().joined(separator: ", ") + " or " + last
    return quoted.count == 2 ? start : "one of " + start
  }

  /// Whether a name is suggested; one that does not begin with a letter or digit is hidden.
  static func isOffered(_ name: String) -> Bool {
    name.unicodeScalars.first?.isPartOfWord ?? false
  }
}
