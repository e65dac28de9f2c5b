import VirgaSource

/// Recovery from unexpected bytes: each function reports the mistake once, moves the index behind
/// it or leaves the byte to the next step, and returns that step.
extension JSONParser {
  /// Recovers from a `byte` with which no value can start, and returns the next step; `step` is the
  /// one that expected the value.
  mutating func recoverValue(_ byte: UInt8, _ step: Step) -> Step {
    // The same step reads on after comments and other characters that are skipped.
    if skipUnexpectedCharacters() { return step }
    // Typographic quotes, for example, are read as the ASCII ones that they look like.
    if let next = recoverLookalikeValue(step) { return next }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .string)
      return .afterItem
    case Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket:
      // Outside of containers, the root is still to come.
      return openContainers.isEmpty ? skipStrayBeforeRoot() : recoverMissingValue(byte, step)
    case Byte.colon:
      reportUnexpectedColon()
      // The same step reads on after the colon, which is skipped.
      return step
    default:
      recoverBareWord()
      return .afterItem
    }
  }

  /// Recovers from a comma, a semicolon or a closing bracket in place of a value; `step` is the one
  /// that expected the value.
  ///
  /// The index is inside a container, so the step `.value` is the one after a colon.
  private mutating func recoverMissingValue(_ byte: UInt8, _ step: Step) -> Step {
    // After a colon only the value of the member is missing, not a whole item.
    if step == .value {
      // The byte is read again, after the missing value.
      reportAndAppendMissingValue()
      return .afterItem
    }
    let isComma = byte == Byte.comma || byte == Byte.semicolon
    return isComma ? skipExtraComma() : recoverCloser(byte, step)
  }

  /// Recovers from a `byte` with which no member of an object can start, and returns the next step;
  /// `step` is the one that expected a member.
  mutating func recoverMember(_ byte: UInt8, _ step: Step) -> Step {
    // The same step reads on after comments and other characters that are skipped.
    if skipUnexpectedCharacters() { return step }
    // Typographic quotes, for example, are read as the ASCII ones that they look like.
    if let next = recoverLookalikeMember() { return next }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .key)
      return .colon
    case Byte.comma, Byte.semicolon:
      return skipExtraComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, step)
    case Byte.openBrace where step == .item && innermostIsInArray:
      // In `[{"a": 1, {"b": 2}]` the first object lacks its brace, and the next one follows.
      closeUnclosed(downTo: openContainers.count - 1)
      return .item
    case Byte.colon, Byte.openBrace, Byte.openBracket:
      return appendMissingKey(beforeColon: byte == Byte.colon)
    default:
      readBareKey()
      return .colon
    }
  }

  /// Reports and appends a missing key before a colon or a value, which is read by the next step.
  mutating func appendMissingKey(beforeColon isBeforeColon: Bool) -> Step {
    let missingKey = index..<index
    report("json-missing-key", missingKey, "expected a key in double quotes before the value")
    append(.missing, missingKey, [.key, .hasReportedMistake])
    return isBeforeColon ? .colon : .value
  }

  /// Recovers from a `byte`, the one at the index, in place of the colon after a key.
  ///
  /// A comment is skipped; a full-width `：`, an equals sign or an arrow (`=>`) is read as a colon.
  /// A key that a quote ended too early, as in `"say "hi" now": 1`, or that ends with two quotes,
  /// is repaired. Otherwise the colon, and perhaps the value, is missing.
  ///
  /// The step `.colon` reads the colon again, after what was skipped or repaired here.
  mutating func recoverColon(_ byte: UInt8) -> Step {
    if skipUnexpectedCharacters() { return .colon }
    if let next = recoverLookalikeSeparator(.colon) { return next }
    if repairMisplacedQuote(before: byte) { return .colon }
    return byte == Byte.equals ? consumeEqualsSign() : recoverMissingColon(before: byte)
  }

  /// Reports an equals sign or an arrow (`=>`), and consumes it as a colon.
  private mutating func consumeEqualsSign() -> Step {
    let isArrow = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
    let length = isArrow ? "=>".utf8.count : "=".utf8.count
    let range = index..<index + length
    report("json-missing-colon", range, "write `:` between a key and its value", writing: ":")
    // A colon has one byte, so of `=>` only the last byte is consumed as one.
    let lastByteOfSign = range.upperBound - 1
    move(to: lastByteOfSign)
    return consumeColon()
  }

  /// Reports a missing colon, and appends a missing value if `byte` cannot start one; otherwise the
  /// next step reads the value.
  private mutating func recoverMissingColon(before byte: UInt8) -> Step {
    let endsMember = [Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte)
    reportMissingColon(hasValue: !endsMember)
    // The next step reports a missing value directly behind the remembered separator. The last byte
    // of the key stands for the missing colon, so that the problem is behind the key.
    let lastByteOfKey = previousTokenEnd - 1
    rememberSeparator(at: lastByteOfKey)
    if !endsMember { return .value }
    appendMissingValue(at: previousTokenEnd)
    return .afterItem
  }

  /// Recovers from a `byte` in place of the comma or closing bracket after an item; returns the
  /// next step, which is `.afterItem` again if something was only skipped or repaired.
  mutating func recoverAfterItem(_ byte: UInt8) -> Step {
    // The same step reads on after comments and other characters that are skipped.
    if skipUnexpectedCharacters() { return .afterItem }
    // A full-width `，` or `］`, for example, is read as the ASCII character that it looks like.
    if let next = recoverLookalikeSeparator(.afterItem) { return next }
    if repairMisplacedQuote(before: byte) { return .afterItem }
    switch byte {
    case Byte.semicolon:
      report(
        "json-missing-comma", index..<index + 1, "write `,` between items, not `;`", writing: ",")
      return consumeComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, .afterItem)
    case Byte.colon:
      return recoverColonAfterItem()
    default:
      return recoverMissingComma()
    }
  }

  /// Recovers from the start of an item directly after another one; the next step reads it.
  private mutating func recoverMissingComma() -> Step {
    // Text directly behind an unreadable value, as the string in `1x"a"`, is part of the same
    // mistake.
    let followsUnreadable = previousTokenEnd == index && nodes.last?.isReadable == false
    if !followsUnreadable { reportMissingComma() }
    // The missing comma counts as reported: a closing bracket does not report it as a trailing one.
    rememberSeparator(at: previousTokenEnd, isReported: true)
    return .item
  }

  /// Reports at the end of the last item that neither a comma nor the closing bracket follows.
  private mutating func reportMissingComma() {
    let closer = innermostIsObject ? "}" : "]"
    let place = previousTokenEnd..<previousTokenEnd
    report(
      "json-missing-comma", place, "expected `,` or `\(closer)` after the value", writing: ",")
  }

  /// Recovers from a colon after an item.
  ///
  /// In an object, if a string is before the colon, that is the next key, and the value of the key
  /// before it is missing: `{"a": "b": 1}` is read as `{"a": …, "b": 1}`.
  ///
  /// Without such a string, the key of the colon is missing. In an array, the opening brace of an
  /// object may be missing.
  private mutating func recoverColonAfterItem() -> Step {
    guard innermostIsObject else { return openObjectWithoutBrace() }
    // The string was read as a value, so the node before it is a key.
    guard let nextKey = stringReadLast, let keyBefore = nodes.dropLast().last else {
      reportUnexpectedColon()
      // The report of the colon also counts for its missing key.
      append(.missing, index..<index, [.key, .hasReportedMistake])
      return .value
    }
    let colon = index
    // The string becomes a key, after a missing value.
    removeLastItem()
    appendMissingValue(of: keyBefore)
    appendString(.key, nextKey.range, nextKey.flags)
    // Space may be between the key and the colon.
    move(to: colon)
    return .colon
  }

  /// The last item, if it is a string and was read last; nil otherwise.
  var stringReadLast: LocatedNode? {
    guard let last = lastItem, last.kind == .string else { return nil }
    return last.range.upperBound == previousTokenEnd ? last : nil
  }

  /// Appends the missing value of the member with `key`, and reports it.
  ///
  /// If a mistake of the key was reported, that is the cause, so the missing value is not reported.
  private mutating func appendMissingValue(of key: LocatedNode) {
    if key.flags.contains(.hasReportedMistake) {
      appendMissingValue(at: key.range.upperBound)
    } else {
      reportAndAppendMissingValue()
    }
  }

  /// Reports and skips a colon that does not follow a key.
  mutating func reportUnexpectedColon() {
    let message =
      innermostIsObject
      ? "this `:` follows a value" : "keys are only allowed inside objects, between `{` and `}`"
    report("json-unexpected-colon", index..<index + 1, "\(message); remove the `:`", writing: "")
    // The colon takes the place of the last comma, marked as reported: in `[1, :]` the bracket does
    // not report a trailing comma too.
    rememberSeparator(at: index, isReported: true)
    skip(1)
  }

  /// Reports and skips a comma without an item before it.
  private mutating func skipExtraComma() -> Step {
    report(
      "json-extra-comma", index..<index + 1, "expected a value before this comma; remove the comma",
      writing: "")
    // The comma was reported: in `[1,,]` the bracket does not report it as a trailing one too.
    rememberSeparator(at: index, isReported: true)
    skip(1)
    // An item is still expected.
    return .item
  }

  /// Reports that no colon follows the last key; `hasValue` if a value follows the key.
  ///
  /// If a mistake of the key was reported, the missing colon follows from that and is not reported.
  /// Otherwise the missing colon counts as a mistake of the key, so that a missing value is not
  /// reported too. A colon is offered as a fix only if a value follows.
  mutating func reportMissingColon(hasValue: Bool) {
    guard let key = nodes.last, !key.flags.contains(.hasReportedMistake) else { return }
    let message = hasValue ? "expected `:` after the key" : "expected `:` and a value after the key"
    let place = previousTokenEnd..<previousTokenEnd
    report("json-missing-colon", place, message, writing: hasValue ? ":" : nil)
    noteMistakeOfLastItem()
  }

  /// Reports and appends a missing value behind the last separator, which is the colon before it,
  /// or what was read as one, such as `=`.
  mutating func reportAndAppendMissingValue() {
    let afterSeparator = separatorOffset + 1
    report("json-missing-value", afterSeparator..<afterSeparator, "expected a value after the `:`")
    appendMissingValue(at: afterSeparator)
  }

  /// Appends a missing value at `offset`; the index stays where it was.
  mutating func appendMissingValue(at offset: Int) {
    let oldIndex = index
    append(.missing, offset..<offset)
    move(to: oldIndex)
  }

  /// Whether the innermost container is an element of an array.
  private var innermostIsInArray: Bool {
    guard let parent = openContainers.dropLast().last else { return false }
    return !parent.isObject
  }

  /// Whether the innermost container is an object; false outside of the root.
  var innermostIsObject: Bool { openContainers.last?.isObject ?? false }
}
