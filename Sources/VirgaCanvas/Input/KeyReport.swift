/// A key in the form of the kitty keyboard protocol:
/// `ESC [ code:shifted:base ; modifiers:event ; text u`.
///
/// All but the code may be missing. The text is Unicode scalars between colons.
struct KeyReport {
  /// The code of the key without Shift: that of its character, or one of ``KeySequences/coded``.
  private let code: Int
  /// The code that the key has with Shift; 0 if it was not reported.
  private let shiftedCode: Int
  /// The code of the same key on a US keyboard; 0 if it was not reported.
  private let baseCode: Int
  private let modifiers: ReportedModifiers
  /// The scalars that the key types; empty if none were reported.
  private let text: [Int]

  /// Creates a report from the numbers of a control sequence.
  init(_ numbers: SequenceNumbers) {
    code = numbers[0]
    shiftedCode = numbers[0, 1]
    baseCode = numbers[0, 2]
    modifiers = numbers.modifiers
    text = numbers.parts(of: 2)
  }

  /// The key, or one for each scalar of the text; empty if the console has no such key.
  var keys: [KeyPress] {
    let scalars = text.compactMap(UInt32.init(exactly:)).compactMap(Unicode.Scalar.init)
    let typed = scalars.filter(\.isTyped)
    let typesText = !typed.isEmpty && !isShortcut
    if typesText { return typed.map { KeyPress(Character($0)) } }
    // The desktop has its own shortcuts with Super and Hyper.
    guard !modifiers.belongToDesktop else { return [] }
    return key.map { [$0] } ?? []
  }

  /// Whether a modifier makes it a shortcut although it has a text.
  ///
  /// Alt-L with the text `l` is a shortcut; with another text than the key's own, such as `@` for
  /// Option-L, it types that text.
  private var isShortcut: Bool {
    let isTextOfKey = text == [code] || text == [shiftedCode]
    return modifiers.makeShortcut && isTextOfKey
  }

  /// The key with its modifiers; nil if the console has no such key.
  ///
  /// A shortcut with a letter beyond ASCII is that of the US keyboard: Ctrl-в on a Russian keyboard
  /// is Ctrl-d. A character has Shift and Caps Lock applied.
  private var key: KeyPress? {
    var held = modifiers.usable
    let isBeyondASCII = code >= 0x80
    let isReportedForUS = baseCode > 0
    if modifiers.makeShortcut, isBeyondASCII, isReportedForUS {
      return KeyPress(code: baseCode, held)
    }
    // Caps Lock reverses the effect of Shift.
    if modifiers.hasCapsLock, isLetter { held.formSymmetricDifference(.shift) }
    let appliesShift = held.contains(.shift) && !held.contains(.control)
    if appliesShift, shiftedCode > 0 {
      return KeyPress(code: shiftedCode, held.subtracting(.shift))
    }
    return KeyPress(code: code, held)
  }

  /// Whether the key without Shift types a letter, which Caps Lock affects.
  private var isLetter: Bool {
    UInt32(exactly: code).flatMap(Unicode.Scalar.init)?.properties.isAlphabetic ?? false
  }
}

/// The numbers of a control sequence: fields between semicolons, each of parts between colons.
///
/// `97:65;5` has the field 0 with the parts 97 and 65, and the field 1 with the part 5.
struct SequenceNumbers {
  private let fields: [[Int]]

  /// Creates the numbers of the bytes between `ESC [` and the final byte, without a marker.
  init(_ parameters: ArraySlice<UInt8>) {
    // A missing number is an empty part, so that the others keep their positions.
    let written = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    fields = written.map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  /// The number that `digits` are, 0 without any; digits after the ninth are ignored, so that it
  /// cannot overflow.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    let maxDigits = 9
    // The lower half of an ASCII digit is its value.
    let lowerHalf: UInt8 = 0b1111
    return digits.prefix(maxDigits).reduce(0) { number, digit in
      number * 10 + Int(digit & lowerHalf)
    }
  }

  /// The number of fields.
  var count: Int { fields.count }

  /// A part of a field; 0 if it is missing.
  subscript(field: Int, part: Int = 0) -> Int {
    let parts = parts(of: field)
    return part < parts.count ? parts[part] : 0
  }

  /// All parts of a field; empty if it is missing.
  func parts(of field: Int) -> [Int] { field < fields.count ? fields[field] : [] }

  /// The modifiers of a key, which are in the second field.
  var modifiers: ReportedModifiers { ReportedModifiers(parameter: self[1]) }

  /// Whether a key was pressed (1, or nothing) or repeated (2), rather than released (3); the
  /// number is behind the modifiers.
  var isPress: Bool {
    let released = 3
    return self[1, 1] < released
  }
}

/// The modifiers in a report of a key, including those that the console does not use.
struct ReportedModifiers: OptionSet {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The modifiers of a parameter, which is their bits plus one, such as 5 for Control.
  ///
  /// It is 0 if it is missing.
  init(parameter: Int) { self.init(rawValue: max(0, parameter - 1)) }

  private static let shift = Self(rawValue: 1)
  private static let alt = Self(rawValue: 2)
  private static let control = Self(rawValue: 4)
  private static let superKey = Self(rawValue: 8)
  private static let hyper = Self(rawValue: 16)
  private static let meta = Self(rawValue: 32)
  private static let capsLock = Self(rawValue: 64)

  /// Whether a modifier is held with which keys are shortcuts of the desktop.
  var belongToDesktop: Bool { !isDisjoint(with: [.superKey, .hyper]) }

  /// Whether a key with them is a shortcut rather than text.
  var makeShortcut: Bool { !isDisjoint(with: [.alt, .control, .superKey, .hyper, .meta]) }

  var hasCapsLock: Bool { contains(.capsLock) }

  /// The modifiers that the console uses; Meta counts as Alt.
  var usable: Modifiers {
    var modifiers = Modifiers()
    if contains(.shift) { modifiers.insert(.shift) }
    if !isDisjoint(with: [.alt, .meta]) { modifiers.insert(.alt) }
    if contains(.control) { modifiers.insert(.control) }
    return modifiers
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a typed text: it is not a control character.
  fileprivate var isTyped: Bool {
    let isASCIIControl = value < 0x20
    let isDeleteOrC1 = (0x7F..<0xA0).contains(value)
    return !isASCIIControl && !isDeleteOrC1
  }
}
