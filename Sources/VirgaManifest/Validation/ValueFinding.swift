import VirgaJSON
package import VirgaSource

/// A problem of a value, with what an editor needs to offer corrections.
package struct ValueFinding: Sendable {
  /// What is wrong.
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

  /// What is wrong.
  package let kind: Kind
  /// The problem; its location is the exact value or key.
  package let problem: Problem
  /// The type that was wanted; nil for names and syntax.
  package let type: VariableType?
  /// Names that would be allowed, sorted.
  package let candidates: [String]

  /// What can replace the text at the location: candidates in quotes, then placeholders of the type.
  ///
  /// Rule: VirgaManifest/CheckingConfigs.
  package var corrections: [Correction] {
    let names = candidates.map { Correction(insert: JSONValue.string($0).compact, title: $0) }
    guard kind == .value, let type else { return names }
    return names + type.placeholders.map { Correction(insert: $0, title: $0) }
  }
}

/// A text that fixes a value.
package struct Correction: Hashable, Sendable {
  /// What replaces the text at the problem's location.
  package let insert: String
  /// What it is called: a name without quotes, or the text itself.
  package let title: String
}

/// Suggestions in the words of problems.
///
/// Rule: VirgaManifest/Messages.
enum Hints {
  /// How many candidates are read at a glance.
  private static let few = 3
  /// How many candidates are still worth reading.
  private static let most = 16
  /// How many names are compared with the wrong one.
  private static let mostCompared = 500

  /// `did you mean "a" or "b"?`; nil without candidates.
  ///
  /// A candidate that clearly resembles `name` is suggested alone. Otherwise, of more than a few, those that resemble it
  /// come first, and of very many no others are suggested.
  static func didYouMean(_ candidates: [String], for name: String) -> String? {
    guard candidates.count <= mostCompared else { return nil }
    if let one = NearNames.clearlyNearest(to: name, among: candidates) { return "did you mean \(choice(of: [one]))?" }
    let near = candidates.count > few ? NearNames.nearest(to: name, among: candidates) : []
    let shown = candidates.count > most ? near : near + candidates.filter { !near.contains($0) }
    return shown.isEmpty ? nil : "did you mean \(choice(of: shown))?"
  }

  private static func choice(of names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let start = quoted.dropLast().joined(separator: ", ") + " or " + last
    return quoted.count == 2 ? start : "one of " + start
  }

  /// Whether a name is suggested: one that does not begin with a letter or a digit is hidden.
  static func isOffered(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return first.properties.isAlphabetic || first.properties.numericType != nil
  }
}
