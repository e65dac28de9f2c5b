extension Reading {
  /// What a term of a chain of `&&` and `||` counts as.
  private enum Truth {
    case holds, fails, isError

    init(_ outcome: Outcome) {
      self = outcome.error != nil ? .isError : outcome.isTruthy ? .holds : .fails
    }

    static func and(_ left: Truth, _ right: Truth) -> Truth { left == .holds ? right : left }

    static func or(_ left: Truth, _ right: Truth) -> Truth { left == .holds ? .holds : right }
  }

  /// The parts whose chain goes on: left operands of `&&` and `||` without parentheses of their own.
  func continuedChains() -> Set<NodeID> {
    Set(
      expression.nodes.compactMap { node in
        guard case .binary(let symbol, let left, _) = node, symbol.isLogical, !expression.isEnclosed(left) else {
          return nil
        }
        return left
      })
  }

  /// That a chain comes out differently than it would if `&&` bound tighter than `||`, as elsewhere.
  func logicalLevel(_ node: NodeID) -> Quirk? {
    let (terms, operators) = chain(endingIn: node)
    guard operators.contains(.and), operators.contains(.or), let actual = outcomes[node] else {
      return nil
    }
    var alternatives: [Truth] = []
    for (term, symbol) in zip(terms, [.or] + operators) {
      let truth = truth(of: term)
      if symbol == .and, let last = alternatives.popLast() {
        alternatives.append(Truth.and(last, truth))
      } else {
        alternatives.append(truth)
      }
    }
    let usual = alternatives.dropFirst().reduce(alternatives[0], Truth.or)
    guard usual != Truth(actual) else { return nil }
    return Quirk(
      kind: .oneLogicalLevel, range: expression.range(of: node),
      sentence: "`&&` and `||` are taken from left to right, neither first; with parentheses around the `&&` parts "
        + "the outcome would differ")
  }

  private func chain(endingIn node: NodeID) -> (terms: [NodeID], operators: [BinaryOperator]) {
    var terms: [NodeID] = []
    var operators: [BinaryOperator] = []
    var current = node
    while case .binary(let symbol, let left, let right) = expression.nodes[current], symbol.isLogical,
      current == node || !expression.isEnclosed(current)
    {
      terms.append(right)
      operators.append(symbol)
      current = left
    }
    return ((terms + [current]).reversed(), operators.reversed())
  }

  private func truth(of term: NodeID) -> Truth { all[term].map(Truth.init) ?? .isError }
}
