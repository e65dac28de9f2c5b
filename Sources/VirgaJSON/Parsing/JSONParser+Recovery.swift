import VirgaSource

/// Recovery from unexpected bytes: each reports the mistake once and returns the next step.
extension JSONParser {
  mutating func recoverValue(_ byte: UInt8, _ step: Step) -> Step {
    if skipUnexpectedCharacters() { return step }
    if let next = recoverForeignValue(step) { return next }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .string)
      return .after
    case Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket:
      return open.isEmpty ? skipStrayRoot() : recoverMissingValue(byte, step)
    case Byte.colon:
      reportUnexpectedColon()
      return step == .first ? .item : step
    default:
      recoverBareWord()
      return .after
    }
  }

  private mutating func recoverMissingValue(_ byte: UInt8, _ step: Step) -> Step {
    if step == .value {
      reportMissingValue()
      return .after
    }
    return byte == Byte.comma || byte == Byte.semicolon
      ? skipExtraComma() : recoverCloser(byte, step)
  }

  mutating func recoverMember(_ byte: UInt8, _ step: Step) -> Step {
    if skipUnexpectedCharacters() { return step }
    if let next = recoverForeignMember() { return next }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .key)
      return .colon
    case Byte.comma, Byte.semicolon:
      return skipExtraComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, step)
    case Byte.openBrace where step == .item && isInArray:
      closeUnclosed(downTo: open.count - 1)
      return .item
    case Byte.colon, Byte.openBrace, Byte.openBracket:
      let range = index..<index
      report("json-missing-key", range, "expected a key in double quotes before the value")
      append(.missing, range, [.key, .reported])
      return byte == Byte.colon ? .colon : .value
    default:
      readBareKey()
      return .colon
    }
  }

  mutating func recoverColon(_ byte: UInt8) -> Step {
    if skipUnexpectedCharacters() { return .colon }
    if let next = recoverForeignSeparator(.colon) { return next }
    if repairString(before: byte) { return .colon }
    if byte == Byte.equals {
      let isArrow = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
      let range = index..<index + (isArrow ? 2 : 1)
      report("json-missing-colon", range, "write `:` between a key and its value")
      move(to: range.upperBound - 1)
      return consumeColon()
    }
    reportMissingColon(
      hasValue: ![Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte))
    markSeparator(at: max(previousEnd - 1, 0))
    guard [Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte) else {
      return .value
    }
    appendMissingValue(at: previousEnd)
    return .after
  }

  mutating func recoverAfterItem(_ byte: UInt8) -> Step {
    if skipUnexpectedCharacters() { return .after }
    if let next = recoverForeignSeparator(.after) { return next }
    if repairString(before: byte) { return .after }
    switch byte {
    case Byte.semicolon:
      report("json-missing-comma", index..<index + 1, "write `,` between items, not `;`")
      return consumeComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, .after)
    case Byte.colon:
      return recoverColonAfterItem()
    default:
      if previousEnd < index || nodes.last?.isReadable != false { reportMissingComma() }
      markSeparator(at: previousEnd, isReported: true)
      return .item
    }
  }

  private mutating func reportMissingComma() {
    let closer = innermostIsObject ? "}" : "]"
    report(
      "json-missing-comma", previousEnd..<previousEnd, "expected `,` or `\(closer)` after the value"
    )
  }

  /// Handles a colon after an item; a string before it is the next key, and the value before that
  /// is missing.
  private mutating func recoverColonAfterItem() -> Step {
    guard innermostIsObject else { return openUnopenedObject() }
    guard let last = lastItem, last.kind == .string, last.range.upperBound == previousEnd,
      let key = nodes.dropLast().last, key.flags.contains(.key)
    else {
      reportUnexpectedColon()
      append(.missing, index..<index, [.key, .reported])
      return .value
    }
    let colon = index
    removeLastItem()
    if !key.flags.contains(.reported) {
      reportMissingValue()
    } else {
      appendMissingValue(at: key.range.upperBound)
    }
    appendString(.key, last.range, last.flags)
    move(to: colon)
    return .colon
  }

  mutating func reportUnexpectedColon() {
    let message =
      innermostIsObject
      ? "this `:` follows a value" : "keys are only allowed inside objects, between `{` and `}`"
    report("json-unexpected-colon", index..<index + 1, "\(message); remove the `:`")
    markSeparator(at: index, isReported: true)
    skip(1)
  }

  private mutating func skipExtraComma() -> Step {
    report(
      "json-extra-comma", index..<index + 1, "expected a value before this comma; remove the comma")
    markSeparator(at: index, isReported: true)
    skip(1)
    return .item
  }

  mutating func reportMissingColon(hasValue: Bool) {
    guard let key = nodes.last, !key.flags.contains(.reported) else { return }
    let message = hasValue ? "expected `:` after the key" : "expected `:` and a value after the key"
    report("json-missing-colon", previousEnd..<previousEnd, message)
    markLastItemReported()
  }

  mutating func reportMissingValue() {
    let offset = separator + 1
    report("json-missing-value", offset..<offset, "expected a value after the `:`")
    appendMissingValue(at: offset)
  }

  mutating func appendMissingValue(at offset: Int) {
    let end = index
    append(.missing, offset..<offset)
    move(to: end)
  }

  private var isInArray: Bool { open.count > 1 && !open[open.count - 2].isObject }

  var innermostIsObject: Bool { open.last?.isObject ?? false }
}
