package import VirgaCanvas
import VirgaJSON

/// Draws what a config makes of its feature: changed leaves with a mark and with what they were.
package enum MergedPanel {
  /// Draws the merged result with its border.
  ///
  /// - Parameter showsCursor: whether the terminal's cursor goes there.
  package static func draw(
    _ editor: ConfigEditor, in area: Rectangle, hasFocus: Bool = false, showsCursor: Bool = false,
    on canvas: inout Canvas
  ) {
    canvas.drawBorder(area, title: "Merged", note: note(of: editor), hasFocus: hasFocus)
    let inside = area.inset(by: 1)
    let top = editor.mergedTop(rows: inside.rows)
    for (place, row) in (editor.merged?.rows ?? []).dropFirst(top).prefix(inside.rows).enumerated() {
      let line = inside.line(place)
      if row.change != nil { canvas.draw(Marks.changed, at: line.origin, style: .override.bold()) }
      canvas.draw(Self.line(of: row, columns: line.columns - 2), at: line.origin.moved(columns: 1), within: line.columns - 2)
    }
    if showsCursor { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  private static func note(of editor: ConfigEditor) -> DisplayText {
    if editor.isMergedOld { return "last valid" }
    let count = editor.merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// A row as a line: what the value was stands at its end.
  static func line(of row: MergedRows.Row, columns: Int) -> StyledLine {
    let isChanged = row.change != nil
    var line = StyledLine(.blanks(row.depth * 2))
    if let key = row.key {
      line.add(DisplayText(JSONValue.string(key).compact), isChanged ? .key.bold() : .key)
      line.add(": ", .punctuation)
    }
    let style = row.value == nil ? Style.punctuation : ValueText.style(row.value)
    line.add(DisplayText(row.text), isChanged ? style.bold() : style)
    if row.hasComma { line.add(",", .punctuation) }
    guard let change = row.change else { return line.truncated(to: columns) }
    let old = was(change).truncated(to: max(8, min(columns / 3, columns - line.columns - 2)))
    line = line.truncated(to: columns - old.columns - 1)
    line.pad(to: columns - old.columns)
    line.add(old, .dim)
    return line
  }

  private static func was(_ change: MergedRows.Change) -> DisplayText {
    switch change {
    case .new: "new"
    case .was(let value): DisplayText("was \(ValueText.size(value))")
    }
  }
}

extension ConfigEditor {
  /// The first row of the merged result that is seen: as scrolled from where the first change is in sight.
  func mergedTop(rows: Int) -> Int {
    guard let merged, merged.rows.count > rows else { return 0 }
    return min(max(0, merged.restingTop(rows: rows) + mergedShift), merged.rows.count - rows)
  }

  /// Has the merged result seen from a row on.
  mutating func showMerged(from top: Int, rows: Int) {
    guard let merged else { return }
    mergedShift = min(max(0, top), max(0, merged.rows.count - rows)) - merged.restingTop(rows: rows)
  }
}

extension MergedRows {
  /// The first row that is seen before anybody scrolls: far enough down for the first change.
  fileprivate func restingTop(rows: Int) -> Int { firstChange.map { $0 < rows ? 0 : $0 - rows / 3 } ?? 0 }
}

extension State {
  /// The first row of the merged result that is seen.
  var mergedTop: Int {
    get { editor?.mergedTop(rows: layout.inside(.merged).rows) ?? 0 }
    set {
      let rows = layout.inside(.merged).rows
      edit { $0.showMerged(from: newValue, rows: rows) }
    }
  }
}
