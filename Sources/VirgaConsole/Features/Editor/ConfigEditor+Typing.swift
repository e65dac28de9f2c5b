// What keys do to a text: typing with automatic closing brackets and quotes, line breaks with
// indentation, and deleting.
extension ConfigEditor {
  static let indent = "  "

  /// The closing bracket or quote of each opening one.
  private static let closers: [Character: String] = ["{": "}", "[": "]", "\"": "\""]

  /// Types a character at the cursor or over the selection.
  ///
  /// An opening bracket or quote gets its closing one, and a closing one that is there already is
  /// only passed: `{|}` becomes `{}|` after `}`.
  mutating func type(_ character: Character) {
    lastTyped = character
    guard selection.isEmpty else { return typeOverSelection(character) }
    let isNext = buffer.byte(at: cursor) == character.asciiValue
    let endsString = character == "\"" && isInString() && !isInString(after: "\"")
    switch character {
    // The initial text already has its braces.
    case "{" where isInEmptyText: moveWithoutTyping(to: cursor)
    case "}" where isNext, "]" where isNext, "\"" where isNext && endsString:
      moveWithoutTyping(to: buffer.position(after: cursor))
    case _ where Self.closers[character] != nil && !isInString():
      startValue(String(character), Self.closers[character] ?? "")
    case "}", "]": typeCloser(character)
    default: replace(cursor..<cursor, with: String(character), as: .typing)
    }
  }

  /// Replaces the selection by a character; an opening bracket or quote encloses it instead, and
  /// the text inside stays selected.
  private mutating func typeOverSelection(_ character: Character) {
    guard let closer = Self.closers[character] else {
      return replace(selection.range, with: String(character), as: .typing)
    }
    let text = selectedText
    let isForward = selection.anchor <= selection.head
    let start = selection.range.lowerBound.advanced(over: String(character))
    replace(selection.range, with: String(character) + text + closer)
    let end = start.advanced(over: text)
    selection =
      isForward ? TextSelection(from: start, to: end) : TextSelection(from: end, to: start)
    completion = nil
  }

  /// Treats what was typed as the text that is already there.
  private mutating func moveWithoutTyping(to position: TextPosition) {
    selection = TextSelection(at: position)
    completion = nil
    lastTyped = nil
  }

  /// Types the bracket or quote that begins a value or key, with its closing one unless the text
  /// after the cursor could belong inside; on a line of its own, adds a missing comma to the value
  /// before it.
  private mutating func startValue(_ opener: String, _ closer: String) {
    let start = TextPosition(line: cursor.line)
    let isFirstInLine = buffer.indentation(of: cursor.line) >= cursor.offset
    if isFirstInLine, let end = endOfValue(before: start),
      buffer.byte(before: end)?.endsValue == true
    {
      // One undo step with what is typed next, but not with earlier typing.
      history.endRun()
      replace(end..<end, with: ",", as: .typing, caret: cursor)
    }
    let next = buffer.byte(at: cursor)
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
  /// Before the text's last brace, `}` only passes that one.
  private mutating func typeCloser(_ character: Character) {
    let around = edited.brackets(around: cursor)
    let isLastBrace =
      character == "}" && !isInString() && around?.isOutermost == true
      && buffer.marks(in: cursor..<buffer.end) == "}"
    if isLastBrace, let close = around?.close {
      return moveWithoutTyping(to: buffer.position(after: close))
    }
    var start = cursor
    var indentation = ""
    let isLineBlank = buffer.indentation(of: cursor.line) == buffer.length(of: cursor.line)
    if isLineBlank, let opener = around?.open {
      start = TextPosition(line: cursor.line)
      indentation = buffer.blanks(before: buffer.end(of: opener.line))
    }
    replace(start..<cursor, with: indentation + String(character), as: .typing)
  }

  /// Breaks the line and indents the next one; between two brackets, the closing one gets a line of
  /// its own: `{|}` becomes three lines with the cursor in the second.
  mutating func breakLine() {
    let range = selection.range
    let sameIndentation = "\n" + buffer.blanks(before: range.lowerBound)
    let isAfterOpening = buffer.byte(before: range.lowerBound)?.isOpeningBracket == true
    let isBeforeClosing = buffer.byte(at: range.upperBound)?.isOpeningBracket == false
    let lineBreak = isAfterOpening ? sameIndentation + Self.indent : sameIndentation
    replace(
      range, with: isAfterOpening && isBeforeClosing ? lineBreak + sameIndentation : lineBreak,
      caret: range.lowerBound.advanced(over: lineBreak))
    completion = nil
  }

  /// Deletes the selection, or else the character before the cursor; an empty pair is deleted
  /// whole.
  mutating func deleteBackward() {
    lastTyped = completion == nil ? nil : Self.deletion
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    let end = isInEmptyPair ? buffer.position(after: cursor) : cursor
    replace(startOfDeletion..<end, with: "", as: .deleting)
  }

  /// A backspace, which `lastTyped` has after a deletion.
  static let deletion: Character = "\u{8}"

  /// Whether the cursor is between two brackets or quotes, as in `{|}`.
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
    let width = Self.indent.utf8.count
    let isAfterIndent = cursor.offset.isMultiple(of: width) && before.hasSuffix(Self.indent)
    let isInIndentation = before.utf8.allSatisfy { $0 <= 0x20 }
    guard isAfterIndent, isInIndentation else { return buffer.position(before: cursor) }
    return TextPosition(line: cursor.line, offset: cursor.offset - width)
  }

  /// Deletes the selection, or else the text between the cursor and a position on either side.
  mutating func delete(to position: TextPosition) {
    completion = nil
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    replace(min(cursor, position)..<max(cursor, position), with: "", as: .deleting)
  }

  /// Indents the selected lines by two blanks, or removes up to two; the selection moves with them.
  mutating func changeIndentation(outdents: Bool) {
    let lines = selectedLines
    let width = Self.indent.utf8.count
    let old = buffer
    /// The number of blanks to remove from a line.
    func removed(_ line: Int) -> Int { min(old.indentation(of: line), width) }
    let new = lines.map { line in
      outdents
        ? String(Substring(old.lines[line].utf8.dropFirst(removed(line))))
        : Self.indent + old.lines[line]
    }
    func moved(_ position: TextPosition) -> TextPosition {
      guard lines.contains(position.line) else { return position }
      let change = outdents ? -removed(position.line) : width
      return TextPosition(line: position.line, offset: max(0, position.offset + change))
    }
    let anchor = moved(selection.anchor)
    let head = moved(selection.head)
    completion = nil
    replace(
      TextPosition(line: lines.lowerBound)..<buffer.end(of: lines.upperBound),
      with: new.joined(separator: "\n"))
    selection = TextSelection(from: buffer.nearest(anchor), to: buffer.nearest(head))
  }

  /// The lines of the selection, or that of the cursor; a line of which nothing but its start is
  /// selected does not count.
  private var selectedLines: ClosedRange<Int> {
    let (start, end) = (selection.range.lowerBound, selection.range.upperBound)
    let endsAtLineStart = end.offset == 0 && start.line < end.line
    return start.line...(endsAtLineStart ? end.line - 1 : end.line)
  }
}

extension UInt8 {
  /// Whether the byte can be the last one of a JSON value.
  fileprivate var endsValue: Bool { isInWord || "\"}]".utf8.contains(self) }
}
