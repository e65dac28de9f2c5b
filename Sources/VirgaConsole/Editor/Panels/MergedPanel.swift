package import VirgaCanvas
import VirgaJSON

/// Draws what a config makes of its feature: changed leaves with a mark and with what they were.
package enum MergedPanel {
  /// Draws the merged result with its border.
  package static func draw(
    _ editor: ConfigEditor, _ layout: EditorLayout, hasFocus: Bool = false, on canvas: inout Canvas
  ) {
    guard !layout.merged.isEmpty else { return }
    canvas.drawBorder(layout.merged, title: "Merged", note: note(of: editor), hasFocus: hasFocus)
    let inside = layout.merged.inset(by: 1)
    guard let merged = editor.merged else { return }
    let first = top(of: editor, rows: inside.rows)
    for (line, row) in merged.rows.dropFirst(first).prefix(inside.rows).enumerated() {
      draw(row, in: inside.line(line), on: &canvas)
    }
  }

  private static func note(of editor: ConfigEditor) -> DisplayText {
    if editor.isMergedOld { return "last valid" }
    let count = editor.merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// The first row that is seen: as scrolled, and far enough down for the first change.
  private static func top(of editor: ConfigEditor, rows: Int) -> Int {
    guard let merged = editor.merged, merged.rows.count > rows else { return 0 }
    let change = merged.firstChange.map { $0 < rows ? 0 : $0 - rows / 3 } ?? 0
    return min(max(0, change + editor.mergedTop), merged.rows.count - rows)
  }

  private static func draw(_ row: MergedRows.Row, in line: Rectangle, on canvas: inout Canvas) {
    let isChanged = row.change != nil
    if isChanged { canvas.draw(Marks.changed, at: line.origin, style: .override.bold()) }
    var styled = StyledLine(.blanks(row.depth * 2))
    if let key = row.key {
      styled.add(DisplayText(JSONValue.string(key).compact), isChanged ? .key.bold() : .key)
      styled.add(": ", .punctuation)
    }
    let style = row.value == nil ? Style.punctuation : ValueText.style(row.value)
    styled.add(DisplayText(row.text), isChanged ? style.bold() : style)
    if row.hasComma { styled.add(",", .punctuation) }
    var room = line.columns - 2
    if let change = row.change {
      let old = was(change).truncated(to: max(8, min(room / 3, room - styled.columns - 2)))
      canvas.drawEnding(old, at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
      room -= old.columns + 1
    }
    canvas.draw(styled, at: line.origin.moved(columns: 1), within: room)
  }

  private static func was(_ change: MergedRows.Change) -> DisplayText {
    switch change {
    case .new: "new"
    case .was(let value): DisplayText("was \(ValueText.size(value))")
    }
  }
}
