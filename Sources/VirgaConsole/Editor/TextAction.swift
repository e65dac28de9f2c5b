/// The action of a key, other than a character, on the text being typed.
enum TextAction: Hashable, Sendable {
  /// Moves the cursor; `selects` extends the selection.
  case move(Motion, selects: Bool = false)
  /// Deletes the selection, or else the text between the cursor and where a motion leads.
  case delete(Motion)
  /// Breaks the line.
  case breakLine
  /// Indents lines.
  case indent
  /// Outdents lines.
  case outdent

  /// A motion of the cursor.
  enum Motion: Hashable, Sendable {
    /// A character, a word, or the ends of the line.
    case left, right, wordLeft, wordRight, lineStart, lineEnd
    /// A number of rows down; negative for up.
    case rows(Int)
    /// A number of pages down; negative for up.
    case pages(Int)
    /// The ends of the text.
    case textStart, textEnd
  }
}
