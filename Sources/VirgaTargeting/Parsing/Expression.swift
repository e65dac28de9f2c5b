public import VirgaSource

/// A targeting expression in JEXL, parsed once and evaluated as often as needed.
public struct Expression: Sendable {
  /// The longest text that is parsed, in bytes of UTF-8.
  public static let longestText = 16_384

  /// The text of the expression.
  public let source: SourceText
  let nodes: [Node]
  let root: NodeID
  /// The bytes of each sub-expression, without and with the parentheses around it.
  let cores: [Range<Int>]
  let spans: [Range<Int>]

  /// Parses `text`; `name` is what problems call it.
  ///
  /// Throws one positioned problem: an expression has no use for a second, as its first decides how the rest reads.
  public init(_ text: String, name: String = "expression") throws(Problems) {
    try self.init(SourceText(name: name, text: text))
  }

  /// Parses the text of `source`.
  public init(_ source: SourceText) throws(Problems) {
    do throws(SyntaxError) {
      guard source.bytes.count <= Self.longestText else {
        throw SyntaxError("expression-too-long", "Write at most \(Self.longestText) bytes", 0..<source.bytes.count)
      }
      var parser = Parser(tokens: try Lexer.tokens(of: source))
      root = try parser.parseAll()
      (nodes, cores, spans) = (parser.nodes, parser.cores, parser.spans)
      self.source = source
    } catch {
      throw Problems([error.problem(in: source)])
    }
  }

  /// The text of a sub-expression, without parentheses around it.
  func text(of node: NodeID) -> String { String(decoding: source.bytes[cores[node]], as: UTF8.self) }

  /// Where a sub-expression stands, without parentheses around it.
  func range(of node: NodeID) -> SourceRange { source.range(of: cores[node]) }

  /// Whether a sub-expression stands in parentheses of its own.
  func isEnclosed(_ node: NodeID) -> Bool { spans[node] != cores[node] }
}
