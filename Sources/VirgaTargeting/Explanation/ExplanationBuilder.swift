import VirgaSource

/// An evaluated expression with the outcome of each part, for explaining the result.
struct ExplanationBuilder {
  let expression: Expression
  let context: TargetingContext
  let outcomes: [Outcome?]
  let all: [Outcome?]
  var forcing: BranchForcing = { branch, _ in .possible(branch) }

  /// Outermost first.
  func steps(deciding: [NodeID]) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    var waiting = [(node: expression.root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      let operands = expression.nodes[node].operands
      steps.append(
        .init(
          text: expression.text(of: node), range: expression.range(of: node), chain: chain(node),
          depth: depth,
          outcome: all[node] ?? .error(.stepLimitExceeded), isReached: outcomes[node] != nil,
          isLiteral: isLiteral(node), isDeciding: deciding.contains(node)))
      waiting += operands.reversed().map { ($0, depth + 1) }
    }
    return steps
  }

  private func chain(_ node: NodeID) -> String? {
    if case .binary(let symbol, _, _) = expression.nodes[node], symbol.isLogical {
      symbol.rawValue
    } else {
      nil
    }
  }

  /// The smallest set of parts that decided the outcome, in source order.
  func deciding() -> [NodeID] {
    var seen: Set<String> = []
    let found = deciders(of: expression.root)
    let telling = found.filter { !isLiteral($0) }
    return (telling.isEmpty ? Array(found.prefix(1)) : telling)
      .sorted { expression.cores[$0].lowerBound < expression.cores[$1].lowerBound }
      .filter { seen.insert(expression.text(of: $0)).inserted }
  }

  /// The parts that decided a part: for a chain, the terms that determined its value.
  private func deciders(of node: NodeID) -> [NodeID] {
    if let origin = failingOperand(of: node) { return deciders(of: origin) }
    switch expression.nodes[node] {
    case .binary(.and, let left, let right):
      guard isTruthy(left) else { return deciders(of: left) }
      return isTruthy(right) ? deciders(of: left) + deciders(of: right) : deciders(of: right)
    case .binary(.or, let left, let right):
      if isTruthy(left) { return deciders(of: left) }
      return isTruthy(right) ? deciders(of: right) : deciders(of: left) + deciders(of: right)
    case .conditional(let condition, let then, let otherwise):
      return deciders(of: condition) + deciders(of: isTruthy(condition) ? then : otherwise)
    case .binary(.equal, let left, let right), .binary(.notEqual, let left, let right):
      if truth(right) != nil, isComposedTruth(left) { return deciders(of: left) }
      if truth(left) != nil, isComposedTruth(right) { return deciders(of: right) }
      return [node]
    case .literal, .identifier, .member, .index, .filter, .binary, .transform, .array, .object:
      return [node]
    }
  }

  private func failingOperand(of node: NodeID) -> NodeID? {
    guard let error = outcomes[node]?.error else { return nil }
    return expression.nodes[node].operands.last { outcomes[$0]?.error == error }
  }

  func isTruthy(_ node: NodeID) -> Bool { outcomes[node]?.isTruthy ?? false }

  func isLiteral(_ node: NodeID) -> Bool { expression.constant(node) != nil }

  func quoted(_ node: NodeID) -> String {
    "`\(ListAbbreviation.shortened(expression.text(of: node)))`"
  }

  /// Whether a part is a boolean composed of other booleans, which explain it better.
  private func isComposedTruth(_ node: NodeID) -> Bool {
    guard case .value(.boolean)? = outcomes[node] else { return false }
    switch expression.nodes[node] {
    case .binary(let symbol, _, _): return symbol.level <= 2
    case .conditional: return true
    case .literal, .identifier, .member, .index, .filter, .transform, .array, .object: return false
    }
  }

  private enum Truth {
    case holds, fails, isError

    init(_ outcome: Outcome) {
      self = outcome.error != nil ? .isError : outcome.isTruthy ? .holds : .fails
    }

    static func and(_ left: Truth, _ right: Truth) -> Truth { left == .holds ? right : left }

    static func or(_ left: Truth, _ right: Truth) -> Truth { left == .holds ? .holds : right }
  }

  /// The parts whose chain continues: left operands of `&&` and `||` without their own parentheses.
  func continuedChains() -> Set<NodeID> {
    Set(
      expression.nodes.compactMap { node in
        guard case .binary(let symbol, let left, _) = node, symbol.isLogical,
          !expression.isEnclosed(left)
        else {
          return nil
        }
        return left
      })
  }

  /// Nil unless the chain has another value than if `&&` bound tighter than `||`.
  func logicalLevel(_ node: NodeID) -> String? {
    let (terms, operators) = chain(endingIn: node)
    guard operators.contains(.and), operators.contains(.or), let actual = outcomes[node] else {
      return nil
    }
    var alternatives: [Truth] = []
    for (term, symbol) in zip(terms, [.or] + operators) {
      let truth = all[term].map(Truth.init) ?? .isError
      if symbol == .and, let last = alternatives.popLast() {
        alternatives.append(Truth.and(last, truth))
      } else {
        alternatives.append(truth)
      }
    }
    let usual = alternatives.dropFirst().reduce(alternatives[0], Truth.or)
    guard usual != Truth(actual) else { return nil }
    return
      "`&&` and `||` have the same precedence, from left to right; with parentheses around the `&&` parts "
      + "the outcome would differ"
  }

  private func chain(endingIn node: NodeID) -> (terms: [NodeID], operators: [BinaryOperator]) {
    var terms: [NodeID] = []
    var operators: [BinaryOperator] = []
    var current = node
    while case .binary(let symbol, let left, let right) = expression.nodes[current],
      symbol.isLogical,
      current == node || !expression.isEnclosed(current)
    {
      terms.append(right)
      operators.append(symbol)
      current = left
    }
    return ((terms + [current]).reversed(), operators.reversed())
  }
}
