import VirgaSource

/// Parses UTF-8 JSON into the arena of a `LocatedDocument`, and recovers from mistakes.
///
/// The steps below only handle correct JSON. Anything unexpected goes to the recovery code in the
/// extensions, which reports it once and returns the next step. Nothing here is recursive: open
/// containers are a list.
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

  /// What a string is.
  enum StringKind { case string, key }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  private(set) var index = 0
  private var builder: LocatedBuilder
  private(set) var mistakes: [JSONSyntaxProblem] = []
  /// Set when parsing stops: nothing more is reported, and the next step sees the end of the text.
  private(set) var isStopped = false
  /// The end of the last item.
  private(set) var previousEnd = 0
  /// The start of the last separator.
  private(set) var separator = 0
  /// Whether a mistake at that separator was already reported.
  private(set) var separatorIsReported = false

  /// The nodes of `text`, with all that could be understood, and its mistakes in text order.
  static func read(
    _ text: [UInt8], limits: JSONLimits
  ) -> (builder: LocatedBuilder, mistakes: [JSONSyntaxProblem]) {
    JSONReads.observer?(text)
    return text.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, LocatedBuilder(text: text), limits)
      parser.parse()
      let mistakes = parser.mistakes.sorted { $0.range.lowerBound < $1.range.lowerBound }
      return (parser.builder, mistakes)
    }
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ builder: LocatedBuilder, _ limits: JSONLimits
  ) {
    self.bytes = bytes
    self.limits = limits
    self.builder = builder
    self.builder.reserve(nodes: min(bytes.count / 12, 1 << 16) + 4)
  }

  var nodes: [LocatedNode] { builder.nodes }

  var open: [LocatedBuilder.OpenNode] { builder.open }

  /// The last item of the innermost container, if it is a scalar.
  var lastItem: LocatedNode? { builder.lastChild }

  private mutating func parse() {
    guard checkStart() else { return }
    skipUnexpectedCharacters()
    guard index < bytes.count else { return reportEmpty() }
    var step = readValue(bytes[index])
    while nodes.isEmpty && !isStopped { step = readRootAgain() }
    readContainers(step)
    skipUnexpectedCharacters()
    if index < bytes.count, bytes[index] == Byte.colon, nodes.count == 1, nodes[0].kind == .string {
      readContainers(openUnopenedObject())
      skipUnexpectedCharacters()
    }
    // Without a value, stray text after it is not worth reporting.
    if index < bytes.count, nodes.first?.isReadable != false { reportStrayText() }
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

  private mutating func readOpener(_ kind: LocatedNode.Kind) -> Step {
    guard open.count < limits.depth else { return stopTooDeep() }
    openContainer(kind, index..<index + 1)
    return .first
  }

  mutating func openContainer(
    _ kind: LocatedNode.Kind, _ opener: Range<Int>, _ flags: LocatedNode.Flags = []
  ) {
    builder.begin(kind, flags, at: opener)
    endItem(at: opener.upperBound)
  }

  mutating func close() -> Step {
    index += 1
    finish()
    return .after
  }

  /// Ends the innermost container before the index.
  mutating func finish(_ flags: LocatedNode.Flags = []) {
    let known = builder.repeatedKeys.count
    builder.end(at: index, flags)
    previousEnd = index
    guard builder.repeatedKeys.count > known else { return }
    for (first, second) in builder.repeatedKeys[known...] {
      reportDuplicate(nodes[Int(second)], of: nodes[Int(first)])
    }
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

  /// Appends a scalar that is not a string, or what is in its place.
  @inline(__always)
  mutating func append(
    _ kind: LocatedNode.Kind, _ range: Range<Int>, _ flags: LocatedNode.Flags = .plain
  ) {
    builder.scalar(kind, content: range, flags, at: range)
    endItem(at: range.upperBound)
  }

  @inline(__always)
  mutating func appendString(
    _ kind: StringKind, _ range: Range<Int>, _ flags: LocatedNode.Flags
  ) {
    let flags = kind == .key ? flags.union(.key) : flags
    let content = range.withoutQuotes(flags)
    if flags.contains(.escaped) {
      let text = JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[content]))
      builder.scalar(.string, text, flags, at: range)
    } else {
      builder.scalar(.string, content: content, flags, at: range)
    }
    endItem(at: range.upperBound)
  }

  /// Removes a string that is to be appended again in another form.
  mutating func removeLastItem() { builder.removeLast() }

  mutating func markLastItemReported() { builder.insertFlagOfLast(.reported) }

  mutating func move(to offset: Int) { index = offset }

  /// Moves behind an item, whose node may end earlier.
  mutating func endItem(at offset: Int) { (index, previousEnd) = (offset, offset) }

  mutating func skip(_ count: Int) { index += count }

  /// Parsing stops if there are too many.
  mutating func report(_ mistake: JSONSyntaxProblem) {
    guard !isStopped else { return }
    guard mistakes.count < limits.problems else {
      let range = mistake.range.lowerBound..<mistake.range.lowerBound
      mistakes.append(
        JSONSyntaxProblem(
          "json-too-many-problems", range, "too many problems; the rest was not read"))
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
    append(.unread, index..<bytes.count)
    isStopped = true
    return .after
  }

  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
  }

  /// The literal that starts at the index with `byte`; nil if the word is longer.
  @inline(__always)
  private func literal(_ byte: UInt8) -> (LocatedNode.Kind, length: Int)? {
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

extension Range<Int> {
  /// The bytes between the quotes of a string in this range.
  func withoutQuotes(_ flags: LocatedNode.Flags) -> Range<Int> {
    let first = flags.contains(.unopened) ? lowerBound : lowerBound + 1
    let end = flags.contains(.unclosed) ? upperBound : upperBound - 1
    return first..<Swift.max(first, end)
  }
}

extension LocatedNode {
  /// The bytes between the quotes of a JSON string.
  var contentRange: Range<Int> { range.withoutQuotes(flags) }

  /// Whether a JSON string is a key.
  var stringKind: JSONParser.StringKind { flags.contains(.key) ? .key : .string }
}
