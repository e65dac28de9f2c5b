/// An evaluated expression, read back: what each part became, and why the whole became what it is.
struct Reading {
  let expression: Expression
  let context: TargetingContext
  /// The outcomes of what was reached.
  let outcomes: [Outcome?]
  /// The outcomes of all parts.
  let all: [Outcome?]
  /// Which branches of other recipes can be forced.
  var forcing: BranchForcing = { branch, _ in .possible(branch) }

  /// Every part, outermost first.
  func steps(deciding: [NodeID]) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    var waiting = [(node: expression.root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      let operands = expression.nodes[node].operands
      steps.append(
        .init(
          text: expression.text(of: node), range: expression.range(of: node), chain: chain(node), depth: depth,
          outcome: all[node] ?? .error(.tooMuchWork), isReached: outcomes[node] != nil, isLiteral: isLiteral(node),
          isDeciding: deciding.contains(node)))
      waiting += operands.reversed().map { ($0, depth + 1) }
    }
    return steps
  }

  private func chain(_ node: NodeID) -> String? {
    if case .binary(let symbol, _, _) = expression.nodes[node], symbol.isLogical { symbol.rawValue } else { nil }
  }

  /// The smallest set of parts that decided the outcome, in the order in which they are written.
  func deciding() -> [NodeID] {
    var seen: Set<String> = []
    let found = deciders(of: expression.root)
    let telling = found.filter { !isLiteral($0) }
    return (telling.isEmpty ? Array(found.prefix(1)) : telling)
      .sorted { expression.cores[$0].lowerBound < expression.cores[$1].lowerBound }
      .filter { seen.insert(expression.text(of: $0)).inserted }
  }

  /// The parts that decided a part: of a chain those terms without which it could have come out otherwise.
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
      if isTruthValue(right), isComposedTruth(left) { return deciders(of: left) }
      if isTruthValue(left), isComposedTruth(right) { return deciders(of: right) }
      return [node]
    default: return [node]
    }
  }

  /// The operand whose error became the error of the whole part.
  private func failingOperand(of node: NodeID) -> NodeID? {
    guard let error = outcomes[node]?.error else { return nil }
    return expression.nodes[node].operands.last { outcomes[$0]?.error == error }
  }

  func isTruthy(_ node: NodeID) -> Bool { outcomes[node]?.isTruthy ?? false }

  func isLiteral(_ node: NodeID) -> Bool {
    switch expression.nodes[node] {
    case .literal: true
    case .array(_, let constant): constant != nil
    default: false
    }
  }

  private func isTruthValue(_ node: NodeID) -> Bool {
    if case .literal(.boolean) = expression.nodes[node] { true } else { false }
  }

  /// Whether a part is a truth made of other truths, so that these explain it better.
  private func isComposedTruth(_ node: NodeID) -> Bool {
    guard case .value(.boolean)? = outcomes[node] else { return false }
    switch expression.nodes[node] {
    case .binary(let symbol, _, _): return symbol.level <= 2
    case .conditional: return true
    default: return false
    }
  }
}
