/// A value computed from an input, and computed again only when the input differs.
///
/// Inputs are compared by `==`. Arrays that share their storage compare at once, however long they are.
struct Derived<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  /// The last input.
  private(set) var input: Input?
  /// The value for the last input.
  private(set) var output: Output?

  /// Nothing is known yet.
  init() {}

  /// The value for an input that was computed elsewhere.
  init(_ input: Input, _ output: Output) { (self.input, self.output) = (input, output) }

  /// The value for an input.
  mutating func value(for input: Input, compute: (Input) -> Output) -> Output {
    if let output, self.input == input { return output }
    let output = compute(input)
    (self.input, self.output) = (input, output)
    return output
  }

  /// Whether an input differs from the last one; from now on it is the last one.
  mutating func isNew(_ input: Input) -> Bool where Output == Void {
    guard self.input != input else { return false }
    (self.input, output) = (input, ())
    return true
  }
}
