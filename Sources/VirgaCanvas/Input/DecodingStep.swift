/// A key, report or invalid part at the start of some bytes.
struct DecodingStep {
  var length: Int
  var outcome: Outcome

  enum Outcome {
    case events([TerminalEvent])
    case pasteStart

    static let nothing = Outcome.events([])
    static func event(_ event: TerminalEvent) -> Outcome { .events([event]) }
  }

  init(length: Int, _ outcome: Outcome) {
    self.length = length
    self.outcome = outcome
  }

  /// The maximum number of bytes before a meaningful sequence's final one; an input method reports
  /// a text in one.
  static let lengthLimit = 512

  /// Nil if more bytes are needed.
  static func first(of bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes)
    case 0..<0x20, 0x7F: return DecodingStep(length: 1, .event(.key(KeyPress(control: byte))))
    case 0x20..<0x7F:
      return DecodingStep(length: 1, .event(.key(KeyPress(Character(Unicode.Scalar(byte))))))
    default: return unicode(bytes)
    }
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case 0x1B: return DecodingStep(length: 1, .event(.key(KeyPress(.escape))))
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return singleShift(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return string(bytes)
    default:
      guard let step = first(of: bytes.dropFirst()) else { return nil }
      return DecodingStep(length: step.length + 1, step.outcome.withAlt)
    }
  }

  /// `ESC [`, parameters, intermediates and a final byte.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    let body = bytes.dropFirst(2)
    if let first = body.first {
      if first == UInt8(ascii: "M") { return mouseOfThreeBytes(body.dropFirst()) }
      if first == UInt8(ascii: "[") { return linuxFunctionKey(body.dropFirst()) }
    }
    guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else { return nil }
    let length = end - bytes.startIndex
    guard (0x40..<0x7F).contains(bytes[end]) else { return DecodingStep(length: length, .nothing) }
    if length > lengthLimit { return DecodingStep(length: length + 1, .nothing) }
    let sequence = ControlSequence(parameters: body[..<end], final: bytes[end])
    return DecodingStep(length: length + 1, sequence.outcome)
  }

  /// `ESC O` and a letter, possibly with a digit for the modifiers in between.
  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    var rest = bytes.dropFirst(2)
    var modifiers = Modifiers()
    if let digit = rest.first, (0x31...0x39).contains(digit) {
      modifiers = ReportedModifiers(parameter: Int(digit) - 0x30).usable
      rest = rest.dropFirst()
    }
    guard let final = rest.first else { return nil }
    guard (0x20..<0x7F).contains(final) else {
      return DecodingStep(length: rest.startIndex - bytes.startIndex, .nothing)
    }
    let key = KeySequences.singleShift[final].map { TerminalEvent.key(KeyPress($0, modifiers)) }
    return DecodingStep(
      length: rest.startIndex - bytes.startIndex + 1, key.map { .event($0) } ?? .nothing)
  }

  /// `ESC [ M` and one byte each for button, column and row.
  private static func mouseOfThreeBytes(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard bytes.count >= 3 else { return nil }
    let fields = bytes.prefix(3).map { Int($0) - 32 }
    let event = MouseEvent(
      code: fields[0], column: fields[1], row: fields[2], isRelease: fields[0] & 0b11 == 3)
    return DecodingStep(length: 6, event.map { .event(.mouse($0)) } ?? .nothing)
  }

  /// `ESC [ [` and a letter, as the Linux console sends F1 to F5.
  private static func linuxFunctionKey(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let letter = bytes.first else { return nil }
    let number = Int(letter) - 0x40
    guard letter >= 0x20 else { return DecodingStep(length: 3, .nothing) }
    return DecodingStep(
      length: 4, (1...5).contains(number) ? .event(.key(KeyPress(.function(number)))) : .nothing)
  }

  /// An unrequested answer, dropped up to its end.
  private static func string(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    let body = bytes.dropFirst(2)
    if let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) {
      if bytes[end] == 0x07 { return DecodingStep(length: end - bytes.startIndex + 1, .nothing) }
      guard let after = bytes[end...].dropFirst().first else { return nil }
      let isEnd = after == UInt8(ascii: "\\")
      return DecodingStep(length: end - bytes.startIndex + (isEnd ? 2 : 0), .nothing)
    }
    return nil
  }

  /// A scalar of several bytes; invalid bytes and C1 controls are dropped.
  private static func unicode(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let first = bytes.first else { return nil }
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    let available = bytes.prefix(length)
    let continuation = available.dropFirst().prefix { (0x80..<0xC0).contains($0) }
    guard continuation.count == length - 1, length > 1 else {
      if length > 1 && available.count < length && continuation.count == available.count - 1 {
        return nil
      }
      return DecodingStep(length: 1 + continuation.count, .nothing)
    }
    guard let scalar = scalar(available),
      scalar.value >= 0xA0
    else { return DecodingStep(length: length, .nothing) }
    return DecodingStep(length: length, .event(.key(KeyPress(Character(scalar)))))
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }
}

extension DecodingStep.Outcome {
  fileprivate var withAlt: DecodingStep.Outcome {
    guard case .events(let events) = self else { return self }
    return .events(
      events.map { event in
        guard case .key(var press) = event else { return event }
        press.modifiers.insert(.alt)
        return .key(press)
      })
  }
}
