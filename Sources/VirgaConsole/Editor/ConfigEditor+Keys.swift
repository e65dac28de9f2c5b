package import VirgaCanvas

extension ConfigEditor {
  /// Does what a key does to a text.
  ///
  /// - Parameter page: how many rows a page has.
  package mutating func perform(_ action: TextAction, page: Int) {
    wantsCompletion = .none
    switch action {
    case .move(let motion, let selects): move(motion, extends: selects, page: page)
    case .delete(.left): deleteBackward()
    case .delete(.right): deleteForward()
    case .delete(let motion): delete(to: place(motion))
    case .breakLine: breakLine()
    case .indent: indentLines()
    case .outdent: outdentLines()
    }
  }

  private func place(_ motion: TextAction.Motion) -> TextPlace {
    let end = TextPlace(line: cursor.line, offset: buffer.length(of: cursor.line))
    switch motion {
    case .left: return buffer.place(before: cursor)
    case .right: return buffer.place(after: cursor)
    case .wordLeft: return buffer.wordStart(before: cursor)
    case .wordRight: return buffer.wordEnd(after: cursor)
    case .lineStart:
      return cursor.offset == 0 ? buffer.place(before: cursor) : TextPlace(line: cursor.line, offset: 0)
    case .lineEnd: return cursor == end ? buffer.place(after: cursor) : end
    case .textStart: return .start
    case .textEnd: return buffer.end
    case .rows, .pages: return cursor
    }
  }
}

extension KeyPress {
  /// Whether the key types a character.
  package var isTyped: Bool {
    if case .character = key { modifiers.isSubset(of: .shift) } else { false }
  }
}
