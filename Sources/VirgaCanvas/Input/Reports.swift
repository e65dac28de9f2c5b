// The numeric codes of keys and the mouse in terminal reports.
extension KeyPress {
  /// The key that sends a control byte: `0x04` is Ctrl-D, `0x0D` Enter.
  init(control byte: UInt8) {
    switch byte {
    case 0x00: self.init(" ", .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0A, 0x0D: self.init(.enter)
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
    case 8, 127: self.init(.backspace, modifiers)
    case 9 where modifiers.contains(.shift): self.init(.backTab, modifiers.subtracting(.shift))
    case 9: self.init(.tab, modifiers)
    case 10, 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    // No controls, and no private characters, which are the codes of further keys.
    case 0x20..<0x7F, 0xA0..<0xE000, 0xF900...: self.init(typed: Character(scalar), modifiers)
    default: return nil
    }
  }

  /// A character with Shift applied, as terminals send it that do not report modifiers: `a` with
  /// Shift is `A`, and `A` with Control is Ctrl-a.
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
    var modifiers = Modifiers()
    if code & Self.shiftBit != 0 { modifiers.insert(.shift) }
    if code & Self.altBit != 0 { modifiers.insert(.alt) }
    if code & Self.controlBit != 0 { modifiers.insert(.control) }
    if code & Self.wheelBit != 0 {
      let directions: [Action?] = [.wheelUp, .wheelDown, nil, nil]
      guard let direction = directions[code & Self.buttonBits], !isRelease else { return nil }
      self.init(direction, at: point, modifiers: modifiers)
      return
    }
    let buttons: [Button?] = [.left, .middle, .right, nil]
    let button = buttons[code & Self.buttonBits]
    if code & Self.motionBit != 0 {
      guard let button else { return nil }
      self.init(.drag, button: button, at: point, modifiers: modifiers)
    } else {
      // Old terminals do not say which button was released.
      guard button != nil || isRelease else { return nil }
      self.init(isRelease ? .release : .press, button: button, at: point, modifiers: modifiers)
    }
  }
}
