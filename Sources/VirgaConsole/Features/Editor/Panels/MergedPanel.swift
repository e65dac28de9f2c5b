import VirgaCanvas
import VirgaJSON

/// Draws a merged result: that of a text, or the feature as apps read it.
struct MergedPanel {
  /// Nil if the feature of the text is not known yet, or if no feature is selected.
  private let merged: MergedPreview?
  private let display: ConfigEditor.MergedDisplay

  /// The merged result of an editor's text.
  init(_ editor: ConfigEditor) {
    (merged, display) = (editor.merged, editor.mergedDisplay)
  }

  /// A feature without an edit, as apps read it; nil without a feature.
  init(reading feature: MergedPreview?) {
    (merged, display) = (feature, ConfigEditor.MergedDisplay())
  }

  /// The blank columns at both sides of the text inside the border; marks of changes are in the
  /// left one.
  private static let margins = 2

  /// The rows, with as many containers unfolded as a height has room for; with all unfolded if the
  /// person asked for that.
  func rows(height: Int) -> [MergedPreview.Row] {
    merged?.rows(fitting: display.isUnfolded ? .max : height) ?? []
  }

  /// All rows as lines for the inside of a panel.
  func lines(in size: Size) -> [StyledLine] {
    lines(in: size.rows, columnsOfText: size.columns - Self.margins)
  }

  /// All rows as lines for a panel of a height.
  func lines(in height: Int, columnsOfText columns: Int) -> [StyledLine] {
    rows(height: height).map { Self.line(of: $0, columns: columns) }
  }

  /// The first visible row; unless scrolled, the first change is visible.
  func top(height: Int) -> Int { top(of: rows(height: height), height: height) }

  /// The index of the first visible row.
  ///
  /// Unless scrolled, that is the first row. If the first change would then be below the panel, a
  /// third of the panel has the rows before that change instead.
  private func top(of rows: [MergedPreview.Row], height: Int) -> Int {
    // Without a change, the first row is taken for it, so that nothing is below.
    let firstChange = rows.firstIndex { $0.change != nil } ?? 0
    let isChangeBelow = rows.count > height && firstChange >= height
    let rowsBeforeChange = height / 3
    let restingTop = isChangeBelow ? firstChange - rowsBeforeChange : 0
    let lastTop = max(0, rows.count - height)
    let scrolledTop = restingTop + display.shift
    return min(max(0, scrolledTop), lastTop)
  }

  /// How far a panel of a height shows the rows, as in `20 of 48 lines`; empty if it shows all.
  func scrollPosition(height: Int) -> DisplayText {
    scrollPosition(of: rows(height: height), height: height)
  }

  /// How far a panel of a height shows the given rows.
  private func scrollPosition(of rows: [MergedPreview.Row], height: Int) -> DisplayText {
    Prose.scrollPosition(from: top(of: rows, height: height), rows: height, of: rows.count)
  }

  /// Draws the visible rows, those with a change marked.
  func draw(in area: Rectangle, hasFocus: Bool = false, on canvas: inout Canvas) {
    let inside = area.inset(by: 1)
    // More rows in a higher panel, where more containers are unfolded.
    let allRows = rows(height: inside.rows)
    canvas.drawBorder(area, title: "Merged", subtitle: subtitle, hasFocus: hasFocus)
    canvas.drawScrollPosition(scrollPosition(of: allRows, height: inside.rows), in: area)
    let firstVisible = top(of: allRows, height: inside.rows)
    let visible = allRows.dropFirst(firstVisible).prefix(inside.rows)
    let columns = inside.columns - Self.margins
    canvas.draw(visible.map { Self.line(of: $0, columns: columns) }, in: inside)
    for (index, row) in visible.enumerated() where row.change != nil {
      canvas.draw(PanelSymbols.changed, at: inside.line(index).origin, style: .override.bold())
    }
  }

  /// The number of changes; `last valid` if the result is that of an older text, because the text
  /// has errors.
  private var subtitle: DisplayText {
    if display.isOfOlderText { return "last valid" }
    // Nil if the feature is not known yet: the panel has no rows then.
    let count = merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// A row as a line of a width, such as `  "enabled": true,   was false`; the new value is cut if
  /// the old one needs its columns.
  private static func line(of row: MergedPreview.Row, columns: Int) -> StyledLine {
    let current = lineWithoutChange(of: row)
    guard let change = row.change else { return current.truncated(to: columns) }
    let columnsOfOld = columnsOfOldValue(after: current, in: columns)
    let old = DisplayText(change).truncated(to: columnsOfOld)
    let leastGap = 1
    var line = current.truncated(to: columns - old.columns - leastGap)
    line.add(.blanks(max(leastGap, columns - old.columns - line.columns)))
    line.add(old, .dim)
    return line
  }

  /// The most columns of an old value at the end of a line: what the new value leaves, but at most
  /// a third of the line, and at least 8 columns.
  private static func columnsOfOldValue(after new: StyledLine, in columns: Int) -> Int {
    let (gap, least) = (2, 8)
    let columnsLeft = columns - new.columns - gap
    return max(least, min(columns / 3, columnsLeft))
  }

  /// A row as JSON, indented by its depth; a changed one is bold.
  private static func lineWithoutChange(of row: MergedPreview.Row) -> StyledLine {
    func emphasized(_ style: Style) -> Style { row.change == nil ? style : style.bold() }
    let blanksPerLevel = 2
    var line = StyledLine(.blanks(row.depth * blanksPerLevel))
    if let key = row.key {
      line.add(DisplayText(JSONValue.string(key).compact), emphasized(.key))
      line.add(": ", .punctuation)
    }
    // Nil for punctuation alone, such as a bracket or a folded object `{ … 2 }`.
    let style: Style = row.value == nil ? .punctuation : ValueText.style(row.value)
    line.add(DisplayText(row.text), emphasized(style))
    if row.hasComma { line.add(",", .punctuation) }
    return line
  }
}
