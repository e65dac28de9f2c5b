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
      let isSplit = focus == .values || focus == .details
      guard isSplit, body.rows >= Self.minimumRowsOfTwoPanels else { return [focus: body] }
      return valuesAndDetails(in: body, details: detailRows(body.columns), valueRows)
    }
    let listColumns = listColumns(in: body.columns)
    var right = body.droppingLeft(listColumns)
    var problemArea: Rectangle?
    let details = detailRows(right.columns)
    if problemCount > 0 || focus == .problems {
      let unused = right.rows - valueRows(right, details) - details
      let wanted = max(problemRows(right.columns), Self.minimumRows)
      let rows = min(wanted, max(body.rows / 5, 6, unused))
      problemArea = right.bottom(rows)
      right = right.droppingBottom(rows)
    }
    var panels = valuesAndDetails(in: right, details: details, valueRows)
    panels[.features] = body.left(listColumns)
    panels[.problems] = problemArea
    return panels
  }

  /// The least height of values, details and problems, border included.
  private static let minimumRows = 4
  /// A lower terminal shows one panel at a time.
  private static let minimumRowsOfTwoPanels = 14

  /// The width of the list, border included: while it has the focus, as wide as its ids need; if
  /// not, as wide as the values leave.
  ///
  /// Of 80 columns, a list whose longest id needs 35 gets 35 with the focus if the values need 45
  /// or less, else as many as the ids in sight need. Without the focus it gets 25, or more if the
  /// values leave it.
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

  /// Values above details, which take the rows that values do not use; if both need more than there
  /// are, details get a share, or with the focus, all that they need.
  ///
  /// Of 20 rows, details that need 10 get 15 if values need 5; if values need 15, details get their
  /// share of 9, or 10 with the focus.
  private func valuesAndDetails(
    in area: Rectangle, details wanted: Int,
    _ valueRows: (_ area: Rectangle, _ details: Int) -> Int
  ) -> [Panel: Rectangle] {
    let unused = area.rows - valueRows(area, wanted)
    let share = focus == .details ? area.rows : min(max(area.rows * 45 / 100, 6), 16)
    let fitsBoth = wanted <= unused
    let rows = fitsBoth ? unused : min(wanted, max(share, unused))
    let details = min(max(rows, Self.minimumRows), area.rows - Self.minimumRows)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }
}

extension FeatureLayout {
  /// Measures the panels of a model, before their layout is known.
  init(_ model: borrowing Model) {
    let features = model.features.list
    let window = features.scroll.window(
      count: features.count,
      height: FeaturePanel.rowCount(in: model.layout, focus: model.focus) ?? 0)
    let items = window.compactMap(features.item)
    let names = items.map(\.name)
    let errors = model.workspace.channelProblems.errors
    // A name shares its line with the border, the gutter and up to two marks, with the mark of a
    // draft, and with the number of its errors.
    let borderAndMarks = model.layers.enrolled.isEmpty ? 6 : 7
    let draftMark = names.contains { FeaturePanel.marksDraft(of: $0, in: model) } ? 2 : 0
    let errorCount = names.contains { errors[$0] != nil } ? 3 : 0
    let besideName = borderAndMarks + draftMark + errorCount
    self.init(
      arrangement: model.layout.arrangement, focus: model.focus,
      problemCount: model.features.problems.shownCount,
      list: model.workspace.nameWidth + besideName,
      seen: besideName + FeaturePanel.wantedColumns(of: items, in: model),
      right: model.isInEditor
        ? EditorLayout.wantedColumns(of: model.editor)
        : model.features.values.wantedColumns + PanelSymbols.gutter + 2)
  }
}
