// The numeric codes of keys and the mouse in terminal reports.
extension KeyPress {
  /// The key that sends a control byte: `0x04` is Ctrl-D, `0x0D` Enter.
  init(control byte: UInt8) {
    switch byte {
    // Null is Ctrl-Space.
    case 0x00: self.init(" ", .control)
    // Terminals send either for the backspace key.
    case 0x08, 0x7F: self.init(.backspace)
    case UInt8(ascii: "\t"): self.init(.tab)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): self.init(.enter)
    case 0x1B: self.init(.escape)
    // Control clears the upper bits: `a` (0x61) becomes 0x01, `]` (0x5D) becomes 0x1D.
    case 0x01...0x1A: self.init(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: self.init(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }

  /// The key with a code in a report: that of its character, or one of ``KeySequences/coded``; nil
  /// if the console has no such key.
  init?(code: Int, _ modifiers: Modifiers) {
    if let key = KeySequences.coded[code] {
      self.init(key, modifiers)
      return
    }
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
    switch value {
    // Backspace or Delete, tab, line feed or carriage return, and Escape.
    case 0x08, 0x7F: self.init(.backspace, modifiers)
    case 0x09 where modifiers.contains(.shift): self.init(.backTab, modifiers.subtracting(.shift))
    case 0x09: self.init(.tab, modifiers)
    case 0x0A, 0x0D: self.init(.enter, modifiers)
    case 0x1B: self.init(.escape, modifiers)
    // No controls, and no private characters, which are the codes of further keys.
    case 0x20..<0x7F, 0xA0..<0xE000, 0xF900...: self.init(typed: Character(scalar), modifiers)
    default: return nil
    }
  }

  /// A character with Shift applied, as it arrives from terminals that do not report modifiers: `a`
  /// with Shift is `A`, and `A` with Control is Ctrl-a.
  private init(typed character: Character, _ modifiers: Modifiers) {
    var text = String(character)
    if modifiers.contains(.control) {
      text = character.lowercased()
    } else if modifiers.contains(.shift) {
      text = character.uppercased()
    }
    // `ß` in upper case is two characters: such a character is left as it is.
    let typed = text.count == 1 ? Character(text) : character
    self.init(typed, modifiers.subtracting(.shift))
  }
}

extension MouseEvent {
  // The bits of the code in a report. Without the wheel, the lowest two are the button.
  static let buttonBits = 0b11
  private static let shiftBit = 4
  private static let altBit = 8
  private static let controlBit = 16
  private static let motionBit = 32
  private static let wheelBit = 64
  /// Codes from here on are further buttons.
  private static let codeEnd = 128

  /// The event with a code in a report, at a cell counted from 1; nil if the console does not use
  /// it.
  ///
  /// The code 0 is the left button, 66 the third direction of a wheel, 35 a motion without a
  /// button: the latter two are not used.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard (0..<Self.codeEnd).contains(code) else { return nil }
    let point = Point(column: max(0, column - 1), row: max(0, row - 1))
    let modifiers = Self.modifiers(in: code)
    let buttonIndex = code & Self.buttonBits
    let isWheel = code & Self.wheelBit != 0
    if isWheel {
      let directions: [Action?] = [.wheelUp, .wheelDown, nil, nil]
      guard let direction = directions[buttonIndex], !isRelease else { return nil }
      self.init(direction, at: point, modifiers: modifiers)
      return
    }
    let buttons: [Button?] = [.left, .middle, .right, nil]
    let button = buttons[buttonIndex]
    let isMotion = code & Self.motionBit != 0
    if isMotion {
      guard let button else { return nil }
      self.init(.drag, button: button, at: point, modifiers: modifiers)
    } else {
      // Old terminals do not say which button was released.
      guard button != nil || isRelease else { return nil }
      self.init(isRelease ? .release : .press, button: button, at: point, modifiers: modifiers)
    }
  }

  /// The modifiers that were held, of the code in a report.
  private static func modifiers(in code: Int) -> Modifiers {
    var modifiers = Modifiers()
    if code & shiftBit != 0 { modifiers.insert(.shift) }
    if code & altBit != 0 { modifiers.insert(.alt) }
    if code & controlBit != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
