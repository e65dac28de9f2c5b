/// A sequence that starts with `ESC [`: parameters and a final byte with its meaning.
struct ControlSequence {
  /// The character before the numbers, such as `<` or `?`; nil if there is none.
  private var marker: UInt8?
  private var numbers: [Int]
  private var isPlain: Bool
  private var final: UInt8

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    marker = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let digits = marker == nil ? parameters : parameters.dropFirst()
    isPlain = digits.allSatisfy { (0x30...0x3B).contains($0) }
    numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.number)
    self.final = final
  }

  /// The number before a colon; what follows only refines it.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.prefix { $0 != UInt8(ascii: ":") }.prefix(9).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  var outcome: DecodingStep.Outcome {
    guard isPlain else { return .nothing }
    if marker == UInt8(ascii: "<") { return mouse.map { .event(.mouse($0)) } ?? .nothing }
    guard marker == nil else { return .nothing }
    switch final {
    case UInt8(ascii: "~") where number(0) == 200: return .pasteStart
    case UInt8(ascii: "I") where number(0) == 0: return .event(.focus(true))
    case UInt8(ascii: "O") where number(0) == 0: return .event(.focus(false))
    default: return key.map { .event(.key($0)) } ?? .nothing
    }
  }

  private var mouse: MouseEvent? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    return MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
  }

  private var key: KeyPress? {
    let modifiers = Modifiers(reported: number(1))
    switch final {
    case UInt8(ascii: "~") where number(0) == 27: return KeyPress(code: number(2), modifiers)
    case UInt8(ascii: "~"): return KeySequences.numbered[number(0)].map { KeyPress($0, modifiers) }
    case UInt8(ascii: "u"): return KeyPress(code: number(0), modifiers)
    case UInt8(ascii: "Z"): return KeyPress(.backTab, modifiers.subtracting(.shift))
    default:
      guard number(0) <= 1 else { return nil }
      return KeySequences.lettered[final].map { KeyPress($0, modifiers) }
    }
  }
}

enum KeySequences {
  /// By the final letter of `ESC [` sequences.
  static let lettered: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  /// By the letter after `ESC O`: the same, and the keypad.
  static let singleShift: [UInt8: Key] = {
    var keys = lettered
    keys[UInt8(ascii: "M")] = .enter
    keys[UInt8(ascii: "I")] = .tab
    keys[UInt8(ascii: "X")] = .character("=")
    for (letter, character) in zip(UInt8(ascii: "j")..., "*+,-./0123456789") { keys[letter] = .character(character) }
    return keys
  }()

  /// By the number before `~`.
  static let numbered: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    for (index, number) in functions.enumerated() { keys[number] = .function(index + 1) }
    return keys
  }()
}
