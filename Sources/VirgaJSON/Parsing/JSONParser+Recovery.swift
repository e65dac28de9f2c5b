import VirgaSource

/// What to do where a step meets a byte that it does not expect: report it once, and say how to go on.
extension JSONParser {
  /// At the start of a value.
  mutating func recoverValue(_ byte: UInt8, _ step: Step) -> Step {
    if skipOddities() { return step }
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
    return byte == Byte.comma || byte == Byte.semicolon ? skipExtraComma() : recoverCloser(byte, step)
  }

  /// At the start of a member.
  mutating func recoverMember(_ byte: UInt8, _ step: Step) -> Step {
    if skipOddities() { return step }
    switch byte {
    case Byte.apostrophe:
      readSingleQuoted(as: .key)
      return .colon
    case Byte.comma, Byte.semicolon:
      return skipExtraComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, step)
    case Byte.colon, Byte.openBrace, Byte.openBracket:
      let place = index..<index
      report(JSONMistake("json-missing-key", place, "expected a key in double quotes before the value"))
      append(.key, place, [.absent, .reported])
      return byte == Byte.colon ? .colon : .value
    default:
      readBareKey()
      return .colon
    }
  }

  /// After a key.
  mutating func recoverColon(_ byte: UInt8) -> Step {
    if skipOddities() || mendString(before: byte) { return .colon }
    if byte == Byte.equals {
      let isArrow = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
      let range = index..<index + (isArrow ? 2 : 1)
      report(JSONMistake("json-missing-colon", range, "write `:` between a key and its value"))
      index = range.upperBound
      separator = index - 1
      return .value
    }
    reportMissingColon(hasValue: ![Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte))
    separator = max(previousEnd - 1, 0)
    guard [Byte.comma, Byte.semicolon, Byte.closeBrace, Byte.closeBracket].contains(byte) else { return .value }
    appendMissingValue(at: previousEnd)
    return .after
  }

  /// After an item.
  mutating func recoverAfterItem(_ byte: UInt8) -> Step {
    if skipOddities() || mendString(before: byte) { return .after }
    switch byte {
    case Byte.semicolon:
      report(JSONMistake("json-missing-comma", index..<index + 1, "write `,` between items, not `;`"))
      return takeComma()
    case Byte.closeBrace, Byte.closeBracket:
      return recoverCloser(byte, .after)
    case Byte.colon:
      return recoverColonAfterItem()
    default:
      let closer = innermostIsObject ? "}" : "]"
      report(
        JSONMistake("json-missing-comma", previousEnd..<previousEnd, "expected `,` or `\(closer)` after the value"))
      separator = previousEnd
      separatorIsReported = true
      return .item
    }
  }

  /// A colon after an item: a string before it is the key of the next member, and the value before that is missing.
  private mutating func recoverColonAfterItem() -> Step {
    guard innermostIsObject else {
      reportUnexpectedColon()
      return .item
    }
    guard let last = entries.last, last.kind == .string, let key = entries.dropLast().last, key.kind == .key else {
      reportUnexpectedColon()
      append(.key, index..<index, [.absent, .reported])
      return .value
    }
    let colon = index
    entries.removeLast()
    if !key.flags.contains(.reported) { reportMissingValue() } else { appendMissingValue(at: key.range.upperBound) }
    append(.key, last.range, last.flags)
    index = colon
    return .colon
  }

  private mutating func reportUnexpectedColon() {
    let message = innermostIsObject ? "a value stands before this `:`" : "keys stand in objects, between `{` and `}`"
    report(JSONMistake("json-unexpected-colon", index..<index + 1, "\(message); remove the `:`"))
    index += 1
    separatorIsReported = true
  }

  private mutating func skipExtraComma() -> Step {
    report(JSONMistake("json-extra-comma", index..<index + 1, "expected a value before this comma; remove the comma"))
    _ = takeComma()
    separatorIsReported = true
    return .item
  }

  /// A closing bracket where the innermost container cannot be closed, or not like this.
  mutating func recoverCloser(_ byte: UInt8, _ step: Step) -> Step {
    let isObject = byte == Byte.closeBrace
    if step == .item, !separatorIsReported { reportTrailingComma() }
    if isObject == innermostIsObject { return close() }
    let match = open.lastIndex { $0.isObject == isObject }
    guard let match, match > 0 || isLastText(index + 1) else {
      let expected = innermostIsObject ? "}" : "]"
      let written = isObject ? "}" : "]"
      report(JSONMistake("json-wrong-bracket", index..<index + 1, "expected `\(expected)`, not `\(written)`"))
      return close()
    }
    closeUnclosed(downTo: match + 1)
    return .after
  }

  private mutating func reportTrailingComma() {
    let message = "no value follows this comma; remove it"
    report(JSONMistake("json-trailing-comma", separator..<separator + 1, message))
  }

  /// At the end of the text, with containers open.
  mutating func closeEarly(_ step: Step) -> Step {
    if step == .colon {
      reportMissingColon(hasValue: false)
      appendMissingValue(at: previousEnd)
    } else if step == .value {
      reportMissingValue()
    }
    index = bytes.count
    closeUnclosed(downTo: 0)
    return .after
  }

  /// Closes the innermost containers without a bracket, until `count` are open.
  private mutating func closeUnclosed(downTo count: Int) {
    let kinds = open[count...].reversed().map { $0.isObject ? "}" : "]" }.joined()
    let opener = entries[open[open.count - 1].entry].range.lowerBound
    let name = innermostIsObject ? "the object" : "the array"
    let subject = kinds.utf8.count == 1 ? "\(name) is not closed" : "\(kinds.utf8.count) brackets are not closed"
    let closers = kinds.utf8.count > 20 ? kinds.prefix(20) + "…" : kinds[...]
    report(JSONMistake("json-unclosed", opener..<opener + 1, "\(subject); add `\(closers)`"))
    while open.count > count { finish(open.removeLast(), flags: .unclosed) }
  }

  private mutating func reportMissingColon(hasValue: Bool) {
    guard let key = entries.last, !key.flags.contains(.reported) else { return }
    let message = hasValue ? "expected `:` after the key" : "expected `:` and a value after the key"
    report(JSONMistake("json-missing-colon", previousEnd..<previousEnd, message))
    entries[entries.count - 1].flags.insert(.reported)
  }

  /// Reports that nothing follows the last colon.
  private mutating func reportMissingValue() {
    let place = separator + 1
    report(JSONMistake("json-missing-value", place..<place, "expected a value after the `:`"))
    appendMissingValue(at: place)
  }

  private mutating func appendMissingValue(at place: Int) {
    let end = index
    append(.invalid, place..<place)
    index = end
  }

  var innermostIsObject: Bool { open.last?.isObject ?? false }

  private func isLastText(_ offset: Int) -> Bool {
    bytes[min(offset, bytes.count)...].allSatisfy(Byte.isSpace)
  }
}
