import VirgaJSON
package import VirgaSource

/// A problem of a value, with what an editor needs to offer a way out.
package struct ValueFinding: Sendable {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// The text is not JSON, or no object.
    case syntax
    /// A value that its type does not allow.
    case value
    /// A key that a map does not allow.
    case key
    /// A name that is no variable or field.
    case property
    /// A field whose own default does not do.
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
  /// Names that would do, sorted.
  package let candidates: [String]

  /// What the text at the location can be replaced by: candidates in quotes, then what stands for a value of the type.
  ///
  /// Source of the rule: FML: Corrections.
  package var corrections: [Correction] {
    let names = candidates.map { Correction(insert: JSONValue.string($0).compact, title: $0) }
    guard kind == .value, let type else { return names }
    return names + type.placeholders.map { Correction(insert: $0, title: $0) }
  }
}

/// A text that mends a value.
package struct Correction: Hashable, Sendable {
  /// What replaces the text at the problem's location.
  package let insert: String
  /// What it is called: a name without quotes, or the text itself.
  package let title: String
}
