// The numeric codes of keys and the mouse in terminal reports.
extension KeyPress {
  init(control byte: UInt8) {
    switch byte {
    case 0x00: self.init(" ", .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: self.init(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }

  /// Nil if the code point has no name here.
  init?(code: Int, _ modifiers: Modifiers) {
    if let key = KeySequences.coded[code] {
      self.init(key, modifiers)
      return
    }
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
    switch value {
    case 8, 127: self.init(.backspace, modifiers)
    case 9 where modifiers.contains(.shift): self.init(.backTab, modifiers.subtracting(.shift))
    case 9: self.init(.tab, modifiers)
    case 10, 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    case 0x20..<0x7F, 0xA0..<0xE000, 0xF900...: self.init(typed: Character(scalar), modifiers)
    default: return nil
    }
  }

  /// Creates a character with Shift applied, as terminals send it that do not report modifiers.
  private init(typed character: Character, _ modifiers: Modifiers) {
    let isUpper = modifiers.contains(.shift) && !modifiers.contains(.control)
    let cased =
      isUpper ? character.uppercased() : modifiers.contains(.control) ? character.lowercased() : nil
    let result = cased.flatMap { $0.count == 1 ? $0.first : nil } ?? character
    self.init(result, modifiers.subtracting(.shift))
  }
}

extension MouseEvent {
  /// The cell is counted from 1; nil if the event is not used here.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard code >= 0, code < 128 else { return nil }
    let point = Point(column: max(0, column - 1), row: max(0, row - 1))
    var modifiers = Modifiers()
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let button: Button? = [.left, .middle, .right, nil][code & 0b11]
    if code & 64 != 0 {
      guard code & 0b11 < 2, !isRelease else { return nil }
      self.init(code & 1 == 0 ? .wheelUp : .wheelDown, at: point, modifiers: modifiers)
    } else if code & 32 != 0 {
      guard let button else { return nil }
      self.init(.drag, button: button, at: point, modifiers: modifiers)
    } else {
      guard button != nil || isRelease else { return nil }
      self.init(isRelease ? .release : .press, button: button, at: point, modifiers: modifiers)
    }
  }
}
