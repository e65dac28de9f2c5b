import VirgaSource

/// An evaluated expression with the outcome of each part, for explaining the result.
struct ExplanationBuilder {
  let expression: Expression
  let context: TargetingContext
  /// The outcome of each part, by its index; nil for a part that did not have to be evaluated.
  let reachedOutcomes: [Outcome?]
  /// The outcome of each part, by its index, as if all had been evaluated; nil beyond the step
  /// limit.
  let allOutcomes: [Outcome?]
  /// Which branches of other recipes can be forced.
  var forcedBranch: BranchForcing = { branch, _ in .possible(branch) }

  /// All parts with their outcomes: each before its operands, which follow from left to right.
  ///
  /// - Parameter deciding: The parts that decided the outcome.
  func steps(deciding: [NodeID]) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    // A stack: the next part to add is its last.
    var waiting = [(node: expression.root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      steps.append(step(at: node, depth: depth, isDeciding: deciding.contains(node)))
      // Reversed, so that the first operand is the next one.
      waiting += expression.nodes[node].operands.reversed().map { ($0, depth + 1) }
    }
    return steps
  }

  /// A part with its outcome.
  ///
  /// - Parameters:
  ///   - depth: The number of parts that contain it.
  ///   - isDeciding: Whether it decided the outcome of the expression.
  private func step(at node: NodeID, depth: Int, isDeciding: Bool) -> Explanation.Step {
    // All parts were evaluated, even unreached ones, unless the step limit ended that.
    let outcome = allOutcomes[node] ?? .error(.stepLimitExceeded)
    return Explanation.Step(
      text: expression.text(of: node), range: expression.range(of: node),
      chainOperator: chainOperator(node), depth: depth, outcome: outcome,
      isReached: reachedOutcomes[node] != nil, isLiteral: isLiteral(node), isDeciding: isDeciding)
  }

  /// The operator of a part that joins others by `&&` or `||`; nil for any other part.
  private func chainOperator(_ node: NodeID) -> String? {
    if case .binary(let symbol, _, _) = expression.nodes[node], symbol.isLogical {
      symbol.rawValue
    } else {
      nil
    }
  }

  /// The smallest set of parts that decided the outcome, in source order; of parts with the same
  /// text only the first.
  func decidingParts() -> [NodeID] {
    let found = deciders(of: expression.root)
    let notLiteral = found.filter { !isLiteral($0) }
    // A literal explains nothing, unless there is nothing else.
    let parts = notLiteral.isEmpty ? Array(found.prefix(1)) : notLiteral
    var seenTexts: Set<String> = []
    return inSourceOrder(parts).filter { seenTexts.insert(expression.text(of: $0)).inserted }
  }

  /// The parts in the order in which their texts begin, without parentheses around them.
  func inSourceOrder(_ nodes: [NodeID]) -> [NodeID] {
    nodes.sorted { first, second in
      expression.innerRanges[first].lowerBound < expression.innerRanges[second].lowerBound
    }
  }

  /// The smallest parts that decided the value of a part.
  ///
  /// - `a && b` is decided by the first that is false; by both if both are true.
  /// - `a || b` is decided by the first that is true; by both if both are false.
  /// - `c ? a : b` is decided by `c` and the value that it chose.
  /// - `(a && b) == false` is decided by the parts that decided `a && b`.
  /// - A part that failed is decided by the operand that failed, or by itself if none did.
  private func deciders(of node: NodeID) -> [NodeID] {
    if let error = reachedOutcomes[node]?.error { return failedParts(with: error, in: node) }
    switch expression.nodes[node] {
    case .binary(.and, let left, let right):
      if !isTruthy(left) { return deciders(of: left) }
      if !isTruthy(right) { return deciders(of: right) }
      return deciders(of: left) + deciders(of: right)
    case .binary(.or, let left, let right):
      if isTruthy(left) { return deciders(of: left) }
      if isTruthy(right) { return deciders(of: right) }
      return deciders(of: left) + deciders(of: right)
    case .conditional(let condition, let then, let otherwise):
      return deciders(of: condition) + deciders(of: isTruthy(condition) ? then : otherwise)
    case .binary(.equal, let left, let right), .binary(.notEqual, let left, let right):
      guard let condition = conditionComparedWithBoolean(left, right) else { return [node] }
      return deciders(of: condition)
    case .literal, .identifier, .member, .index, .filter, .binary, .transform, .array, .object:
      return [node]
    }
  }

  /// What decided that a part failed with an error: the smallest part of it that has the error too,
  /// or itself if none has.
  private func failedParts(with error: EvaluationError, in node: NodeID) -> [NodeID] {
    // The last operand with this error, because its error ended the evaluation of the part.
    let failing = expression.nodes[node].operands.last { reachedOutcomes[$0]?.error == error }
    return failing.map(deciders) ?? [node]
  }

  /// The side of `==` or `!=` that is a composed condition, if the other one is `true` or `false`;
  /// nil for any other comparison.
  ///
  /// The parts of the condition explain more than the comparison does.
  private func conditionComparedWithBoolean(_ left: NodeID, _ right: NodeID) -> NodeID? {
    let isRightBoolean = literalBoolean(right) != nil
    let isLeftBoolean = literalBoolean(left) != nil
    if isRightBoolean, isComposedCondition(left) { return left }
    if isLeftBoolean, isComposedCondition(right) { return right }
    return nil
  }

  /// Whether a part was evaluated, and its value counts as true.
  func isTruthy(_ node: NodeID) -> Bool { reachedOutcomes[node]?.isTruthy ?? false }

  /// Whether a part is a literal or a list of literals.
  func isLiteral(_ node: NodeID) -> Bool { expression.constant(node) != nil }

  /// The text of a part in backticks, with long lists shortened.
  func quoted(_ node: NodeID) -> String {
    "`\(ListAbbreviation.shortened(expression.text(of: node)))`"
  }

  /// Whether a part is a boolean whose operands explain it better: conditions that are joined or
  /// compared, such as `a && b` or `a > 1`, or a choice by `? :`.
  private func isComposedCondition(_ node: NodeID) -> Bool {
    guard case .value(.boolean)? = reachedOutcomes[node] else { return false }
    switch expression.nodes[node] {
    case .binary(let symbol, _, _): return symbol.isCondition
    case .conditional: return true
    case .literal, .identifier, .member, .index, .filter, .transform, .array, .object: return false
    }
  }

  /// How `&&` and `||` treat an outcome.
  private enum Truth {
    case isTrue, isFalse, isError

    /// The truth of an outcome; an error is neither true nor false.
    init(_ outcome: Outcome) {
      if outcome.error != nil {
        self = .isError
      } else {
        self = outcome.isTruthy ? .isTrue : .isFalse
      }
    }

    /// The truth of `left && right`, which is the left one unless that is true.
    static func and(_ left: Truth, _ right: Truth) -> Truth { left == .isTrue ? right : left }

    /// The truth of `left || right`, in which an error on the left counts as false.
    static func or(_ left: Truth, _ right: Truth) -> Truth { left == .isTrue ? .isTrue : right }
  }

  /// The parts that are only the beginning of a chain: `a && b` in `a && b || c`, but not in `(a &&
  /// b) || c`.
  ///
  /// ``precedenceQuirk(_:)`` is asked only about whole chains. First terms, such as `a`, are in the
  /// result too: without an operator, they would get no sentence anyway.
  func chainBeginnings() -> Set<NodeID> {
    var beginnings: Set<NodeID> = []
    for case .binary(let symbol, let left, _) in expression.nodes
    where symbol.isLogical && !expression.isInParentheses(left) {
      beginnings.insert(left)
    }
    return beginnings
  }

  /// A sentence if a chain such as `a || b && c` has another value than in most languages, where
  /// `&&` binds tighter than `||`.
  ///
  /// Nil if the value is the same, or if the part is not such a chain or did not have to be
  /// evaluated.
  func precedenceQuirk(_ node: NodeID) -> String? {
    let (terms, operators) = chain(endingIn: node)
    guard operators.contains(.and), operators.contains(.or) else { return nil }
    guard let actual = reachedOutcomes[node] else { return nil }
    guard truthWithUsualPrecedence(of: terms, joinedBy: operators) != Truth(actual) else {
      return nil
    }
    return
      "`&&` and `||` have the same precedence, from left to right; with parentheses around the `&&` parts "
      + "the outcome would differ"
  }

  /// The truth of a chain in languages in which `&&` binds tighter than `||`;
  /// ``precedenceQuirk(_:)`` compares it with the actual truth.
  private func truthWithUsualPrecedence(
    of terms: [NodeID], joinedBy operators: [BinaryOperator]
  ) -> Truth {
    // `a || b && c` has the alternatives `a` and `b && c`.
    var alternatives: [Truth] = []
    // The first term, which has no operator before it, starts an alternative, as after `||`.
    let operatorsBefore = [.or] + operators
    for (term, operatorBefore) in zip(terms, operatorsBefore) {
      // A term without an outcome is beyond the step limit.
      let truth = allOutcomes[term].map(Truth.init) ?? .isError
      if operatorBefore == .and, let last = alternatives.popLast() {
        alternatives.append(Truth.and(last, truth))
      } else {
        alternatives.append(truth)
      }
    }
    // A chain has at least two terms, and the first one started an alternative.
    return alternatives.dropFirst().reduce(alternatives[0], Truth.or)
  }

  /// The terms of a chain and the operators between them, from left to right.
  ///
  /// `a || b && c` has the terms `a`, `b` and `c`, and the operators `||` and `&&`. A chain in
  /// parentheses is a single term.
  private func chain(endingIn node: NodeID) -> (terms: [NodeID], operators: [BinaryOperator]) {
    var terms: [NodeID] = []
    var operators: [BinaryOperator] = []
    var current = node
    // Parentheses around the whole chain do not matter; around its beginning they make it a term.
    while case .binary(let symbol, let left, let right) = expression.nodes[current],
      symbol.isLogical,
      current == node || !expression.isInParentheses(current)
    {
      terms.append(right)
      operators.append(symbol)
      current = left
    }
    return ((terms + [current]).reversed(), operators.reversed())
  }
}
