/// An event of the terminal.
package enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// Text was pasted: unchanged, with `\n` line ends, and possibly cut at the decoder's limit.
  case paste(String)
  /// The screen size changed.
  case resize(Size)
  /// The terminal gained or lost the focus.
  case focus(Bool)
  /// The terminal answered which color its background has.
  case background(RGB)
}
