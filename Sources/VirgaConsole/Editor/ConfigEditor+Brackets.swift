// Brackets: folding what is between them, and going from one to the other.
extension ConfigEditor {
  /// Folds or unfolds what begins in the cursor's line or encloses it; returns false if there is nothing to fold.
  mutating func toggleFold(at line: Int? = nil) -> Bool {
    let line = line ?? cursor.line
    if folds.fold(at: line) != nil {
      folds.remove(at: line)
      return true
    }
    guard let fold = buffer.foldable(at: line) ?? enclosingFold(of: line) else { return false }
    folds.add(fold)
    leaveHiddenLines()
    return true
  }

  /// Folds everything inside the outermost bracket; unfolds everything if anything is folded.
  mutating func toggleAllFolds() {
    folds.set(folds.all.isEmpty ? buffer.foldables() : [])
    leaveHiddenLines()
  }

  private mutating func leaveHiddenLines() {
    let shown = folds.shown(cursor.line)
    if shown != cursor.line {
      selection = TextSelection(at: TextPosition(line: shown, offset: buffer.length(of: shown)))
    }
  }

  private func enclosingFold(of line: Int) -> TextFolds.Fold? {
    guard let opener = buffer.enclosingOpener(of: TextPosition(line: line, offset: 0)),
      let end = buffer.closing(of: opener, before: buffer.lines.count)
    else { return nil }
    return TextFolds.Fold(first: opener.line, last: end.line)
  }

  /// Goes to the matching or the enclosing bracket; returns false if there is none.
  mutating func goToBracket() -> Bool {
    let pair = bracketPair(in: 0..<buffer.lines.count)
    guard let target = pair?.partner ?? buffer.enclosingOpener(of: cursor) else { return false }
    go(to: target)
    return true
  }

  /// The bracket after the cursor, or else before it, and its partner, searched only in some lines.
  func bracketPair(in lines: Range<Int>) -> (bracket: TextPosition, partner: TextPosition)? {
    for position in [cursor, TextPosition(line: cursor.line, offset: cursor.offset - 1)] where position.offset >= 0 {
      if let partner = buffer.partner(of: position, in: lines) { return (position, partner) }
    }
    return nil
  }
}
