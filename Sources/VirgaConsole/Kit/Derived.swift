/// What a derived value depends on, from what changes most often to what changes least, so that a difference is found early.
///
/// Compared with `==`, which is immediate for arrays that share their storage.
typealias Inputs = [any Equatable & Sendable]

/// A value that is computed again only when one of its inputs changes.
struct Derived<Output: Sendable>: Sendable {
  private(set) var inputs: Inputs = []
  private(set) var output: Output?

  mutating func value(for inputs: Inputs, compute: () -> Output) -> Output {
    if let output, isSame(inputs) { return output }
    let output = compute()
    (self.inputs, self.output) = (inputs, output)
    return output
  }

  /// Returns whether any input differs from the last call's, and remembers the new ones; true on the first call.
  mutating func isNew(_ inputs: Inputs) -> Bool where Output == Void {
    guard output == nil || !isSame(inputs) else { return false }
    (self.inputs, output) = (inputs, ())
    return true
  }

  private func isSame(_ others: Inputs) -> Bool { inputs.elementsEqual(others) { $0.isSame(as: $1) } }
}

extension Equatable {
  fileprivate func isSame(as other: any Equatable) -> Bool { self == other as? Self }
}
