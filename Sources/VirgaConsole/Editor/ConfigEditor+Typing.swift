// What keys do to a text: typing with automatic closing brackets and quotes, line breaks with indentation, deleting.
extension ConfigEditor {
  /// Types a character at the cursor or over the selection; a bracket or quote encloses the selection.
  mutating func type(_ character: Character) {
    wantsCompletion = .afterTyping(character)
    guard selection.isEmpty else { return typeOverSelection(character) }
    switch character {
    case "{":
      // The initial text already has its braces.
      if isInEmptyText { return stay() }
      startValue("{}")
    case "[": startValue("[]")
    case "\"": typeQuote()
    case "}", "]":
      if buffer.byte(at: cursor) == character.asciiValue { return stepOver() }
      if character == "}", let end = endOfText { return stay(at: end) }
      typeCloser(character)
    default: replace(cursor..<cursor, with: String(character), as: .typing)
    }
  }

  private mutating func typeOverSelection(_ character: Character) {
    let closers: [Character: String] = ["{": "}", "[": "]", "\"": "\""]
    guard let closer = closers[character] else {
      return replace(selection.range, with: String(character), as: .typing)
    }
    let (text, isForward) = (selectedText, selection.anchor <= selection.head)
    let start = selection.range.lowerBound.advanced(over: String(character))
    replace(selection.range, with: String(character) + text + closer)
    let end = start.advanced(over: text)
    selection = isForward ? TextSelection(from: start, to: end) : TextSelection(from: end, to: start)
    completion = nil
  }

  /// Breaks the line; a closing bracket gets a line of its own.
  mutating func breakLine() {
    let range = selection.range
    let (before, after) = (buffer.byte(before: range.lowerBound), buffer.byte(at: range.upperBound))
    let kept = min(buffer.indentation(of: range.lowerBound.line), range.lowerBound.offset)
    let indentation = buffer.part(of: range.lowerBound.line, 0..<kept)
    let opens = before?.isOpeningBracket == true
    let inner = "\n" + indentation + (opens ? Self.indent : "")
    let isBetween = opens && after?.isOpeningBracket == false
    replace(
      range, with: isBetween ? inner + "\n" + indentation : inner, caret: range.lowerBound.advanced(over: inner))
    completion = nil
  }

  /// Deletes the selection, or else the character before the cursor; an empty pair is deleted whole.
  mutating func deleteBackward() {
    wantsCompletion = completion == nil ? .none : .afterTyping("\u{8}")
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    let end = isInEmptyPair ? buffer.position(after: cursor) : cursor
    replace(startOfDeletion..<end, with: "", as: .deleting)
  }

  mutating func delete(to position: TextPosition) {
    completion = nil
    guard selection.isEmpty else { return replace(selection.range, with: "") }
    replace(min(cursor, position)..<max(cursor, position), with: "", as: .deleting)
  }

  mutating func indentLines() {
    guard !selection.isEmpty else { return replace(cursor..<cursor, with: Self.indent, as: .typing) }
    changeIndentation(outdents: false)
  }

  static let indent = "  "

  mutating func changeIndentation(outdents: Bool) {
    var (anchor, head) = (selection.anchor, selection.head)
    var isFirst = true
    for line in selectedLines {
      let width = Self.indent.utf8.count
      let growth = outdents ? -min(buffer.indentation(of: line), width) : width
      guard growth != 0 else { continue }
      let end = TextPosition(line: line, offset: max(0, -growth))
      replace(TextPosition(line: line, offset: 0)..<end, with: outdents ? "" : Self.indent, joinsLast: !isFirst)
      isFirst = false
      if anchor.line == line { anchor.offset = max(0, anchor.offset + growth) }
      if head.line == line { head.offset = max(0, head.offset + growth) }
    }
    selection = TextSelection(from: anchor, to: head)
  }

  private mutating func insertPair(_ pair: String, joinsLast: Bool = false) {
    // A new string before an existing one needs its own closing quote, or it would use up the other's opening quote.
    let isBeforeString = pair == "\"\"" && !isInString && buffer.byte(at: cursor) == UInt8(ascii: "\"")
    let text = closesByItself || isBeforeString ? pair : String(pair.prefix(1))
    let caret = TextPosition(line: cursor.line, offset: cursor.offset + 1)
    replace(cursor..<cursor, with: text, as: .typing, caret: caret, joinsLast: joinsLast)
  }

  private mutating func typeQuote() {
    if isInString {
      let before = buffer.part(of: cursor.line, 0..<cursor.offset).utf8
      let isEscaped = !before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
      if buffer.byte(at: cursor) == UInt8(ascii: "\""), !isEscaped { return stepOver() }
      return replace(cursor..<cursor, with: "\"", as: .typing)
    }
    startValue("\"\"")
  }

  /// Begins a value or key; on a line of its own, adds a missing comma to the value before it.
  private mutating func startValue(_ pair: String) {
    guard let end = commaPosition else { return insertPair(pair) }
    let start = cursor
    replace(end..<end, with: ",", as: .other, caret: start.line == end.line ? start.advanced(over: ",") : start)
    insertPair(pair, joinsLast: true)
  }

  /// The position after the value on an earlier line, if only blanks follow; nil if no comma is needed.
  private var commaPosition: TextPosition? {
    guard buffer.indentation(of: cursor.line) >= cursor.offset, !isInString,
      let end = endOfValue(before: TextPosition(line: cursor.line, offset: 0))
    else { return nil }
    return buffer.byte(before: end)?.endsValue == true ? end : nil
  }

  private var isInString: Bool { JSONToken.isInString(cursor.offset, of: buffer.lines[cursor.line]) }

  /// Whether to close a typed pair; not if the following text could belong to it.
  private var closesByItself: Bool {
    if isInString { return false }
    guard let next = buffer.byte(at: cursor) else { return true }
    return next.isOpeningBracket == false || [0x20, 0x09, UInt8(ascii: ","), UInt8(ascii: ":")].contains(next)
  }

  private var isInEmptyPair: Bool {
    switch (buffer.byte(before: cursor), buffer.byte(at: cursor)) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")): return true
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
      // An opening quote, not a closing one before another.
      return isInString
    default: return false
    }
  }

  /// Where a backward deletion begins; in a line's indentation it deletes two blanks.
  private var startOfDeletion: TextPosition {
    let isInIndentation = cursor.offset > 0 && cursor.offset <= buffer.indentation(of: cursor.line)
    if isInIndentation, cursor.offset.isMultiple(of: 2), buffer.byte(before: cursor) == 0x20,
      buffer.byte(before: TextPosition(line: cursor.line, offset: cursor.offset - 1)) == 0x20
    {
      return TextPosition(line: cursor.line, offset: cursor.offset - 2)
    }
    return buffer.position(before: cursor)
  }

  private mutating func stepOver() { stay(at: buffer.position(after: cursor)) }

  /// Treats what was typed as the text that is already there.
  private mutating func stay(at position: TextPosition? = nil) {
    selection = TextSelection(at: position ?? cursor)
    completion = nil
    wantsCompletion = .none
  }

  /// Whether the text is an empty object with the cursor on its own line.
  private var isInEmptyText: Bool {
    guard endOfText != nil, let opener = buffer.enclosingOpener(of: cursor) else { return false }
    return opener.line < cursor.line
      && buffer.text(in: buffer.position(after: opener)..<cursor).utf8.allSatisfy { $0 <= 0x20 }
  }

  /// The position after the text's closing brace, if nothing else follows the cursor's line; nil otherwise.
  private var endOfText: TextPosition? {
    guard buffer.lines.count - cursor.line <= 4, !isInString else { return nil }
    let rest = buffer.text(in: cursor..<buffer.end).utf8.filter { $0 > 0x20 }
    guard rest == [UInt8(ascii: "}")], let opener = buffer.enclosingOpener(of: cursor), buffer.byte(at: opener) == 0x7B,
      buffer.text(in: .start..<opener).utf8.allSatisfy({ $0 <= 0x20 }),
      let line = buffer.lines.lastIndex(where: { $0.utf8.contains(0x7D) }),
      let index = buffer.lines[line].utf8.lastIndex(of: 0x7D)
    else { return nil }
    return buffer.position(of: buffer.lines[line].utf8.index(after: index), in: line)
  }

  /// Types a closing bracket; on its own line, it gets the indentation of the opening one.
  private mutating func typeCloser(_ character: Character) {
    let isAlone = buffer.indentation(of: cursor.line) == buffer.length(of: cursor.line)
    var start = cursor
    var indentation = ""
    if isAlone, let opener = buffer.enclosingOpener(of: cursor) {
      start = TextPosition(line: cursor.line, offset: 0)
      indentation = buffer.part(of: opener.line, 0..<buffer.indentation(of: opener.line))
    }
    replace(start..<cursor, with: indentation + String(character), as: .typing)
  }
}

extension UInt8 {
  var endsValue: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
