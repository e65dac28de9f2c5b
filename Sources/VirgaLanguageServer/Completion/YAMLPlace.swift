import VirgaJSON
import VirgaSource

/// What is typed at a position of a YAML text.
///
/// It is found from indentation and brackets alone, because a text is not valid YAML while somebody
/// types.
struct YAMLPlace {
  enum Expectation: Hashable {
    /// A key of the object at the path, or a value in its place.
    case keyOrValue
    /// A key of the object at the path.
    case key
    /// The value at the path.
    case value
  }

  let expects: Expectation
  let path: [JSONPath.Component]
  /// What was typed so far, without an opening quote.
  let typed: String
  /// Where that is; it ends at the position.
  let range: SourceRange
  /// Whether a quote is open before the typed text; the editor may have written the closing one.
  let isInQuotes: Bool
  /// The other keys of the object around the position.
  let siblingKeys: [String]
  /// Whether the position is in brackets.
  let isInBrackets: Bool
  /// The number of spaces before the key or value.
  let indent: Int

  /// Nil if nothing can be typed there, as in a comment or in a block of text.
  init?(in source: SourceText, at position: SourcePosition) {
    var scanner = IndentationScanner()
    for line in 1..<max(1, position.line) {
      scanner.read(Self.bytes(ofLine: line, in: source))
    }
    let lineStart = source.offset(of: SourcePosition(line: position.line, column: 1))
    let cursor = source.offset(of: position)
    guard lineStart <= cursor else { return nil }
    let typedLine = Array(source.bytes[lineStart..<cursor])
    guard let found = scanner.place(at: typedLine) else { return nil }
    expects = found.expects
    path = found.path
    isInBrackets = found.isInBrackets
    indent = found.column
    let whole = String(decoding: typedLine[found.start...], as: UTF8.self)
    isInQuotes = whole.opensQuote
    let quoteLength = isInQuotes ? 1 : 0
    let typedStart = source.position(at: lineStart + found.start + quoteLength)
    range = SourceRange(typedStart, position)
    typed = whole.withoutOpeningQuote
    siblingKeys =
      found.isInBrackets
      ? found.keysInBrackets
      : Self.siblings(of: position.line, column: found.column, in: source)
  }

  /// The bytes of a line (from 1), without its line end.
  private static func bytes(ofLine line: Int, in source: SourceText) -> [UInt8] {
    let start = source.offset(of: SourcePosition(line: line, column: 1))
    let end = source.offset(of: SourcePosition(line: line, column: Int.max))
    return Array(source.bytes[start..<max(start, end)])
  }

  /// The keys of the same object in the lines around one: those with the same indentation, up to
  /// lines with less.
  private static func siblings(of line: Int, column: Int, in source: SourceText) -> [String] {
    var keys: [String] = []
    let lineCount = source.position(at: source.bytes.count).line
    for other in stride(from: line - 1, through: 1, by: -1) {
      guard add(other, column, source, &keys) else { break }
    }
    for other in stride(from: line + 1, through: lineCount, by: 1) {
      guard add(other, column, source, &keys) else { break }
    }
    return keys
  }

  /// Adds the key of a line, if it has one at the column; false if the line ends the object.
  private static func add(
    _ line: Int, _ column: Int, _ source: SourceText, _ keys: inout [String]
  ) -> Bool {
    let bytes = bytes(ofLine: line, in: source)
    guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: " ") }) else { return true }
    if bytes[first] == UInt8(ascii: "#") { return true }
    let content = IndentationScanner.contentStart(of: bytes)
    if content == column, let key = IndentationScanner.key(in: bytes, from: content) {
      keys.append(key.name)
    }
    // The dash of an element is before the keys of its object.
    return first >= column
  }
}

extension String {
  /// Whether it begins with a quote that it does not close.
  fileprivate var opensQuote: Bool {
    guard let quote = first, quote == "\"" || quote == "'" else { return false }
    return !dropFirst().contains(quote)
  }

  /// The text without a quote at its start.
  var withoutOpeningQuote: String {
    hasPrefix("\"") || hasPrefix("'") ? String(dropFirst()) : self
  }
}
