import VirgaSource

/// A text as lines; `replace(_:with:)` is the only way to change it.
///
/// Line ends are LF: CR LF and CR are converted. Positions are byte offsets, so no line needs
/// counting.
struct TextBuffer: Equatable, Sendable {
  /// The lines without line ends; at least one.
  private(set) var lines: [String]

  init(_ text: String = "") { lines = Self.lines(of: Self.normalised(text)) }

  /// Strings are equal in different bytes too, such as `é` and `e` with an accent; the sizes tell
  /// them apart.
  static func == (left: TextBuffer, right: TextBuffer) -> Bool {
    left.byteCount == right.byteCount && left.lines == right.lines
  }

  /// `text` with LF as its only line end.
  static func normalised(_ text: String) -> String {
    // CR LF is one character.
    text.utf8.contains(0x0D) ? String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : text
  }

  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  var byteCount: Int { lines.reduce(lines.count - 1) { $0 + $1.utf8.count } }
  var text: String { lines.joined(separator: "\n") }
  var source: SourceText { SourceText(name: EditedFeature.textName, text: text) }
  var end: TextPosition { end(of: lines.count - 1) }

  /// The number of bytes of a line.
  func length(of line: Int) -> Int { lines[line].utf8.count }

  func end(of line: Int) -> TextPosition { TextPosition(line: line, offset: length(of: line)) }

  func text(in range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    if start.line == end.line { return part(of: start.line, start.offset..<end.offset) }
    let first = part(of: start.line, start.offset..<length(of: start.line))
    return ([first] + lines[start.line + 1..<end.line] + [part(of: end.line, 0..<end.offset)])
      .joined(separator: "\n")
  }

  /// The text in a range without blanks and line ends: `{ }` gives `{}`.
  func marks(in range: Range<TextPosition>) -> String {
    String(decoding: text(in: range).utf8.filter { $0 > 0x20 }, as: UTF8.self)
  }

  /// Replaces a range with `text`; returns the position after it.
  @discardableResult
  mutating func replace(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    let tail = part(of: end.line, end.offset..<length(of: end.line))
    let new = Self.lines(of: part(of: start.line, 0..<start.offset) + text + tail)
    lines.replaceSubrange(start.line...end.line, with: new)
    return start.advanced(over: text)
  }

  private func index(_ position: TextPosition) -> String.Index {
    let view = lines[position.line].utf8
    return view.index(view.startIndex, offsetBy: position.offset)
  }

  private func position(of index: String.Index, in line: Int) -> TextPosition {
    TextPosition(
      line: line, offset: lines[line].utf8.distance(from: lines[line].startIndex, to: index))
  }

  /// The text of bytes in a line.
  func part(of line: Int, _ offsets: Range<Int>) -> String {
    String(Substring(lines[line].utf8.dropFirst(offsets.lowerBound).prefix(offsets.count)))
  }

  /// The number of bytes of blanks at the start of a line.
  func indentation(of line: Int) -> Int {
    lines[line].utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  /// The blanks at the start of a line, up to a position in it.
  func blanks(before position: TextPosition) -> String {
    part(of: position.line, 0..<min(indentation(of: position.line), position.offset))
  }

  /// The byte after a position; nil at the end of a line.
  func byte(at position: TextPosition) -> UInt8? {
    position.offset < length(of: position.line) ? lines[position.line].utf8[index(position)] : nil
  }

  /// The byte before a position; nil at the start of a line.
  func byte(before position: TextPosition) -> UInt8? {
    position.offset > 0
      ? byte(at: TextPosition(line: position.line, offset: position.offset - 1)) : nil
  }

  // Cursor motions by user-perceived characters, words and lines.

  /// The nearest position that the text has, before a character and not within one.
  func nearest(_ position: TextPosition) -> TextPosition {
    let line = min(max(position.line, 0), lines.count - 1)
    let position = TextPosition(line: line, offset: min(max(position.offset, 0), length(of: line)))
    guard position.offset > 0, position.offset < length(of: line) else { return position }
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
    return self.position(
      of: rest.drop { !$0.isInWord }.drop(while: \.isInWord).startIndex, in: position.line)
  }

  /// The start of the word before a position in the line; at a line's start, the end of the
  /// previous line.
  func wordStart(before position: TextPosition) -> TextPosition {
    guard position.offset > 0 else { return self.position(before: position) }
    let bytes = lines[position.line].utf8[..<index(position)].reversed()
    return self.position(
      of: bytes.drop { !$0.isInWord }.drop(while: \.isInWord).startIndex.base, in: position.line)
  }

  // Conversion to source positions: lines and columns from 1, columns in Unicode scalars.

  /// The position at a line and column; the end of the text if it has fewer lines.
  func textPosition(of position: SourcePosition) -> TextPosition {
    guard position.line <= lines.count else { return end }
    guard position.line >= 1 else { return .start }
    let before = lines[position.line - 1].unicodeScalars.prefix(max(0, position.column - 1))
    return TextPosition(line: position.line - 1, offset: Substring(before).utf8.count)
  }

  /// The line and column of a position.
  func sourcePosition(of position: TextPosition) -> SourcePosition {
    let before = lines[position.line].utf8.prefix(position.offset)
    // All bytes but the continuations of UTF-8 begin a scalar.
    let scalars = before.count { $0 & 0xC0 != 0x80 }
    return SourcePosition(line: position.line + 1, column: 1 + scalars)
  }

  func textRange(of range: SourceRange) -> Range<TextPosition> {
    let start = textPosition(of: range.start)
    return start..<max(start, textPosition(of: range.end))
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
