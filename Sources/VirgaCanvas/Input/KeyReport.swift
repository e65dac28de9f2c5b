/// A key in the form of the kitty keyboard protocol:
/// `ESC [ code:shifted:base ; modifiers:event ; text u`.
///
/// All but the code may be missing. The text is Unicode scalars between colons.
struct KeyReport {
  private let code: Int
  /// The code that the key has with Shift; 0 if it was not reported.
  private let shiftedCode: Int
  /// The code of the same key on a US keyboard; 0 if it was not reported.
  private let baseCode: Int
  private let modifiers: ReportedModifiers
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
    let typed = text.compactMap(UInt32.init(exactly:)).compactMap(Unicode.Scalar.init).filter(
      \.isTyped)
    if !typed.isEmpty, !isShortcut { return typed.map { KeyPress(Character($0)) } }
    guard !modifiers.belongToDesktop else { return [] }
    return key.map { [$0] } ?? []
  }

  /// Whether a modifier makes it a shortcut although it has a text.
  ///
  /// A text other than the key's own, such as `@` for Option-L or AltGr-Q, is meant as text.
  private var isShortcut: Bool {
    modifiers.makeShortcut && (text == [code] || text == [shiftedCode])
  }

  private var key: KeyPress? {
    var held = modifiers.usable
    if modifiers.makeShortcut, code >= 0x80, baseCode > 0 { return KeyPress(code: baseCode, held) }
    if modifiers.hasCapsLock, isLetter { held.formSymmetricDifference(.shift) }
    if held.contains(.shift), !held.contains(.control), shiftedCode > 0 {
      return KeyPress(code: shiftedCode, held.subtracting(.shift))
    }
    return KeyPress(code: code, held)
  }

  private var isLetter: Bool {
    UInt32(exactly: code).flatMap(Unicode.Scalar.init)?.properties.isAlphabetic ?? false
  }
}

/// The numbers of a control sequence: fields between semicolons, each of parts between colons.
struct SequenceNumbers {
  private let fields: [[Int]]

  /// Creates the numbers of the bytes between `ESC [` and the final byte, without a marker.
  init(_ parameters: ArraySlice<UInt8>) {
    let written = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    fields = written.map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.prefix(9).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
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

  /// Whether a key was pressed or repeated, rather than released.
  var isPress: Bool { self[1, 1] < 3 }
}

/// The modifiers in a report of a key, including those that the console does not use.
struct ReportedModifiers: OptionSet {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The parameter is the bits plus one.
  init(parameter: Int) { self.init(rawValue: max(0, parameter - 1)) }

  private static let shift = Self(rawValue: 1)
  private static let alt = Self(rawValue: 2)
  private static let control = Self(rawValue: 4)
  private static let superKey = Self(rawValue: 8)
  private static let hyper = Self(rawValue: 16)
  private static let meta = Self(rawValue: 32)
  private static let capsLock = Self(rawValue: 64)

  /// Whether one of them is held that programs do not get keys with.
  var belongToDesktop: Bool { !isDisjoint(with: [.superKey, .hyper]) }

  /// Whether a key with them is a shortcut rather than text.
  var makeShortcut: Bool { !isDisjoint(with: [.alt, .control, .superKey, .hyper, .meta]) }

  var hasCapsLock: Bool { contains(.capsLock) }

  /// Those that the console uses; Meta counts as Alt.
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
  fileprivate var isTyped: Bool { value >= 0x20 && !(0x7F..<0xA0).contains(value) }
}
