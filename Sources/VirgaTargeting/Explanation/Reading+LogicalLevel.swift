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

  /// That a chain comes out differently than it would if `&&` bound tighter than `||`, as elsewhere.
  func logicalLevel(_ node: NodeID) -> Quirk? {
    let (terms, operators) = chain(endingIn: node)
    guard operators.contains(.and), operators.contains(.or), isWholeChain(node), let actual = outcomes[node] else {
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

  private func isWholeChain(_ node: NodeID) -> Bool {
    expression.isEnclosed(node)
      || !expression.nodes.contains { parent in
        if case .binary(let symbol, node, _) = parent { symbol.isLogical } else { false }
      }
  }

  private func truth(of term: NodeID) -> Truth {
    if let outcome = outcomes[term] { return Truth(outcome) }
    var evaluator = Evaluator(expression, in: context)
    return Truth(evaluator.outcome(of: term))
  }
}
