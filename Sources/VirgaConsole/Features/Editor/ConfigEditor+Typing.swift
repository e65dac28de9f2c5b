// What keys do to a text: typing with automatic closing brackets and quotes, line breaks with
// indentation, and deleting.
extension ConfigEditor {
  /// What one level of indentation adds to a line.
  static let indent = "  "

  /// The closing bracket or quote of each opening one.
  private static let closers: [Character: String] = ["{": "}", "[": "]", "\"": "\""]

  /// Types a character at the cursor or over the selection.
  ///
  /// An opening bracket or quote gets its closing one, and a closing one that is there already is
  /// only passed: `{|}` becomes `{}|` after `}`. In a blank line, a closing bracket is indented
  /// like its opening one; `}` moves behind the brace that ends the whole text if only that brace
  /// follows.
  ///
  /// After the key, the list of completions is updated depending on `lastTyped`.
  mutating func type(_ character: Character) {
    lastTyped = character
    guard selection.isEmpty else { return typeOverSelection(character) }
    switch character {
    // The initial text already has its braces: a typed one would open a second object, so it only
    // closes the completions.
    case "{" where isInEmptyText: moveWithoutTyping(to: cursor)
    case _ where isCloserBehindCursor(character):
      moveWithoutTyping(to: buffer.position(after: cursor))
    case "}", "]": typeCloser(character)
    default:
      if let closer = Self.closers[character], !isInString() {
        typeOpener(String(character), closedBy: closer)
      } else {
        replace(cursor..<cursor, with: String(character), as: .typing)
      }
    }
  }

  /// Whether a typed character is a closing bracket or quote that the text already has directly
  /// behind the cursor.
  private func isCloserBehindCursor(_ character: Character) -> Bool {
    let isBehindCursor = buffer.byte(at: cursor) == character.asciiValue
    return switch character {
    case "}", "]": isBehindCursor
    // An escaped quote, as after `\`, does not close the string.
    case "\"": isBehindCursor && isInString() && !isInString(afterTyping: "\"")
    default: false
    }
  }

  /// Replaces the selection by a character; an opening bracket or quote encloses it instead.
  private mutating func typeOverSelection(_ character: Character) {
    if let closer = Self.closers[character] {
      encloseSelection(in: String(character), closer)
    } else {
      replace(selection.range, with: String(character), as: .typing)
    }
  }

  /// Adds brackets or quotes around the selected text, which stays selected.
  private mutating func encloseSelection(in opener: String, _ closer: String) {
    let text = selectedText
    let isForward = selection.anchor <= selection.head
    let startOfText = selection.range.lowerBound.advanced(over: opener)
    replace(selection.range, with: opener + text + closer)
    let endOfText = startOfText.advanced(over: text)
    // The cursor stays at its end of the selection.
    selection =
      isForward
      ? TextSelection(from: startOfText, to: endOfText)
      : TextSelection(from: endOfText, to: startOfText)
    completion = nil
  }

  /// Moves the cursor in place of typing a character that the text has already; closes the
  /// completions.
  private mutating func moveWithoutTyping(to position: TextPosition) {
    selection = TextSelection(at: position)
    completion = nil
    lastTyped = nil
  }

  /// Types the bracket or quote that begins a value or key, with its closing one unless the text
  /// after the cursor could belong inside: `|5` becomes `[|5`, but `|, 5` becomes `[|], 5`.
  private mutating func typeOpener(_ opener: String, closedBy closer: String) {
    addMissingComma()
    let next = buffer.byte(at: cursor)
    let bytesBetweenValues = "}] \t,:".utf8
    let isBeforeOtherValue = next.map { !bytesBetweenValues.contains($0) } ?? false
    // Closed also before another string, whose opening quote would end this one otherwise.
    let isBeforeString = opener == "\"" && next == UInt8(ascii: "\"")
    let isClosed = !isBeforeOtherValue || isBeforeString
    replace(
      cursor..<cursor, with: isClosed ? opener + closer : opener, as: .typing,
      caret: cursor.advanced(over: opener))
  }

  /// Adds the comma that the value before the cursor's line lacks, if the cursor is at the start of
  /// that line's text, so that what is typed there is the next value.
  private mutating func addMissingComma() {
    let isFirstInLine = cursor.offset <= buffer.indentation(of: cursor.line)
    let lineStart = TextPosition(line: cursor.line)
    guard isFirstInLine, let end = endOfUnseparatedText(before: lineStart) else { return }
    // After a text that is not a value, such as `;`, a comma would not make the text correct.
    let isAfterValue = buffer.byte(before: end)?.endsValue == true
    guard isAfterValue else { return }
    // One undo step with what is typed next, but not with earlier typing.
    history.endStep()
    replace(end..<end, with: ",", as: .typing, caret: cursor)
  }

  /// Whether the cursor is in a string, or would be after typing `more`.
  private func isInString(afterTyping more: String = "") -> Bool {
    // A string does not span lines.
    let lineBeforeCursor = buffer.part(of: cursor.line, 0..<cursor.offset) + more
    return JSONToken.tokens(of: lineBeforeCursor).last?.isClosed == false
  }

  /// The end of the text that only blanks and line ends separate from a position after it, usually
  /// a value without its comma; nil if nothing, an opening bracket, a comma or a colon comes
  /// before.
  func endOfUnseparatedText(before position: TextPosition) -> TextPosition? {
    var end = position
    // The start of a line has no byte before it, but a line end.
    while end > .start, buffer.byte(before: end)?.isBlank ?? true {
      end = buffer.position(before: end)
    }
    guard let last = buffer.byte(before: end) else { return nil }
    let isBeforeValue = "{[,:".utf8.contains(last)
    return isBeforeValue ? nil : end
  }

  /// Whether the text is only `{` and `}` with the cursor between them, on a line after the `{`.
  ///
  /// That is the initial text, in which a typed `{` would be a second one.
  private var isInEmptyText: Bool {
    let lineStart = TextPosition(line: cursor.line)
    return buffer.nonBlanks(in: .start..<lineStart) == "{"
      && buffer.nonBlanks(in: lineStart..<cursor).isEmpty
      && buffer.nonBlanks(in: cursor..<buffer.end) == "}"
  }

  /// Types a closing bracket, in a blank line with the indentation of the line of its opening one;
  /// but `}` moves the cursor behind the brace that ends the whole text if only that brace follows.
  private mutating func typeCloser(_ character: Character) {
    let brackets = edited.brackets(around: cursor)
    let closesText = character == "}" && !isInString() && brackets?.isOutermost == true
    let onlyBraceFollows = closesText && buffer.nonBlanks(in: cursor..<buffer.end) == "}"
    if onlyBraceFollows, let close = brackets?.close {
      return moveWithoutTyping(to: buffer.position(after: close))
    }
    typeCloser(character, indentedLike: brackets?.open)
  }

  /// Types a closing bracket; a blank line first gets the indentation of the opening bracket's
  /// line.
  ///
  /// - Parameter opener: The position of the opening bracket; nil if there is none.
  private mutating func typeCloser(_ character: Character, indentedLike opener: TextPosition?) {
    let isLineBlank = buffer.indentation(of: cursor.line) == buffer.length(of: cursor.line)
    guard isLineBlank, let opener else {
      return replace(cursor..<cursor, with: String(character), as: .typing)
    }
    let lineStart = TextPosition(line: cursor.line)
    let indentation = buffer.leadingBlanks(before: buffer.end(of: opener.line))
    replace(lineStart..<cursor, with: indentation + String(character), as: .typing)
  }

  /// Breaks the line and indents the next one; between two brackets, the closing one gets a line of
  /// its own: `{|}` becomes three lines with the cursor in the second.
  mutating func breakLine() {
    let range = selection.range
    let sameIndentation = "\n" + buffer.leadingBlanks(before: range.lowerBound)
    // True for an opening bracket, false for a closing one, nil for any other byte.
    let isAfterOpening = buffer.byte(before: range.lowerBound)?.isOpeningBracket == true
    let isBeforeClosing = buffer.byte(at: range.upperBound)?.isOpeningBracket == false
    let beforeCursor = isAfterOpening ? sameIndentation + Self.indent : sameIndentation
    let afterCursor = isAfterOpening && isBeforeClosing ? sameIndentation : ""
    replace(
      range, with: beforeCursor + afterCursor,
      caret: range.lowerBound.advanced(over: beforeCursor))
    completion = nil
  }

  /// Deletes the selection, or else the character before the cursor, or one level of a line's
  /// indentation; an empty pair, such as `{|}`, is deleted whole.
  mutating func deleteBackward() {
    // An open list of completions is updated as after a typed character. Nil does not open a closed
    // one.
    lastTyped = completion == nil ? nil : Self.deletion
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    let end = isInEmptyPair ? buffer.position(after: cursor) : cursor
    replace(startOfDeletion..<end, with: "", as: .deleting)
  }

  /// A backspace, which `lastTyped` has after a deletion.
  static let deletion: Character = "\u{8}"

  /// Whether the cursor is between two brackets or quotes, as in `{|}`.
  private var isInEmptyPair: Bool {
    guard let before = buffer.byte(before: cursor), let after = buffer.byte(at: cursor) else {
      return false
    }
    switch String(decoding: [before, after], as: UTF8.self) {
    case "{}", "[]": return true
    // The first quote must open a string, not end one.
    case "\"\"": return isInString()
    default: return false
    }
  }

  /// Where the text begins that a backward deletion deletes: one character before the cursor, but
  /// one level in a line's indentation.
  ///
  /// At an odd column of the indentation it is one blank, which leaves whole levels.
  private var startOfDeletion: TextPosition {
    let lineBeforeCursor = buffer.part(of: cursor.line, 0..<cursor.offset)
    let width = Self.indent.utf8.count
    let isAtWholeLevel = cursor.offset.isMultiple(of: width)
    // False after a tab.
    let isAfterIndent = lineBeforeCursor.hasSuffix(Self.indent)
    let isInIndentation = lineBeforeCursor.utf8.allSatisfy(\.isBlank)
    let deletesLevel = isAtWholeLevel && isAfterIndent && isInIndentation
    guard deletesLevel else { return buffer.position(before: cursor) }
    return TextPosition(line: cursor.line, offset: cursor.offset - width)
  }

  /// Deletes the selection, or else the text between the cursor and a position on either side;
  /// closes the list of completions, which stays open only after typing and ``deleteBackward()``.
  mutating func delete(to position: TextPosition) {
    completion = nil
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    replace(min(cursor, position)..<max(cursor, position), with: "", as: .deleting)
  }

  /// Indents the selected lines by two blanks or, with `outdents`, removes up to two from the start
  /// of each; the selection moves with them.
  mutating func changeIndentation(outdents: Bool) {
    let lines = selectedLines
    let newLines = lines.map { outdents ? outdentedText(of: $0) : Self.indent + buffer.lines[$0] }
    /// Where an end of the selection is after the change.
    func moved(_ position: TextPosition) -> TextPosition {
      // A selection that ends at the start of a line does not include that line.
      guard lines.contains(position.line) else { return position }
      return movedWithText(position, outdents: outdents)
    }
    let anchor = moved(selection.anchor)
    let head = moved(selection.head)
    completion = nil
    // One change, so that undo takes it back in one step.
    replace(
      TextPosition(line: lines.lowerBound)..<buffer.end(of: lines.upperBound),
      with: newLines.joined(separator: "\n"))
    selection = TextSelection(from: buffer.nearest(anchor), to: buffer.nearest(head))
  }

  /// A line without one level of its indentation, or without all of it if it has less.
  private func outdentedText(of line: Int) -> String {
    buffer.part(of: line, blanksToOutdent(line)..<buffer.length(of: line))
  }

  /// The number of blanks that outdenting removes from a line.
  private func blanksToOutdent(_ line: Int) -> Int {
    min(buffer.indentation(of: line), Self.indent.utf8.count)
  }

  /// Where a position is after its line is indented or outdented: as far from the text of the line
  /// as before.
  private func movedWithText(_ position: TextPosition, outdents: Bool) -> TextPosition {
    let change = outdents ? -blanksToOutdent(position.line) : Self.indent.utf8.count
    return TextPosition(line: position.line, offset: max(0, position.offset + change))
  }

  /// The lines of the selection, or that of the cursor.
  ///
  /// A selection that ends at the start of a line, as after selecting whole lines, does not include
  /// that line.
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
