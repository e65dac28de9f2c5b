/// A position in a text.
///
/// Lines and columns are counted from 1. A column counts Unicode scalars, to agree with editors and
/// libyaml; screen cells are only computed when drawing.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// The position at `line` and `column`, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first position of any text.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Whether one position comes before another in reading order.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A range of text between two positions; `end` is exclusive.
public struct SourceRange: Hashable, Sendable {
  /// The first position.
  public var start: SourcePosition
  /// The position after the last.
  public var end: SourcePosition

  /// The range from `start` up to `end`.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty range at one position.
  public init(at position: SourcePosition) {
    self.init(position, position)
  }
}

/// A range in a named file.
public struct SourceLocation: Hashable, Sendable {
  /// The file's name in problems.
  public var file: String
  /// The range in the file.
  public var range: SourceRange

  /// Creates a location from a file and a range.
  public init(file: String, range: SourceRange) {
    self.file = file
    self.range = range
  }

  /// The start of a file.
  public init(startOf file: String) { self.init(file: file, range: SourceRange(at: .start)) }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  public var description: String { "\(file):\(range.start)" }
}

extension SourceLocation {
  /// The location in the file of a part of `text`, which is written at this location, with or
  /// without quotes; nil if the text has several lines or is written with escapes.
  ///
  /// For `"a == b"` at column 10, columns 6 to 7 of the text are columns 16 to 17 of the file, as
  /// the quote is one column before the text.
  package func location(ofPart part: SourceRange, in text: String) -> SourceLocation? {
    // The columns before the text are nil if it is written with escapes, which shift its columns.
    let isWrittenInOneLine = range.start.line == range.end.line
    let isPartInFirstLine = part.start.line == 1 && part.end.line == 1
    guard isWrittenInOneLine, isPartInFirstLine, let columnsBefore = columnCount(before: text)
    else { return nil }
    /// A position in the text as a position in the file.
    func positionInFile(_ position: SourcePosition) -> SourcePosition {
      SourcePosition(line: range.start.line, column: columnsBefore + position.column)
    }
    let partRange = SourceRange(positionInFile(part.start), positionInFile(part.end))
    return SourceLocation(file: file, range: partRange)
  }

  /// The number of columns in the line before the first character of `text`, which is written at
  /// this location in one line, with or without quotes; nil if it is written with escapes.
  ///
  /// For `"a"` at column 10 it is 10, because of the quote; for `a` there it is 9.
  private func columnCount(before text: String) -> Int? {
    let length = text.unicodeScalars.count
    let writtenLength = range.end.column - range.start.column
    let columnsBeforeLocation = range.start.column - 1
    switch writtenLength - length {
    case 0: return columnsBeforeLocation
    // The opening and the closing quote.
    case 2: return columnsBeforeLocation + 1
    default: return nil
    }
  }
}
