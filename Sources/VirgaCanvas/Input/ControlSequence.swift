/// A sequence that starts with `ESC [`: parameters, and a final byte that says what it reports.
///
/// `ESC [ 1 ; 5 A` has the numbers 1 and 5 and the final byte `A`: the key Up with Control.
struct ControlSequence {
  /// The character before the numbers, one of `<`, `=`, `>` and `?`; nil if there is none.
  private var marker: UInt8?
  /// The numbers after the marker.
  private var numbers: SequenceNumbers
  /// Whether the parameters are only numbers with `;` and `:` between them.
  private var hasOnlyNumbers: Bool
  private var final: UInt8

  /// The bytes of `<`, `=`, `>` and `?`.
  private static let markers: ClosedRange<UInt8> = 0x3C...0x3F
  /// The bytes of the digits, `:` and `;`.
  private static let numberBytes: ClosedRange<UInt8> = 0x30...0x3B

  /// Reads the bytes between `ESC [` and the final one: perhaps a marker, such as `<`, then numbers
  /// with separators.
  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    let first = parameters.first
    marker = first.flatMap { Self.markers.contains($0) ? $0 : nil }
    let unmarked = marker == nil ? parameters : parameters.dropFirst()
    hasOnlyNumbers = unmarked.allSatisfy { Self.numberBytes.contains($0) }
    numbers = SequenceNumbers(unmarked)
    self.final = final
  }

  /// The events that it reports; nothing for a sequence that the console does not use, such as an
  /// answer of the terminal.
  var outcome: DecodingStep.Outcome {
    guard hasOnlyNumbers else { return .nothing }
    if marker == UInt8(ascii: "<") { return mouse.map { .event(.mouse($0)) } ?? .nothing }
    guard marker == nil else { return .nothing }
    switch final {
    case UInt8(ascii: "~") where numbers[0] == Self.pasteStartNumber: return .pasteStart
    // The terminal gained (`ESC [ I`) or lost (`ESC [ O`) the focus.
    case UInt8(ascii: "I") where numbers[0] == 0: return .event(.focus(true))
    case UInt8(ascii: "O") where numbers[0] == 0: return .event(.focus(false))
    default: return numbers.isPress ? .events(keys.map { .key($0) }) : .nothing
    }
  }

  /// `ESC [ 200 ~` starts a paste.
  private static let pasteStartNumber = 200
  /// `ESC [ 27 ; modifiers ; code ~` is a key that has no sequence of its own, as xterm reports it.
  private static let otherKeyNumber = 27

  /// The event of `ESC [ < code ; column ; row M`, or `m` if a button was released; nil if the
  /// console does not use it.
  private var mouse: MouseEvent? {
    let isRelease = final == UInt8(ascii: "m")
    let isPressOrMotion = final == UInt8(ascii: "M")
    guard numbers.count == 3, isPressOrMotion || isRelease else { return nil }
    return MouseEvent(
      code: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
  }

  /// The keys of the sequence; a report in the form `ESC [ … u` may have several.
  private var keys: [KeyPress] {
    if final == UInt8(ascii: "u") { return KeyReport(numbers).keys }
    return key.map { [$0] } ?? []
  }

  /// The key of a sequence such as `ESC [ 5 ~` (page up) or `ESC [ 1 ; 5 A` (Ctrl-Up); nil if it is
  /// unknown.
  private var key: KeyPress? {
    let modifiers = numbers.modifiers.usable
    switch final {
    // `ESC [ 27 ; modifiers ; code ~`.
    case UInt8(ascii: "~") where numbers[0] == Self.otherKeyNumber:
      return KeyPress(code: numbers[2], modifiers)
    case UInt8(ascii: "~"): return KeySequences.numbered[numbers[0]].map { KeyPress($0, modifiers) }
    // Tab with Shift, which ``Key/backTab`` includes.
    case UInt8(ascii: "Z"): return KeyPress(.backTab, modifiers.subtracting(.shift))
    default:
      // The number before the modifiers is 1, or missing.
      guard numbers[0] <= 1 else { return nil }
      return KeySequences.lettered[final].map { KeyPress($0, modifiers) }
    }
  }
}

/// The keys of the sequences that terminals send for them.
enum KeySequences {
  /// The keys by the final letter of `ESC [` sequences: `ESC [ A` is Up.
  static let lettered: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  /// The keys by the letter after `ESC O`: the same letters, and those of the keypad.
  static let singleShift: [UInt8: Key] = {
    var keys = lettered
    keys[UInt8(ascii: "M")] = .enter
    keys[UInt8(ascii: "I")] = .tab
    keys[UInt8(ascii: "X")] = .character("=")
    // The other keys of the keypad have the letters from `j` to `y`.
    for (letter, character) in zip(UInt8(ascii: "j")..., "*+,-./0123456789") {
      keys[letter] = .character(character)
    }
    return keys
  }()

  /// The keys by the number before `~`: `ESC [ 5 ~` is Page Up.
  static let numbered: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    // The numbers of F1 to F20, with gaps.
    let functions = [
      11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
    ]
    for (index, number) in functions.enumerated() { keys[number] = .function(index + 1) }
    return keys
  }()

  /// The keys without a character by the number before `u`, their code in the kitty keyboard
  /// protocol: F13 and up, and the keypad.
  static let coded: [Int: Key] = {
    var keys: [Int: Key] = [:]
    for (code, number) in zip(57_376..., 13...35) { keys[code] = .function(number) }
    for (code, character) in zip(57_399..., "0123456789./*-+") {
      keys[code] = .character(character)
    }
    keys[57_414] = .enter
    keys[57_415] = .character("=")
    keys[57_416] = .character(",")
    let moving: [Key] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
    ]
    for (code, key) in zip(57_417..., moving) { keys[code] = key }
    return keys
  }()
}
