import Testing

/// A row of a parameterized test: a sentence about one behavior, and an example that shows it.
struct Behavior<Example: Sendable>: Sendable, CustomTestStringConvertible {
  let sentence: String
  let example: Example

  init(_ sentence: String, _ example: Example) {
    (self.sentence, self.example) = (sentence, example)
  }

  var testDescription: String { sentence }
}
