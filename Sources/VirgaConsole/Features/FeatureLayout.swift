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
  private let columnsOfEveryID: Int
  /// The width that the list needs to show the visible rows whole.
  private let columnsOfIDsInSight: Int
  /// The width that the values, or the text in their place, need to be whole, border included.
  private let columnsOfValues: Int

  /// Creates a layout for panels with these needs.
  ///
  /// - Parameters:
  ///   - list: The width that the list needs to show every id whole.
  ///   - seen: The width that the list needs to show the visible rows whole.
  ///   - right: The width that the values need to be whole, border included.
  init(
    arrangement: Layout.Arrangement, focus: Panel, problemCount: Int, list: Int = 0, seen: Int = 0,
    right: Int = 0
  ) {
    self.arrangement = arrangement
    self.focus = focus
    self.problemCount = problemCount
    columnsOfEveryID = list
    columnsOfIDsInSight = seen
    columnsOfValues = right
  }

  /// The areas of the panels in a body: the list on the left, and on the right values above details
  /// above problems.
  ///
  /// A narrow terminal shows only the panel in focus; if it is high enough, it shows values and
  /// details together.
  ///
  /// - Parameters:
  ///   - detailRows: Returns the rows that the details need at a width.
  ///   - valueRows: Returns the rows that the values need in an area that they share with details
  ///     of the given rows.
  ///   - problemRows: Returns the rows that the problems need at a width.
  func areas(
    in body: Rectangle, details detailRows: (_ columns: Int) -> Int,
    values valueRows: (_ area: Rectangle, _ details: Int) -> Int,
    problems problemRows: (_ columns: Int) -> Int
  ) -> [Panel: Rectangle] {
    if arrangement == .alone {
      let isAboutValue = focus == .values || focus == .details
      let fitsTwoPanels = body.rows >= Self.minimumRowsOfTwoPanels
      guard isAboutValue, fitsTwoPanels else { return [focus: body] }
      return valuesAndDetails(in: body, details: detailRows(body.columns), valueRows)
    }
    let listColumns = listColumns(in: body.columns)
    var besideList = body.droppingLeft(listColumns)
    let details = detailRows(besideList.columns)
    var problemArea: Rectangle?
    if problemCount > 0 || focus == .problems {
      let unused = besideList.rows - valueRows(besideList, details) - details
      let needed = problemRows(besideList.columns)
      let rows = Self.rowsOfProblems(needing: needed, unused: unused, in: body.rows)
      problemArea = besideList.bottom(rows)
      besideList = besideList.droppingBottom(rows)
    }
    var panels = valuesAndDetails(in: besideList, details: details, valueRows)
    panels[.features] = body.left(listColumns)
    panels[.problems] = problemArea
    return panels
  }

  /// The least height of values, details and problems, border included.
  private static let minimumRows = 4
  /// A lower terminal shows one panel at a time.
  private static let minimumRowsOfTwoPanels = 14

  /// The rows of the problems: what they need, but at most a fifth of the body, 6 rows, or the rows
  /// that values and details do not use, whichever is most.
  ///
  /// In a body of 40 rows, problems that need 12 get 8, or 10 if 10 rows are unused.
  private static func rowsOfProblems(needing needed: Int, unused: Int, in bodyRows: Int) -> Int {
    let fifth = bodyRows / 5
    let most = max(fifth, problemRowsInLowBody, unused)
    return min(max(needed, minimumRows), most)
  }

  /// Problems may have this many rows even if a fifth of the body is less.
  private static let problemRowsInLowBody = 6

  /// The width of the list, border included: while it has the focus, as wide as its ids need; if
  /// not, as wide as the values leave.
  ///
  /// Of 80 columns, a list whose longest id needs 35 gets 35 with the focus if the values need 45
  /// or less, else as many as the ids in sight need. Without the focus it gets 25, or more if the
  /// values leave it.
  func listColumns(in columns: Int) -> Int {
    let wanted = focus == .features ? focusedColumns(in: columns) : unfocusedColumns(in: columns)
    let notTooNarrow = max(wanted, Self.minimumList)
    // The panels beside the list keep their minimum in any case.
    return min(notTooNarrow, columns - Self.minimumBesideList)
  }

  /// The width that shows every id whole; if the values would then be cut, only the width that
  /// shows the ids in sight whole.
  private func focusedColumns(in columns: Int) -> Int {
    let usualLimit = columns - Self.usualBesideList
    let everyID = min(columnsOfEveryID, usualLimit)
    let fitsBesideValues = columnsOfValues <= columns - everyID
    // Ids in sight that the usual limit would cut may take more.
    let cutsIDs = columnsOfEveryID > usualLimit
    let limitInSight = cutsIDs ? columns - Self.minimumBesideList : usualLimit
    let idsInSight = min(columnsOfIDsInSight, limitInSight)
    return fitsBesideValues ? max(everyID, idsInSight) : idsInSight
  }

  /// Three tenths of the columns, or less if every id fits in less; more if the ids in sight need
  /// it and the values do not.
  private func unfocusedColumns(in columns: Int) -> Int {
    let usual = min(columnsOfEveryID, columns * 3 / 10)
    let unusedByValues = columns - max(columnsOfValues, Self.minimumBesideList)
    let idsInSight = min(columnsOfIDsInSight, unusedByValues)
    return max(usual, idsInSight)
  }

  /// The list's least width.
  private static let minimumList = 25
  /// What the panels beside the list get at least.
  private static let minimumBesideList = 30
  /// What they get unless the ids in sight need more.
  private static let usualBesideList = 40

  /// Values above details, which take the rows that values do not use; if both need more rows than
  /// the area has, details get a share, or with the focus, all that they need.
  ///
  /// Of 20 rows, details that need 10 get 15 if values need 5; if values need 15, details get their
  /// share of 9, or 10 with the focus.
  private func valuesAndDetails(
    in area: Rectangle, details neededByDetails: Int,
    _ valueRows: (_ area: Rectangle, _ details: Int) -> Int
  ) -> [Panel: Rectangle] {
    let unusedByValues = area.rows - valueRows(area, neededByDetails)
    let wanted: Int
    if neededByDetails <= unusedByValues {
      wanted = unusedByValues
    } else {
      let share = focus == .details ? area.rows : Self.shareOfDetails(of: area.rows)
      wanted = min(neededByDetails, max(share, unusedByValues))
    }
    // Both panels keep their minimum height.
    let details = min(max(wanted, Self.minimumRows), area.rows - Self.minimumRows)
    return [.values: area.droppingBottom(details), .details: area.bottom(details)]
  }

  /// The rows of details that do not have the focus and need more than values leave: 45 percent,
  /// but from 6 to 16 rows.
  private static func shareOfDetails(of rows: Int) -> Int {
    let (fewest, most) = (6, 16)
    let share = rows * 45 / 100
    return min(max(share, fewest), most)
  }
}

extension FeatureLayout {
  /// Measures the panels of a model, before their layout is known.
  init(_ model: borrowing Model) {
    let features = model.features.list
    // A hidden list has no rows in sight.
    let height = FeaturePanel.rowCount(in: model.layout, focus: model.focus) ?? 0
    let window = features.scroll.window(count: features.count, height: height)
    let items = window.compactMap(features.item)
    let besideID = Self.columnsBesideID(of: items, in: model)
    let border = 2
    self.init(
      arrangement: model.layout.arrangement, focus: model.focus,
      problemCount: model.features.problems.shownCount,
      list: model.workspace.nameWidth + besideID,
      seen: besideID + FeaturePanel.wantedColumns(of: items, in: model),
      right: model.isInEditor
        ? EditorLayout.wantedColumns(of: model.editor)
        : model.features.values.wantedColumns + PanelSymbols.gutter + border)
  }

  /// The columns of the list beside its ids: border, gutter, marks, the mark of a draft and the
  /// number of errors, as far as one of the visible features has them.
  private static func columnsBesideID(
    of items: [FeatureItem], in model: borrowing Model
  ) -> Int {
    let names = items.map(\.name)
    let errors = model.workspace.channelProblems.errors
    let (border, blank) = (2, 1)
    // The first of the two marks is that of a recipe, which only enrolled features have.
    let marks = model.layers.enrolled.isEmpty ? 1 : 2
    let hasDraft = names.contains { FeaturePanel.marksDraft(of: $0, in: model) }
    let draftMark = hasDraft ? 1 + blank : 0
    let hasErrors = names.contains { errors[$0] != nil }
    // A digit and `!`.
    let errorCount = hasErrors ? blank + 2 : 0
    return border + PanelSymbols.gutter + marks + blank + draftMark + errorCount
  }
}
