/// A node of what a person wrote: no references, so that a million of them cost one array.
package struct WrittenNode {
  package enum Kind: UInt8 {
    case null, boolean, integer, number, string, array, object
    /// Another node under a new place; `content` is the node it stands for.
    case alias
    /// What stands where a value is due and is none: its member is left out, but for its key.
    case unread
  }

  package var kind: Kind
  /// Whether a scalar was written without quotes.
  package var isPlain: Bool
  package var start: WrittenPlace
  var end: WrittenPlace
  /// Scalar: offset of its text.
  ///
  /// Array, object: first child, or -1. Alias: the node it stands for.
  package var content: Int32
  /// Scalar: bytes of text.
  ///
  /// Array, object: number of children (an object has keys and values in turn).
  package var count: Int32 = 0
  /// The next child of the same parent, or -1.
  package var next: Int32 = -1
}

/// A line and a column from 1, or zeros where a value was never written by a person.
package struct WrittenPlace: Comparable {
  package var line: UInt32
  package var column: UInt32

  static let none = WrittenPlace(line: 0, column: 0)

  package init(line: UInt32, column: UInt32) {
    self.line = line
    self.column = column
  }

  package static func < (left: WrittenPlace, right: WrittenPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
