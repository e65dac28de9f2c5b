import VirgaJSON
import VirgaSource

/// A text as lines; `replace(_:with:)` is the only way to change it.
///
/// Line ends are LF: CR LF and CR are converted. Positions are byte offsets, so no line needs
/// counting.
struct TextBuffer: Equatable, Sendable {
  /// The lines without line ends; at least one.
  private(set) var lines: [String]

  init(_ text: String = "") { lines = Self.lines(of: Self.withLineFeeds(text)) }

  /// Compares bytes: as strings, `é` and `e` with a combining accent would be equal.
  static func == (left: TextBuffer, right: TextBuffer) -> Bool {
    left.lines.elementsEqual(right.lines) { $0.isSameName(as: $1) }
  }

  /// `text` with LF as its only line end.
  static func withLineFeeds(_ text: String) -> String {
    let hasOtherLineEnds = text.utf8.contains(UInt8(ascii: "\r"))
    guard hasOtherLineEnds else { return text }
    // CR LF is one character.
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// The lines of a text without their line ends: `a\n` has the lines `a` and an empty one.
  private static func lines(of text: String) -> [String] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map { String(Substring($0)) }
  }

  /// The number of bytes of the text, line ends included.
  var byteCount: Int {
    let lineEnds = lines.count - 1
    return lines.reduce(lineEnds) { bytes, line in bytes + line.utf8.count }
  }
  var text: String { lines.joined(separator: "\n") }
  var source: SourceText { SourceText(name: EditedFeature.textName, text: text) }
  var end: TextPosition { end(of: lines.count - 1) }

  /// The number of bytes of a line.
  func length(of line: Int) -> Int { lines[line].utf8.count }

  func end(of line: Int) -> TextPosition { TextPosition(line: line, offset: length(of: line)) }

  /// The text in a range, with LF between its lines.
  func text(in range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    if start.line == end.line { return part(of: start.line, start.offset..<end.offset) }
    let first = part(of: start.line, start.offset..<length(of: start.line))
    let wholeLines = lines[start.line + 1..<end.line]
    let last = part(of: end.line, 0..<end.offset)
    return ([first] + wholeLines + [last]).joined(separator: "\n")
  }

  /// The text in a range without blanks and line ends: `{ }` gives `{}`.
  func nonBlanks(in range: Range<TextPosition>) -> String {
    String(decoding: text(in: range).utf8.filter { !$0.isBlank }, as: UTF8.self)
  }

  /// Replaces a range with `text`; returns the position after it.
  @discardableResult
  mutating func replace(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    // Whole lines are replaced, so the parts beside the range are kept by hand.
    let before = part(of: start.line, 0..<start.offset)
    let after = part(of: end.line, end.offset..<length(of: end.line))
    lines.replaceSubrange(start.line...end.line, with: Self.lines(of: before + text + after))
    return start.advanced(over: text)
  }

  /// The index of a position in its line.
  private func index(_ position: TextPosition) -> String.Index {
    let bytes = lines[position.line].utf8
    return bytes.index(bytes.startIndex, offsetBy: position.offset)
  }

  /// The position of an index in a line.
  private func position(of index: String.Index, in line: Int) -> TextPosition {
    let bytes = lines[line].utf8
    return TextPosition(line: line, offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  /// The text of bytes in a line.
  func part(of line: Int, _ offsets: Range<Int>) -> String {
    String(Substring(lines[line].utf8.dropFirst(offsets.lowerBound).prefix(offsets.count)))
  }

  /// The number of bytes of blanks at the start of a line.
  func indentation(of line: Int) -> Int {
    lines[line].utf8.prefix(while: \.isSpaceOrTab).count
  }

  /// The blanks at the start of a line, up to a position in it.
  func leadingBlanks(before position: TextPosition) -> String {
    let count = min(indentation(of: position.line), position.offset)
    return part(of: position.line, 0..<count)
  }

  /// The byte after a position; nil at the end of a line.
  func byte(at position: TextPosition) -> UInt8? {
    position.offset < length(of: position.line) ? lines[position.line].utf8[index(position)] : nil
  }

  /// The byte before a position; nil at the start of a line.
  func byte(before position: TextPosition) -> UInt8? {
    guard position.offset > 0 else { return nil }
    return byte(at: TextPosition(line: position.line, offset: position.offset - 1))
  }

  // Cursor motions by user-perceived characters, words and lines.

  /// The nearest position that the text has, before a character and not within one.
  func nearest(_ position: TextPosition) -> TextPosition {
    let lastLine = lines.count - 1
    let line = min(max(position.line, 0), lastLine)
    let offset = min(max(position.offset, 0), length(of: line))
    let position = TextPosition(line: line, offset: offset)
    let isInsideLine = 0 < offset && offset < length(of: line)
    guard isInsideLine else { return position }
    // Within a character, the next position is its end, and the one before that its start.
    return self.position(before: self.position(after: position))
  }

  /// The position after the next character; at a line's end, the start of the next line.
  func position(after position: TextPosition) -> TextPosition {
    guard position.offset < length(of: position.line) else {
      return position.line + 1 < lines.count ? TextPosition(line: position.line + 1) : position
    }
    return self.position(of: lines[position.line].index(after: index(position)), in: position.line)
  }

  /// The position before the previous character; at a line's start, the end of the previous line.
  func position(before position: TextPosition) -> TextPosition {
    guard position.offset > 0 else {
      return position.line > 0 ? end(of: position.line - 1) : position
    }
    return self.position(of: lines[position.line].index(before: index(position)), in: position.line)
  }

  /// The end of the next word in the line; at a line's end, the start of the next line.
  func wordEnd(after position: TextPosition) -> TextPosition {
    guard position.offset < length(of: position.line) else { return self.position(after: position) }
    let rest = lines[position.line].utf8[index(position)...]
    let fromNextWord = rest.drop { !$0.isInWord }
    let afterNextWord = fromNextWord.drop(while: \.isInWord)
    return self.position(of: afterNextWord.startIndex, in: position.line)
  }

  /// The start of the word before a position in the line; at a line's start, the end of the
  /// previous line.
  func wordStart(before position: TextPosition) -> TextPosition {
    guard position.offset > 0 else { return self.position(before: position) }
    let backward = lines[position.line].utf8[..<index(position)].reversed()
    let fromWordEnd = backward.drop { !$0.isInWord }
    let beforeWord = fromWordEnd.drop(while: \.isInWord)
    // The base of a reversed index is the forward index of where the word starts.
    return self.position(of: beforeWord.startIndex.base, in: position.line)
  }

  // Conversion to source positions: lines and columns from 1, columns in Unicode scalars.

  /// The position at a line and a column in Unicode scalars, both from 1; the start of the text for
  /// an earlier line, and its end if it has fewer lines.
  func textPosition(of position: SourcePosition) -> TextPosition {
    guard position.line <= lines.count else { return end }
    guard position.line >= 1 else { return .start }
    let line = position.line - 1
    let scalarsBefore = max(0, position.column - 1)
    let before = lines[line].unicodeScalars.prefix(scalarsBefore)
    return TextPosition(line: line, offset: Substring(before).utf8.count)
  }

  /// The line of a position and its column in Unicode scalars, both from 1.
  func sourcePosition(of position: TextPosition) -> SourcePosition {
    let before = lines[position.line].utf8.prefix(position.offset)
    let scalars = before.count { !$0.continuesScalar }
    return SourcePosition(line: position.line + 1, column: scalars + 1)
  }

  /// The range between two lines and columns; empty at its start if it ends before that.
  func textRange(of range: SourceRange) -> Range<TextPosition> {
    let start = textPosition(of: range.start)
    let end = textPosition(of: range.end)
    return start..<max(start, end)
  }
}

extension UInt8 {
  /// Whether the byte belongs to a word: a letter, a digit, `_`, `-`, or a part of a character that
  /// is not ASCII.
  var isInWord: Bool {
    let isASCII = self < 0x80
    return !isASCII || isLetter || isDigit || "_-".utf8.contains(self)
  }

  /// Whether the byte is a space or a control character of ASCII, such as a tab or a line end.
  var isBlank: Bool { self <= UInt8(ascii: " ") }

  /// Whether the byte is a space or a tab, which indent a line.
  var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte continues a scalar of UTF-8, as all bytes `10xxxxxx` do; others begin one.
  var continuesScalar: Bool { self & 0b1100_0000 == 0b1000_0000 }

  /// Whether the byte is a line feed, the only line end of a ``TextBuffer``.
  var isLineFeed: Bool { self == UInt8(ascii: "\n") }
}
