import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

enum ValuePanel {
  static let view = ListPanel(
    panel: .values, path: \Model.table.list, reads: { $0.table.list }, isFiltered: false, hasHeads: true, opens: "fold",
    columns: ValueColumns.columns, title: title, subtitle: subtitle, empty: empty, lines: lines,
    head: { model, columns in about(model, room: model.layout.inside(.values).size) },
    foot: { model, size in
      // The config editor may cover the details, which describe the value otherwise.
      let panels = model.layout.panels
      guard panels[.details] == nil, panels[.editor] != nil, size.rows >= 14, let row = model.table.selectedRow
      else { return [] }
      let words = StyledLine(of: (DisplayText(row.name), .text.bold()), (DisplayText("  \(row.description)"), .text))
      return [StyledLine(.empty), words.truncated(to: size.columns - 2)]
    }, search: drawSearch, typing: ValueColumns.drawEntry)

  /// The width that all values need, border included.
  static func wantedColumns(_ model: Model) -> Int {
    model.table.wantedColumns + PanelSymbols.gutter + 2
  }

  /// The rows that all values need, with heads, border and, if it fits, the description.
  static func wantedRows(_ model: Model, in size: Size, beside details: Int) -> Int {
    let inside = Size(columns: size.columns - 2, rows: size.rows - 2)
    let about = about(model, room: inside, beside: details)
    let (count, others) = (max(1, model.table.list.count), about.count + 3)
    let isTall =
      model.table.wantedColumns > inside.columns - PanelSymbols.gutter
      && 2 * count + others + min(details, minDetailRows) <= size.rows
    return (isTall ? 2 * count : count) + others
  }

  /// The details keep this many rows before values get a second line.
  private static let minDetailRows = 8

  /// Values go below their names if they do not fit next to them and rows are free.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    let inside = model.layout.inside(.values)
    let free = inside.rows - about(model, room: inside.size).count - 1
    return 2 * model.table.list.count <= free && model.table.wantedColumns > columns ? 2 : 1
  }

  /// What stands above the values, as far as there is room, and a blank line: the recipes of the feature, and its
  /// description unless the details have it.
  ///
  /// - Parameters:
  ///   - room: The inside of the panel.
  ///   - details: The rows of the room that the details take from the description.
  private static func about(_ model: Model, room: Size, beside details: Int = 0) -> [StyledLine] {
    guard let feature = model.selectedFeature else { return [] }
    let columns = max(1, room.columns - 2)
    let recipes = recipes(of: feature.id, in: model).flatMap { $0.wrapped(to: columns) }
    let all = Prose.lines(of: feature.description, columns: columns)
    // Heads, a blank line and all values come first.
    let free = room.rows - model.table.list.count - 2
    let isSaidBelow = DetailPanel.isAboutFeature(model) && model.layout.panels[.editor] == nil
    let isShown = !isSaidBelow && all.count <= min(maxDescriptionLines, free - recipes.count - details)
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
        model.findings.mismatches.contains(ConfigMismatch(feature: Name(id), slug: Name(part.slug)))
        ? " ! does not match the manifest" : ""
      return "\(part.isRollout ? "rollout" : "experiment") \(part.slug) · \(part.branch)\(forced)\(mismatch)"
    }
  }

  @Sendable private static func title(_ model: Model) -> DisplayText {
    guard let feature = model.selectedFeature else {
      return model.features.selectedOrphan.map { DisplayText($0) } ?? "Values"
    }
    // The list has the whole id beside it.
    let room = (model.layout.panels[.values]?.columns ?? 0) - 6
    if model.focus == .features, DisplayText(feature.id).columns > room { return DisplayText(Panel.values.title) }
    let path = model.focus == .values ? model.table.selectedRow?.path.components ?? [] : []
    return path.reduce(DisplayText(feature.id)) { $0 + DisplayText(" ▸ ") + DisplayText(JSONPath([$1]).description) }
  }

  @Sendable private static func subtitle(_ model: Model) -> DisplayText {
    guard model.selectedFeature != nil, let area = model.layout.panels[.values] else { return .empty }
    let table = model.table
    let counts = HeaderLine.counted(table.leaves.count, "value") + DisplayText(" · \(table.changedCount) changed")
    let edit = wordsOfText(in: model)
    let marks = table.list.markCount > 0 ? DisplayText("\(table.list.markCount) marked · ") : .empty
    let subtitle = marks + (edit.map { area.columns < 76 ? $0 : $0 + " · " + counts } ?? counts)
    let window = table.list.scroll.window(count: table.list.count, height: view.rowsArea(in: model).rows)
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
    if model.selectedFeature != nil { return "this feature has no variables" }
    guard model.features.selectedOrphan != nil else { return .empty }
    return DisplayText("the manifest has no feature of this name; \(model.keyName(of: "drop")) drops the edit")
  }

  @Sendable private static func drawSearch(_ model: Model, in line: Rectangle, on canvas: inout Canvas) -> Bool {
    let search = model.table.search
    let isOwn = !search.field.isEmpty && search.text != model.features.list.filter.text
    // A search that came from the list's filter only marks its matches.
    guard model.selectedFeature != nil, search.isTyping || isOwn else { return false }
    search.draw(in: line.droppingRight(14), on: &canvas)
    guard !search.isTyping else { return true }
    let count = model.table.matches().count
    canvas.drawRightAligned(
      count == 0 ? "no match here" : HeaderLine.counted(count, "match", "matches") + " · n N",
      at: Point(column: line.endColumn - 1, row: line.row), style: .dim, within: (line.columns - 2) / 2)
    return true
  }
}
