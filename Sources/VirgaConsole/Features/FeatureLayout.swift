import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The widths and rows that panels of the Features screen ask for, and their areas while no text is
/// shown.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  let problemCount: Int
  /// The width that the list needs to show every id whole.
  var list = 0
  /// The width that the list needs to show the visible rows whole.
  var seen = 0
  /// The width that the values need to be whole, border included.
  var right = 0

  /// The areas in a body.
  ///
  /// - Parameters:
  ///   - detailRows: The rows that the details need at a width; `problemRows` likewise.
  ///   - valueRows: The rows that the values need in an area that also holds the given rows of
  ///     details.
  func areas(
    in body: Rectangle, details detailRows: (_ columns: Int) -> Int,
    values valueRows: (_ area: Rectangle, _ details: Int) -> Int,
    problems problemRows: (_ columns: Int) -> Int
  ) -> [Panel: Rectangle] {
    if arrangement == .alone {
      guard focus == .values || focus == .details, body.rows >= 14 else { return [focus: body] }
      return shared(body, details: detailRows(body.columns), valueRows)
    }
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
    return panels.merging(shared(right, details: details, valueRows)) { first, _ in first }
  }

  /// The width of the list, border included: while it has the focus, as wide as its ids need; if
  /// not, as wide as the values leave.
  ///
  /// Of 80 columns, a list whose longest id needs 35 gets 35 with the focus if the values need 45 or
  /// less, else as many as the ids in sight need. Without the focus it gets 25, or more if the values
  /// leave it.
  func listColumns(in columns: Int) -> Int {
    let widest = columns - Self.minimumSide
    let wanted = focus == .features ? focusedColumns(in: columns) : unfocusedColumns(in: columns)
    return min(max(wanted, Self.minimumList), widest)
  }

  /// Every id is whole, unless that cuts values; the ids in sight are whole in any case.
  private func focusedColumns(in columns: Int) -> Int {
    let (widest, usual) = (columns - Self.minimumSide, columns - Self.usualSide)
    let everyID = min(list, usual)
    let fitsBesideValues = right <= columns - everyID
    let idsInSight = min(seen, list <= usual ? usual : widest)
    return max(fitsBesideValues ? everyID : 0, idsInSight)
  }

  /// Three tenths of the columns, or more if the values do not need them and ids in sight do.
  private func unfocusedColumns(in columns: Int) -> Int {
    let unused = columns - max(right, Self.minimumSide)
    return max(min(list, columns * 3 / 10), min(seen, unused))
  }

  /// The list's least width.
  private static let minimumList = 25
  /// What the panels beside the list get at least.
  private static let minimumSide = 30
  /// What they get unless the ids in sight need more.
  private static let usualSide = 40

  /// Details take the rows that values do not use; if both need more than there is, they get a
  /// share, or with the focus, all but a few rows.
  private func shared(
    _ area: Rectangle, details: Int, _ valueRows: (_ area: Rectangle, _ details: Int) -> Int
  ) -> [Panel: Rectangle] {
    let values = valueRows(area, details)
    let share = focus == .details ? area.rows : min(max(area.rows * 45 / 100, 6), 16)
    let rows =
      values + details <= area.rows
      ? area.rows - values : min(details, max(share, area.rows - values))
    let details = min(max(rows, 4), area.rows - 4)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }
}

extension FeatureLayout {
  init(_ model: borrowing Model) {
    let features = model.features.list
    let window = features.scroll.window(
      count: features.count, height: FeaturePanel.rowCount(in: model) ?? 0)
    let rows = window.compactMap(features.item)
    let seen = rows.map(\.name)
    // A name shares its line with the border, the marks, a blank and the number of its errors.
    let drafts = seen.contains { FeaturePanel.marksDraft(of: $0, in: model) } ? 2 : 0
    let errors = model.workspace.channelProblems.errors
    let counts = seen.contains { errors[$0] != nil } ? 3 : 0
    let besides = (model.layers.enrolled.isEmpty ? 6 : 7) + drafts + counts
    self.init(
      arrangement: model.layout.arrangement, focus: model.focus,
      problemCount: model.features.problems.shownCount,
      list: model.workspace.nameWidth + besides,
      seen: besides + FeaturePanel.wantedColumns(of: rows, in: model),
      right: model.isInEditor
        ? EditorLayout.wantedColumns(of: model.editor)
        : model.features.values.wantedColumns + PanelSymbols.gutter + 2)
  }
}
