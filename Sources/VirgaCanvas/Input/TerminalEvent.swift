/// What a terminal reports.
package enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// Text was pasted: raw, with its line ends as `\n`, and perhaps cut at the decoder's limit.
  case paste(String)
  /// The screen has another size.
  case resize(Size)
  /// The terminal came into or went out of focus.
  case focus(Bool)
}
