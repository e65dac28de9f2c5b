import VirgaCanvas
import VirgaJSON
import VirgaWorkbench

/// The layout of the Features screen while no text is shown.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  let problemCount: Int
  /// The width that the list needs to show every id whole.
  var list = 0
  /// The width that the list needs to show the visible rows whole.
  var seen = 0
  var growth = 0
  /// The width that the values need to be whole, border included.
  var right = 0
  /// The rows that the details need at a given width.
  var detailRows: (_ columns: Int) -> Int = { _ in 0 }
  /// The rows that the values need in an area that also holds the given rows of details.
  var valueRows: (_ area: Rectangle, _ details: Int) -> Int = { _, _ in 0 }
  /// The rows that the problems need at a given width.
  var problemRows: (_ columns: Int) -> Int = { _ in 0 }

  func areas(in body: Rectangle) -> [Panel: Rectangle] { arrangement == .alone ? alone(body) : beside(body) }

  private func alone(_ body: Rectangle) -> [Panel: Rectangle] {
    guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
    return shared(body, details: detailRows(body.columns))
  }

  private func beside(_ body: Rectangle) -> [Panel: Rectangle] {
    let listColumns = listColumns(in: body.columns)
    var right = body.droppingLeft(listColumns)
    var panels: [Panel: Rectangle] = [.features: body.left(listColumns)]
    let details = detailRows(right.columns)
    if problemCount > 0 || focus == .problems {
      let rest = right.rows - valueRows(right, details) - details
      let rows = min(max(problemRows(right.columns), 4), max(body.rows / 5, 6, rest))
      panels[.problems] = right.bottom(rows)
      right = right.droppingBottom(rows)
    }
    return panels.merging(shared(right, details: details)) { first, _ in first }
  }

  /// The focused list shows whole ids, and leaves no blanks beside them to values that would be cut; without focus it
  /// only takes the columns that the values leave.
  func listColumns(in columns: Int) -> Int {
    let most = columns - Self.minSideColumns
    let usual = columns - 40
    let every = min(list, usual)
    let focused = max(right <= columns - every ? every : 0, min(seen, list <= usual ? usual : most))
    let beside = max(min(list, columns * 3 / 10), min(seen, columns - max(right, Self.minSideColumns)))
    let wanted = focus == .features ? focused : beside
    return min(max(max(wanted, 25) + growth, 14), most)
  }

  private static let minSideColumns = 30

  /// Details take the rows that values do not use; if both need more than there is, they get a share, or with the
  /// focus, all but a few rows.
  private func shared(_ area: Rectangle, details: Int) -> [Panel: Rectangle] {
    let values = valueRows(area, details)
    let share = focus == .details ? area.rows : min(max(area.rows * 45 / 100, 6), 16)
    let rows = values + details <= area.rows ? area.rows - values : min(details, max(share, area.rows - values))
    let details = min(max(rows, 4), area.rows - 4)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }
}

extension FeatureLayout {
  init(_ model: Model) {
    let features = model.features.list
    let window = features.scroll.window(count: features.count, height: model.height(of: .features))
    let rows = window.compactMap(features.item)
    let seen = rows.map(\.name)
    // A name shares its line with the border, the marks, a blank and the number of its errors.
    let drafts = seen.contains { FeaturePanel.marksDraft(of: $0, in: model) } ? 2 : 0
    let errors = model.workspace.found(in: model.channel).errors
    let counts = seen.contains { errors[$0] != nil } ? 3 : 0
    let besides = (model.layers.enrolled.isEmpty ? 6 : 7) + drafts + counts
    self.init(
      arrangement: Layout.arrangement(of: model.size), focus: model.focus, problemCount: model.problems.shownCount,
      list: model.workspace.nameWidth + besides, seen: besides + FeaturePanel.wantedColumns(of: rows, in: model),
      growth: model.growth[.features] ?? 0,
      right: model.isInEditor
        ? EditorLayout.wantedColumns(of: model.editor) : model.table.wantedColumns + PanelSymbols.gutter + 2,
      detailRows: { DetailPanel.view.wantedRows(model, columns: $0) },
      valueRows: { ValuePanel.wantedRows(model, in: $0.size, beside: $1) },
      problemRows: { ProblemPanel.wantedRows(model, columns: $0) })
  }
}
