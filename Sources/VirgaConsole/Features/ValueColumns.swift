import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// The columns of the values: names first, then values, then where they come from; was and type give way.
enum ValueColumns {
  @Sendable static func columns(in room: ListPanel<ValueRow>.Room) -> [Column<ValueRow>] {
    let state = room.state
    guard state.selectedFeature != nil else { return [] }
    let filter = Filter(state.table.search.text)
    let shortLayer = room.seen.map { layer(of: $0, in: state.channel, 0).columns }.max().map { min($0, 16) } ?? 0
    let (channel, entry) = (state.channel, state.editing.value)
    return [
      Column("Variable", width: .content(least: min(26, room.columns - 9), rank: 0), name: { DisplayText($0.name) }) {
        row, width in
        name(of: row, filter, in: width)
      },
      Column("Type", width: .content(least: nil, rank: 4)) { row, _ in
        StyledLine(DisplayText(row.type?.description ?? ""), .typeName)
      },
      Column(width: .fixed(1)) { row, _ in
        guard row.isChanged, let (mark, style) = Marks.layer(row.highestLayer) else { return StyledLine(.empty) }
        return StyledLine(mark, style.bold())
      },
      Column(valueHead, width: .content(least: 8, rank: 1)) { row, width in
        if let entry, entry.path == row.path { return StyledLine(DisplayText(entry.field.text)) }
        let text = row.fold == .open ? ValueText.size(row.value) : ValueText.short(row.value, in: width)
        let isMatch = !filter.isEmpty && row.fold == .none && filter.containsWhole(row.value.compact)
        return StyledLine(DisplayText(text), isMatch ? .match : ValueText.style(row.value))
      },
      Column("Layer", width: .content(least: shortLayer, rank: 2)) { row, width in
        StyledLine(layer(of: row, in: channel, width), row.isChanged ? .changed : .dim)
      },
      Column("Was", width: .content(least: room.columns < 60 ? nil : 9, rank: 3)) { row, _ in
        StyledLine(row.was.map { DisplayText(ValueText.replaced($0, by: row.value)) } ?? .empty, .dim)
      },
    ]
  }

  private static let valueHead: DisplayText = "Value"

  private static func name(of row: ValueRow, _ filter: Filter, in columns: Int) -> StyledLine {
    let fold: DisplayText =
      switch row.fold {
      case .open: Marks.open
      case .closed: Marks.closed
      case .none: " "
      }
    let isMatch = !filter.isEmpty && filter.containsWhole(row.name)
    return StyledLine(
      of: (.blanks(min(row.depth * 2, max(0, columns - 8))), .text), (fold, .accent), (" ", .text),
      (DisplayText(row.name), isMatch ? .match : .text))
  }

  private static func layer(of row: ValueRow, in channel: String?, _ columns: Int) -> DisplayText {
    if let layer = row.layer { return DisplayText(ValueText.layer(layer, in: channel, columns: columns)) }
    return row.changedLeaves > 0 && row.fold == .closed ? DisplayText("\(row.changedLeaves) changed inside") : .empty
  }

  /// Draws the value being typed over a row's value and the columns after it.
  @Sendable static func drawEntry(
    _ state: State, _ row: ValueRow, in line: Rectangle, _ columns: [PlacedColumn<ValueRow>], on canvas: inout Canvas
  ) -> Bool {
    guard let entry = state.editing.value, entry.path == row.path,
      let column = columns.first(where: { $0.column.head == valueHead })
    else { return false }
    let start = line.origin.moved(columns: Marks.gutter + column.start)
    let all = Rectangle(column: start.column, row: start.row, columns: line.endColumn - 1 - start.column, rows: 1)
    let type = DisplayText("  \(entry.refusal == nil ? "" : "! ")\(entry.type.map { "\($0)" } ?? "JSON")")
    let room = max(4, all.columns - type.columns)
    let before = DisplayText(entry.field.beforeCaret).columns
    let hidden = max(0, before - room + 1)
    let style: Style = entry.refusal == nil ? .match : .error
    canvas.fill(all)
    canvas.fill(all.left(room), style: style.underlined())
    canvas.draw(
      DisplayText(entry.field.text).dropping(hidden), at: start, style: style.underlined(), within: room,
      ellipsis: .empty)
    canvas.reverse(entry.field.proposedCells(at: start, within: room, hidden: hidden))
    canvas.draw(type, at: start.moved(columns: room), style: .typeName, within: all.columns - room)
    if state.overlay == nil { canvas.cursor = start.moved(columns: before - hidden) }
    return true
  }
}
