// What keys do to a text: typing with automatic closing brackets and quotes, line breaks with
// indentation, and deleting.
extension ConfigEditor {
  static let indent = "  "

  private static let closers: [Character: String] = ["{": "}", "[": "]", "\"": "\""]

  /// Types a character at the cursor or over the selection; a bracket or quote encloses the
  /// selection.
  mutating func type(_ character: Character) {
    lastTyped = character
    guard selection.isEmpty else { return typeOverSelection(character) }
    let isThere = buffer.byte(at: cursor) == character.asciiValue
    switch character {
    // The initial text already has its braces.
    case "{" where isInEmptyText: stay(at: cursor)
    case "}" where isThere, "]" where isThere,
      "\"" where isThere && isInString() && !isInString(after: "\""):
      stay(at: buffer.position(after: cursor))
    case _ where Self.closers[character] != nil && !isInString():
      startValue(String(character), Self.closers[character] ?? "")
    case "}", "]": typeCloser(character)
    default: replace(cursor..<cursor, with: String(character), as: .typing)
    }
  }

  private mutating func typeOverSelection(_ character: Character) {
    guard let closer = Self.closers[character] else {
      return replace(selection.range, with: String(character), as: .typing)
    }
    let (text, isForward) = (selectedText, selection.anchor <= selection.head)
    let start = selection.range.lowerBound.advanced(over: String(character))
    replace(selection.range, with: String(character) + text + closer)
    let end = start.advanced(over: text)
    selection =
      isForward ? TextSelection(from: start, to: end) : TextSelection(from: end, to: start)
    completion = nil
  }

  /// Treats what was typed as the text that is already there.
  private mutating func stay(at position: TextPosition) {
    selection = TextSelection(at: position)
    completion = nil
    lastTyped = nil
  }

  /// Begins a value or key; on a line of its own, adds a missing comma to the value before it.
  private mutating func startValue(_ opener: String, _ closer: String) {
    let start = TextPosition(line: cursor.line)
    if buffer.indentation(of: cursor.line) >= cursor.offset, let end = endOfValue(before: start),
      buffer.byte(before: end)?.endsValue == true
    {
      // One undo step with what is typed next, but not with earlier typing.
      history.endRun()
      replace(end..<end, with: ",", as: .typing, caret: cursor)
    }
    let next = buffer.byte(at: cursor)
    // Not closed if the following text could belong to it.
    let isAlone = next.map { "}] \t,:".utf8.contains($0) } ?? true
    // A new string before an existing one would use up the other's opening quote.
    let isBeforeString = opener == "\"" && next == UInt8(ascii: "\"")
    let typed = isAlone || isBeforeString ? opener + closer : opener
    replace(cursor..<cursor, with: typed, as: .typing, caret: cursor.advanced(over: opener))
  }

  /// Whether the cursor is in a string, or would be after typing `more`.
  private func isInString(after more: String = "") -> Bool {
    JSONToken.tokens(of: buffer.part(of: cursor.line, 0..<cursor.offset) + more).last?.isClosed
      == false
  }

  /// The end of the value before a position, with only blanks in between; nil if there is none.
  func endOfValue(before position: TextPosition) -> TextPosition? {
    var end = position
    while end > .start, buffer.byte(before: end) ?? 0 <= 0x20 { end = buffer.position(before: end) }
    guard let last = buffer.byte(before: end), !"{[,:".utf8.contains(last) else { return nil }
    return end
  }

  /// Whether the text is an empty object with the cursor on its own line.
  private var isInEmptyText: Bool {
    let line = TextPosition(line: cursor.line)
    return buffer.marks(in: .start..<line) == "{" && buffer.marks(in: line..<cursor).isEmpty
      && buffer.marks(in: cursor..<buffer.end) == "}"
  }

  /// Types a closing bracket; on its own line, it gets the indentation of the opening one.
  ///
  /// At the end of the text it is the closing brace that is already there.
  private mutating func typeCloser(_ character: Character) {
    let around = edited.brackets(around: cursor)
    if character == "}", !isInString(), around?.isOutermost == true, let close = around?.close,
      buffer.marks(in: cursor..<buffer.end) == "}"
    {
      return stay(at: buffer.position(after: close))
    }
    var (start, indentation) = (cursor, "")
    if buffer.indentation(of: cursor.line) == buffer.length(of: cursor.line),
      let opener = around?.open
    {
      start = TextPosition(line: cursor.line)
      indentation = buffer.blanks(before: buffer.end(of: opener.line))
    }
    replace(start..<cursor, with: indentation + String(character), as: .typing)
  }

  /// Breaks the line; a closing bracket gets a line of its own.
  mutating func breakLine() {
    let range = selection.range
    let indentation = "\n" + buffer.blanks(before: range.lowerBound)
    let opens = buffer.byte(before: range.lowerBound)?.isOpeningBracket == true
    let inner = indentation + (opens ? Self.indent : "")
    let isBetween = opens && buffer.byte(at: range.upperBound)?.isOpeningBracket == false
    replace(
      range, with: isBetween ? inner + indentation : inner,
      caret: range.lowerBound.advanced(over: inner))
    completion = nil
  }

  /// Deletes the selection, or else the character before the cursor; an empty pair is deleted
  /// whole.
  mutating func deleteBackward() {
    lastTyped = completion == nil ? nil : "\u{8}"
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    let end = isInEmptyPair ? buffer.position(after: cursor) : cursor
    replace(startOfDeletion..<end, with: "", as: .deleting)
  }

  private var isInEmptyPair: Bool {
    switch (buffer.byte(before: cursor), buffer.byte(at: cursor)) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")): true
    // An opening quote, not a closing one before another.
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")): isInString()
    default: false
    }
  }

  /// Where a backward deletion begins; in a line's indentation it deletes two blanks.
  private var startOfDeletion: TextPosition {
    let before = buffer.part(of: cursor.line, 0..<cursor.offset)
    let isIndentation = cursor.offset.isMultiple(of: 2) && before.hasSuffix(Self.indent)
    guard isIndentation, before.utf8.allSatisfy({ $0 <= 0x20 }) else {
      return buffer.position(before: cursor)
    }
    return TextPosition(line: cursor.line, offset: cursor.offset - 2)
  }

  mutating func delete(to position: TextPosition) {
    completion = nil
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    replace(min(cursor, position)..<max(cursor, position), with: "", as: .deleting)
  }

  mutating func changeIndentation(outdents: Bool) {
    let (lines, width, old) = (selectedLines, Self.indent.utf8.count, buffer)
    func growth(_ line: Int) -> Int { outdents ? -min(old.indentation(of: line), width) : width }
    let new = lines.map { line in
      outdents
        ? String(Substring(old.lines[line].utf8.dropFirst(-growth(line))))
        : Self.indent + old.lines[line]
    }
    func moved(_ position: TextPosition) -> TextPosition {
      guard lines.contains(position.line) else { return position }
      let offset = max(0, position.offset + growth(position.line))
      return TextPosition(line: position.line, offset: offset)
    }
    let (anchor, head) = (moved(selection.anchor), moved(selection.head))
    completion = nil
    replace(
      TextPosition(line: lines.lowerBound)..<buffer.end(of: lines.upperBound),
      with: new.joined(separator: "\n"))
    selection = TextSelection(from: buffer.nearest(anchor), to: buffer.nearest(head))
  }

  private var selectedLines: ClosedRange<Int> {
    let range = selection.range
    let endsBefore = range.upperBound.offset == 0 && range.lowerBound.line < range.upperBound.line
    return range.lowerBound.line...range.upperBound.line - (endsBefore ? 1 : 0)
  }
}

extension UInt8 {
  fileprivate var endsValue: Bool { isInWord || "\"}]".utf8.contains(self) }
}
