/// A value that is computed again only when its input changes.
///
/// Inputs are compared with `==`, which is immediate for arrays that share their storage.
struct Derived<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  private(set) var input: Input?
  private(set) var output: Output?

  mutating func value(for input: Input, compute: (Input) -> Output) -> Output {
    if let output, self.input == input { return output }
    let output = compute(input)
    (self.input, self.output) = (input, output)
    return output
  }

  /// Returns whether the input differs from the last one, and remembers it.
  mutating func isNew(_ input: Input) -> Bool where Output == Void {
    guard self.input != input else { return false }
    (self.input, output) = (input, ())
    return true
  }
}
