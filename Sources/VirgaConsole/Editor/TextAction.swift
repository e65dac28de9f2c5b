/// The action of a key, other than a character, on the text being typed.
enum TextAction: Hashable, Sendable {
  /// Moves the cursor; `selects` extends the selection.
  case move(Motion, selects: Bool = false)
  /// Deletes the selection, or else the text between the cursor and where a motion leads.
  case delete(Motion)
  case breakLine
  case indent
  case outdent

  enum Motion: Hashable, Sendable {
    case left, right, wordLeft, wordRight, lineStart, lineEnd
    /// A number of rows down; negative for up.
    case rows(Int)
    /// A number of pages down; negative for up.
    case pages(Int)
    case textStart, textEnd
  }
}
