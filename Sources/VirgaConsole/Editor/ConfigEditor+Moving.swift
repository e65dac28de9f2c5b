import VirgaJSON
import VirgaSource

// Moving the cursor, with or without extending the selection.
extension ConfigEditor {
  /// Moves the cursor; `extends` keeps the other end of the selection.
  ///
  /// - Parameter page: The number of rows of a page.
  mutating func move(_ motion: TextAction.Motion, extends: Bool = false, page: Int = 1) {
    completion = nil
    var goal: Int?
    let position: TextPosition
    switch motion {
    case .left where !selection.isEmpty && !extends: position = selection.range.lowerBound
    case .right where !selection.isEmpty && !extends: position = selection.range.upperBound
    case .pages(let pages): return move(.rows(pages * max(1, page - 1)), extends: extends)
    case .rows(let rows):
      let column = goalColumn ?? cells(of: cursor.line).column(of: cursor.offset)
      goal = column
      position = self.position(rows, below: cursor, at: column)
    default: position = self.position(of: motion) ?? cursor
    }
    go(to: position, extends: extends)
    goalColumn = goal
  }

  /// The position where a motion leads; nil for motions by rows.
  func position(of motion: TextAction.Motion) -> TextPosition? {
    switch motion {
    case .left: buffer.position(before: cursor)
    case .right: buffer.position(after: cursor)
    case .wordLeft: buffer.wordStart(before: cursor)
    case .wordRight: buffer.wordEnd(after: cursor)
    case .lineStart: lineStart
    case .lineEnd: TextPosition(line: cursor.line, offset: buffer.length(of: cursor.line))
    case .textStart: .start
    case .textEnd: buffer.end
    case .rows, .pages: nil
    }
  }

  mutating func go(to position: TextPosition, extends: Bool = false) {
    completion = nil
    goalColumn = nil
    problemView.shift = 0
    endRun()
    let position = buffer.nearest(position)
    selection = TextSelection(from: extends ? selection.anchor : position, to: position)
    folds.reveal(position.line)
  }

  mutating func selectAll() {
    completion = nil
    selection = TextSelection(from: .start, to: buffer.end)
  }

  mutating func selectLine() {
    completion = nil
    let isLast = cursor.line + 1 == buffer.lines.count
    let end = isLast ? buffer.end : TextPosition(line: cursor.line + 1, offset: 0)
    selection = TextSelection(from: TextPosition(line: cursor.line, offset: 0), to: end)
  }

  mutating func go(to path: JSONPath) {
    let document = JSONDocument.parse(SourceText(name: EditorSubject.textName, text: buffer.text))
    var wanted: JSONPath? = path
    while let ancestor = wanted, !ancestor.isRoot {
      if let range = document.range(at: ancestor) { return go(to: buffer.textPosition(of: range.start)) }
      wanted = ancestor.parent
    }
  }

  /// The start of the line's text; if the cursor is there already, the start of the line.
  private var lineStart: TextPosition {
    let text = TextPosition(line: cursor.line, offset: buffer.indentation(of: cursor.line))
    return cursor == text ? TextPosition(line: cursor.line, offset: 0) : text
  }

  private func position(_ rows: Int, below position: TextPosition, at column: Int) -> TextPosition {
    let row = folds.row(of: folds.shown(position.line)) + rows
    if row < 0 { return .start }
    guard row < folds.rowCount(of: buffer.lines.count) else { return buffer.end }
    let line = folds.line(at: row)
    return TextPosition(line: line, offset: cells(of: line).offset(at: column))
  }
}
