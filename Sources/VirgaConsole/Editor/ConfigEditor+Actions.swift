package import VirgaCanvas
import VirgaJSON
import VirgaSource

/// The action of a key, other than a character, on the text being typed.
enum TextAction: Hashable, Sendable {
  /// Moves the cursor; `selects` extends the selection.
  case move(Motion, selects: Bool = false)
  /// Deletes the selection, or else the text between the cursor and where a motion leads.
  case delete(Motion)
  case breakLine
  case indent
  case outdent

  enum Motion: Hashable, Sendable {
    case left, right, wordLeft, wordRight, lineStart, lineEnd
    /// A number of rows down; negative for up.
    case rows(Int)
    /// A number of pages down; negative for up.
    case pages(Int)
    case textStart, textEnd
  }
}

extension KeyPress {
  /// Whether the key types a character.
  package var isTyped: Bool {
    if case .character = key { modifiers.isSubset(of: .shift) } else { false }
  }
}

extension ConfigEditor {
  /// - Parameter page: The number of rows of a page.
  mutating func perform(_ action: TextAction, page: Int) {
    wantsCompletion = .none
    switch action {
    case .move(let motion, let selects): move(motion, extends: selects, page: page)
    case .delete(.left): deleteBackward()
    case .delete(.lineStart) where cursor.offset == 0: deleteBackward()
    case .delete(.lineStart): delete(to: TextPosition(line: cursor.line, offset: 0))
    case .delete(.lineEnd) where cursor.offset == buffer.length(of: cursor.line):
      delete(to: buffer.position(after: cursor))
    case .delete(let motion): delete(to: position(of: motion) ?? cursor)
    case .breakLine: breakLine()
    case .indent: indentLines()
    case .outdent: changeIndentation(outdents: true)
    }
  }

  mutating func move(_ motion: TextAction.Motion, extends: Bool = false, page: Int = 1) {
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

  /// Nil for motions by rows.
  private func position(of motion: TextAction.Motion) -> TextPosition? {
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
    let document = JSONDocument.parse(buffer.source)
    let range = path.lineage.lazy.compactMap(document.range(at:)).first
    if let range { go(to: buffer.textPosition(of: range.start)) }
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
