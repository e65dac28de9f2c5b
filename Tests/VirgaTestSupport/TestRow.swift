import Testing

/// A row of a test's table, printed as what it shows.
///
/// ```swift
/// arguments: [
///   TestRow("a decimal is not a whole number", ("1.5", "wrong-type")),
/// ]
/// ```
package struct TestRow<Values: Sendable>: CustomTestStringConvertible, Sendable {
  /// What the row shows, in a few words.
  package let testDescription: String
  package let values: Values

  package init(_ shows: String, _ values: Values) {
    testDescription = shows
    self.values = values
  }
}
