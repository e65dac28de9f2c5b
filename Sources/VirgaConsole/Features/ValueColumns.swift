import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// The columns of the values: names first, then values, then where they come from; was and type give way.
enum ValueColumns {
  @Sendable static func columns(_ model: Model, _ room: ListPanel<ValueRow>.Room) -> [Column<ValueRow>] {
    guard model.selectedFeature != nil else { return [] }
    let (filter, entry, channel) = (Filter(model.table.search.text), model.editing.value, model.channel)
    let leastLayer = shortLayer(of: model.table.list.items, in: model)
    let folds = hasFolds(model.table.list.items)
    let isTall = room.rowHeight > 1 && model.table.wantedColumns > room.columns
    let names = Column<ValueRow>(
      "Variable", width: .content(least: isTall ? room.columns : min(26, room.columns - 12), rank: 0),
      name: { DisplayText($0.name) }
    ) { row, width in name(of: row, filter, folds, in: width) }
    // Showing values whole matters more than showing layers.
    let whole = room.seen.map { $0.isContainer ? 0 : value(of: $0, filter, in: 0, entry).columns }.max() ?? 0
    let widest = room.seen.map { name(of: $0, filter, folds, in: .max).columns }.max() ?? 0
    let leastValue = max(8, min(whole, 20, room.columns - min(widest, 26) - 3))
    let values = [
      Column(width: .content(least: 1, rank: -1)) { row, _ in mark(of: row) },
      Column(valueHead, width: .content(least: leastValue, rank: 1)) {
        value(of: $0, filter, in: $1, entry)
      },
      Column("Layer", width: .content(least: leastLayer, rank: 2)) { row, width in
        StyledLine(layer(of: row, in: channel, width), row.isChanged ? .changed : .dim)
      },
      Column("Was", width: .content(least: room.columns < 60 ? nil : 9, rank: 3)) { row, _ in
        StyledLine(row.was.map { DisplayText(ValueText.replaced($0, by: row.value)) } ?? .empty, .dim)
      },
    ]
    if isTall { return [names, below(values, in: room.columns)] }
    let type = Column<ValueRow>("Type", width: .content(least: nil, rank: 4), style: .typeName) {
      DisplayText($0.type?.description ?? "")
    }
    return [names, type] + values
  }

  /// With short layer names if long ones do not fit.
  private static func below(_ columns: [Column<ValueRow>], in room: Int) -> Column<ValueRow> {
    @Sendable func line(_ row: ValueRow, _ width: Int) -> StyledLine {
      columns.map { $0.cell(row, width) }.filter { $0.columns > 0 }
        .reduce(StyledLine(.blanks(row.depth * 2 + 1))) { $0 + StyledLine(" ") + $1 }
    }
    return Column(valueHead, width: .rest) { row, width in
      let long = line(row, width)
      return long.columns <= room ? long : line(row, 0)
    }
  }

  /// The width that names and values need to be whole, with short layer names.
  static func wanted(for rows: [ValueRow], in model: Model) -> Int {
    let folds = hasFolds(rows)
    func widest(_ columns: (ValueRow) -> Int) -> Int { rows.map(columns).max() ?? 0 }
    return widest { name(of: $0, Filter(""), folds, in: .max).columns } + widest { 2 * mark(of: $0).columns } + 1
      + max(
        valueHead.columns, widest { min(value(of: $0, Filter(""), in: 0, model.editing.value).columns, maxValueWidth) })
      + (shortLayer(of: rows, in: model).map { $0 + 1 } ?? 0)
  }

  /// The width of short layer names; nil if all values are variable defaults, which need no column to say so.
  private static func shortLayer(of rows: [ValueRow], in model: Model) -> Int? {
    guard rows.contains(where: { ($0.highestLayer ?? .variableDefault) != .variableDefault }) else { return nil }
    return rows.map { min(layer(of: $0, in: model.channel, 0).columns, maxLayerWidth) }.max()
  }

  /// The details show longer values in full.
  private static let maxValueWidth = 40
  private static let maxLayerWidth = 16

  private static func hasFolds(_ rows: [ValueRow]) -> Bool { rows.contains { $0.fold != .none } }

  private static func mark(of row: ValueRow) -> StyledLine {
    guard row.isChanged, let (mark, style) = PanelSymbols.layer(row.highestLayer) else { return StyledLine(.empty) }
    return StyledLine(mark, style.bold())
  }

  private static func value(of row: ValueRow, _ filter: Filter, in width: Int, _ entry: ValueEntry?) -> StyledLine {
    if let entry, entry.path == row.path { return StyledLine(DisplayText(entry.field.text)) }
    let text = row.fold == .open ? ValueText.size(row.value) : ValueText.short(row.value, in: width)
    let isMatch = !filter.isEmpty && row.fold == .none && filter.containsWhole(row.value.compact)
    return StyledLine(DisplayText(text), isMatch ? .match : ValueText.style(row.value))
  }

  private static let valueHead: DisplayText = "Value"

  private static func name(of row: ValueRow, _ filter: Filter, _ hasFolds: Bool, in columns: Int) -> StyledLine {
    let fold: DisplayText =
      switch row.fold {
      case .open: PanelSymbols.open + " "
      case .closed: PanelSymbols.closed + " "
      case .none: hasFolds ? "  " : .empty
      }
    let isMatch = !filter.isEmpty && filter.containsWhole(row.name)
    return StyledLine(
      of: (.blanks(min(row.depth * 2, max(0, columns - 8))), .text), (fold, .accent),
      (DisplayText(row.name), isMatch ? .match : .text))
  }

  private static func layer(of row: ValueRow, in channel: String?, _ columns: Int) -> DisplayText {
    if let layer = row.layer { return DisplayText(ValueText.layer(layer, in: channel, columns: columns)) }
    return row.changedLeaves > 0 && row.fold == .closed ? DisplayText("\(row.changedLeaves) changed inside") : .empty
  }

  /// Draws the value being typed over a row's value and the columns after it.
  @Sendable static func drawEntry(
    _ model: Model, _ row: ValueRow, in line: Rectangle, _ columns: [PlacedColumn<ValueRow>], on canvas: inout Canvas
  ) -> Bool {
    guard let entry = model.editing.value, entry.path == row.path,
      let column = columns.first(where: { $0.column.head == valueHead })
    else { return false }
    let isBelow = line.rows > 1
    let start = line.origin.moved(
      columns: PanelSymbols.gutter + (isBelow ? row.depth * 2 + 2 : column.start), rows: isBelow ? 1 : 0)
    let all = Rectangle(column: start.column, row: start.row, columns: line.endColumn - 1 - start.column, rows: 1)
    let type = DisplayText("  \(entry.refusal == nil ? "" : "! ")\(entry.type.map { "\($0)" } ?? "JSON")")
    let room = max(4, all.columns - type.columns)
    let style: Style = entry.refusal == nil ? .match : .error
    canvas.fill(all)
    canvas.fill(all.left(room), style: style.underlined())
    let caret = entry.field.draw(at: start, within: room - 1, style: style.underlined(), on: &canvas)
    canvas.draw(type, at: start.moved(columns: room), style: .typeName, within: all.columns - room)
    if model.overlay == nil { canvas.cursor = caret }
    return true
  }
}
