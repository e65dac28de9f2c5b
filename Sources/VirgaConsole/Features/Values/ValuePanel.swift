import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The table of the selected feature's values.
struct ValuePanel: ListPanel {
  let panel = Panel.values
  let path: ModelPath<ListModel<ValueRow>> = \Model.features.values.list
  let isFiltered = false
  /// The table has a search of its own.
  let isSearched = false
  let doubleClickCommand: String? = "fold"

  func listModel(of model: Model) -> ListModel<ValueRow> { model.features.values.list }

  /// The recipes of the feature, as far as the panel has room for them.
  func linesAbove(of model: Model, columns: Int) -> [StyledLine] {
    Self.recipeLinesWithBlank(of: model, in: model.layout.inside(panel).size)
  }

  /// The description of the value under the cursor, if the config editor covers the details.
  func linesBelow(of model: Model, in size: Size) -> [StyledLine] {
    let panels = model.layout.panels
    let areDetailsCovered = panels[.details] == nil && panels[.editor] != nil
    let isHighEnough = size.rows >= Self.minimumRowsForFoot
    guard areDetailsCovered, isHighEnough else { return [] }
    guard let row = model.features.values.selectedRow else { return [] }
    let firstLine = DisplayText.lines(row.description).first ?? .empty
    let text = StyledLine(of: (DisplayText(row.name) + "  ", .text.bold()), (firstLine, .text))
    return [StyledLine(.empty), text.truncated(to: size.columns - Self.blanksBesideText)]
  }

  /// A lower table has no description below it.
  private static let minimumRowsForFoot = 14
  /// A text in the panel has a blank on each side.
  private static let blanksBesideText = 2

  /// The rows that all values need, with recipes, heads and border; the same in every channel and
  /// with every value.
  ///
  /// - Parameter size: The size that values and details share.
  func wantedRows(_ model: Model, in size: Size) -> Int {
    let (border, heads) = (2, 1)
    let inside = Size(columns: size.columns - border, rows: size.rows - border)
    let table = model.features.values
    let besideValues = Self.recipeRows(of: model, in: inside) + heads + border
    if table.list.count == 0 {
      let textColumns = max(1, inside.columns - Self.blanksBesideText)
      return emptyText(of: model).wrapped(to: textColumns).count + besideValues
    }
    // The number of rows when the feature was selected or folded last.
    return table.reserved.rows + besideValues
  }

  /// The rows that the recipes of the selected feature need, with the blank line.
  ///
  /// Room is reserved for the recipes in effect when the feature was selected or enrolled last. In
  /// a channel with more or fewer, the same number of rows stays reserved, so that no border moves.
  private static func recipeRows(of model: Model, in room: Size) -> Int {
    guard let id = model.selectedFeature?.id else { return 0 }
    let reservedCount = model.features.values.reserved.recipeCount
    let count = model.layers.enrolled[id]?.contributionsInEffect.count ?? 0
    if count == reservedCount { return recipeLinesWithBlank(of: model, in: room).count }
    let blankLine = 1
    // One row for each recipe, as if none wrapped: those for which room is reserved may not be in
    // effect now, so their lines are unknown.
    return reservedCount == 0 ? 0 : reservedCount + blankLine
  }

  /// The recipes that configure the selected feature, as far as there is room, and a blank line; no
  /// lines without a recipe.
  ///
  /// - Parameter room: The inside of the panel.
  private static func recipeLinesWithBlank(of model: Model, in room: Size) -> [StyledLine] {
    guard let feature = model.selectedFeature else { return [] }
    let columns = max(1, room.columns - blanksBesideText)
    let recipes = recipes(of: feature.id, in: model).flatMap { $0.wrapped(to: columns) }
    // Recipes get the rows that all values, their heads and the blank line leave.
    let headsAndBlankLine = 2
    let freeRows = room.rows - model.features.values.list.count - headsAndBlankLine
    // Recipes are worth a quarter of the panel even if values then need to be scrolled.
    let shown = recipes.prefix(max(0, freeRows, room.rows / 4)).map { StyledLine($0) }
    return shown.isEmpty ? [] : shown + [StyledLine(.empty)]
  }

  /// The recipes that configure a feature, highest layer first, as in `experiment order-2026 ·
  /// treatment-a · forced`.
  private static func recipes(of id: String, in model: Model) -> [DisplayText] {
    let recipes = model.layers.enrolled[id]?.contributionsInEffect ?? []
    return recipes.reversed().map { recipe in
      let kind = recipe.isRollout ? "rollout" : "experiment"
      let isForced = model.session[.branch, recipe.slug] != nil
      let isMismatch = model.issues.mismatchedConfigs.contains(
        ConfigMismatch(feature: Name(id), slug: Name(recipe.slug)))
      var line: DisplayText = "\(kind) \(recipe.slug) · \(recipe.branch)"
      if isForced { line += " · forced" }
      if isMismatch { line += " ! does not match the manifest" }
      return line
    }
  }

  /// The feature, followed by the path under the cursor while the values have the focus:
  /// `homescreen ▸ sections ▸ pocket`.
  func title(of model: Model) -> DisplayText {
    guard let feature = model.selectedFeature else {
      // An unknown feature is one of which only the session has something: an edit or a draft.
      return model.features.selectedUnknownFeature.map { DisplayText($0) } ?? "Values"
    }
    guard model.focus == .values, let path = model.features.values.selectedRow?.path else {
      return DisplayText(feature.id)
    }
    return path.components.reduce(DisplayText(feature.id)) { title, step in
      title + DisplayText(" ▸ ") + DisplayText(JSONPath([step]).description)
    }
  }

  /// Marks, the state of the text and counts, as in `2 marked · edit: 1 problem · 12 values · 3
  /// changed`.
  func subtitle(of model: Model) -> DisplayText {
    guard model.selectedFeature != nil, let area = model.layout.panels[.values] else {
      return .empty
    }
    let stateOfText = Self.stateOfText(in: model)
    return Self.counts(of: model.features.values, after: stateOfText, in: area.columns)
  }

  /// The numbers of marks, values and changed values; in a narrow panel, the state of the config
  /// editor's text, such as `edit: 1 problem`, replaces the last two.
  ///
  /// - Parameter stateOfText: Nil if no text is hidden, or if it is applied without problems.
  private static func counts(
    of table: ValueTable, after stateOfText: DisplayText?, in columns: Int
  ) -> DisplayText {
    let markCount = table.list.markCount
    let marks = markCount > 0 ? DisplayText("\(markCount) marked · ") : .empty
    // `0 changed` is left out: it would seem to deny a layer that sets a value to its default.
    let changed = table.counts.changed
    let changes = changed == 0 ? .empty : DisplayText(" · \(changed) changed")
    let counts = HeaderLine.counted(table.counts.values, "value") + changes
    guard let stateOfText else { return marks + counts }
    let fitsBoth = columns >= columnsForStateAndCounts
    return marks + (fitsBoth ? stateOfText + " · " + counts : stateOfText)
  }

  private static let columnsForStateAndCounts = 76

  /// The state of the config editor's text if the editor is not visible: its problems, as in
  /// `edit: 2 problems`, or that it is not applied; nil if no text is hidden, or if it is applied
  /// without problems.
  private static func stateOfText(in model: Model) -> DisplayText? {
    guard model.layout.panels[.editor] == nil, let editor = model.editor else { return nil }
    if !editor.findings.isEmpty { return DisplayText("edit: \(editor.findingCountInWords)") }
    return editor.isChanged ? "draft, not applied" : nil
  }

  /// The reason for an empty panel: the feature under the cursor has no values, the manifest does
  /// not have it, or the filter of the list matches none.
  ///
  /// Empty in other cases: the list of features says why no feature is selected.
  func emptyText(of model: Model) -> DisplayText {
    if let feature = model.selectedFeature {
      return Self.reasonForNoValues(of: feature.id, in: model)
    }
    guard let unknown = model.features.selectedUnknownFeature else {
      return model.features.hasNoMatch ? "no feature matches" : .empty
    }
    // An unknown feature is listed because the session has an edit or a draft of it; if it has
    // both, `drop` drops the edit first.
    let dropped = model.session[.edit, unknown] == nil ? "draft" : "edit"
    return DisplayText(
      "the manifest has no feature of this name; \(model.keyName(of: "drop")) drops the \(dropped)")
  }

  /// Why a feature of the manifest has no values: it has no variables, or they could not be read.
  private static func reasonForNoValues(of id: String, in model: Model) -> DisplayText {
    let hasUnreadVariable = model.problems.items(of: id).contains(where: \.isUnreadVariable)
    guard hasUnreadVariable else { return "this feature has no variables" }
    return DisplayText(
      "its variables could not be read; \(model.keyName(of: "next-problem")) goes to the error")
  }

  /// Draws the search with its number of matches; returns false if the line is not needed for it,
  /// so that the caller draws the heads of the columns there.
  ///
  /// A search with the same text as the list's filter was started by the filter, and only marks its
  /// matches.
  func drawSearch(_ model: Model, in line: Rectangle, on canvas: inout Canvas) -> Bool {
    let search = model.features.values.search
    let isFromFilter = search.text == model.features.list.filter.text
    let isShown = search.isTyping || !search.field.isEmpty && !isFromFilter
    guard model.selectedFeature != nil, isShown else { return false }
    // Enough for the usual number of matches, at the end of the line.
    let columnsOfCount = 14
    search.draw(in: line.droppingRight(columnsOfCount), on: &canvas)
    // While it is being typed, the status line has the number of matches.
    if !search.isTyping {
      drawMatchCount(model.features.values.matches().count, in: line, on: &canvas)
    }
    return true
  }

  /// Draws the number of matches at the end of a line, with the keys of the next and the previous
  /// match.
  private func drawMatchCount(_ count: Int, in line: Rectangle, on canvas: inout Canvas) {
    let matches = HeaderLine.counted(count, "match", "matches")
    let words = count == 0 ? "no match here" : matches + " · n N"
    let blankAtEnd = 1
    // A longer count than usual covers the end of the search, up to half of the room for text.
    let half = (line.columns - Self.blanksBesideText) / 2
    canvas.drawRightAligned(
      words, at: Point(column: line.endColumn - blankAtEnd, row: line.row), style: .dim,
      within: half)
  }

  // The columns: names first, then values, then where they come from.

  /// The columns for names, types, marks, values, layers and replaced values; a narrow panel has
  /// neither types nor replaced values.
  ///
  /// Their widths stay those that the rows needed when the feature was selected or folded last.
  func columns(of model: Model, in room: ListRoom<ValueRow>) -> [Column<ValueRow>] {
    guard model.selectedFeature != nil else { return [] }
    let needs = model.features.values.reserved.needs
    let widths = ValueWidths(needs, in: room.columns)
    let names = Self.nameColumn(of: model, widths)
    let values = Self.valueColumns(of: model, widths)
    guard widths.showsTypes else { return [names] + values }
    let head: DisplayText = "Type"
    // Without any type, not even the head is shown.
    let typeColumns = needs.types == 0 ? 0 : max(needs.types, head.columns)
    // Even a wide panel may lack room, as for long names: then only the types are left out.
    let type = Column<ValueRow>(head, width: .fixed(typeColumns).droppedFirst, style: .typeName) {
      Self.typeName(of: $0)
    }
    return [names, type] + values
  }

  /// The width to which names may be shortened, so that values have room.
  private static let minNameColumns = 26

  /// The names with the signs of their folds, shortened if the row is too narrow for all columns.
  private static func nameColumn(of model: Model, _ widths: ValueWidths) -> Column<ValueRow> {
    let filter = Filter(model.features.values.search.text)
    let folds = hasFolds(model.features.values.list.items)
    // If a cell must be cut, only the name is, not the indent and the fold.
    return Column(
      "Variable", width: .fixed(widths.names).shortened(to: min(minNameColumns, widths.names)),
      nameToCut: { row in DisplayText(row.name) }
    ) { row, width in
      name(of: row, filter, hasFolds: folds, in: width)
    }
  }

  /// Mark, value, layer and, under `Was`, the value before a layer changed it.
  private static func valueColumns(
    of model: Model, _ widths: ValueWidths
  ) -> [Column<ValueRow>] {
    let filter = Filter(model.features.values.search.text)
    let typedValue = model.features.editing.typedValue
    let valueWidth = ColumnWidth.fixed(widths.values).shortened(to: ValueWidths.fewestValue)
    return [
      Column(width: .fixed(ValueWidths.columnsOfMark)) { row, _ in mark(of: row) },
      Column(valueHead, width: valueWidth) { row, width in
        value(of: row, filter, in: width, typedValue)
      },
      layerColumn(widths.layers, in: model.channel),
      columnOfValuesBefore(widths.replaced),
    ]
  }

  /// The layer of each value, highlighted if a layer changed it.
  private static func layerColumn(_ width: Int, in channel: String?) -> Column<ValueRow> {
    Column("Layer", width: .fixed(width)) { row, width in
      let style: Style = row.isChanged ? .changed : .dim
      return StyledLine(layer(of: row, in: channel, columns: width), style)
    }
  }

  /// The value that each changed value had before, an array or object as its size alone if the new
  /// one has another size; left out if not all columns have room, because the details show it too.
  private static func columnOfValuesBefore(_ width: Int) -> Column<ValueRow> {
    Column("Was", width: .fixed(width).dropped) { row, _ in
      let before = row.valueBeforeChange.map { DisplayText(ValueText.replaced($0, by: row.value)) }
      return StyledLine(before ?? .empty, .dim)
    }
  }

  /// What the columns of some rows need by their names and types, whatever values they have.
  static func needs(of rows: [ValueRow]) -> ValueWidths.Needs {
    let folds = hasFolds(rows)
    let unlimited = 1_000_000
    let names = rows.map { name(of: $0, Filter(""), hasFolds: folds, in: unlimited).columns }
    // Booleans, whole numbers and containers, which show their size, need few cells: in a narrow
    // panel, names get more.
    let hasShortValues = rows.allSatisfy { row in
      switch row.type?.unwrapped {
      case .boolean, .int: true
      default: row.isContainer
      }
    }
    let types = rows.map { typeName(of: $0).columns }
    return ValueWidths.Needs(
      names: names.max() ?? 0, hasShortValues: hasShortValues, types: types.max() ?? 0)
  }

  /// The type of a row; empty if the manifest does not say what type it has.
  private static func typeName(of row: ValueRow) -> DisplayText {
    DisplayText(row.type?.description ?? "")
  }

  /// Whether a row can be folded, so that all names leave room for the sign of a fold.
  private static func hasFolds(_ rows: [ValueRow]) -> Bool { rows.contains { $0.isOpen != nil } }

  /// The mark before a value: `!` if apps ignore what a layer sets, as when it is of another type,
  /// else the mark of the layer that changed the value; none if nothing changed it.
  private static func mark(of row: ValueRow) -> StyledLine {
    // That apps ignore a layer matters more than which layer is effective.
    if !row.history.ignored.isEmpty { return StyledLine(PanelSymbols.problem, .error) }
    guard row.isChanged, let (mark, style) = PanelSymbols.markAndStyle(of: row.highestLayer) else {
      return StyledLine(.empty)
    }
    return StyledLine(mark, style.bold())
  }

  /// A value cut to a width, or the text that is being typed for it; of an open container, only its
  /// size.
  private static func value(
    of row: ValueRow, _ filter: Filter, in width: Int, _ typedValue: InlineValueField?
  ) -> StyledLine {
    if let typedValue, typedValue.path == row.path {
      return StyledLine(DisplayText(typedValue.field.text))
    }
    let text =
      row.isOpen == true ? ValueText.size(row.value) : ValueText.short(row.value, in: width)
    // A match inside a container is marked in its own row.
    let hasNoMembers = row.isOpen == nil
    let isMatch = hasNoMembers && !filter.isEmpty && filter.allWordsOccur(in: row.value.compact)
    return StyledLine(DisplayText(text), isMatch ? .match : ValueText.style(row.value))
  }

  private static let valueHead: DisplayText = "Value"

  /// A name after the sign of its fold, indented by its depth; the name is not cut.
  ///
  /// In a narrow column the indent is shorter, so that ``columnsOfIndentedName`` are left for the
  /// sign and the name.
  ///
  /// - Parameter hasFolds: Whether any row of the table has the sign of a fold.
  private static func name(
    of row: ValueRow, _ filter: Filter, hasFolds: Bool, in columns: Int
  ) -> StyledLine {
    let isMatch = !filter.isEmpty && filter.allWordsOccur(in: row.name)
    let roomForIndent = max(0, columns - columnsOfIndentedName)
    let indent = min(row.depth * columnsOfIndent, roomForIndent)
    return StyledLine(
      of: (.blanks(indent), .text), (foldSign(of: row, hasFolds: hasFolds), .accent),
      (DisplayText(row.name), isMatch ? .match : .text))
  }

  /// The sign that a row is unfolded or folded, with a blank after it; for a row without a fold,
  /// blanks of the same width if other rows have a sign, so that all names start in one column.
  private static func foldSign(of row: ValueRow, hasFolds: Bool) -> DisplayText {
    switch row.isOpen {
    case true?: PanelSymbols.open + " "
    case false?: PanelSymbols.closed + " "
    case nil: hasFolds ? "  " : .empty
    }
  }

  /// The columns that an indent leaves to a fold and a name.
  private static let columnsOfIndentedName = 8
  /// The columns by which a name is indented for each value that it is inside.
  private static let columnsOfIndent = 2

  /// The layer of a value; of a folded object with several layers, how many values inside it are
  /// changed (its leaves, which are not objects with members).
  private static func layer(
    of row: ValueRow, in channel: String?, columns: Int
  ) -> DisplayText {
    if let layer = row.layer {
      return DisplayText(ValueText.layer(layer, in: channel, columns: columns))
    }
    guard row.isOpen == false, row.changedLeafCount > 0 else { return .empty }
    let changed: DisplayText = "\(row.changedLeafCount) changed"
    let whole = changed + " inside"
    return whole.columns <= columns ? whole : changed
  }

  /// Draws the value being typed over a row's value and the columns after it, followed by its type;
  /// returns false if no value is being typed in the row, or if the row has no column of values.
  func drawTypedText(
    _ model: Model, in row: PlacedRow<ValueRow>, on canvas: inout Canvas
  ) -> Bool {
    guard let typed = model.features.editing.typedValue, typed.path == row.item.path else {
      return false
    }
    guard let column = row.columns.first(where: { $0.column.head == Self.valueHead }) else {
      return false
    }
    let area = Self.areaOfTypedValue(in: row, from: column)
    // Clears what the row has there.
    canvas.fill(area)
    let type = Self.typeAfterTypedValue(typed)
    let fewestColumnsOfText = 4
    let columnsOfText = max(fewestColumnsOfText, area.columns - type.columns)
    let caret = Self.draw(typed, in: area, columns: columnsOfText, on: &canvas)
    canvas.draw(
      type, at: area.origin.moved(columns: columnsOfText), within: area.columns - columnsOfText)
    // An overlay has the cursor of the terminal itself.
    if model.overlay == nil { canvas.cursor = caret }
    return true
  }

  /// The type of a value being typed, with a `!` before it if the text is refused.
  private static func typeAfterTypedValue(_ typed: InlineValueField) -> StyledLine {
    let isRefused = typed.refusal != nil
    // The manifest may not say what type the value has: any JSON can be typed then.
    let typeName = typed.type.map { "\($0)" } ?? "JSON"
    return StyledLine(
      of: (isRefused ? "  ! " : "  ", .error), (DisplayText(typeName), .typeName))
  }

  /// Draws the text of a value being typed, underlined, in the first columns of an area; returns
  /// where its caret is.
  private static func draw(
    _ typed: InlineValueField, in area: Rectangle, columns: Int, on canvas: inout Canvas
  ) -> Point {
    let style = (typed.refusal == nil ? Style.match : .error).underlined()
    canvas.fill(area.left(columns), style: style)
    // The last column is left to a caret after the text.
    return typed.field.draw(at: area.origin, within: columns - 1, style: style, on: &canvas)
  }

  /// The cells of a row from the start of its value to the row's end, where one cell stays blank.
  private static func areaOfTypedValue(
    in row: PlacedRow<ValueRow>, from column: PlacedColumn<ValueRow>
  ) -> Rectangle {
    let start = row.area.origin.moved(columns: PanelSymbols.gutter + column.start)
    let blankAtEnd = 1
    let columns = row.area.endColumn - blankAtEnd - start.column
    return Rectangle(column: start.column, row: start.row, columns: columns, rows: 1)
  }
}
