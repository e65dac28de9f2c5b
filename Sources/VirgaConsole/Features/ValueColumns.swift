import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// The widths of the texts in a feature's values.
struct ValueWidths: Sendable {
  let names: Int
  let types: Int
  /// The width of replaced values; nil if there are none.
  let replaced: Int?
  let values: Int

  /// Measuring the values of a very large feature would delay each key.
  private static let mostMeasured = 200

  init(of rows: [ValueRow]) {
    names = rows.map { $0.depth * 2 + 2 + DisplayText($0.name).columns }.max() ?? 8
    types = rows.map { DisplayText($0.type?.description ?? "").columns }.max() ?? 4
    replaced = rows.compactMap { row in row.was.map { DisplayText(ValueText.replaced($0, by: row.value)).columns } }
      .max()
    values = rows.prefix(Self.mostMeasured).map { DisplayText(ValueText.short($0.value)).columns }.max() ?? 0
  }
}

/// The column widths of the values; 0 for hidden columns.
struct ValueColumns {
  private(set) var name: Int
  private(set) var type = 0
  private(set) var value = 0
  private(set) var layer: Int
  private(set) var was = 0

  /// Shares a width among the columns: values first, then names and layers; types and replaced values yield.
  init(_ widths: ValueWidths, in width: Int) {
    name = min(max(widths.names, 10), max(12, width * 2 / 5))
    layer = width >= 100 ? 24 : width >= 50 ? 18 : width >= 40 ? 10 : 0
    let least = min(18, max(8, width / 5))
    var left = width - (name + layer + 5) - least
    if let replaced = widths.replaced, width >= 60, left >= 9 {
      was = min(max(replaced, 5), max(width / 8, 8), left - 1)
      left -= was + 1
    }
    // A narrow table needs the room for its names.
    if width < 50, widths.names > name {
      let more = min(left, widths.names - name)
      name += more
      left -= more
    } else if left >= 9 {
      type = min(max(widths.types, 6), left - 1)
      left -= type + 1
    }
    value = max(4, least + left)
    guard width >= 120 else { return }
    // Room that values do not need goes to the layers; the rest stays at the end, not between columns.
    let free = max(0, value - max(widths.values, 20))
    value -= free
    layer += min(free, 16)
  }

  @Sendable static func columns(in room: ListPanel<ValueRow>.Room) -> [Column<ValueRow>] {
    let state = room.state
    guard state.selectedFeature != nil else { return [] }
    let widths = ValueColumns(state.table.widths, in: room.columns)
    let filter = Filter(state.table.search.text)
    let (channel, entry) = (state.channel, state.editing.value)
    return [
      Column("Variable", width: .fixed(widths.name)) { row, width in name(of: row, filter, in: width) },
      Column("Type", width: .fixed(widths.type)) { row, _ in
        StyledLine(DisplayText(row.type?.description ?? ""), .typeName)
      },
      Column(width: .fixed(1)) { row, _ in
        guard row.isChanged, let (mark, style) = Marks.layer(row.highestLayer) else { return StyledLine(.empty) }
        return StyledLine(mark, style.bold())
      },
      Column(valueHead, width: .fixed(widths.value)) { row, _ in
        if let entry, entry.path == row.path { return StyledLine(DisplayText(entry.field.text)) }
        let text = row.fold == .open ? ValueText.size(row.value) : ValueText.short(row.value)
        let isMatch = !filter.isEmpty && row.fold == .none && filter.containsWhole(row.value.compact)
        return StyledLine(DisplayText(text), isMatch ? .match : ValueText.style(row.value))
      },
      Column("Layer", width: .fixed(widths.layer)) { row, width in
        StyledLine(layer(of: row, in: channel, width), row.isChanged ? .changed : .dim)
      },
      Column("Was", width: .fixed(widths.was)) { row, _ in
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
