/// A sequence that starts with `ESC [`: parameters and a final byte with its meaning.
struct ControlSequence {
  /// The character before the numbers, such as `<` or `?`; nil if there is none.
  private var marker: UInt8?
  private var numbers: SequenceNumbers
  private var isPlain: Bool
  private var final: UInt8

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    marker = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let digits = marker == nil ? parameters : parameters.dropFirst()
    isPlain = digits.allSatisfy { (0x30...0x3B).contains($0) }
    numbers = SequenceNumbers(digits)
    self.final = final
  }

  var outcome: DecodingStep.Outcome {
    guard isPlain else { return .nothing }
    if marker == UInt8(ascii: "<") { return mouse.map { .event(.mouse($0)) } ?? .nothing }
    guard marker == nil else { return .nothing }
    switch final {
    case UInt8(ascii: "~") where numbers[0] == 200: return .pasteStart
    case UInt8(ascii: "I") where numbers[0] == 0: return .event(.focus(true))
    case UInt8(ascii: "O") where numbers[0] == 0: return .event(.focus(false))
    default: return numbers.isPress ? .events(keys.map { .key($0) }) : .nothing
    }
  }

  private var mouse: MouseEvent? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    return MouseEvent(
      code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
  }

  private var keys: [KeyPress] {
    if final == UInt8(ascii: "u") { return KeyReport(numbers).keys }
    return key.map { [$0] } ?? []
  }

  private var key: KeyPress? {
    let modifiers = numbers.modifiers.usable
    switch final {
    case UInt8(ascii: "~") where numbers[0] == 27: return KeyPress(code: numbers[2], modifiers)
    case UInt8(ascii: "~"): return KeySequences.numbered[numbers[0]].map { KeyPress($0, modifiers) }
    case UInt8(ascii: "Z"): return KeyPress(.backTab, modifiers.subtracting(.shift))
    default:
      guard numbers[0] <= 1 else { return nil }
      return KeySequences.lettered[final].map { KeyPress($0, modifiers) }
    }
  }
}

enum KeySequences {
  /// By the final letter of `ESC [` sequences.
  static let lettered: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  /// By the letter after `ESC O`: the same, and the keypad.
  static let singleShift: [UInt8: Key] = {
    var keys = lettered
    keys[UInt8(ascii: "M")] = .enter
    keys[UInt8(ascii: "I")] = .tab
    keys[UInt8(ascii: "X")] = .character("=")
    for (letter, character) in zip(UInt8(ascii: "j")..., "*+,-./0123456789") {
      keys[letter] = .character(character)
    }
    return keys
  }()

  /// By the number before `~`.
  static let numbered: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    let functions = [
      11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ]
    for (index, number) in functions.enumerated() { keys[number] = .function(index + 1) }
    return keys
  }()

  /// By the number before `u`, where the kitty keyboard protocol has keys without a character: F13
  /// and up, and the keypad.
  static let coded: [Int: Key] = {
    var keys: [Int: Key] = [57_414: .enter, 57_415: .character("="), 57_416: .character(",")]
    for number in 13...35 { keys[57_363 + number] = .function(number) }
    for (code, character) in zip(57_399..., "0123456789./*-+") {
      keys[code] = .character(character)
    }
    let moving: [Key] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
    ]
    for (code, key) in zip(57_417..., moving) { keys[code] = key }
    return keys
  }()
}
