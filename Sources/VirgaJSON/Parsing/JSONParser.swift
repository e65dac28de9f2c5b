import VirgaSource

/// Parses UTF-8 JSON into a flat list of entries, and recovers from mistakes.
///
/// The steps below only handle correct JSON. Anything unexpected goes to the recovery code in the extensions, which
/// reports it once and returns the next step. Nothing here is recursive: open containers are a list.
struct JSONParser {
  /// What the innermost open container expects next.
  enum Step {
    /// The first item or the closing bracket.
    case first
    /// An item, after a comma.
    case item
    /// The colon after a key.
    case colon
    /// The value after a colon.
    case value
    /// A comma or the closing bracket, after an item.
    case after
  }

  struct Container {
    let entry: Int
    let isObject: Bool
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  private let findsDuplicates: Bool
  private(set) var index = 0
  private(set) var entries: [JSONEntry] = []
  private(set) var open: [Container] = []
  private(set) var mistakes: [JSONSyntaxProblem] = []
  /// Set when parsing stops: nothing more is reported, and the next step sees the end of the text.
  private(set) var isStopped = false
  /// The end of the last item.
  private(set) var previousEnd = 0
  /// The start of the last separator.
  private(set) var separator = 0
  /// Whether a mistake at that separator was already reported.
  private(set) var separatorIsReported = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, findsDuplicates: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.findsDuplicates = findsDuplicates
    entries.reserveCapacity(min(bytes.count / 12, 1 << 16) + 4)
  }

  mutating func parse() {
    guard checkStart() else { return }
    skipUnexpectedCharacters()
    guard index < bytes.count else { return reportEmpty() }
    var step = readValue(bytes[index])
    while entries.isEmpty && !isStopped { step = readRootAgain() }
    readContainers(step)
    skipUnexpectedCharacters()
    if index < bytes.count, bytes[index] == Byte.colon, entries.count == 1, entries[0].kind == .string {
      readContainers(openUnopenedObject())
      skipUnexpectedCharacters()
    }
    // Without a value, stray text after it is not worth reporting.
    if index < bytes.count, entries.first?.kind != .invalid { reportStrayText() }
  }

  private mutating func readContainers(_ first: Step) {
    var step = first
    while let container = open.last {
      if isStopped { index = bytes.count }
      step = container.isObject ? continueObject(step) : continueArray(step)
    }
  }

  private mutating func continueArray(_ step: Step) -> Step {
    skipSpace()
    guard index < bytes.count else { return closeEarly(step) }
    let byte = bytes[index]
    if step == .after {
      if byte == Byte.comma { return consumeComma() }
      return byte == Byte.closeBracket ? closeWithBracket() : recoverAfterItem(byte)
    }
    return byte == Byte.closeBracket && step == .first ? close() : readValue(byte, step)
  }

  private mutating func continueObject(_ step: Step) -> Step {
    skipSpace()
    guard index < bytes.count else { return closeEarly(step) }
    let byte = bytes[index]
    switch step {
    case .after:
      if byte == Byte.comma { return consumeComma() }
      return byte == Byte.closeBrace ? closeWithBracket() : recoverAfterItem(byte)
    case .first, .item:
      if byte == Byte.quote {
        readString(as: .key)
        return .colon
      }
      return byte == Byte.closeBrace && step == .first ? close() : recoverMember(byte, step)
    case .colon:
      return byte == Byte.colon ? consumeColon() : recoverColon(byte)
    case .value:
      return readValue(byte, step)
    }
  }

  /// Only opens a container.
  @inline(__always)
  mutating func readValue(_ byte: UInt8, _ step: Step = .value) -> Step {
    switch byte {
    case Byte.quote: readString(as: .string)
    case Byte.openBrace: return readOpener(.object)
    case Byte.openBracket: return readOpener(.array)
    case Byte.minus, Byte.zero...Byte.nine: readNumber()
    default:
      guard let (kind, length) = literal(byte) else { return recoverValue(byte, step) }
      append(kind, index..<index + length)
    }
    return .after
  }

  private mutating func readOpener(_ kind: JSONEntry.Kind) -> Step {
    guard open.count < limits.depth else { return stopTooDeep() }
    openContainer(kind, index..<index + 1)
    return .first
  }

  mutating func openContainer(_ kind: JSONEntry.Kind, _ opener: Range<Int>, _ flags: JSONEntry.Flags = []) {
    open.append(Container(entry: entries.count, isObject: kind == .object))
    append(kind, opener, flags)
  }

  mutating func close() -> Step {
    index += 1
    finish()
    return .after
  }

  /// Ends the innermost container before the index.
  mutating func finish(_ flags: JSONEntry.Flags = []) {
    let container = open.removeLast()
    entries[container.entry].end = UInt32(truncatingIfNeeded: index)
    entries[container.entry].next = UInt32(truncatingIfNeeded: entries.count)
    entries[container.entry].flags.formUnion(flags)
    previousEnd = index
    if container.isObject && findsDuplicates { reportDuplicates(in: container.entry) }
  }

  mutating func consumeComma() -> Step {
    markSeparator(at: index)
    index += 1
    return .item
  }

  mutating func consumeColon() -> Step {
    markSeparator(at: index)
    index += 1
    return .value
  }

  /// Notes a comma, a colon or the place of a missing one.
  mutating func markSeparator(at offset: Int, isReported: Bool = false) {
    (separator, separatorIsReported) = (offset, isReported)
  }

  @inline(__always)
  mutating func append(_ kind: JSONEntry.Kind, _ range: Range<Int>, _ flags: JSONEntry.Flags = []) {
    entries.append(
      JSONEntry(
        start: UInt32(truncatingIfNeeded: range.lowerBound), end: UInt32(truncatingIfNeeded: range.upperBound),
        next: UInt32(truncatingIfNeeded: entries.count + 1), kind: kind, flags: flags))
    index = range.upperBound
    previousEnd = index
  }

  /// Removes an entry that is to be appended again in another form.
  mutating func removeLastEntry() { entries.removeLast() }

  mutating func markLastEntryReported() { entries[entries.count - 1].flags.insert(.reported) }

  mutating func move(to offset: Int) { index = offset }

  /// Moves behind an item whose entry ends earlier.
  mutating func endItem(at offset: Int) { (index, previousEnd) = (offset, offset) }

  mutating func skip(_ count: Int) { index += count }

  /// Parsing stops if there are too many.
  mutating func report(_ mistake: JSONSyntaxProblem) {
    guard !isStopped else { return }
    guard mistakes.count < limits.problems else {
      let range = mistake.range.lowerBound..<mistake.range.lowerBound
      mistakes.append(JSONSyntaxProblem("json-too-many-problems", range, "too many problems; the rest was not read"))
      isStopped = true
      return
    }
    mistakes.append(mistake)
  }

  mutating func report(_ code: Problem.Code, _ range: Range<Int>, _ message: String) {
    report(JSONSyntaxProblem(code, range, message))
  }

  mutating func stopTooDeep() -> Step {
    report(
      "json-too-deep", index..<index + 1,
      "arrays and objects are nested more than \(limits.depth) levels deep; the rest was not read")
    append(.invalid, index..<bytes.count)
    isStopped = true
    return .after
  }

  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
  }

  /// The literal that starts at the index with `byte`; nil if the word is longer.
  @inline(__always)
  private func literal(_ byte: UInt8) -> (JSONEntry.Kind, length: Int)? {
    switch byte {
    case UInt8(ascii: "t") where isWord("true"): (.boolean, 4)
    case UInt8(ascii: "f") where isWord("false"): (.boolean, 5)
    case UInt8(ascii: "n") where isWord("null"): (.null, 4)
    default: nil
    }
  }

  @inline(__always)
  private func isWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index + length <= bytes.count else { return false }
    for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] { return false }
    return wordEnd(from: index + length) == index + length
  }
}
