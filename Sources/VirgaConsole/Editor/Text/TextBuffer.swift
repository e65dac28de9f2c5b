import VirgaSource

/// A text as lines; `replace(_:with:)` is the only way to change it.
///
/// Line ends are LF: CR LF and CR are converted. The cost of a change depends on the changed text and the lines after
/// it. Positions are byte offsets, so no line needs counting.
package struct TextBuffer: Equatable, Sendable {
  /// The lines without line ends; at least one.
  package private(set) var lines: [String]
  /// The size of the whole text in bytes.
  package private(set) var byteCount: Int

  /// Creates a buffer that holds `text`.
  package init(_ text: String = "") {
    lines = Self.lines(of: Self.normalised(text))
    byteCount = lines.reduce(lines.count - 1) { $0 + $1.utf8.count }
  }

  /// Compares the texts; different sizes decide without comparing lines.
  package static func == (left: TextBuffer, right: TextBuffer) -> Bool {
    left.byteCount == right.byteCount && left.lines == right.lines
  }

  /// The whole text.
  package var text: String { lines.joined(separator: "\n") }

  var end: TextPosition { TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count) }

  /// The number of bytes of a line.
  package func length(of line: Int) -> Int { lines[line].utf8.count }

  func text(in range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    if start.line == end.line { return part(of: start.line, start.offset..<end.offset) }
    var parts = [part(of: start.line, start.offset..<length(of: start.line))]
    parts += lines[start.line + 1..<end.line]
    parts.append(part(of: end.line, 0..<end.offset))
    return parts.joined(separator: "\n")
  }

  /// Replaces a range with `text`; returns the position after it.
  @discardableResult
  mutating func replace(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    byteCount += text.utf8.count - size(of: range)
    if start.line == end.line, !text.utf8.contains(0x0A) {
      let indexes = index(start)..<index(end)
      lines[start.line].replaceSubrange(indexes, with: text)
      return TextPosition(line: start.line, offset: start.offset + text.utf8.count)
    }
    var inserted = Self.lines(of: text)
    let tail = part(of: end.line, end.offset..<length(of: end.line))
    inserted[0] = part(of: start.line, 0..<start.offset) + inserted[0]
    let last = inserted.count - 1
    let position = TextPosition(line: start.line + last, offset: inserted[last].utf8.count)
    inserted[last] += tail
    lines.replaceSubrange(start.line...end.line, with: inserted)
    return position
  }

  /// `text` with LF as its only line end.
  static func normalised(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var followsReturn = false
    for byte in text.utf8 {
      if byte != 0x0A || !followsReturn { bytes.append(byte == 0x0D ? 0x0A : byte) }
      followsReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  private func size(of range: Range<TextPosition>) -> Int {
    let (start, end) = (range.lowerBound, range.upperBound)
    if start.line == end.line { return end.offset - start.offset }
    let between = lines[start.line + 1..<end.line].reduce(0) { $0 + $1.utf8.count + 1 }
    return length(of: start.line) - start.offset + 1 + between + end.offset
  }

  private func index(_ position: TextPosition) -> String.Index {
    let view = lines[position.line].utf8
    return view.index(view.startIndex, offsetBy: position.offset)
  }

  func part(of line: Int, _ offsets: Range<Int>) -> String {
    let view = lines[line].utf8
    let start = view.index(view.startIndex, offsetBy: offsets.lowerBound)
    return String(lines[line][start..<view.index(start, offsetBy: offsets.count)])
  }
}

// Conversion to source positions: lines and columns from 1, columns in Unicode scalars.
extension TextBuffer {
  func textPosition(of position: SourcePosition) -> TextPosition {
    guard position.line <= lines.count else { return end }
    guard position.line >= 1 else { return .start }
    var offset = 0
    var column = 1
    for scalar in lines[position.line - 1].unicodeScalars {
      guard column < position.column else { break }
      offset += UTF8.width(scalar)
      column += 1
    }
    return TextPosition(line: position.line - 1, offset: offset)
  }

  func sourcePosition(of position: TextPosition) -> SourcePosition {
    let before = lines[position.line].utf8.prefix(position.offset)
    return SourcePosition(line: position.line + 1, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  func textRange(of range: SourceRange) -> Range<TextPosition> {
    let start = textPosition(of: range.start)
    return start..<max(start, textPosition(of: range.end))
  }
}
