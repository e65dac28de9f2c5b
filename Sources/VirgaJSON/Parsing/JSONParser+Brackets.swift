import VirgaSource

/// Recovery from missing, extra and mismatched brackets, and from text that JSON does not allow
/// between values.
extension JSONParser {
  /// Handles a closing bracket that cannot close the innermost container here: it follows a comma,
  /// or is of the wrong kind, a `}` in an array or a `]` in an object.
  ///
  /// One of the wrong kind closes the nearest outer container of its own kind, as in `{"a": [1}`;
  /// the missing brackets inside it are reported. If there is no such container, the bracket is
  /// replaced or skipped.
  mutating func recoverCloser(_ byte: UInt8, _ step: Step) -> Step {
    // An item is only expected after a comma.
    if step == .item { reportTrailingComma() }
    let isObject = byte == Byte.closeBrace
    if isObject == innermostIsObject { return consumeCloser() }
    guard let container = indexOfOuterContainer(isObject: isObject) else {
      return replaceOrSkipWrongBracket()
    }
    // That container stays open, as the innermost one: the next step reads the bracket again, which
    // then closes it.
    let countWithContainer = container + 1
    closeUnclosed(downTo: countWithContainer)
    return .afterItem
  }

  /// Reports the last comma, after which a container is closed; the fix deletes the comma.
  ///
  /// A comma that was already reported for another mistake is not reported again.
  private mutating func reportTrailingComma() {
    guard !separatorIsReported else { return }
    report(
      "json-trailing-comma", separatorOffset..<separatorOffset + 1,
      "no value follows this comma; remove it",
      writing: "")
  }

  /// The index in `openContainers` of the nearest object or array that the bracket at the index can
  /// close; nil if there is none.
  ///
  /// The root can only be closed at the end of the text.
  private func indexOfOuterContainer(isObject: Bool) -> Int? {
    guard let nearest = openContainers.lastIndex(where: { $0.isObject == isObject }) else {
      return nil
    }
    let isRoot = nearest == 0
    let isAtEnd = bytes[(index + 1)...].allSatisfy(\.isSpace)
    return isRoot && !isAtEnd ? nil : nearest
  }

  /// Treats a closing bracket of the wrong kind as that of the innermost container: in `[1}` as a
  /// `]`.
  ///
  /// It is skipped instead if the right bracket follows, as in `[1}]`, or if the container is the
  /// root and a comma follows, as in `[1}, 2]`.
  private mutating func replaceOrSkipWrongBracket() -> Step {
    let expected = innermostIsObject ? "}" : "]"
    // This function is only called for a bracket of the wrong kind.
    let written = innermostIsObject ? "]" : "}"
    let closer = innermostIsObject ? Byte.closeBrace : Byte.closeBracket
    let next = bytes[(index + 1)...].first { !$0.isSpace }
    let isInRoot = openContainers.count == 1
    let rootContinues = isInRoot && next == Byte.comma
    if next == closer || rootContinues { return skipUnexpectedBracket() }
    report(
      "json-wrong-bracket", index..<index + 1, "expected `\(expected)`, not `\(written)`",
      writing: expected)
    return consumeCloser()
  }

  /// Reports and skips an unexpected closing bracket; the fix of the problem deletes it.
  private mutating func skipUnexpectedBracket() -> Step {
    report(
      "json-extra-bracket", index..<index + 1, "unexpected closing bracket; remove it", writing: "")
    skip(1)
    return .afterItem
  }

  /// Whether the bracket at the index would close a root that seems to continue.
  ///
  /// It seems to continue if a comma and the start of another item follow, and the text ends with
  /// another such bracket: `{"a": 1}, "b": 2}`. An array or object after `]` and a comma may also
  /// be a second root, so it does not count as an item.
  private func rootSeemsToContinue() -> Bool {
    let rest = bytes[(index + 1)...].drop(while: \.isSpace)
    guard rest.first == Byte.comma else { return false }
    guard let next = rest.dropFirst().first(where: { !$0.isSpace }) else { return false }
    let isBracket = next == Byte.openBrace || next == Byte.openBracket
    let isItem = innermostIsObject ? next == Byte.quote : !isBracket
    let lastByte = rest.last { !$0.isSpace }
    return isItem && lastByte == bytes[index]
  }

  /// Consumes the closing bracket of the innermost container, or skips it if that is the root and
  /// more items follow.
  mutating func closeUnlessRootContinues() -> Step {
    let isInRoot = openContainers.count == 1
    return isInRoot && rootSeemsToContinue() ? skipUnexpectedBracket() : consumeCloser()
  }

  /// Handles a colon outside of an object: if a string is before it, opens an object, without its
  /// brace, in which that string is the first key: `["a": 1]` is read as `[{"a": 1]`.
  ///
  /// Any other colon is skipped.
  mutating func openObjectWithoutBrace() -> Step {
    let canOpenContainer = openContainers.count < limits.depth
    guard canOpenContainer, let key = stringReadLast else { return skipUnexpectedColon() }
    let colon = index
    // The string is appended again, as a key inside the new object.
    removeLastItem()
    report("json-missing-brace", key.range, "a key must be inside an object; add `{` before it")
    let missingBrace = key.range.lowerBound..<key.range.lowerBound
    // Marked, so that its missing closing brace is not another mistake.
    openContainer(.object, missingBrace, .hasReportedMistake)
    appendString(.key, key.range, key.flags)
    // Space may be between the key and the colon.
    move(to: colon)
    return .colon
  }

  /// Reports and skips a colon without a key before it; an item may follow.
  private mutating func skipUnexpectedColon() -> Step {
    reportUnexpectedColon()
    return .item
  }

  /// Handles the end of the text inside containers: reports what the last member lacks, and closes
  /// all containers.
  mutating func closeAllAtEnd(_ step: Step) -> Step {
    switch step {
    case .colon:
      // The key lacks both its colon and its value, which is one mistake.
      reportMissingColon(hasValue: false)
      appendMissingValue(at: previousTokenEnd)
    case .value: reportAndAppendMissingValue()
    // Only the missing brackets are reported, even after a comma.
    case .first, .item, .afterItem: break
    }
    closeUnclosed(downTo: 0)
    // Without an open container, parsing ends, and nothing takes this step.
    return .afterItem
  }

  /// Closes the innermost containers, which lack a bracket, until `count` are open.
  mutating func closeUnclosed(downTo count: Int) {
    // If an object lacks its opening brace too, that was reported, so the closing one is not.
    let unclosed = openContainers[count...].filter {
      !nodes[Int($0.index)].flags.contains(.hasReportedMistake)
    }
    reportUnclosed(unclosed)
    while openContainers.count > count { endInnermostContainer(.unclosed) }
  }

  /// Reports the missing brackets of `containers`, the innermost of which is the last, as one
  /// mistake: "2 brackets are not closed; add `]}`".
  private mutating func reportUnclosed(_ containers: [LocatedBuilder.OpenNode]) {
    guard let innermost = containers.last else { return }
    let opener = nodes[Int(innermost.index)].range.lowerBound
    let name = innermost.isObject ? "the object" : "the array"
    let count = containers.count
    let subject = count == 1 ? "\(name) is not closed" : "\(count) brackets are not closed"
    // The innermost container is closed first.
    let maxShownCount = 20
    let shownContainers = containers.reversed().prefix(maxShownCount)
    let shownClosers = shownContainers.map { $0.isObject ? "}" : "]" }.joined()
    let closers = count > maxShownCount ? shownClosers + "…" : shownClosers
    report("json-unclosed", opener..<opener + 1, "\(subject); add `\(closers)`")
  }

  /// Reports and skips comments, control characters and spaces that JSON does not allow between
  /// values, and skips plain space; returns whether it found anything but plain space.
  @discardableResult
  mutating func skipUnexpectedCharacters() -> Bool {
    var found = false
    skipSpace()
    while index < bytes.count, let length = lengthAfterReportingUnexpectedText() {
      skip(length)
      found = true
      skipSpace()
    }
    return found
  }

  /// Reports a comment, a control character, a space that JSON does not allow, or bytes that are
  /// not UTF-8 at the index; returns the length, or nil if there is none of these.
  private mutating func lengthAfterReportingUnexpectedText() -> Int? {
    let byte = bytes[index]
    if byte == Byte.hash || startsComment(at: index) {
      let end = commentEnd()
      report("json-comment", index..<end, "JSON has no comments; remove it", writing: "")
      return end - index
    }
    let isControl = byte < Byte.space
    if isControl {
      reportUnexpectedScalar(UInt32(byte), length: 1)
      return 1
    }
    return byte >= Byte.firstNonASCII ? lengthAfterReportingNonASCII() : nil
  }

  /// Reports bytes that are not UTF-8, or a space that JSON does not allow, at the index; returns
  /// their length, or nil for any other character that is not ASCII.
  private mutating func lengthAfterReportingNonASCII() -> Int? {
    let length = scalarLength(at: index)
    let isUTF8 = length > 0
    guard isUTF8 else {
      // Several such bytes in a row are one mistake, at the first of them.
      reportInvalidUnicode(index..<index + 1)
      return nonUTF8ByteCount()
    }
    let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, Self.isForeignSpace(scalar) else { return nil }
    reportUnexpectedScalar(scalar.value, length: length)
    return length
  }

  /// Reports a control character or a space that JSON does not allow; `length` counts its bytes.
  private mutating func reportUnexpectedScalar(_ scalar: UInt32, length: Int) {
    report(
      "json-unexpected-character", index..<index + length,
      "\(Self.scalarName(scalar)) is not allowed between values; remove it or use a plain space")
  }

  /// Whether a character looks like a space or is invisible, and is not one of JSON's: C1 controls,
  /// the spaces of Unicode, zero-width characters, direction controls and byte-order marks.
  private static func isForeignSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The C1 controls, and the no-break space after them.
    case 0x80...0xA0: true
    // The spaces of other scripts.
    case 0x1680, 0x3000: true
    // Spaces by width, zero-width characters and direction marks.
    case 0x2000...0x200F: true
    // Separators of lines and paragraphs, direction controls and the narrow no-break space.
    case 0x2028...0x202F: true
    // The mathematical space, the word joiner and the invisible operators.
    case 0x205F...0x2064: true
    // The byte-order mark.
    case 0xFEFF: true
    default: false
    }
  }

  /// The number of bytes from the index on that are not UTF-8, for which `scalarLength` gives 0;
  /// the caller has found the first one.
  private func nonUTF8ByteCount() -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] >= Byte.firstNonASCII, scalarLength(at: end) == 0 {
      end += 1
    }
    return end - index
  }

  /// The end of the comment at the index, `# …`, `// …` or `/* … */`.
  private func commentEnd() -> Int {
    let isBlock = bytes[index] == Byte.slash && bytes[index + 1] == Byte.star
    return isBlock ? blockCommentEnd() : lineCommentEnd()
  }

  /// The end of the comment `/* … */` at the index; one that is not closed ends with the text.
  private func blockCommentEnd() -> Int {
    var closer = index + "/*".utf8.count
    while closer + 1 < bytes.count, bytes[closer] != Byte.star || bytes[closer + 1] != Byte.slash {
      closer += 1
    }
    return min(closer + "*/".utf8.count, bytes.count)
  }

  /// The end of the comment `# …` or `// …` at the index, without the space at the end of its line.
  private func lineCommentEnd() -> Int {
    var end = index + 1
    while end < bytes.count, !Byte.isLineEnd(bytes[end]) { end += 1 }
    while bytes[end - 1].isSpace { end -= 1 }
    return end
  }

  /// Reports and skips a separator or closing bracket where the root should start.
  mutating func skipStrayBeforeRoot() -> Step {
    report("json-unexpected-character", index..<index + 1, "expected a value; remove this")
    skip(1)
    // The root comes next.
    return .value
  }

  /// Tries again to read the root, after something that is not a value; at the end of the text the
  /// root is missing.
  mutating func readRootAgain() -> Step {
    skipUnexpectedCharacters()
    guard index < bytes.count else {
      append(.missing, index..<index)
      return .afterItem
    }
    return readValue(bytes[index])
  }
}
