package import VirgaCanvas

extension ConfigEditor {
  /// Performs the action of a key on the text.
  ///
  /// - Parameter page: The number of rows of a page.
  mutating func perform(_ action: TextAction, page: Int) {
    wantsCompletion = .none
    switch action {
    case .move(let motion, let selects): move(motion, extends: selects, page: page)
    case .delete(.left): deleteBackward()
    case .delete(.right): deleteForward()
    case .delete(.lineStart) where cursor.offset == 0: deleteBackward()
    case .delete(.lineStart): delete(to: TextPosition(line: cursor.line, offset: 0))
    case .delete(.lineEnd) where cursor.offset == buffer.length(of: cursor.line): deleteForward()
    case .delete(let motion): delete(to: position(of: motion) ?? cursor)
    case .breakLine: breakLine()
    case .indent: indentLines()
    case .outdent: outdentLines()
    }
  }
}

extension KeyPress {
  /// Whether the key types a character.
  package var isTyped: Bool {
    if case .character = key { modifiers.isSubset(of: .shift) } else { false }
  }
}
