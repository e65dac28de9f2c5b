import VirgaJSON

/// Evaluates an expression for one context, within limits of time and memory.
struct Evaluator {
  /// The maximum number of sub-expressions, list members and filtered elements that one evaluation
  /// may visit.
  static let maxSteps = 1_000_000
  /// The maximum number of bytes that one evaluation may make and compare, see
  /// ``ExpressionValue/byteCount``.
  static let maxBytes = maxMebibytes << 20
  static let maxMebibytes = 16

  private let nodes: [Node]
  private let context: TargetingContext
  private var remainingSteps = Evaluator.maxSteps
  private var remainingBytes = Evaluator.maxBytes
  /// The outcome of each evaluated sub-expression; nil if not requested.
  private(set) var outcomes: [Outcome?]?

  /// An evaluator; with `recordingOutcomes` it also stores the outcome of each part, to explain it.
  init(
    _ expression: Expression, in context: TargetingContext, recordingOutcomes: Bool = false
  ) {
    nodes = expression.nodes
    self.context = context
    outcomes = recordingOutcomes ? Array(repeating: nil, count: nodes.count) : nil
  }

  /// The value of a part; its outcome is recorded if that was requested.
  mutating func value(of node: NodeID) throws(EvaluationError) -> ExpressionValue {
    guard outcomes != nil else { return try valueWithoutRecording(of: node) }
    do {
      let value = try valueWithoutRecording(of: node)
      outcomes?[node] = .value(value)
      return value
    } catch {
      outcomes?[node] = .error(error)
      throw error
    }
  }

  /// The value of a part, without recording its outcome.
  private mutating func valueWithoutRecording(
    of node: NodeID
  ) throws(EvaluationError) -> ExpressionValue {
    try spendSteps(1)
    switch nodes[node] {
    case .literal(let value): return value
    case .identifier(let name):
      guard let value = context.attributes[name] else { throw .undefinedIdentifier(name) }
      return value
    case .member(let subject, let name): return try value(of: subject).member(name)
    case .binary(.and, let left, let right):
      let first = try value(of: left)
      return first.isTruthy ? try value(of: right) : first
    case .binary(.or, let left, let right):
      // An error on the left counts as false.
      if let first = try valueIgnoringErrors(left), first.isTruthy { return first }
      return try value(of: right)
    case .binary(let symbol, let left, let right):
      let first = try value(of: left)
      return try operate(symbol, first, value(of: right))
    case .conditional(let condition, let then, let otherwise):
      // An error in the condition counts as false.
      let isTrue = try valueIgnoringErrors(condition)?.isTruthy ?? false
      return try value(of: isTrue ? then : otherwise)
    // In another function, so that the recursion through long chains needs less stack space.
    case .index, .filter, .transform, .array, .object: return try valueOnLargerStackFrame(of: node)
    }
  }

  /// The value of a part of the kinds whose evaluation needs much stack space.
  ///
  /// They are apart so that the recursion through long chains of `&&` and `||` needs little.
  private mutating func valueOnLargerStackFrame(
    of node: NodeID
  ) throws(EvaluationError) -> ExpressionValue {
    switch nodes[node] {
    case .index(let subject, let index): try indexed(subject, index)
    case .filter(let subject, let name, let symbol, let operand):
      try filtered(subject, name, symbol, operand)
    case .transform(let subject, let name, let transform, let arguments):
      try transformed(subject, name, transform, arguments)
    // `constant` is the value of a list of literals.
    case .array(let members, let constant): try list(members, constant)
    case .object(let members): try object(members)
    // `valueWithoutRecording(of:)` evaluates these itself and never passes them on.
    case .literal, .identifier, .member, .binary, .conditional: .null
    }
  }

  /// The value of a part, or nil if its evaluation fails.
  ///
  /// Clients ignore an error on the left of `||` and in the condition of `? :`. Reaching a limit is
  /// still thrown, because it ends the whole evaluation.
  private mutating func valueIgnoringErrors(
    _ node: NodeID
  ) throws(EvaluationError) -> ExpressionValue? {
    do {
      return try value(of: node)
    } catch let error where error.isLimit {
      throw error
    } catch {
      return nil
    }
  }

  /// Counts steps of the ``maxSteps`` that an evaluation may take; exceeding them is an error.
  private mutating func spendSteps(_ steps: Int) throws(EvaluationError) {
    remainingSteps -= steps
    if remainingSteps < 0 { throw .stepLimitExceeded }
  }

  /// Counts the bytes of a value that is compared, hashed or put into another one; exceeding
  /// ``maxBytes`` is an error.
  private mutating func spendBytes(of value: ExpressionValue) throws(EvaluationError) {
    remainingBytes -= value.byteCount
    if remainingBytes < 0 { throw .byteLimitExceeded }
  }

  /// The result of a binary operator; the length of a list on its right counts as steps, because
  /// `in`, `==` and `!=` compare its members one by one.
  private mutating func operate(
    _ symbol: BinaryOperator, _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(EvaluationError) -> ExpressionValue {
    if case .array(let members) = right { try spendSteps(members.count) }
    // The limit of bytes counts all values that operators compare or join.
    try spendBytes(of: left)
    try spendBytes(of: right)
    return try symbol.apply(left, right)
  }

  /// The value of `subject[index]`: a member for a string, an element for a number, rounded down.
  ///
  /// `list[1.9]` is the second element, and `list[-3]` the first. What does not exist is null.
  private mutating func indexed(
    _ subject: NodeID, _ index: NodeID
  ) throws(EvaluationError) -> ExpressionValue {
    let subject = try value(of: subject)
    let index = try value(of: index)
    if let name = index.text { return subject.member(name) }
    guard let number = index.number else { throw .invalidIndex }
    guard case .array(let members) = subject else { return .null }
    let position = max(0, number.rounded(.down))
    // Compared as a double, because a large one cannot be converted to an integer.
    return position < Double(members.count) ? members[Int(position)] : .null
  }

  /// The value of `subject[.name symbol operand]`: the elements for which the comparison is truthy.
  ///
  /// An element for which it fails is left out, unless a limit of the evaluation is reached, which
  /// ends the evaluation. Each element counts as a step.
  private mutating func filtered(
    _ subject: NodeID, _ name: String, _ symbol: BinaryOperator, _ operand: NodeID
  ) throws(EvaluationError) -> ExpressionValue {
    guard case .array(let members) = try value(of: subject) else { throw .invalidFilter }
    let operand = try value(of: operand)
    var matching: [ExpressionValue] = []
    for member in members {
      try spendSteps(1)
      do {
        let result = try operate(symbol, member.member(name), operand)
        if result.isTruthy { matching.append(member) }
      } catch let error where error.isLimit {
        throw error
      } catch {
        // Any other error leaves the element out.
      }
    }
    return .array(matching)
  }

  /// The value of `subject|name(arguments)`.
  ///
  /// The arguments are evaluated even if the name is unknown, so that an error in them comes first.
  private mutating func transformed(
    _ subject: NodeID, _ name: String, _ transform: Transform?, _ arguments: [NodeID]
  ) throws(EvaluationError) -> ExpressionValue {
    let subject = try value(of: subject)
    let arguments = try values(of: arguments)
    guard let transform else { throw .unknownTransform(name) }
    // Transforms hash or copy their input, which counts towards the limit of bytes.
    try spendBytes(of: subject)
    for argument in arguments { try spendBytes(of: argument) }
    return try transform.apply(to: subject, arguments, in: context)
  }

  /// The value of a list; `constant` is that value if all members are literals, else nil.
  ///
  /// Copying the members into a new list counts toward the limit of bytes; a constant is not copied
  /// and does not count.
  private mutating func list(
    _ members: [NodeID], _ constant: ExpressionValue?
  ) throws(EvaluationError) -> ExpressionValue {
    let recordsOutcomes = outcomes != nil
    // To record an outcome for each literal, the literals are evaluated too.
    if !recordsOutcomes, let constant { return constant }
    let values = try values(of: members)
    for value in values { try spendBytes(of: value) }
    return .array(values)
  }

  /// The value of an object; a key that it contains twice is an error.
  private mutating func object(_ members: [Node.Member]) throws(EvaluationError) -> ExpressionValue
  {
    var values: [Name: ExpressionValue] = [:]
    for member in members {
      guard values[member.key] == nil else { throw .duplicateKey(member.key) }
      let value = try value(of: member.value)
      // Objects inside objects could otherwise grow without limit.
      try spendBytes(of: value)
      values[member.key] = value
    }
    return .object(values)
  }

  /// The values of several parts, in order; the first error ends the evaluation.
  private mutating func values(of nodes: [NodeID]) throws(EvaluationError) -> [ExpressionValue] {
    try nodes.map { node throws(EvaluationError) in try value(of: node) }
  }
}
