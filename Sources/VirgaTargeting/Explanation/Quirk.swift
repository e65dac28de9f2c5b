public import VirgaSource

/// A peculiarity of the language that had a part in an outcome, where people expect something else.
public struct Quirk: Equatable, Sendable {
  /// Which peculiarity.
  public enum Kind: String, Sendable, CaseIterable {
    /// An error on the left of `||` or in a condition counts as false.
    case errorCountsAsFalse = "error-counts-as-false"
    /// `&&` and `||` have the same precedence.
    case oneLogicalLevel = "one-logical-level"
    /// `? :` binds tighter than every operator.
    case tightConditional = "tight-conditional"
    /// `in` and comparisons of lists and objects hold an integer and a real for different.
    case integerIsNotReal = "integer-is-not-real"
    /// Numbers less than a millionth apart are equal.
    case nearlyEqual = "nearly-equal"
    /// A result of arithmetic that is not finite is null.
    case notFiniteIsNull = "not-finite-is-null"
    /// `<` and the like compare texts by their bytes.
    case textsCompareByByte = "texts-compare-by-byte"
    /// A negative index is taken for 0.
    case negativeIndexIsFirst = "negative-index-is-first"
    /// A client of the SDK crashes on a character other than ASCII in an expression.
    case notASCII = "not-ascii"
  }

  /// Which peculiarity.
  public let kind: Kind
  /// The part in which it showed.
  public let range: SourceRange
  /// What happened, in words.
  public let sentence: String
}
