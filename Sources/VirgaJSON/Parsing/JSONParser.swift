import VirgaSource

/// Parses UTF-8 JSON into the arena of a `LocatedDocument`, and recovers from mistakes.
///
/// The functions in this file only handle correct JSON. Anything unexpected goes to the recovery
/// code in the extensions, which reports it once and returns the next step. Nothing is recursive:
/// the open arrays and objects, the containers, are a list.
struct JSONParser {
  /// What the innermost open container expects next.
  enum Step {
    /// The first item, an element or a member, or the closing bracket.
    case first
    /// An item, after a comma. The item of an object starts with a key.
    case item
    /// The colon after a key.
    case colon
    /// The value after a colon.
    case value
    /// A comma or the closing bracket, after an item.
    case afterItem
  }

  /// Whether a string is a value or the key of a member.
  enum StringKind { case string, key }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  /// The offset of the next byte to read.
  private(set) var index = 0
  private var builder: LocatedBuilder
  private(set) var mistakes: [JSONSyntaxProblem] = []
  /// Set when parsing stops: nothing more is reported, and the next step sees the end of the text.
  private(set) var isStopped = false
  /// The offset after the last key, value or bracket.
  private(set) var previousTokenEnd = 0
  /// The offset of the last comma or colon, or where a missing one belongs.
  private(set) var separatorOffset = 0
  /// Whether a mistake at that separator was already reported.
  private(set) var separatorIsReported = false

  /// The nodes of `text`, with all that could be understood, and its mistakes in text order.
  static func read(
    _ text: [UInt8], limits: JSONLimits
  ) -> (builder: LocatedBuilder, mistakes: [JSONSyntaxProblem]) {
    // A test may want to know which texts are parsed.
    JSONReads.observer?(text)
    return text.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, LocatedBuilder(text: text), limits)
      parser.parse()
      let mistakes = parser.mistakes.sorted { left, right in
        left.range.lowerBound < right.range.lowerBound
      }
      return (parser.builder, mistakes)
    }
  }

  /// A parser of `bytes`, which are also the text of the builder.
  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ builder: LocatedBuilder, _ limits: JSONLimits
  ) {
    self.bytes = bytes
    self.limits = limits
    self.builder = builder
    // Most files have at least 12 bytes of text for each node. A large file may have long strings
    // and need few nodes, so only some are reserved for it.
    let usualBytesPerNode = 12
    let mostReserved = 1 << 16
    let expectedNodes = min(bytes.count / usualBytesPerNode, mostReserved)
    // A tiny text has more nodes for its length.
    let extraNodes = 4
    self.builder.reserve(nodes: expectedNodes + extraNodes)
  }

  var nodes: [LocatedNode] { builder.nodes }

  var openContainers: [LocatedBuilder.OpenNode] { builder.openNodes }

  /// The last item of the innermost container, if it is a scalar.
  var lastItem: LocatedNode? { builder.lastChild }

  /// Reads the root, and reports everything that is not part of it.
  private mutating func parse() {
    // A text in UTF-16, or a much too large one, is not read at all.
    if reportUnreadableText() { return }
    skipByteOrderMark()
    skipUnexpectedCharacters()
    guard index < bytes.count else { return reportEmpty() }
    readRoot()
    // If a colon follows a root that is a string, the root was the first key of an object.
    readObjectWithoutBraces()
    // Stray text after an unreadable root is not worth reporting.
    let rootIsUnreadable = nodes.first?.isReadable == false
    if index < bytes.count, !rootIsUnreadable { reportStrayText() }
  }

  /// Reads the whole root, and skips the space and the comments behind it; comments are reported.
  private mutating func readRoot() {
    var step = readValue(bytes[index])
    // As long as nothing was appended, the bytes were skipped as mistakes.
    while nodes.isEmpty && !isStopped { step = readRootAgain() }
    readContainers(step)
    skipUnexpectedCharacters()
  }

  /// Reads the text `"key": …` as an object: the root that was read is its first key; does nothing
  /// if no colon follows, or if the root is not a string.
  ///
  /// Space and comments behind the object are skipped, so that only stray text is left.
  private mutating func readObjectWithoutBraces() {
    let rootIsString = nodes.count == 1 && nodes[0].kind == .string
    guard rootIsString, index < bytes.count, bytes[index] == Byte.colon else { return }
    readContainers(openObjectWithoutBrace())
    skipUnexpectedCharacters()
  }

  /// Reads until all containers are closed; `first` is the step after the root was opened.
  private mutating func readContainers(_ first: Step) {
    var step = first
    while let container = openContainers.last {
      // A parser that was stopped, for example by too many mistakes, goes on at the end of the
      // text, where a step closes all containers.
      if isStopped { index = bytes.count }
      step = container.isObject ? continueObject(step) : continueArray(step)
    }
  }

  /// Takes one step in the innermost container, an array: reads a value, a comma or the closing
  /// bracket; returns the next step.
  private mutating func continueArray(_ step: Step) -> Step {
    skipSpace()
    guard index < bytes.count else { return closeAllAtEnd(step) }
    let byte = bytes[index]
    if step == .afterItem {
      if byte == Byte.comma { return consumeComma() }
      // A bracket that closes the root too early, because more items follow, is skipped.
      return byte == Byte.closeBracket ? closeUnlessRootContinues() : recoverAfterItem(byte)
    }
    // Before the first element the array may end. After a comma, `readValue` recovers from the
    // bracket as from anything else that is not a value.
    let isEmpty = byte == Byte.closeBracket && step == .first
    return isEmpty ? consumeCloser() : readValue(byte, step)
  }

  /// Takes one step in the innermost container, an object: reads a key, a colon, a value, a comma
  /// or the closing brace; returns the next step.
  private mutating func continueObject(_ step: Step) -> Step {
    skipSpace()
    guard index < bytes.count else { return closeAllAtEnd(step) }
    let byte = bytes[index]
    switch step {
    case .afterItem:
      if byte == Byte.comma { return consumeComma() }
      // A brace that closes the root too early, because more members follow, is skipped.
      return byte == Byte.closeBrace ? closeUnlessRootContinues() : recoverAfterItem(byte)
    case .first, .item:
      if byte == Byte.quote {
        readString(as: .key)
        return .colon
      }
      // Before the first member the object may end, but not after a comma.
      let isEmpty = byte == Byte.closeBrace && step == .first
      return isEmpty ? consumeCloser() : recoverMember(byte, step)
    case .colon:
      return byte == Byte.colon ? consumeColon() : recoverColon(byte)
    case .value:
      return readValue(byte, step)
    }
  }

  /// Reads the value that starts with `byte`, the one at the index, and moves behind it; of an
  /// array or object only the opening bracket.
  ///
  /// - Parameter step: The step that expects the value; recovery from anything else depends on it.
  /// - Returns: The next step.
  @inline(__always)
  mutating func readValue(_ byte: UInt8, _ step: Step = .value) -> Step {
    switch byte {
    case Byte.quote: readString(as: .string)
    case Byte.openBrace: return readOpener(.object)
    case Byte.openBracket: return readOpener(.array)
    case Byte.minus, Byte.zero...Byte.nine: readNumber()
    default:
      guard let (kind, length) = literal(startingWith: byte) else {
        return recoverValue(byte, step)
      }
      append(kind, index..<index + length)
    }
    return .afterItem
  }

  /// Reads the opening bracket of an array or object; at the maximum depth, parsing stops.
  private mutating func readOpener(_ kind: LocatedNode.Kind) -> Step {
    guard openContainers.count < limits.depth else { return stopTooDeep() }
    openContainer(kind, index..<index + 1)
    return .first
  }

  /// Begins an array or object, and moves behind `opener`, the range of its opening bracket.
  mutating func openContainer(
    _ kind: LocatedNode.Kind, _ opener: Range<Int>, _ flags: LocatedNode.Flags = []
  ) {
    builder.begin(kind, flags, at: opener)
    moveBehindToken(endingAt: opener.upperBound)
  }

  /// Consumes a closing bracket or brace, one byte, and ends the innermost container.
  mutating func consumeCloser() -> Step {
    index += 1
    endInnermostContainer()
    return .afterItem
  }

  /// Ends the innermost container at the index, and reports its repeated keys; `flags` marks one
  /// that is not closed.
  mutating func endInnermostContainer(_ flags: LocatedNode.Flags = []) {
    let countBefore = builder.repeatedKeys.count
    builder.end(at: index, flags)
    // If a comma is missing after the container, the mistake is at this offset.
    previousTokenEnd = index
    let newRepeatedKeys = builder.repeatedKeys.dropFirst(countBefore)
    for (first, second) in newRepeatedKeys {
      reportDuplicate(nodes[Int(second)], of: nodes[Int(first)])
    }
  }

  /// Consumes the comma at the index, which is remembered to report it if no item follows.
  mutating func consumeComma() -> Step {
    rememberSeparator(at: index)
    index += 1
    return .item
  }

  /// Consumes the colon at the index, or the last byte of what is read as one, such as `=`
  /// or a full-width `：`; a value follows, which is reported behind the remembered colon if it is
  /// missing.
  mutating func consumeColon() -> Step {
    rememberSeparator(at: index)
    index += 1
    return .value
  }

  /// Remembers the offset of a comma or colon, or where a missing one belongs: that is where a
  /// missing value or a trailing comma is reported.
  mutating func rememberSeparator(at offset: Int, isReported: Bool = false) {
    separatorOffset = offset
    separatorIsReported = isReported
  }

  /// Appends a number, boolean or null, or what is unreadable or missing, and moves behind it.
  ///
  /// Unless `flags` say otherwise, it counts as written without quotes.
  @inline(__always)
  mutating func append(
    _ kind: LocatedNode.Kind, _ range: Range<Int>, _ flags: LocatedNode.Flags = .plain
  ) {
    builder.appendScalar(kind, content: range, flags, at: range)
    moveBehindToken(endingAt: range.upperBound)
  }

  /// Appends a string, and moves behind it.
  ///
  /// - Parameter range: The string with its quotes, unless `flags` say that one is missing.
  @inline(__always)
  mutating func appendString(
    _ kind: StringKind, _ range: Range<Int>, _ flags: LocatedNode.Flags
  ) {
    // A key and a value are both string nodes, which only this flag tells apart.
    let flags = kind == .key ? flags.union(.key) : flags
    let content = range.withoutQuotes(flags)
    if flags.contains(.needsDecoding) {
      // The decoded text is not in the source, so the builder stores it.
      let text = JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[content]))
      builder.appendScalar(.string, text, flags, at: range)
    } else {
      builder.appendScalar(.string, content: content, flags, at: range)
    }
    moveBehindToken(endingAt: range.upperBound)
  }

  /// Removes a string that is to be appended again in another form.
  mutating func removeLastItem() { builder.removeLast() }

  /// Notes a reported mistake at the last node, so that mistakes that follow are not reported.
  mutating func noteMistakeOfLastItem() { builder.addFlagToLast(.hasReportedMistake) }

  /// Continues to read at `offset`.
  mutating func move(to offset: Int) { index = offset }

  /// Moves behind a key, a value or an opening bracket; if a colon or comma is missing after it,
  /// that is reported at `offset`.
  mutating func moveBehindToken(endingAt offset: Int) {
    index = offset
    previousTokenEnd = offset
  }

  /// Skips a number of bytes.
  mutating func skip(_ count: Int) { index += count }

  /// Adds a mistake; parsing stops if there are too many.
  mutating func report(_ mistake: JSONSyntaxProblem) {
    guard !isStopped else { return }
    guard mistakes.count < limits.problems else {
      // In place of this mistake, and at its start, one that says that parsing stops.
      let start = mistake.range.lowerBound
      mistakes.append(
        JSONSyntaxProblem(
          "json-too-many-problems", start..<start, "too many problems; the rest was not read"))
      isStopped = true
      return
    }
    mistakes.append(mistake)
  }

  /// Adds a mistake at a range of bytes.
  ///
  /// - Parameter fix: The text that fixes the mistake in place of the range; nil if none is known.
  mutating func report(
    _ code: Problem.Code, _ range: Range<Int>, _ message: String, writing fix: String? = nil
  ) {
    var mistake = JSONSyntaxProblem(code, range, message)
    mistake.replacement = fix
    report(mistake)
  }

  /// Reports that containers are nested too deep, and ends parsing; the rest of the text becomes
  /// one unreadable value.
  ///
  /// As after any value, the returned step expects a comma or bracket: at the end of the text it
  /// only closes the containers.
  mutating func stopTooDeep() -> Step {
    report(
      "json-too-deep", index..<index + 1,
      "arrays and objects are nested more than \(limits.depth) levels deep; the rest was not read")
    let restOfText = index..<bytes.count
    append(.unreadable, restOfText)
    isStopped = true
    return .afterItem
  }

  /// Skips the space that JSON allows between values.
  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isSpace { index += 1 }
  }

  /// The kind and length of the literal `true`, `false` or `null` at the index, which starts with
  /// `byte`; nil for other words, such as `nullable`.
  @inline(__always)
  private func literal(startingWith byte: UInt8) -> (LocatedNode.Kind, length: Int)? {
    switch byte {
    case UInt8(ascii: "t") where isWord("true"): (.boolean, 4)
    case UInt8(ascii: "f") where isWord("false"): (.boolean, 5)
    case UInt8(ascii: "n") where isWord("null"): (.null, 4)
    default: nil
    }
  }

  /// Whether exactly this word is at the index.
  @inline(__always)
  private func isWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    let end = index + length
    guard end <= bytes.count else { return false }
    for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] { return false }
    // In a longer word, such as `nullable`, the word would continue here.
    return wordEnd(from: end) == end
  }
}

extension Range<Int> {
  /// The range between the quotes of a string that has this range; `flags` say which of its quotes
  /// are missing.
  func withoutQuotes(_ flags: LocatedNode.Flags) -> Range<Int> {
    let start = flags.contains(.unopened) ? lowerBound : lowerBound + 1
    let end = flags.contains(.unclosed) ? upperBound : upperBound - 1
    // If the range is a single byte, that is one quote, and nothing is between the two.
    return start..<Swift.max(start, end)
  }
}

extension LocatedNode {
  /// The bytes between the quotes of a JSON string.
  var contentRange: Range<Int> { range.withoutQuotes(flags) }

  /// Whether a JSON string is a key.
  var stringKind: JSONParser.StringKind { flags.contains(.key) ? .key : .string }
}
