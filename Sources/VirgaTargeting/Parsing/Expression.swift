package import VirgaJSON
public import VirgaSource

/// A JEXL targeting expression, parsed once and evaluated any number of times.
public struct Expression: Sendable {
  /// The maximum length of a text, in UTF-8 bytes.
  package static let maxTextBytes = 16_384

  package let source: SourceText
  /// The sub-expressions, or parts; each stands after its operands.
  let nodes: [Node]
  /// The whole expression.
  let root: NodeID
  /// The bytes of each part in the text, without parentheses around it: `a + b` of `(a + b)`.
  let innerRanges: [Range<Int>]
  /// The bytes of each part in the text, with parentheses around it: `(a + b)`.
  let outerRanges: [Range<Int>]

  /// Parses `text`; problems call it `name`.
  ///
  /// - Throws: `Problems` with one problem, because later ones would depend on how the first is
  ///   fixed; no part of the text is used then.
  public init(_ text: String, name: String = "expression") throws(Problems) {
    try self.init(SourceText(name: name, text: text))
  }

  /// Parses the text of `source`.
  ///
  /// - Throws: `Problems` with one problem, as ``init(_:name:)`` does.
  public init(_ source: SourceText) throws(Problems) {
    do throws(SyntaxError) {
      guard source.bytes.count <= Self.maxTextBytes else {
        throw SyntaxError(
          "expression-too-long", "Write at most \(Self.maxTextBytes) bytes", 0..<source.bytes.count)
      }
      var parser = try Parser(source)
      root = try parser.parseAll()
      nodes = parser.nodes
      innerRanges = parser.innerRanges
      outerRanges = parser.outerRanges
      self.source = source
    } catch {
      throw Problems([error.problem(in: source)])
    }
  }

  /// The text of a part, without parentheses around it.
  func text(of node: NodeID) -> String {
    String(decoding: source.bytes[innerRanges[node]], as: UTF8.self)
  }

  func range(of node: NodeID) -> SourceRange { source.range(of: innerRanges[node]) }

  /// The value of a literal, or of a list of literals; nil for any other part.
  func constant(_ node: NodeID) -> ExpressionValue? {
    switch nodes[node] {
    case .literal(let value): value
    case .array(_, let constant): constant
    case .identifier, .member, .index, .filter, .binary, .conditional, .transform, .object: nil
    }
  }

  /// Whether a part has parentheses around it, which only its outer range includes.
  func isInParentheses(_ node: NodeID) -> Bool { outerRanges[node] != innerRanges[node] }

  /// The names of the attributes that the expression reads.
  package var attributeNames: Set<Name> {
    let names: [String] = nodes.compactMap { node in
      if case .identifier(let name) = node { name } else { nil }
    }
    return Set(naming: names)
  }

  /// The events that the expression counts: `opened` in `'opened'|eventSum('Days', 7)`.
  package var eventNames: Set<Name> {
    let names: [String] = nodes.compactMap { node in
      guard case .transform(let subject, _, let transform?, _) = node else { return nil }
      let isEventQuery = transform.query != nil
      guard isEventQuery, case .literal(.string(let name)) = nodes[subject] else { return nil }
      return name
    }
    return Set(naming: names)
  }

  /// The constants beside each attribute, to suggest as its values: those in binary operations,
  /// then those in `versionCompare`.
  ///
  /// A list of literals gives its members; a part that is not constant gives nothing. For example,
  /// `region in ['US', 'CA'] && v|versionCompare('1.2') >= 0` gives `US` and `CA` for `region`, and
  /// `1.2` for `v`.
  package var comparedValues: [Name: [ExpressionValue]] {
    var found: [Name: [ExpressionValue]] = [:]
    /// Adds the values to those of the attribute, if `subject` is one.
    func add(_ values: [ExpressionValue], to subject: NodeID) {
      guard case .identifier(let name) = nodes[subject] else { return }
      for value in values where !(found[name] ?? []).contains(value) {
        found[name, default: []].append(value)
      }
    }
    for case .binary(_, let left, let right) in nodes {
      add(constants(right), to: left)
      add(constants(left), to: right)
    }
    for case .transform(let subject, _, .versionCompare?, let arguments) in nodes {
      add(arguments.flatMap(constants), to: subject)
    }
    return found
  }

  /// The members of a list of literals, or the value of a single literal; else empty.
  private func constants(_ node: NodeID) -> [ExpressionValue] {
    guard let value = constant(node) else { return [] }
    return if case .array(let members) = value { members } else { [value] }
  }

  /// The value of the expression for a client with this context.
  package func evaluated(in context: TargetingContext) throws(EvaluationError) -> ExpressionValue {
    var evaluator = Evaluator(self, in: context)
    return try evaluator.value(of: root)
  }

  /// Whether the expression targets a client with this context.
  ///
  /// The result must be a boolean: 1, `'x'` and null are errors here.
  /// Rule: VirgaTargeting/Expressions.
  package func matches(_ context: TargetingContext) throws(EvaluationError) -> Bool {
    guard case .boolean(let matches) = try evaluated(in: context) else { throw .notBoolean }
    return matches
  }

  /// The value of the expression for a client with this context, or the error of its evaluation.
  package func outcome(in context: TargetingContext) -> Outcome {
    do { return .value(try evaluated(in: context)) } catch { return .error(error) }
  }
}

/// A sub-expression; its operands are other sub-expressions of the same expression.
enum Node: Sendable {
  case literal(ExpressionValue)
  case identifier(String)
  case member(of: NodeID, name: String)
  case index(of: NodeID, at: NodeID)
  /// The elements of a list whose member `name` compares as given: `x[.name > 1]`.
  case filter(of: NodeID, name: String, BinaryOperator, NodeID)
  case binary(BinaryOperator, NodeID, NodeID)
  case conditional(NodeID, then: NodeID, otherwise: NodeID)
  /// `subject|name(arguments)`; the transform is nil if there is none of this name.
  case transform(NodeID, name: String, Transform?, arguments: [NodeID])
  /// A list; `constant` is its value if all members are literals.
  case array([NodeID], constant: ExpressionValue?)
  case object([Member])

  struct Member: Sendable {
    var key: String
    var value: NodeID
  }

  /// The sub-expressions that it consists of, in source order.
  var operands: [NodeID] {
    switch self {
    case .literal, .identifier: []
    case .member(let subject, _): [subject]
    case .index(let subject, let index): [subject, index]
    case .filter(let subject, _, _, let operand): [subject, operand]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .transform(let subject, _, _, let arguments): [subject] + arguments
    case .array(let members, _): members
    case .object(let members): members.map(\.value)
    }
  }
}

/// The index of a sub-expression in `Expression.nodes`.
typealias NodeID = Int

extension EvaluationError {
  /// The error of a text that could not be parsed: the first problem and its position.
  package static func parsing(_ problems: Problems) -> EvaluationError {
    guard let problem = problems.all.first else { return .parsing("the text is not an expression") }
    guard let start = problem.location?.range.start else { return .parsing(problem.message) }
    return .parsing("\(problem.message) (\(start))")
  }
}
