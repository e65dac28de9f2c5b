import VirgaSource

/// Parses tokens into sub-expressions by recursive descent.
///
/// The precedence is JEXL's and surprising in two ways: `&&` and `||` share the loosest level, and
/// `? :` binds tighter than every operator.
struct Parser {
  /// The maximum number of open brackets.
  static let maxNesting = 100
  /// The maximum depth of nested sub-expressions, such as the terms of a chain.
  static let maxNodeDepth = 400

  private let source: SourceText
  private let tokens: [Token]
  /// The index of the current token.
  private var currentIndex = 0
  /// The number of expressions that are being read: 1 for the whole text, one more in each bracket.
  private var nesting = 0
  /// For each node, the length of the longest way down to a literal or name: 1 for `a`, 2 for
  /// `a.b`.
  private var depths: [Int] = []
  /// The nodes read so far, see ``Expression``.
  private(set) var nodes: [Node] = []
  private(set) var innerRanges: [Range<Int>] = []
  private(set) var outerRanges: [Range<Int>] = []

  /// A parser of a text, which is split into tokens first; throws if that fails.
  init(_ source: SourceText) throws(SyntaxError) {
    self.source = source
    tokens = try Lexer.tokens(of: source)
  }

  /// Reads all of the text and returns the whole expression.
  mutating func parseAll() throws(SyntaxError) -> NodeID {
    let root = try expression()
    guard current.kind == .end else { throw unexpected("after the end of the expression") }
    return root
  }

  /// Reads an expression: the whole text, or what a bracket contains.
  private mutating func expression() throws(SyntaxError) -> NodeID {
    nesting += 1
    defer { nesting -= 1 }
    // The whole text has no bracket around it, so it does not count.
    let openBrackets = nesting - 1
    guard openBrackets <= Self.maxNesting else {
      throw SyntaxError(
        "nested-too-deep", "Nest at most \(Self.maxNesting) brackets", current.bytes)
    }
    let loosestPrecedence = 1
    return try operation(atLeast: loosestPrecedence)
  }

  /// Reads operands joined by operators of `precedence` and tighter ones.
  ///
  /// The right operand takes only tighter operators, so that those of one precedence go from left
  /// to right: `a - b - c` is `(a - b) - c`.
  private mutating func operation(atLeast precedence: Int) throws(SyntaxError) -> NodeID {
    var left = try operandOrConditional()
    while case .operator(let symbol) = current.kind, symbol.precedence >= precedence {
      advance()
      let right = try operation(atLeast: symbol.precedence + 1)
      left = try add(.binary(symbol, left, right), spanning: left, right)
    }
    return left
  }

  /// Reads an operand of an operator, with any `? :` after it: `condition ? a : b`.
  ///
  /// `? :` binds tighter than operators: `a && b ? c : d` is `a && (b ? c : d)`, and
  /// `a ? b : c ? d : e` is `(a ? b : c) ? d : e`.
  private mutating func operandOrConditional() throws(SyntaxError) -> NodeID {
    var condition = try transformed()
    while accept(.question) {
      let then = try transformed()
      try expect(.colon, for: "between the two values of `? :`")
      let otherwise = try transformed()
      condition = try add(
        .conditional(condition, then: then, otherwise: otherwise), spanning: condition, otherwise)
    }
    return condition
  }

  /// Reads a value with any transforms after it: `x|name(arguments)`.
  ///
  /// A name that is not a transform's gives a nil in the node: it is an error only when the node is
  /// evaluated.
  private mutating func transformed() throws(SyntaxError) -> NodeID {
    var subject = try accessed()
    while accept(.pipe) {
      let name = try word(expecting: "the name of a transform")
      let arguments = accept(.openParenthesis) ? try expressions(until: .closeParenthesis) : []
      subject = try add(
        .transform(subject, name: name, Transform(rawValue: name), arguments: arguments),
        fromStartOf: subject)
    }
    return subject
  }

  /// Reads a value with any members, elements and filters after it: `x.name`, `x[0]`, `x[.a > 1]`.
  private mutating func accessed() throws(SyntaxError) -> NodeID {
    var subject = try primary()
    while true {
      if accept(.dot) {
        let name = try word(expecting: "the name of a property")
        subject = try add(.member(of: subject, name: name), fromStartOf: subject)
      } else if accept(.openBracket) {
        subject = try indexOrFilter(of: subject)
      } else {
        return subject
      }
    }
  }

  /// Reads what follows an opening bracket after a value: a filter if it starts with a dot, else an
  /// index.
  private mutating func indexOrFilter(of subject: NodeID) throws(SyntaxError) -> NodeID {
    let node: Node
    if accept(.dot) {
      node = try filterAfterDot(of: subject)
    } else {
      node = .index(of: subject, at: try expression())
    }
    try expect(.closeBracket, for: "to close the index")
    return try add(node, fromStartOf: subject)
  }

  /// Reads a filter of a list after its `[.`: `a > 1` of `x[.a > 1]`.
  private mutating func filterAfterDot(of subject: NodeID) throws(SyntaxError) -> Node {
    let name = try word(expecting: "the name of a property")
    guard case .operator(let symbol) = current.kind else {
      throw unexpected("where a filter compares")
    }
    advance()
    return .filter(of: subject, name: name, symbol, try primary())
  }

  /// Reads a literal, a name, a list, an object, or an expression in parentheses.
  private mutating func primary() throws(SyntaxError) -> NodeID {
    let token = current
    switch token.kind {
    // A number with too many digits for a double is null.
    case .number(let value): return try readLiteral(.realOrNull(value))
    case .string(let value): return try readLiteral(.string(value))
    case .keyword(.true): return try readLiteral(.boolean(true))
    case .keyword(.false): return try readLiteral(.boolean(false))
    case .keyword(.null): return try readLiteral(.null)
    case .word(let name):
      advance()
      return try add(.identifier(name), over: token.bytes)
    case .mark(.openParenthesis): return try parenthesised()
    case .mark(.openBracket): return try list()
    case .mark(.openBrace): return try object()
    // A minus before a value, which the language does not have.
    case .operator(.subtract): throw negationError
    default: throw unexpected("where a value is expected")
    }
  }

  /// Reads the current token, which is a literal with this value.
  private mutating func readLiteral(_ value: ExpressionValue) throws(SyntaxError) -> NodeID {
    let bytes = current.bytes
    advance()
    return try add(.literal(value), over: bytes)
  }

  /// Reads an expression in parentheses, and extends its outer range, which includes them.
  private mutating func parenthesised() throws(SyntaxError) -> NodeID {
    let start = current.bytes.lowerBound
    advance()
    let inner = try expression()
    try expect(.closeParenthesis, for: "to close the parenthesis")
    outerRanges[inner] = start..<previousEnd
    return inner
  }

  /// Reads a list such as `['US', 'CA']`; a comma may follow the last member.
  private mutating func list() throws(SyntaxError) -> NodeID {
    let start = current.bytes.lowerBound
    advance()
    let members = try expressions(until: .closeBracket)
    return try add(.array(members, constant: constant(of: members)), over: start..<previousEnd)
  }

  /// The value of a list whose members are all literals, which evaluations need not compute again;
  /// nil for any other list.
  private func constant(of members: [NodeID]) -> ExpressionValue? {
    let values = members.compactMap {
      if case .literal(let value) = nodes[$0] { value } else { nil }
    }
    return values.count == members.count ? .array(values) : nil
  }

  /// Reads an object such as `{a: 1, 'b': 2}`; a comma may follow the last member.
  private mutating func object() throws(SyntaxError) -> NodeID {
    let start = current.bytes.lowerBound
    advance()
    var members: [Node.Member] = []
    while !accept(.closeBrace) {
      let key = try key()
      try expect(.colon, for: "after the key `\(key)`")
      members.append(Node.Member(key: key, value: try expression()))
      guard accept(.comma) else {
        try expect(.closeBrace, for: "to close the object")
        break
      }
    }
    return try add(.object(members), over: start..<previousEnd)
  }

  /// Reads the key of an object's member: a string, or a name without quotes.
  private mutating func key() throws(SyntaxError) -> String {
    guard case .string(let text) = current.kind else { return try word(expecting: "a key") }
    advance()
    return text
  }

  /// Reads expressions separated by commas, up to a closing mark; a comma may precede it.
  private mutating func expressions(until mark: Token.Mark) throws(SyntaxError) -> [NodeID] {
    var found: [NodeID] = []
    while !accept(mark) {
      found.append(try expression())
      guard accept(.comma) else {
        try expect(mark, for: "after the last value")
        break
      }
    }
    return found
  }

  /// Adds a node that reaches from the start of another one, or of the parentheses around it, to
  /// the last token that was read.
  private mutating func add(_ node: Node, fromStartOf first: NodeID) throws(SyntaxError) -> NodeID {
    try add(node, over: outerRanges[first].lowerBound..<previousEnd)
  }

  /// Adds a node that reaches from the start of one node to the end of another, including any
  /// parentheses around them.
  private mutating func add(
    _ node: Node, spanning first: NodeID, _ last: NodeID
  ) throws(SyntaxError) -> NodeID {
    try add(node, over: outerRanges[first].lowerBound..<outerRanges[last].upperBound)
  }

  /// Adds a node with its bytes in the text, and returns its index.
  ///
  /// Its depth is limited, because an evaluation goes through the nodes recursively.
  private mutating func add(_ node: Node, over bytes: Range<Int>) throws(SyntaxError) -> NodeID {
    let depth = 1 + (node.operands.map { depths[$0] }.max() ?? 0)
    guard depth <= Self.maxNodeDepth else {
      throw SyntaxError(
        "nested-too-deep", "Shorten the chain to \(Self.maxNodeDepth) terms, or use `in`", bytes)
    }
    nodes.append(node)
    innerRanges.append(bytes)
    // The same, until `parenthesised()` adds the parentheses around the node to it.
    outerRanges.append(bytes)
    depths.append(depth)
    return nodes.count - 1
  }

  private var current: Token { tokens[currentIndex] }

  /// The end of the last token that was read, in bytes.
  private var previousEnd: Int {
    currentIndex > 0 ? tokens[currentIndex - 1].bytes.upperBound : 0
  }

  /// Goes to the next token, but never past the last one, which is `end`.
  private mutating func advance() {
    if currentIndex < tokens.count - 1 { currentIndex += 1 }
  }

  /// Reads a mark such as `)` if it is the current token; returns whether it is.
  private mutating func accept(_ mark: Token.Mark) -> Bool {
    guard current.kind == .mark(mark) else { return false }
    advance()
    return true
  }

  /// Reads a mark; if it is not the current token, the error gives its purpose, as in "Write `]` to
  /// close the index".
  ///
  /// An operator of another language there, such as the `not` of `(a not b)`, is reported instead.
  private mutating func expect(_ mark: Token.Mark, for purpose: String) throws(SyntaxError) {
    guard accept(mark) else {
      throw foreignOperatorError
        ?? SyntaxError("expected-token", "Write `\(mark.rawValue)` \(purpose)", current.bytes)
    }
  }

  /// Reads a name; any other token is an error, which says what was expected, as in "where a key is
  /// expected".
  private mutating func word(expecting expected: String) throws(SyntaxError) -> String {
    guard case .word(let text) = current.kind else {
      throw unexpected("where \(expected) is expected")
    }
    advance()
    return text
  }

  /// The error for a word that is an operator in other languages: the current token, or a `not`
  /// before it; nil if there is none.
  private var foreignOperatorError: SyntaxError? {
    // In `not x` the attribute `not` was read, and `x` cannot stand after it. At the end of the
    // text no `x` follows, so that a `not` before it may be an attribute.
    let canFollowNot = currentIndex > 0 && current.kind != .end
    if canFollowNot, let error = Self.errorForNot(at: tokens[currentIndex - 1]) { return error }
    // As in `a not b`.
    if let error = Self.errorForNot(at: current) { return error }
    guard case .word(let text) = current.kind,
      let replacement = ForeignSpelling.replacement(forWord: text)
    else { return nil }
    return SyntaxError(
      "unexpected-token", "`\(text)` is not an operator", current.bytes, writing: replacement)
  }

  /// The error for the word `not`; nil for any other token.
  private static func errorForNot(at token: Token) -> SyntaxError? {
    guard case .word(let text) = token.kind, ForeignSpelling.isNegation(text) else { return nil }
    return SyntaxError(
      "unexpected-token", "`\(text)` is not an operator", token.bytes,
      hint: ForeignSpelling.negationHint)
  }

  /// The error for a `-` where a value is expected.
  private var negationError: SyntaxError {
    let previous = currentIndex > 0 ? tokens[currentIndex - 1] : nil
    let negation = Negation(
      current.bytes, after: previous, before: tokens[(currentIndex + 1)...], in: source)
    var error = SyntaxError(
      "unexpected-token", "Unexpected `-` where a value is expected", negation.bytes,
      hint: ForeignSpelling.minusHint(negation.replacement))
    error.replacement = negation.replacement
    return error
  }

  /// The error for the current token, which is not allowed here; `placeText` says where it was
  /// found, as in "where a value is expected".
  private func unexpected(_ placeText: String) -> SyntaxError {
    // If the token or the one before it is an operator of other languages, such as `not`, an error
    // that says so is more useful.
    if let foreignOperatorError { return foreignOperatorError }
    return switch current.kind {
    case .end: SyntaxError("unexpected-end", "The expression ends \(placeText)", current.bytes)
    default:
      SyntaxError(
        "unexpected-token", "Unexpected `\(current.spelling)` \(placeText)", current.bytes)
    }
  }
}
