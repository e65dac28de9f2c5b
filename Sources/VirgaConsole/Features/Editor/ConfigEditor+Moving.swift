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

// Moving the cursor and selecting.
extension ConfigEditor {
  /// Moves the cursor, or deletes or indents text.
  ///
  /// - Parameter rowsOfPage: The rows of a page; a motion by pages keeps one of them in sight.
  mutating func perform(_ action: TextAction, rowsOfPage: Int) {
    // Completions follow only typing and the deletion of a character, which set this again.
    lastTyped = nil
    switch action {
    case .move(let motion, let selects): move(motion, extends: selects, rowsOfPage: rowsOfPage)
    case .delete(.left): deleteBackward()
    // At the start or end of a line, the line break is deleted.
    case .delete(.lineStart) where cursor.offset == 0: deleteBackward()
    case .delete(.lineEnd) where cursor == buffer.end(of: cursor.line):
      delete(to: buffer.position(after: cursor))
    // The indentation is deleted too, although the motion stops before it.
    case .delete(.lineStart): delete(to: TextPosition(line: cursor.line))
    case .delete(let motion): delete(to: position(of: motion))
    case .breakLine: breakLine()
    case .indent where selection.isEmpty: replace(cursor..<cursor, with: Self.indent, as: .typing)
    case .indent: changeIndentation(outdents: false)
    case .outdent: changeIndentation(outdents: true)
    }
  }

  /// Moves the cursor, and with `extends` the selection's end with it.
  ///
  /// Left and right in a selection only go to its ends. A page keeps one row in sight. Over short
  /// rows, the cursor keeps its column for the next long one.
  mutating func move(_ motion: TextAction.Motion, extends: Bool = false, rowsOfPage: Int = 1) {
    let dropsSelection = !selection.isEmpty && !extends
    switch motion {
    case .left where dropsSelection: go(to: selection.range.lowerBound)
    case .right where dropsSelection: go(to: selection.range.upperBound)
    case .pages(let pages):
      let step = max(1, rowsOfPage - 1)
      move(.rows(pages * step), extends: extends)
    case .rows(let rows): moveKeepingColumn(byRows: rows, extends: extends)
    default: go(to: position(of: motion), extends: extends)
    }
  }

  /// Moves the cursor down, or up if `rows` is negative, in the column from which the first of
  /// several such motions started; with `extends`, the selection's end with it.
  private mutating func moveKeepingColumn(byRows rows: Int, extends: Bool) {
    let goal = goalColumn ?? cells(of: cursor.line).column(of: cursor.offset)
    go(to: position(rowsBelowCursor: rows, column: goal), extends: extends)
    // `go(to:)` clears it.
    goalColumn = goal
  }

  /// Where a motion leads from the cursor; up and down, the column is ``goalColumn`` or the first.
  private func position(of motion: TextAction.Motion) -> TextPosition {
    switch motion {
    case .left: return buffer.position(before: cursor)
    case .right: return buffer.position(after: cursor)
    case .wordLeft: return buffer.wordStart(before: cursor)
    case .wordRight: return buffer.wordEnd(after: cursor)
    // Behind the indentation; if the cursor is there already, before it.
    case .lineStart: return startOfTextOrLine
    case .lineEnd: return buffer.end(of: cursor.line)
    case .textStart: return .start
    case .textEnd: return buffer.end
    // `move` turns pages into rows, so only rows arrive here.
    case .rows(let rows), .pages(let rows):
      return position(rowsBelowCursor: rows, column: goalColumn ?? 0)
    }
  }

  /// Where the text of the cursor's line starts, after its indentation; if the cursor is there
  /// already, the start of the line.
  private var startOfTextOrLine: TextPosition {
    let textStart = TextPosition(line: cursor.line, offset: buffer.indentation(of: cursor.line))
    return cursor == textStart ? TextPosition(line: cursor.line) : textStart
  }

  /// The position some rows below the cursor, above it if `rows` is negative, in a column of cells;
  /// beyond the first or the last line, the start or the end of the text.
  private func position(rowsBelowCursor rows: Int, column: Int) -> TextPosition {
    let line = cursor.line + rows
    if line < 0 { return .start }
    guard line < buffer.lines.count else { return buffer.end }
    return TextPosition(line: line, offset: cells(of: line).offset(at: column))
  }

  /// Moves the cursor to a position; what is typed there is another undo step.
  ///
  /// - Parameter extends: Whether the selection grows to the position instead of ending.
  mutating func go(to position: TextPosition, extends: Bool = false) {
    let position = buffer.nearest(position)
    select(from: extends ? selection.anchor : position, to: position)
    // Moving up or down from here keeps this column, not that of an earlier motion.
    goalColumn = nil
    // The list of problems scrolls to the one at the cursor.
    problemShift = 0
    history.endStep()
  }

  /// Moves the cursor to the value at a path, or to the innermost value around it that the text
  /// has.
  mutating func go(to path: JSONPath) {
    if let start = edited.start(of: path) { go(to: start) }
  }

  /// Selects the text between two positions, of which `head` is that of the cursor.
  private mutating func select(from anchor: TextPosition, to head: TextPosition) {
    completion = nil
    selection = TextSelection(from: anchor, to: head)
  }

  /// Selects the whole text.
  mutating func selectAll() { select(from: .start, to: buffer.end) }

  /// Selects the line of the cursor with its line end.
  mutating func selectLine() {
    let start = TextPosition(line: cursor.line)
    let isLastLine = cursor.line + 1 == buffer.lines.count
    select(from: start, to: isLastLine ? buffer.end : TextPosition(line: cursor.line + 1))
  }
}
