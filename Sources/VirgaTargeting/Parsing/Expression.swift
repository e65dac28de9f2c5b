package import VirgaJSON
public import VirgaSource

/// A JEXL targeting expression, parsed once and evaluated any number of times.
public struct Expression: Sendable {
  /// The maximum length of a text, in UTF-8 bytes.
  package static let longestText = 16_384

  package let source: SourceText
  let nodes: [Node]
  let root: NodeID
  /// The bytes of each sub-expression, without and with enclosing parentheses.
  let cores: [Range<Int>]
  let spans: [Range<Int>]

  /// Parses `text`; problems call it `name`.
  ///
  /// Throws one problem with a position: later ones would depend on how the first is fixed.
  public init(_ text: String, name: String = "expression") throws(Problems) {
    try self.init(SourceText(name: name, text: text))
  }

  /// Parses the text of `source`.
  public init(_ source: SourceText) throws(Problems) {
    do throws(SyntaxError) {
      guard source.bytes.count <= Self.longestText else {
        throw SyntaxError(
          "expression-too-long", "Write at most \(Self.longestText) bytes", 0..<source.bytes.count)
      }
      var parser = try Parser(source)
      root = try parser.parseAll()
      (nodes, cores, spans) = (parser.nodes, parser.cores, parser.spans)
      self.source = source
    } catch {
      throw Problems([error.problem(in: source)])
    }
  }

  func text(of node: NodeID) -> String {
    String(decoding: source.bytes[cores[node]], as: UTF8.self)
  }

  func range(of node: NodeID) -> SourceRange { source.range(of: cores[node]) }

  /// The value of a literal, or of a list of literals; nil for any other part.
  func constant(_ node: NodeID) -> ExpressionValue? {
    switch nodes[node] {
    case .literal(let value): value
    case .array(_, let constant): constant
    case .identifier, .member, .index, .filter, .binary, .conditional, .transform, .object: nil
    }
  }

  func isEnclosed(_ node: NodeID) -> Bool { spans[node] != cores[node] }

  package var attributeNames: Set<Name> {
    Set(
      naming: nodes.compactMap { node in if case .identifier(let name) = node { name } else { nil }
      })
  }

  package var eventNames: Set<Name> {
    Set(
      naming: nodes.compactMap { node in
        guard case .transform(let subject, _, let transform?, _) = node, transform.query != nil,
          case .literal(.string(let name)) = nodes[subject]
        else { return nil }
        return name
      })
  }

  /// The values that the expression compares with each attribute, in source order: suggestions to
  /// try.
  package var comparedValues: [Name: [ExpressionValue]] {
    var found: [Name: [ExpressionValue]] = [:]
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

  private func constants(_ node: NodeID) -> [ExpressionValue] {
    guard let value = constant(node) else { return [] }
    return if case .array(let members) = value { members } else { [value] }
  }

  package func evaluated(in context: TargetingContext) throws(EvaluationError) -> ExpressionValue {
    var evaluator = Evaluator(self, in: context)
    return try evaluator.value(of: root)
  }

  /// Whether the expression targets a client with this context.
  ///
  /// The result must be a boolean: 1, `'x'` and null are errors here. Rule:
  /// VirgaTargeting/Expressions.
  package func matches(_ context: TargetingContext) throws(EvaluationError) -> Bool {
    guard case .boolean(let matches) = try evaluated(in: context) else { throw .notBoolean }
    return matches
  }

  package func outcome(in context: TargetingContext) -> Outcome {
    do { return .value(try evaluated(in: context)) } catch { return .error(error) }
  }
}

/// Operands are indexes into the expression's list of sub-expressions; they precede the node.
enum Node: Sendable {
  case literal(ExpressionValue)
  case identifier(String)
  case member(of: NodeID, name: String)
  case index(of: NodeID, at: NodeID)
  case filter(of: NodeID, name: String, BinaryOperator, NodeID)
  case binary(BinaryOperator, NodeID, NodeID)
  case conditional(NodeID, then: NodeID, otherwise: NodeID)
  case transform(NodeID, name: String, Transform?, arguments: [NodeID])
  /// A list; `constant` is its value if all members are literals.
  case array([NodeID], constant: ExpressionValue?)
  case object([Member])

  struct Member: Sendable {
    var key: String
    var value: NodeID
  }

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

/// The index of a sub-expression in the expression's list.
typealias NodeID = Int

extension EvaluationError {
  package static func parsing(_ problems: Problems) -> EvaluationError {
    guard let problem = problems.all.first else { return .parsing("the text is not an expression") }
    return .parsing(
      problem.location.map { "\(problem.message) (\($0.range.start))" } ?? problem.message)
  }
}
