import VirgaSource

/// Recovery from unexpected bytes: each function reports the mistake once, moves the index behind
/// it or leaves the byte to the next step, and returns that step.
extension JSONParser {
  /// Recovers from a `byte` with which no value can start.
  mutating func recoverValue(_ byte: UInt8, _ step: Step) -> Step {
    if skipUnexpectedCharacters() { return step }
    if let next = recoverLookalikeValue(step) { return next }
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

  /// Recovers from a separator or closing bracket in place of a value.
  private mutating func recoverMissingValue(_ byte: UInt8, _ step: Step) -> Step {
    if step == .value {
      // The byte is read again, after the missing value.
      reportMissingValue()
      return .after
    }
    let isComma = byte == Byte.comma || byte == Byte.semicolon
    return isComma ? skipExtraComma() : recoverCloser(byte, step)
  }

  /// Recovers from a `byte` with which no member of an object can start.
  mutating func recoverMember(_ byte: UInt8, _ step: Step) -> Step {
    if skipUnexpectedCharacters() { return step }
    if let next = recoverLookalikeMember() { return next }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .key)
      return .colon
    case Byte.comma, Byte.semicolon:
      return skipExtraComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, step)
    case Byte.openBrace where step == .item && isInArray:
      // In `[{"a": 1, {"b": 2}]` the first object lacks its brace, and the next one follows.
      closeUnclosed(downTo: open.count - 1)
      return .item
    case Byte.colon, Byte.openBrace, Byte.openBracket:
      // A colon or a value without its key, which the next step reads.
      let range = index..<index
      report("json-missing-key", range, "expected a key in double quotes before the value")
      append(.missing, range, [.key, .reported])
      return byte == Byte.colon ? .colon : .value
    default:
      readBareKey()
      return .colon
    }
  }

  /// Recovers from a `byte` in place of the colon after a key: an equals sign or an arrow (`=>`) is
  /// read as a colon, otherwise the colon, and perhaps the value, is missing.
  mutating func recoverColon(_ byte: UInt8) -> Step {
    if skipUnexpectedCharacters() { return .colon }
    if let next = recoverLookalikeSeparator(.colon) { return next }
    if repairString(before: byte) { return .colon }
    if byte == Byte.equals {
      let isArrow = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
      let range = index..<index + (isArrow ? 2 : 1)
      report("json-missing-colon", range, "write `:` between a key and its value")
      move(to: range.upperBound - 1)
      return consumeColon()
    }
    let endsMember = [Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte)
    reportMissingColon(hasValue: !endsMember)
    // As if the last byte of the key were the colon: a missing value belongs behind it.
    markSeparator(at: max(previousEnd - 1, 0))
    if !endsMember { return .value }
    appendMissingValue(at: previousEnd)
    return .after
  }

  /// Recovers from a `byte` in place of the comma or closing bracket after an item.
  mutating func recoverAfterItem(_ byte: UInt8) -> Step {
    if skipUnexpectedCharacters() { return .after }
    if let next = recoverLookalikeSeparator(.after) { return next }
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
      // A word that directly follows an unreadable value is part of the same mistake.
      let followsUnreadable = previousEnd == index && nodes.last?.isReadable == false
      if !followsUnreadable { reportMissingComma() }
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

  /// Recovers from a colon after an item.
  ///
  /// In an object, if a string is before the colon, that is the next key, and the value of the key
  /// before it is missing: `{"a": "b": 1}` is read as `{"a": …, "b": 1}`.
  private mutating func recoverColonAfterItem() -> Step {
    guard innermostIsObject else { return openUnopenedObject() }
    guard let last = lastItem, last.kind == .string, last.range.upperBound == previousEnd,
      let key = nodes.dropLast().last, key.flags.contains(.key)
    else {
      // No string is before the colon: a value without its key follows.
      reportUnexpectedColon()
      append(.missing, index..<index, [.key, .reported])
      return .value
    }
    let colon = index
    // The string becomes a key, after a missing value.
    removeLastItem()
    if !key.flags.contains(.reported) {
      // A mistake of the key itself would be the cause.
      reportMissingValue()
    } else {
      appendMissingValue(at: key.range.upperBound)
    }
    appendString(.key, last.range, last.flags)
    move(to: colon)
    return .colon
  }

  /// Reports and skips a colon that does not follow a key.
  mutating func reportUnexpectedColon() {
    let message =
      innermostIsObject
      ? "this `:` follows a value" : "keys are only allowed inside objects, between `{` and `}`"
    report("json-unexpected-colon", index..<index + 1, "\(message); remove the `:`")
    markSeparator(at: index, isReported: true)
    skip(1)
  }

  /// Reports and skips a comma without an item before it.
  private mutating func skipExtraComma() -> Step {
    report(
      "json-extra-comma", index..<index + 1, "expected a value before this comma; remove the comma")
    markSeparator(at: index, isReported: true)
    skip(1)
    return .item
  }

  /// Reports that no colon follows the last key, unless the key itself was reported.
  mutating func reportMissingColon(hasValue: Bool) {
    guard let key = nodes.last, !key.flags.contains(.reported) else { return }
    let message = hasValue ? "expected `:` after the key" : "expected `:` and a value after the key"
    report("json-missing-colon", previousEnd..<previousEnd, message)
    markLastItemReported()
  }

  /// Reports and appends a missing value behind the last separator.
  mutating func reportMissingValue() {
    let offset = separator + 1
    report("json-missing-value", offset..<offset, "expected a value after the `:`")
    appendMissingValue(at: offset)
  }

  /// Appends a missing value at `offset`; the index stays.
  mutating func appendMissingValue(at offset: Int) {
    let oldIndex = index
    append(.missing, offset..<offset)
    move(to: oldIndex)
  }

  /// Whether the innermost container is an element of an array.
  private var isInArray: Bool { open.count > 1 && !open[open.count - 2].isObject }

  var innermostIsObject: Bool { open.last?.isObject ?? false }
}
