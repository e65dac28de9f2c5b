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
  /// Where the cursor is.
  let position: SourcePosition
  /// The word before the cursor, without an opening quote.
  let typed: String
  /// The word after the cursor, without a closing quote.
  let rest: String
  /// Where the whole word is; in YAML without the quotes that are open at the cursor.
  let range: SourceRange
  /// Whether a quote is open before the cursor; the editor may have written the closing one.
  let isInQuotes: Bool
  /// Whether a colon follows the word.
  let isBeforeColon: Bool
  /// The other keys of the object around the position.
  let siblingKeys: [String]
  /// The other values of the list around the position, as far as they are on one line.
  let siblingElements: [String]
  let style: WritingStyle

  /// Nil if nothing can be typed there, as in a comment or in a block of text.
  init?(in source: SourceText, at position: SourcePosition) {
    var scanner = IndentationScanner()
    for line in 1..<max(1, position.line) {
      scanner.read(Self.bytes(ofLine: line, in: source))
    }
    let lineStart = source.offset(of: SourcePosition(line: position.line, column: 1))
    let lineEnd = source.offset(of: SourcePosition(line: position.line, column: Int.max))
    let cursor = source.offset(of: position)
    guard lineStart <= cursor, cursor <= lineEnd else { return nil }
    let typedLine = Array(source.bytes[lineStart..<cursor])
    guard let found = scanner.place(at: typedLine) else { return nil }
    guard let style = Self.style(of: found, in: source) else { return nil }
    self.style = style
    let whole = String(decoding: typedLine[found.start...], as: UTF8.self)
    let openQuote = whole.openQuote
    // If nothing is before the cursor, the word can begin after it, with a quote.
    let word = WordRest(
      source.bytes[cursor..<lineEnd], openQuote: openQuote, hasBegun: !whole.isEmpty)
    self.position = position
    path = found.path
    isInQuotes = openQuote != nil
    isBeforeColon = word.isBeforeColon
    let isKey = found.expects == .keyOrValue && word.isBeforeColon
    expects = isKey ? .key : found.expects
    typed = whole.withoutOpeningQuote
    let restEnd = cursor + word.length - (word.hasClosingQuote ? 1 : 0)
    rest = String(decoding: source.bytes[cursor..<restEnd], as: UTF8.self)
    let start = lineStart + found.start
    let startInQuotes = isInQuotes ? start + 1 : start
    // A completion writes the quotes in JSON, and leaves those of YAML in place.
    range = source.range(
      of: style == .json ? start..<cursor + word.length : startInQuotes..<restEnd)
    let after = source.bytes[(cursor + word.length)...]
    if found.isInBrackets {
      let siblings = found.entriesInBrackets + scanner.entriesInBrackets(in: after)
      let isInList = if case .index? = found.path.last { found.expects == .value } else { false }
      siblingKeys = isInList ? [] : siblings
      siblingElements = isInList ? siblings : []
    } else {
      siblingKeys = Self.keys(around: position.line, column: found.column, in: source)
      siblingElements = Self.elements(around: position.line, in: source)
    }
  }

  /// How a place is written; nil before the bracket with which a text of JSON begins.
  ///
  /// A text is JSON by its name, or because it begins with a bracket.
  private static func style(
    of found: IndentationScanner.Place, in source: SourceText
  ) -> WritingStyle? {
    let firstByte = source.bytes.first { !$0.isSpace }
    let isJSON = source.name.hasSuffix(".json") || firstByte == UInt8(ascii: "{")
    guard found.isInBrackets else { return isJSON ? nil : .block }
    return isJSON ? .json : .flow
  }

  /// Whether only the name of a key is typed, because a colon or an open quote is around it.
  var takesNameAlone: Bool { isBeforeColon || (isInQuotes && style != .json) }

  /// The bytes of a line (from 1), without its line end.
  private static func bytes(ofLine line: Int, in source: SourceText) -> [UInt8] {
    let start = source.offset(of: SourcePosition(line: line, column: 1))
    let end = source.offset(of: SourcePosition(line: line, column: Int.max))
    return Array(source.bytes[start..<max(start, end)])
  }

  /// The keys of the same object in the lines around one: those with the same indentation, up to
  /// lines with less.
  private static func keys(around line: Int, column: Int, in source: SourceText) -> [String] {
    var keys: [String] = []
    visitLines(around: line, in: source) { bytes, first in
      let content = IndentationScanner.contentStart(of: bytes)
      if content == column, let key = IndentationScanner.key(in: bytes, from: content) {
        keys.append(key.name)
      }
      // The dash of an element is before the keys of its object.
      return first >= column
    }
    return keys
  }

  /// The elements of the same list in the lines around one: those whose dash has the same
  /// indentation, up to lines with less; none if the line itself does not begin with a dash.
  private static func elements(around line: Int, in source: SourceText) -> [String] {
    let dash = UInt8(ascii: "-")
    let own = bytes(ofLine: line, in: source)
    guard let column = own.firstIndex(where: { $0 != UInt8(ascii: " ") }),
      own[column] == dash
    else { return [] }
    var elements: [String] = []
    visitLines(around: line, in: source) { bytes, first in
      if first == column, bytes[first] == dash {
        elements.append(IndentationScanner.value(in: bytes).trimmingQuotes)
        return true
      }
      return first > column
    }
    return elements
  }

  /// Visits the lines before one, upwards, and then those after it, in each direction until `visit`
  /// returns false; blank lines and comments are left out.
  ///
  /// - Parameters:
  ///   - line: The line (from 1) that is not visited itself.
  ///   - source: The text with the lines.
  ///   - visit: Gets the bytes of a line, and the index of the first one that is not a space.
  private static func visitLines(
    around line: Int, in source: SourceText, _ visit: ([UInt8], Int) -> Bool
  ) {
    let lineCount = source.position(at: source.bytes.count).line
    let before = stride(from: line - 1, through: 1, by: -1)
    let after = stride(from: line + 1, through: lineCount, by: 1)
    for lines in [before, after] {
      for other in lines {
        let bytes = bytes(ofLine: other, in: source)
        guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: " ") }) else { continue }
        if bytes[first] == UInt8(ascii: "#") { continue }
        guard visit(bytes, first) else { break }
      }
    }
  }
}

extension String {
  /// The quote that it begins with and does not close; nil without one.
  fileprivate var openQuote: UInt8? {
    guard let quote = utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return utf8.dropFirst().contains(quote) ? nil : quote
  }

  /// The text without a quote at its start.
  var withoutOpeningQuote: String {
    hasPrefix("\"") || hasPrefix("'") ? String(dropFirst()) : self
  }
}
