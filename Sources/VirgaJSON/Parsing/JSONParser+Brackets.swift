import VirgaSource

/// Recovery from missing, extra and mismatched brackets.
extension JSONParser {
  /// Handles a closing bracket that cannot close the innermost container here.
  mutating func recoverCloser(_ byte: UInt8, _ step: Step) -> Step {
    let isObject = byte == Byte.closeBrace
    if step == .item, !separatorIsReported {
      report(
        "json-trailing-comma", separator..<separator + 1, "no value follows this comma; remove it")
    }
    if isObject == innermostIsObject { return close() }
    let match = open.lastIndex { $0.isObject == isObject }
    guard let match, match > 0 || bytes[(index + 1)...].allSatisfy(\.isSpace) else {
      return replaceBracket()
    }
    closeUnclosed(downTo: match + 1)
    return .after
  }

  /// Treats an unmatched bracket as the innermost container's closing bracket, or as an extra one.
  private mutating func replaceBracket() -> Step {
    let expected = innermostIsObject ? "}" : "]"
    let written = innermostIsObject ? "]" : "}"
    let next = bytes[(index + 1)...].first { !$0.isSpace }
    if next == (innermostIsObject ? Byte.closeBrace : Byte.closeBracket)
      || open.count == 1 && next == Byte.comma
    {
      return skipBracket()
    }
    report("json-wrong-bracket", index..<index + 1, "expected `\(expected)`, not `\(written)`")
    return close()
  }

  private mutating func skipBracket() -> Step {
    report("json-extra-bracket", index..<index + 1, "unexpected closing bracket; remove it")
    skip(1)
    return .after
  }

  /// Whether the bracket at the index would close a root that seems to continue.
  ///
  /// It seems to continue if a comma and the start of another item follow, and the text ends with
  /// another such bracket.
  private func closesTooEarly() -> Bool {
    let rest = bytes[(index + 1)...].drop(while: \.isSpace)
    guard rest.first == Byte.comma, let next = rest.dropFirst().first(where: { !$0.isSpace }) else {
      return false
    }
    let isItem =
      innermostIsObject ? next == Byte.quote : next != Byte.openBrace && next != Byte.openBracket
    return isItem && rest.last(where: { !$0.isSpace }) == bytes[index]
  }

  mutating func closeWithBracket() -> Step {
    open.count == 1 && closesTooEarly() ? skipBracket() : close()
  }

  /// Opens an object without a brace before the string just read.
  mutating func openUnopenedObject() -> Step {
    guard let key = lastItem, key.kind == .string, !key.flags.contains(.key),
      key.range.upperBound == previousEnd, open.count < limits.depth
    else {
      reportUnexpectedColon()
      return .item
    }
    let colon = index
    removeLastItem()
    report("json-missing-brace", key.range, "a key must be inside an object; add `{` before it")
    openContainer(.object, key.range.lowerBound..<key.range.lowerBound, .reported)
    appendString(.key, key.range, key.flags)
    move(to: colon)
    return .colon
  }

  mutating func closeEarly(_ step: Step) -> Step {
    if step == .colon {
      reportMissingColon(hasValue: false)
      appendMissingValue(at: previousEnd)
    } else if step == .value {
      reportMissingValue()
    }
    move(to: bytes.count)
    closeUnclosed(downTo: 0)
    return .after
  }

  /// Closes the innermost containers, which lack a bracket, until `count` are open.
  mutating func closeUnclosed(downTo count: Int) {
    // An object without its opening brace has already been reported.
    let unclosed = open[count...].filter { !nodes[Int($0.index)].flags.contains(.reported) }
    let kinds = unclosed.reversed().map { $0.isObject ? "}" : "]" }.joined()
    reportUnclosed(unclosed, closers: kinds)
    while open.count > count { finish(.unclosed) }
  }

  private mutating func reportUnclosed(
    _ containers: [LocatedBuilder.OpenNode], closers kinds: String
  ) {
    guard let innermost = containers.last else { return }
    let opener = nodes[Int(innermost.index)].range.lowerBound
    let name = innermost.isObject ? "the object" : "the array"
    let subject =
      kinds.utf8.count == 1
      ? "\(name) is not closed" : "\(kinds.utf8.count) brackets are not closed"
    let closers = kinds.utf8.count > 20 ? kinds.prefix(20) + "…" : kinds[...]
    report("json-unclosed", opener..<opener + 1, "\(subject); add `\(closers)`")
  }

  // Recovery from text between values that JSON does not allow.
  /// Reports comments, control characters and non-JSON spaces, also skips plain space; returns
  /// whether it found any.
  @discardableResult
  mutating func skipUnexpectedCharacters() -> Bool {
    var found = false
    skipSpace()
    while index < bytes.count, let length = oddity() {
      skip(length)
      found = true
      skipSpace()
    }
    return found
  }

  /// Returns its length; nil if there is none.
  private mutating func oddity() -> Int? {
    let byte = bytes[index]
    if byte == Byte.hash || startsComment(at: index) {
      let end = commentEnd()
      report("json-comment", index..<end, "JSON has no comments; remove it")
      return end - index
    }
    if byte < 0x20 {
      reportOddScalar(UInt32(byte), 1)
      return 1
    }
    guard byte >= 0x80 else { return nil }
    let length = scalarLength(at: index)
    if length == 0 {
      reportInvalidUnicode(index..<index + 1)
      return invalidLength()
    }
    let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, Self.isOddSpace(scalar) else { return nil }
    reportOddScalar(scalar.value, length)
    return length
  }

  private mutating func reportOddScalar(_ scalar: UInt32, _ length: Int) {
    report(
      "json-unexpected-character", index..<index + length,
      "\(Self.scalarName(scalar)) is not allowed between values; remove it or use a plain space")
  }

  private static func isOddSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x2064, 0x3000, 0xFEFF:
      true
    default: false
    }
  }

  private func invalidLength() -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] >= 0x80, scalarLength(at: end) == 0 { end += 1 }
    return end - index
  }

  private func commentEnd() -> Int {
    var end = index + 1
    if bytes[index] == Byte.slash, bytes[end] == Byte.star {
      end += 1
      while end + 1 < bytes.count, bytes[end] != Byte.star || bytes[end + 1] != Byte.slash {
        end += 1
      }
      return min(end + 2, bytes.count)
    }
    while end < bytes.count, !Byte.isLineEnd(bytes[end]) { end += 1 }
    while bytes[end - 1].isSpace { end -= 1 }
    return end
  }

  /// Skips a separator or closing bracket where the root should start.
  mutating func skipStrayRoot() -> Step {
    report("json-unexpected-character", index..<index + 1, "expected a value; remove this")
    skip(1)
    return .value
  }

  /// Tries again to read the root, after something that is not a value.
  mutating func readRootAgain() -> Step {
    skipUnexpectedCharacters()
    guard index < bytes.count else {
      append(.missing, index..<index)
      return .after
    }
    return readValue(bytes[index])
  }
}
