import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum ValuePanel {
  static let view = ListPanel(
    panel: .values, path: \Model.features.values.list, read: { $0.features.values.list },
    isFiltered: false,
    opens: "fold",
    columns: columns, title: title, subtitle: subtitle, empty: empty, lines: lines,
    head: { model, columns in about(model, room: model.layout.inside(.values).size) },
    foot: { model, size in
      // The config editor may cover the details, which describe the value otherwise.
      let panels = model.layout.panels
      guard panels[.details] == nil, panels[.editor] != nil, size.rows >= 14,
        let row = model.features.values.selectedRow
      else { return [] }
      let description = DisplayText.lines(row.description).first ?? .empty
      let words = StyledLine(of: (DisplayText(row.name) + "  ", .text.bold()), (description, .text))
      return [StyledLine(.empty), words.truncated(to: size.columns - 2)]
    }, search: drawSearch, typing: drawEntry)

  /// The rows that all values need, with heads, border and, if it fits, the description.
  static func wantedRows(_ model: Model, in size: Size, beside details: Int) -> Int {
    let inside = Size(columns: size.columns - 2, rows: size.rows - 2)
    let about = about(model, room: inside, beside: details)
    let isEmpty = model.features.values.list.count == 0
    let count =
      isEmpty
      ? empty(model).wrapped(to: max(1, inside.columns - 2)).count
      : model.features.values.list.count
    let others = about.count + 3
    let isTall =
      model.features.values.wantedColumns > inside.columns - PanelSymbols.gutter
      && 2 * count + others + min(details, minDetailRows) <= size.rows
    return (isTall ? 2 * count : count) + others
  }

  /// The details keep this many rows before values get a second line.
  private static let minDetailRows = 8

  /// Values go below their names if they do not fit next to them and rows are free.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    let inside = model.layout.inside(.values)
    let free = inside.rows - about(model, room: inside.size).count - 1
    return 2 * model.features.values.list.count <= free
      && model.features.values.wantedColumns > columns ? 2 : 1
  }

  /// What stands above the values, as far as there is room, and a blank line: the recipes of the
  /// feature, and its description unless the details have it.
  ///
  /// - Parameters:
  ///   - room: The inside of the panel.
  ///   - details: The rows of the room that the details take while the panels are laid out without
  ///     the config editor;
  ///     nil once they are laid out.
  private static func about(_ model: Model, room: Size, beside details: Int? = nil) -> [StyledLine]
  {
    guard let feature = model.selectedFeature else { return [] }
    let columns = max(1, room.columns - 2)
    let recipes = recipes(of: feature.id, in: model).flatMap { $0.wrapped(to: columns) }
    let all = Prose.lines(of: feature.description, columns: columns)
    // Heads, a blank line and all values come first.
    let free = room.rows - model.features.values.list.count - 2
    // While panels are laid out, the model still has the last event's layout.
    let hasEditor = details == nil && model.layout.panels[.editor] != nil
    let isSaidBelow = DetailPanel.isAboutFeature(model) && !hasEditor
    let isShown =
      !isSaidBelow && all.count <= min(maxDescriptionLines, free - recipes.count - (details ?? 0))
    let shown = (isShown ? all : []) + recipes.prefix(max(free, room.rows / 4))
    return shown.isEmpty ? [] : (shown + [.empty]).map { StyledLine($0) }
  }

  /// A longer description is read in the details.
  private static let maxDescriptionLines = 3

  /// Highest layer first, as in `experiment order-2026 · treatment-a`.
  private static func recipes(of id: String, in model: Model) -> [DisplayText] {
    (model.layers.enrolled[id]?.counting ?? []).reversed().map { part in
      let forced = model.session[.branch, part.slug] == nil ? "" : " · forced"
      let mismatch =
        model.issues.mismatches.contains(ConfigMismatch(feature: Name(id), slug: Name(part.slug)))
        ? " ! does not match the manifest" : ""
      return
        "\(part.isRollout ? "rollout" : "experiment") \(part.slug) · \(part.branch)\(forced)\(mismatch)"
    }
  }

  @Sendable private static func title(_ model: Model) -> DisplayText {
    guard let feature = model.selectedFeature else {
      return model.features.selectedOrphan.map { DisplayText($0) } ?? "Values"
    }
    // The list has the whole id beside it.
    let room = (model.layout.panels[.values]?.columns ?? 0) - 6
    if model.focus == .features, DisplayText(feature.id).columns > room {
      return DisplayText(Panel.values.title)
    }
    let path =
      model.focus == .values ? model.features.values.selectedRow?.path.components ?? [] : []
    return path.reduce(DisplayText(feature.id)) {
      $0 + DisplayText(" ▸ ") + DisplayText(JSONPath([$1]).description)
    }
  }

  @Sendable private static func subtitle(_ model: Model) -> DisplayText {
    guard model.selectedFeature != nil, let area = model.layout.panels[.values] else {
      return .empty
    }
    let table = model.features.values
    let counts =
      HeaderLine.counted(table.counts.values, "value")
      + DisplayText(" · \(table.counts.changed) changed")
    let edit = wordsOfText(in: model)
    let marks = table.list.markCount > 0 ? DisplayText("\(table.list.markCount) marked · ") : .empty
    let subtitle = marks + (edit.map { area.columns < 76 ? $0 : $0 + " · " + counts } ?? counts)
    let window = table.list.scroll.window(
      count: table.list.count, height: view.rowsArea(in: model).rows)
    let reach = Prose.reach(from: window.lowerBound, rows: window.count, of: table.list.count)
    let notes = TextView.notes(subtitle, reach, beside: title(model), in: area)
    // Problems in the edit matter more than the scroll position.
    return edit == nil || notes != reach ? notes : subtitle
  }

  /// Nil if the text is visible or there is nothing to say.
  private static func wordsOfText(in model: Model) -> DisplayText? {
    guard model.layout.panels[.editor] == nil, let editor = model.editor else { return nil }
    if !editor.findings.isEmpty { return DisplayText("edit: \(editor.findingCount)") }
    return editor.isChanged ? "draft, not applied" : nil
  }

  @Sendable private static func empty(_ model: Model) -> DisplayText {
    if let id = model.selectedFeature?.id {
      guard model.problems.items(of: id).contains(where: \.isUnreadVariable) else {
        return "this feature has no variables"
      }
      return DisplayText(
        "its variables could not be read; \(model.keyName(of: "next-problem")) goes to the error")
    }
    guard let lost = model.features.selectedOrphan else { return .empty }
    let text = model.session[.edit, lost] == nil ? "draft" : "edit"
    return DisplayText(
      "the manifest has no feature of this name; \(model.keyName(of: "drop")) drops the \(text)")
  }

  @Sendable private static func drawSearch(
    _ model: Model, in line: Rectangle, on canvas: inout Canvas
  ) -> Bool {
    let search = model.features.values.search
    let isOwn = !search.field.isEmpty && search.text != model.features.list.filter.text
    // A search that came from the list's filter only marks its matches.
    guard model.selectedFeature != nil, search.isTyping || isOwn else { return false }
    search.draw(in: line.droppingRight(14), on: &canvas)
    guard !search.isTyping else { return true }
    let count = model.features.values.matches().count
    canvas.drawRightAligned(
      count == 0 ? "no match here" : HeaderLine.counted(count, "match", "matches") + " · n N",
      at: Point(column: line.endColumn - 1, row: line.row), style: .dim,
      within: (line.columns - 2) / 2)
    return true
  }

  // The columns: names first, then values, then where they come from; Was and Type are left out
  // first.

  @Sendable private static func columns(
    _ model: Model, _ room: ListPanel<ValueRow>.Room
  ) -> [Column<ValueRow>] {
    guard model.selectedFeature != nil else { return [] }
    let isTall = room.rowHeight > 1
    let names = nameColumn(of: model, isTall: isTall, in: room.columns)
    let values = valueColumns(of: model, beside: names, showing: room.seen, in: room.columns)
    if isTall { return [names, below(values, in: room.columns)] }
    let type = Column<ValueRow>("Type", width: .content(minimum: nil, rank: 4), style: .typeName) {
      DisplayText($0.type?.description ?? "")
    }
    return [names, type] + values
  }

  /// Names may be cut to this width, so that values have room.
  private static let minimumName = 26
  /// The least that a value and a mark need beside the names.
  private static let minimumBesideName = 12
  /// A value gets 8 cells in any case, and up to 20 if names leave them.
  private static let minimumValue = 8...20
  /// In a narrower panel, a value that was replaced is shown whole or not at all.
  private static let columnsForReplacedValues = 60

  private static func nameColumn(
    of model: Model, isTall: Bool, in columns: Int
  ) -> Column<ValueRow> {
    let filter = Filter(model.features.values.search.text)
    let folds = hasFolds(model.features.values.list.items)
    let minimum = isTall ? columns : min(minimumName, columns - minimumBesideName)
    return Column(
      "Variable", width: .content(minimum: minimum, rank: 0), name: { DisplayText($0.name) }
    ) { row, width in
      name(of: row, filter, folds, in: width)
    }
  }

  /// Mark, value, layer and the value that was replaced; showing values whole matters more than
  /// showing layers.
  private static func valueColumns(
    of model: Model, beside names: Column<ValueRow>, showing seen: [ValueRow], in columns: Int
  ) -> [Column<ValueRow>] {
    let filter = Filter(model.features.values.search.text)
    let entry = model.features.editing.value
    let channel = model.channel
    let widestValue =
      seen.map { $0.isContainer ? 0 : value(of: $0, filter, in: 0, entry).columns }.max() ?? 0
    let widestName = seen.map { names.whole($0).columns }.max() ?? 0
    let besideNames = columns - min(widestName, minimumName) - 3
    let minimum = max(
      minimumValue.lowerBound, min(widestValue, minimumValue.upperBound, besideNames))
    let minimumLayer = shortLayer(of: model.features.values.list.items, in: model)
    let minimumReplaced = columns < columnsForReplacedValues ? nil : 9
    return [
      Column(width: .content(minimum: 1, rank: -1)) { row, _ in mark(of: row) },
      Column(valueHead, width: .content(minimum: minimum, rank: 1)) {
        value(of: $0, filter, in: $1, entry)
      },
      Column("Layer", width: .content(minimum: minimumLayer, rank: 2)) { row, width in
        StyledLine(layer(of: row, in: channel, width), row.isChanged ? .changed : .dim)
      },
      Column("Was", width: .content(minimum: minimumReplaced, rank: 3)) { row, _ in
        StyledLine(
          row.was.map { DisplayText(ValueText.replaced($0, by: row.value)) } ?? .empty, .dim)
      },
    ]
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
  static func wantedColumns(of rows: [ValueRow], in model: Model) -> Int {
    let folds = hasFolds(rows)
    func widest(_ columns: (ValueRow) -> Int) -> Int { rows.map(columns).max() ?? 0 }
    return widest { name(of: $0, Filter(""), folds, in: .max).columns }
      + widest { 2 * mark(of: $0).columns } + 1
      + max(
        valueHead.columns,
        widest {
          min(value(of: $0, Filter(""), in: 0, model.features.editing.value).columns, maxValueWidth)
        }
      )
      + (shortLayer(of: rows, in: model).map { $0 + 1 } ?? 0)
  }

  /// The width of short layer names; nil if all values are defaults in definitions, which need no
  /// column to say so.
  private static func shortLayer(of rows: [ValueRow], in model: Model) -> Int? {
    guard rows.contains(where: { !($0.highestLayer ?? .variableDefault).isOfDefinition }) else {
      return nil
    }
    return rows.map { min(layer(of: $0, in: model.channel, 0).columns, maxLayerWidth) }.max()
  }

  /// The details show longer values in full.
  private static let maxValueWidth = 40
  private static let maxLayerWidth = 16

  private static func hasFolds(_ rows: [ValueRow]) -> Bool { rows.contains { $0.isOpen != nil } }

  private static func mark(of row: ValueRow) -> StyledLine {
    // That apps ignore a layer matters more than which layer decides.
    if !row.history.ignored.isEmpty { return StyledLine(PanelSymbols.problem, .error) }
    guard row.isChanged, let (mark, style, _) = PanelSymbols.layer(row.highestLayer) else {
      return StyledLine(.empty)
    }
    return StyledLine(mark, style.bold())
  }

  private static func value(
    of row: ValueRow, _ filter: Filter, in width: Int, _ entry: InlineValueField?
  ) -> StyledLine {
    if let entry, entry.path == row.path { return StyledLine(DisplayText(entry.field.text)) }
    let text =
      row.isOpen == true ? ValueText.size(row.value) : ValueText.short(row.value, in: width)
    let isMatch = !filter.isEmpty && row.isOpen == nil && filter.containsWhole(row.value.compact)
    return StyledLine(DisplayText(text), isMatch ? .match : ValueText.style(row.value))
  }

  private static let valueHead: DisplayText = "Value"

  private static func name(
    of row: ValueRow, _ filter: Filter, _ hasFolds: Bool, in columns: Int
  ) -> StyledLine {
    let fold: DisplayText =
      switch row.isOpen {
      case true?: PanelSymbols.open + " "
      case false?: PanelSymbols.closed + " "
      case nil: hasFolds ? "  " : .empty
      }
    let isMatch = !filter.isEmpty && filter.containsWhole(row.name)
    return StyledLine(
      of: (.blanks(min(row.depth * 2, max(0, columns - 8))), .text), (fold, .accent),
      (DisplayText(row.name), isMatch ? .match : .text))
  }

  private static func layer(of row: ValueRow, in channel: String?, _ columns: Int) -> DisplayText {
    if let layer = row.layer {
      return DisplayText(ValueText.layer(layer, in: channel, columns: columns))
    }
    return row.changedLeaves > 0 && row.isOpen == false
      ? DisplayText("\(row.changedLeaves) changed inside") : .empty
  }

  /// Draws the value being typed over a row's value and the columns after it.
  @Sendable private static func drawEntry(
    _ model: Model, _ row: ValueRow, in line: Rectangle, _ columns: [PlacedColumn<ValueRow>],
    on canvas: inout Canvas
  ) -> Bool {
    guard let entry = model.features.editing.value, entry.path == row.path,
      let column = columns.first(where: { $0.column.head == valueHead })
    else { return false }
    let isBelow = line.rows > 1
    let start = line.origin.moved(
      columns: PanelSymbols.gutter + (isBelow ? row.depth * 2 + 2 : column.start),
      rows: isBelow ? 1 : 0)
    let all = Rectangle(
      column: start.column, row: start.row, columns: line.endColumn - 1 - start.column, rows: 1)
    let type = DisplayText(
      "  \(entry.refusal == nil ? "" : "! ")\(entry.type.map { "\($0)" } ?? "JSON")")
    let room = max(4, all.columns - type.columns)
    let style: Style = entry.refusal == nil ? .match : .error
    canvas.fill(all)
    canvas.fill(all.left(room), style: style.underlined())
    let caret = entry.field.draw(
      at: start, within: room - 1, style: style.underlined(), on: &canvas)
    canvas.draw(type, at: start.moved(columns: room), style: .typeName, within: all.columns - room)
    if model.overlay == nil { canvas.cursor = caret }
    return true
  }
}
