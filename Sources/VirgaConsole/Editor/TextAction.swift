/// What a key does to a text that is typed, be it a line or that of the config editor, besides typing a character.
enum TextAction: Hashable, Sendable {
  /// Moves the cursor; the selection grows where `selects`.
  case move(Motion, selects: Bool = false)
  /// Deletes what is selected, else all between the cursor and the place where a motion leads.
  case delete(Motion)
  /// Breaks the line.
  case breakLine
  /// Moves lines to the right.
  case indent
  /// Moves lines to the left.
  case outdent

  /// A motion of the cursor.
  enum Motion: Hashable, Sendable {
    /// A character, a word, or the ends of the line.
    case left, right, wordLeft, wordRight, lineStart, lineEnd
    /// So many rows down, or up where negative.
    case rows(Int)
    /// So many pages down, or up where negative.
    case pages(Int)
    /// The ends of the text.
    case textStart, textEnd
  }
}
