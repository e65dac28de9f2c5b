/// A place in a text a person wrote.
///
/// Lines and columns count from 1. A column counts Unicode scalars, so that it agrees with what editors and
/// libyaml report; screen cells are computed only when drawing.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// The place at `line` and `column`, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first place of any text.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Whether one place comes before another in reading order.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A stretch of text between two places; `end` is not part of it.
public struct SourceRange: Hashable, Sendable {
  /// The first place.
  public var start: SourcePosition
  /// The place after the last.
  public var end: SourcePosition

  /// The stretch from `start` up to `end`.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty stretch at one place.
  public init(at position: SourcePosition) {
    self.init(position, position)
  }
}

/// A stretch of one named file: where a thing was written.
public struct SourceLocation: Hashable, Sendable {
  /// The file, as problems name it.
  public var file: String
  /// The stretch in it.
  public var range: SourceRange

  /// The stretch `range` of `file`.
  public init(file: String, range: SourceRange) {
    self.file = file
    self.range = range
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  public var description: String { "\(file):\(range.start)" }
}
