/// A value that is computed again only if its input differs; it caches the last value only.
///
/// The input is one struct, with the fields that change most often first. Comparing two inputs is
/// cheap: arrays and sessions that share their storage are equal at once.
struct Derived<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  private(set) var input: Input?
  private(set) var output: Output?

  /// The value for `input`, computed unless it is the input of the last call.
  ///
  /// Some callers ignore the result, because they read `output` later.
  @discardableResult
  mutating func value(for input: Input, compute: () -> Output) -> Output {
    if let output, input == self.input { return output }
    let output = compute()
    (self.input, self.output) = (input, output)
    return output
  }
}

/// The input of the last update of some state.
struct LastInput<Input: Equatable & Sendable>: Sendable {
  private(set) var input: Input?

  /// Remembers the input; returns whether it differs from that of the last call, as the first one
  /// does.
  mutating func remember(_ input: Input) -> Bool {
    guard input != self.input else { return false }
    self.input = input
    return true
  }
}
