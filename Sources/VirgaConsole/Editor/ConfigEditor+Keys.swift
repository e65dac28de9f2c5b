package import VirgaCanvas

extension ConfigEditor {
  /// Takes a key that types, deletes or moves; false where the key means nothing to a text.
  ///
  /// - Parameter page: how many rows a page has.
  package mutating func take(_ press: KeyPress, page: Int) -> Bool {
    wantsCompletion = .none
    if press.isTyped, case .character(let character) = press.key {
      type(character)
      return true
    }
    if let motion = Self.motion(of: press, page: page) {
      move(motion, extends: press.modifiers.contains(.shift))
      return true
    }
    return takeDeletion(press)
  }

  private mutating func takeDeletion(_ press: KeyPress) -> Bool {
    let isByWord = !press.modifiers.isDisjoint(with: [.control, .alt])
    switch (press.key, press.modifiers) {
    case (.enter, []): breakLine()
    case (.tab, []): indentLines()
    case (.backTab, _): outdentLines()
    case (.backspace, _) where isByWord, (.character("w"), .control): delete(to: buffer.wordStart(before: cursor))
    case (.backspace, _), (.character("h"), .control): deleteBackward()
    case (.delete, _) where isByWord, (.character("d"), .alt): delete(to: buffer.wordEnd(after: cursor))
    case (.delete, _): deleteForward()
    case (.character("k"), .control):
      let end = TextPlace(line: cursor.line, offset: buffer.length(of: cursor.line))
      delete(to: cursor == end ? buffer.place(after: cursor) : end)
    default: return false
    }
    return true
  }

  private static func motion(of press: KeyPress, page: Int) -> Motion? {
    let isFar = !press.modifiers.isDisjoint(with: [.control, .alt])
    switch (press.key, press.modifiers) {
    case (.left, _): return isFar ? .wordLeft : .left
    case (.right, _): return isFar ? .wordRight : .right
    case (.character("b"), .alt): return .wordLeft
    case (.character("f"), .alt): return .wordRight
    case (.up, _): return .rows(-1)
    case (.down, _): return .rows(1)
    case (.pageUp, _), (.character("b"), .control): return .rows(-max(1, page - 1))
    case (.pageDown, _): return .rows(max(1, page - 1))
    case (.home, _): return isFar ? .textStart : .lineStart
    case (.end, _): return isFar ? .textEnd : .lineEnd
    case (.character("a"), .control): return .lineStart
    case (.character("e"), .control): return .lineEnd
    default: return nil
    }
  }
}

extension KeyPress {
  /// Whether the key types a character.
  package var isTyped: Bool {
    if case .character = key { modifiers.isSubset(of: .shift) } else { false }
  }
}
