struct EditorSearch: Sendable {
  var field = TextField()
  var isTyping = false
  /// The number of matches and the one at the cursor, from 1; nil if there is no match.
  var count: (current: Int, all: Int)?
}

extension ConfigEditor {
  func matches(in line: Int) -> [Range<Int>] {
    search.field.isEmpty ? [] : Filter.Word(search.field.text).matches(in: buffer.lines[line])
  }

  /// Starts a search, for the selected text if that is within a line.
  mutating func startSearch() {
    completion = nil
    let selected = selectedText
    if !selected.isEmpty, !selected.utf8.contains(0x0A) { search.field = TextField(selected) }
    search.isTyping = true
  }

  mutating func keepSearch() {
    leaveMatch()
    search.isTyping = false
  }

  mutating func endSearch() {
    leaveMatch()
    search = EditorSearch()
  }

  /// Unselects the match of a search, so that further typing does not replace it.
  private mutating func leaveMatch() {
    if search.isTyping, search.count != nil { go(to: selection.range.lowerBound) }
  }

  /// Goes to the next match, or the previous one if `step` is -1; 0 stays at a match under the cursor.
  mutating func find(step: Int) {
    guard !search.field.isEmpty else { return }
    let wanted = Filter.Word(search.field.text)
    let all = buffer.lines.indices.flatMap { line in
      wanted.matches(in: buffer.lines[line]).map { range in
        TextPosition(line: line, offset: range.lowerBound)..<TextPosition(line: line, offset: range.upperBound)
      }
    }
    guard !all.isEmpty else {
      search.count = nil
      message = .noMatch(search.field.text, isNew: false)
      return
    }
    let next = all.map(\.lowerBound).index(step, from: selection.range.lowerBound)
    search.count = (next + 1, all.count)
    go(to: all[next].lowerBound)
    if search.isTyping { selection = TextSelection(from: all[next].lowerBound, to: all[next].upperBound) }
    message = .match(next + 1, of: all.count)
  }
}

extension Array where Element: Comparable {
  /// The index of the next element after a value, or the previous one if `step` is -1, around the ends; 0 also finds an
  /// equal one.
  func index(_ step: Int, from value: Element) -> Int {
    if step < 0 { return lastIndex { $0 < value } ?? count - 1 }
    return firstIndex { step > 0 ? $0 > value : $0 >= value } ?? 0
  }
}
