/// The key, report or invalid part at the start of some bytes.
///
/// `ESC [ A x` starts with the three bytes of the key Up.
struct DecodingStep {
  /// The number of bytes that it has.
  var length: Int
  var outcome: Outcome

  enum Outcome {
    case events([TerminalEvent])
    /// The bytes after it are pasted text.
    case pasteStart

    static let nothing = Outcome.events([])
    static func event(_ event: TerminalEvent) -> Outcome { .events([event]) }
  }

  init(length: Int, _ outcome: Outcome) {
    self.length = length
    self.outcome = outcome
  }

  /// The maximum number of bytes before the final one of a sequence; longer ones are dropped.
  ///
  /// Input methods report a whole text in one sequence.
  static let lengthLimit = 512

  /// The step at the start of `bytes`; nil if it needs more bytes.
  static func first(of bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case escape: return startingWithEscape(bytes)
    // Controls and Delete.
    case 0..<0x20, 0x7F: return DecodingStep(length: 1, .event(.key(KeyPress(control: byte))))
    // The other characters of ASCII.
    case 0x20..<0x7F:
      return DecodingStep(length: 1, .event(.key(KeyPress(Character(Unicode.Scalar(byte))))))
    default: return unicode(bytes)
    }
  }

  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07
  /// The length of Escape and the character after it, such as `[`, with which a sequence begins.
  private static let introducerLength = 2

  /// A step that starts with Escape; nil if it needs more bytes.
  private static func startingWithEscape(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    // Escape was pressed before the next key or sequence.
    case escape: return DecodingStep(length: 1, .event(.key(KeyPress(.escape))))
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return singleShift(bytes)
    // The starts of all kinds of strings that a terminal may answer with.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return string(bytes)
    // `ESC x` is Alt-x.
    default:
      guard let step = first(of: bytes.dropFirst()) else { return nil }
      return DecodingStep(length: step.length + 1, step.outcome.withAlt)
    }
  }

  /// `ESC [`, parameters, intermediate bytes and a final byte; nil without the final one.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    let body = bytes.dropFirst(introducerLength)
    // Two old forms have their bytes after the letter or bracket that would be final.
    if let first = body.first {
      if first == UInt8(ascii: "M") { return mouseOfThreeBytes(body.dropFirst()) }
      if first == UInt8(ascii: "[") { return linuxFunctionKey(body.dropFirst()) }
    }
    // Parameters and intermediate bytes are from 0x20 to 0x3F, final bytes from 0x40 to 0x7E.
    guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else { return nil }
    let lengthBeforeFinal = end - bytes.startIndex
    let isFinal = (0x40..<0x7F).contains(bytes[end])
    // Another control or a letter beyond ASCII interrupts the sequence, and is decoded next.
    guard isFinal else { return DecodingStep(length: lengthBeforeFinal, .nothing) }
    let length = lengthBeforeFinal + 1
    if lengthBeforeFinal > lengthLimit { return DecodingStep(length: length, .nothing) }
    let sequence = ControlSequence(parameters: body[..<end], final: bytes[end])
    return DecodingStep(length: length, sequence.outcome)
  }

  /// `ESC O` and a letter, possibly with a digit for the modifiers in between: `ESC O P` is F1,
  /// `ESC O 5 P` Ctrl-F1; nil if more bytes are needed.
  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    var rest = bytes.dropFirst(introducerLength)
    var modifiers = Modifiers()
    if let digit = rest.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit) {
      modifiers = ReportedModifiers(parameter: Int(digit - UInt8(ascii: "0"))).usable
      rest = rest.dropFirst()
    }
    guard let letter = rest.first else { return nil }
    let lengthBeforeLetter = rest.startIndex - bytes.startIndex
    // Any other byte interrupts the sequence, and is decoded next.
    guard letter.isPrintableASCII else { return DecodingStep(length: lengthBeforeLetter, .nothing) }
    let length = lengthBeforeLetter + 1
    guard let key = KeySequences.singleShift[letter] else {
      return DecodingStep(length: length, .nothing)
    }
    return DecodingStep(length: length, .event(.key(KeyPress(key, modifiers))))
  }

  /// `ESC [ M` and one byte each for button, column and row, as old terminals report the mouse;
  /// nil if more bytes are needed.
  ///
  /// - Parameter bytes: Those after the `M`.
  private static func mouseOfThreeBytes(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    let startLength = 3  // `ESC [ M`.
    let numberCount = 3
    guard bytes.count >= numberCount else { return nil }
    // Each byte is a number plus 32, so that it is not a control.
    let numbers = bytes.prefix(numberCount).map { Int($0) - 32 }
    let (code, column, row) = (numbers[0], numbers[1], numbers[2])
    // Old terminals report a release without the button.
    let noButton = 0b11
    let isRelease = code & MouseEvent.buttonBits == noButton
    let event = MouseEvent(code: code, column: column, row: row, isRelease: isRelease)
    return DecodingStep(
      length: startLength + numberCount, event.map { .event(.mouse($0)) } ?? .nothing)
  }

  /// `ESC [ [` and a letter, `A` to `E`, as the Linux console sends F1 to F5; nil if more bytes are
  /// needed.
  ///
  /// - Parameter bytes: Those after the second bracket.
  private static func linuxFunctionKey(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let letter = bytes.first else { return nil }
    let startLength = 3  // `ESC [ [`.
    // A control interrupts the sequence, and is decoded next.
    let isControl = letter < UInt8(ascii: " ")
    if isControl { return DecodingStep(length: startLength, .nothing) }
    let length = startLength + 1
    let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
    guard (1...5).contains(number) else { return DecodingStep(length: length, .nothing) }
    return DecodingStep(length: length, .event(.key(KeyPress(.function(number)))))
  }

  /// An answer of the terminal up to its end, a bell or `ESC \`: the color of the background; any
  /// other answer is dropped.
  private static func string(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    let body = bytes.dropFirst(introducerLength)
    guard let end = body.firstIndex(where: { $0 == bell || $0 == escape }) else { return nil }
    let lengthBeforeEnd = end - bytes.startIndex
    let color = BackgroundReport.color(in: bytes[..<end])
    let outcome = color.map { Outcome.event(.background($0)) } ?? .nothing
    if bytes[end] == bell { return DecodingStep(length: lengthBeforeEnd + 1, outcome) }
    guard let next = bytes[end...].dropFirst().first else { return nil }
    // Any other sequence interrupts the answer, and is decoded next.
    let isTerminator = next == UInt8(ascii: "\\")
    guard isTerminator else { return DecodingStep(length: lengthBeforeEnd, .nothing) }
    let terminatorLength = 2
    return DecodingStep(length: lengthBeforeEnd + terminatorLength, outcome)
  }

  /// A scalar of several bytes; nil if it needs more bytes.
  ///
  /// Invalid bytes and C1 controls are dropped.
  private static func unicode(_ bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard let first = bytes.first else { return nil }
    guard let length = first.scalarLength, length > 1 else {
      return DecodingStep(length: 1, .nothing)
    }
    let available = bytes.prefix(length)
    let continuationCount = available.dropFirst().prefix { $0.isContinuation }.count
    let validCount = 1 + continuationCount
    if validCount < length {
      let restMayCome = validCount == available.count
      return restMayCome ? nil : DecodingStep(length: validCount, .nothing)
    }
    // The C1 controls are the scalars from U+0080 to U+009F.
    let firstAfterC1: UInt32 = 0xA0
    guard let scalar = scalar(available), scalar.value >= firstAfterC1 else {
      return DecodingStep(length: length, .nothing)
    }
    return DecodingStep(length: length, .event(.key(KeyPress(Character(scalar)))))
  }

  /// The scalar that `bytes` are in UTF-8; nil if they are invalid.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }
}

extension DecodingStep.Outcome {
  /// The same keys with Alt held; mouse and other events are unchanged.
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
