import VirgaJSON

/// Finds the cases in which an expression holds, without a client.
///
/// Each case is a set of conditions: `a == 1 || b > 2 && b < 5` has two with one condition each,
/// and `b < 5` is in both, because `&&` and `||` have the same precedence.
///
/// The cases cover every client for which the expression holds, and may cover more: what is not
/// understood counts as possible.
struct CaseReader {
  private let expression: Expression
  private let facts: ClientFacts
  /// Whether the value of each part is the same for every client, by the part's index.
  private let isConstant: [Bool]

  /// The number of cases beyond which nothing is decided.
  private static let maxCases = 64

  /// A reader for clients of which the facts are known; it first finds the parts that have the same
  /// value for every such client.
  ///
  /// A query of events is such a part if the clients cannot have events, as in their first run.
  init(_ expression: Expression, _ facts: ClientFacts) {
    self.expression = expression
    self.facts = facts
    var isConstant: [Bool] = []
    // Operands come before the parts that they belong to, so theirs are known already.
    for node in expression.nodes {
      let canBeConstant = Self.canBeConstant(node, canHaveEvents: facts.canHaveEvents)
      let hasConstantOperands = node.operands.allSatisfy { isConstant[$0] }
      isConstant.append(canBeConstant && hasConstantOperands)
    }
    self.isConstant = isConstant
  }

  /// Whether a part with constant operands has the same value for every client, one that
  /// ``value(ofConstant:)`` can compute.
  ///
  /// A query of events has the same value for all if no client can have events.
  private static func canBeConstant(_ node: Node, canHaveEvents: Bool) -> Bool {
    switch node {
    case .identifier: false
    case .transform(_, _, let transform?, _):
      switch transform.dependence {
      case .operands: true
      // The context in which constants are computed has no sampler of buckets.
      case .buckets: false
      case .events: !canHaveEvents
      case .client: false
      }
    // A transform that does not exist is an error for every client.
    case .transform, .literal, .member, .index, .filter, .binary, .conditional, .array, .object:
      true
    }
  }

  /// The cases in which a part counts as true and that the facts allow.
  func possibleCases(of node: NodeID) -> [ConditionSet] {
    cases(where: node, is: true).filter { subjectInConflict(of: $0) == nil }
  }

  /// The part of an expression whose conditions in a case exclude each other, or contradict the
  /// facts; nil if the case is possible.
  func subjectInConflict(of conditions: ConditionSet) -> Name? {
    facts.conditions.joined(with: conditions).conflictingSubject
  }

  /// The cases in which a part counts as true, or as false.
  ///
  /// Each is a set of conditions that hold together: `a == 1 || b > 2` has two. Together they cover
  /// every client for which the part counts so, and may cover more.
  func cases(where node: NodeID, is wanted: Bool) -> [ConditionSet] {
    // Such as `true`, or `'a' in ['a']`: every client has the same value.
    if isConstant[node] { return cases(whereConstant: node, is: wanted) }
    switch expression.nodes[node] {
    case .binary(.and, let left, let right):
      // False if either side is; an error on the left is an error of the whole, not false.
      let casesOfLeft = cases(where: left, is: wanted)
      let casesOfRight = cases(where: right, is: wanted)
      return wanted
        ? casesOfBoth(casesOfLeft, casesOfRight) : casesOfEither(casesOfLeft, casesOfRight)
    case .binary(.or, let left, let right):
      let casesOfRight = cases(where: right, is: wanted)
      // If `||` is false, its right side is false. The left one is false or an error, which counts
      // as false; no condition describes an error, so the left side gives none.
      return wanted ? casesOfEither(cases(where: left, is: true), casesOfRight) : casesOfRight
    case .binary(let symbol, let left, let right):
      return casesOfBinary(symbol, left, right, at: node, is: wanted)
    case .conditional(let condition, let then, let otherwise):
      let casesOfThen = casesOfBoth(
        cases(where: condition, is: true), cases(where: then, is: wanted))
      // For `otherwise`, the condition is false or an error, which counts as false. Nothing is
      // required of it, because no case describes an error.
      return casesOfEither(casesOfThen, cases(where: otherwise, is: wanted))
    default:
      return [ConditionSet(conditionName(of: node), .isTruthy(wanted))]
    }
  }

  /// The cases in which a part with the same value for every client counts as true, or as false:
  /// one case without conditions, which covers every client, or none.
  private func cases(whereConstant node: NodeID, is wanted: Bool) -> [ConditionSet] {
    // A constant without a value is an error for every client: it is neither true nor false.
    guard let value = value(ofConstant: node) else { return [] }
    return value.isTruthy == wanted ? [ConditionSet()] : []
  }

  /// The value of a part that is the same for every client; nil if it is an error.
  private func value(ofConstant node: NodeID) -> ExpressionValue? {
    var evaluator = Evaluator(expression, in: TargetingContext())
    return try? evaluator.value(of: node)
  }

  /// The cases in which one of two parts holds.
  ///
  /// If there are too many, a single case without conditions, which covers every client: cases may
  /// cover more clients than those for which a part holds.
  private func casesOfEither(
    _ first: [ConditionSet], _ second: [ConditionSet]
  ) -> [ConditionSet] {
    let all = first + second
    return all.count > Self.maxCases ? [ConditionSet()] : all
  }

  /// The cases in which two parts hold together.
  ///
  /// If there are too many, those of the first part alone: cases may cover more clients than those
  /// for which both hold.
  private func casesOfBoth(
    _ first: [ConditionSet], _ second: [ConditionSet]
  ) -> [ConditionSet] {
    guard first.count * second.count <= Self.maxCases else { return first }
    let all = first.flatMap { one in second.map { one.joined(with: $0) } }
    return all.filter { $0.conflictingSubject == nil }
  }

  /// The cases in which a binary operation other than `&&` and `||`, mostly a comparison, counts as
  /// true or as false.
  ///
  /// At most one side is constant: with two, the operation would be constant itself, and would not
  /// be read here.
  private func casesOfBinary(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID, is wanted: Bool
  ) -> [ConditionSet] {
    // The only case if nothing can be said about one side: a condition on the operation as a whole.
    let asWhole = [ConditionSet(conditionName(of: node), .isTruthy(wanted))]
    // If a constant is an error, the comparison is an error for every client: it has no cases.
    if isConstant[right] {
      guard let value = value(ofConstant: right) else { return [] }
      return casesOfComparison(left, symbol, value, is: wanted) ?? asWhole
    }
    if isConstant[left] {
      guard let value = value(ofConstant: left) else { return [] }
      return casesOfReversedComparison(value, symbol, right, is: wanted) ?? asWhole
    }
    return asWhole
  }

  /// The cases in which a comparison with a constant value on its left is true, or false, as
  /// `7 > x`, which is read as `x < 7`.
  ///
  /// Nil if the operator or the value says nothing about the part on the right.
  private func casesOfReversedComparison(
    _ value: ExpressionValue, _ symbol: BinaryOperator, _ node: NodeID, is wanted: Bool
  ) -> [ConditionSet]? {
    if symbol == .isIn {
      // As in `'x' in slugs`: the condition is on the whole comparison, not on `slugs`, which may
      // have other members too.
      let name = ClientFacts.membershipName(of: value, in: expression.text(of: node))
      return [ConditionSet(name, .isTruthy(wanted))]
    }
    guard let mirrored = symbol.mirrored else { return nil }
    return casesOfComparison(node, mirrored, value, is: wanted)
  }

  /// The cases in which the comparison of a part with a constant value is true, or false.
  ///
  /// For `days`, `>` and 7 they are those of `days > 7`. Nil if the operator or the value says
  /// nothing about the part.
  private func casesOfComparison(
    _ node: NodeID, _ symbol: BinaryOperator, _ value: ExpressionValue, is wanted: Bool
  ) -> [ConditionSet]? {
    // As in `app_version|versionCompare('121.!') >= 0`.
    if let cases = casesOfVersions(symbol, node, value, is: wanted) { return cases }
    switch symbol {
    case .equal, .notEqual:
      // A wanted `==` or an unwanted `!=`.
      let mustBeEqual = (symbol == .equal) == wanted
      return casesOfEquality(node, value, mustBeEqual: mustBeEqual)
    case .isIn:
      guard case .array(let members) = value else { return nil }
      let condition: ValueCondition = wanted ? .isOne(of: members) : .isNone(of: members)
      return [ConditionSet(conditionName(of: node), condition)]
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let number = value.number else { return nil }
      // Where `x < 7` is false, `x >= 7` is true.
      guard let order = wanted ? symbol : symbol.negated else { return nil }
      return [ConditionSet(conditionName(of: node), .isOrdered(order, number))]
    case .and, .or, .add, .subtract, .multiply, .floorDivide, .divide, .remainder, .power:
      return nil
    }
  }

  /// The cases in which a part is equal to a constant value, or if `mustBeEqual` is false, differs
  /// from it.
  private func casesOfEquality(
    _ node: NodeID, _ value: ExpressionValue, mustBeEqual: Bool
  ) -> [ConditionSet] {
    // As in `(a && b) == true`; nil for an attribute or another part that is not a condition.
    if case .boolean(let truth) = value,
      let cases = casesOfCondition(node, comparedWith: truth, mustBeEqual: mustBeEqual)
    {
      return cases
    }
    let condition: ValueCondition = mustBeEqual ? .isOne(of: [value]) : .isNone(of: [value])
    return [ConditionSet(conditionName(of: node), condition)]
  }

  /// The cases of a condition that is compared with a Boolean, as in `(a && b) == false`; nil for
  /// a part that is not a condition.
  private func casesOfCondition(
    _ node: NodeID, comparedWith truth: Bool, mustBeEqual: Bool
  ) -> [ConditionSet]? {
    guard case .binary(let symbol, _, _) = expression.nodes[node], symbol.isCondition else {
      return nil
    }
    if mustBeEqual { return cases(where: node, is: truth) }
    // `(a && b) != true` says nothing, because the value of `&&` and `||` may be neither true nor
    // false, such as 1. So there is one case, without conditions.
    return symbol.isLogical ? [ConditionSet()] : cases(where: node, is: !truth)
  }

  /// The cases in which a comparison such as `app_version|versionCompare('121.!') >= 0` holds, or
  /// does not hold if `wanted` is false; nil for other comparisons.
  private func casesOfVersions(
    _ symbol: BinaryOperator, _ node: NodeID, _ value: ExpressionValue, is wanted: Bool
  ) -> [ConditionSet]? {
    let comparesNumber = symbol.isComparison && value.number != nil
    guard comparesNumber, let (subject, version) = versionComparison(node) else { return nil }
    // `versionCompare` gives −1 for a lower version, 0 for the same one, and 1 for a higher one.
    let allResults: Set<Int64> = [-1, 0, 1]
    // For `>= 0` they are 0 and 1.
    let wantedResults = allResults.filter { result in
      ValueCondition.holds(symbol, .integer(result), value) == wanted
    }
    // `versionCompare(…) > 5` holds for no version, and `> -5` for every one.
    if wantedResults.isEmpty { return [] }
    if wantedResults == allResults { return [ConditionSet()] }
    return [ConditionSet(conditionName(of: subject), .isVersion(wantedResults, than: version))]
  }

  /// What a call of `versionCompare` compares with a literal version: `app_version` and `121.!` in
  /// `app_version|versionCompare('121.!')`; nil for any other part.
  private func versionComparison(_ node: NodeID) -> (subject: NodeID, version: String)? {
    guard
      case .transform(let subject, _, .versionCompare?, let arguments) = expression.nodes[node],
      let argument = arguments.first,
      case .literal(.string(let version)) = expression.nodes[argument]
    else { return nil }
    return (subject, version)
  }

  /// The name of a part in a ``ConditionSet``, which collects the conditions on each part.
  ///
  /// It is the part's text, but the same for `a.b` and `a['b']`, so that their conditions can
  /// exclude each other.
  private func conditionName(of node: NodeID) -> Name {
    switch expression.nodes[node] {
    case .index(let subject, let index):
      guard let key = expression.constant(index) else { break }
      return ClientFacts.memberName(key, of: expression.text(of: subject))
    case .member(let subject, let name):
      return ClientFacts.memberName(.string(name), of: expression.text(of: subject))
    default: break
    }
    return Name(expression.text(of: node))
  }
}

extension BinaryOperator {
  /// Whether it compares two values.
  fileprivate var isComparison: Bool { isCondition && !isLogical && self != .isIn }
}
