// Whole lines, and growing the selection.
extension ConfigEditor {
  var selectedLines: ClosedRange<Int> {
    let range = selection.range
    let endsBefore = range.upperBound.offset == 0 && range.lowerBound.line < range.upperBound.line
    return range.lowerBound.line...range.upperBound.line - (endsBefore ? 1 : 0)
  }

  /// Moves the selected lines over the line before or after them; values stay separated by commas.
  mutating func moveLines(by step: Int) {
    completion = nil
    let lines = selectedLines
    let other = step < 0 ? lines.lowerBound - 1 : lines.upperBound + 1
    guard buffer.lines.indices.contains(other) else { return }
    let first = min(lines.lowerBound, other)
    let old = Array(buffer.lines[first...max(lines.upperBound, other)])
    let last = old.count - 1
    var new = step < 0 ? Array(old[1...]) + [old[0]] : [old[last]] + Array(old[..<last])
    // The value that becomes the last in its bracket passes its comma to the previous last one.
    if Self.endsWithValue(old[last]), Self.hasComma(new[last]) {
      new[step < 0 ? last - 1 : 0] += ","
      new[last] = Self.withoutComma(new[last])
    }
    let end = TextPosition(line: first + last, offset: buffer.length(of: first + last))
    let (anchor, head) = (selection.anchor, selection.head)
    replace(TextPosition(line: first, offset: 0)..<end, with: new.joined(separator: "\n"))
    func shifted(_ position: TextPosition) -> TextPosition {
      buffer.nearest(TextPosition(line: position.line + step.signum(), offset: position.offset))
    }
    selection = TextSelection(from: shifted(anchor), to: shifted(head))
  }

  mutating func duplicateLines() {
    completion = nil
    let lines = selectedLines
    let (anchor, head) = (selection.anchor, selection.head)
    let end = TextPosition(line: lines.upperBound, offset: buffer.length(of: lines.upperBound))
    let comma = Self.endsWithValue(buffer.lines[lines.upperBound]) ? "," : ""
    replace(end..<end, with: ([comma] + buffer.lines[lines]).joined(separator: "\n"))
    let shift = lines.count
    selection = TextSelection(
      from: TextPosition(line: anchor.line + shift, offset: anchor.offset),
      to: TextPosition(line: head.line + shift, offset: head.offset))
  }

  /// Extends the selection to the next larger unit.
  ///
  /// The units are words, strings or lines, the text inside the enclosing brackets, and the brackets.
  mutating func selectAround() -> Bool {
    completion = nil
    let now = selection.range
    let candidates = [word(around: now), token(around: now), inside(around: now), brackets(around: now)]
    let wider = candidates.compactMap(\.self).filter { $0.contains(all: now) && $0 != now }
    let whole = TextPosition.start..<buffer.end
    let next = wider.min { size(of: $0) < size(of: $1) } ?? whole
    guard next != now else { return false }
    selection = TextSelection(from: next.lowerBound, to: next.upperBound)
    return true
  }

  private func size(of range: Range<TextPosition>) -> Int { buffer.text(in: range).utf8.count }

  private func word(around range: Range<TextPosition>) -> Range<TextPosition>? {
    guard range.isEmpty else { return nil }
    let start = buffer.wordStart(before: buffer.wordEnd(after: range.lowerBound))
    guard start.line == range.lowerBound.line, start <= range.lowerBound else { return nil }
    return start..<buffer.wordEnd(after: start)
  }

  private func token(around range: Range<TextPosition>) -> Range<TextPosition>? {
    let line = range.lowerBound.line
    guard line == range.upperBound.line else { return nil }
    let token = JSONToken.tokens(of: buffer.lines[line]).first {
      $0.range.lowerBound <= range.lowerBound.offset && range.upperBound.offset <= $0.range.upperBound
    }
    return token.map {
      TextPosition(line: line, offset: $0.range.lowerBound)..<TextPosition(line: line, offset: $0.range.upperBound)
    }
  }

  private func inside(around range: Range<TextPosition>) -> Range<TextPosition>? {
    brackets(around: range).map { buffer.position(after: $0.lowerBound)..<buffer.position(before: $0.upperBound) }
  }

  private func brackets(around range: Range<TextPosition>) -> Range<TextPosition>? {
    var start = range.lowerBound
    while let opener = buffer.enclosingOpener(of: start) {
      if let closer = buffer.partner(of: opener, in: 0..<buffer.lines.count), closer >= range.upperBound {
        return opener..<buffer.position(after: closer)
      }
      start = opener
    }
    return nil
  }

  private static func hasComma(_ line: String) -> Bool { line.utf8.last { $0 > 0x20 } == UInt8(ascii: ",") }

  private static func endsWithValue(_ line: String) -> Bool { line.utf8.last { $0 > 0x20 }?.endsValue == true }

  private static func withoutComma(_ line: String) -> String {
    line.lastIndex(of: ",").map { String(line[..<$0]) + line[line.index(after: $0)...] } ?? line
  }
}

extension Range<TextPosition> {
  fileprivate func contains(all other: Range<TextPosition>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
