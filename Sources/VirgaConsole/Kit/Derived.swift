/// What a derived value depends on, from what changes most often to what changes least, so that a
/// difference is found early.
///
/// Compared with `==`, which is immediate for arrays that share their storage.
typealias Inputs = [any Equatable & Sendable]

/// A value that is computed again only when one of its inputs changes.
struct Derived<Output: Sendable>: Sendable {
  private(set) var inputs: Inputs = []
  private(set) var output: Output?

  mutating func value(for inputs: Inputs, compute: () -> Output) -> Output {
    if let output, inputs.elementsEqual(self.inputs, by: { $0.isSame(as: $1) }) { return output }
    let output = compute()
    (self.inputs, self.output) = (inputs, output)
    return output
  }

  /// Returns whether any input differs from the last call's, and remembers the new ones; true on
  /// the first call.
  mutating func isNew(_ inputs: Inputs) -> Bool where Output == Void {
    var isNew = false
    value(for: inputs) { isNew = true }
    return isNew
  }
}

extension Equatable {
  fileprivate func isSame(as other: any Equatable) -> Bool {
    if let other = other as? Self { self == other } else { false }
  }
}
