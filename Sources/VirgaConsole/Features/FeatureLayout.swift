import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The areas of the panels of the Features screen while no text has the focus.
struct FeatureLayout {
  let arrangement: Layout.Arrangement
  let focus: Panel
  /// Whether the problems have a place.
  let hasProblems: Bool
  /// The width that the list needs to show every id whole, border included.
  var columnsOfWholeIDs = 0

  /// The areas of the panels in a body: the list on the left, and on the right values above details
  /// above problems; in a wide body, details beside the values, and if it is also tall, the text
  /// and its merged result below them.
  ///
  /// - Parameters:
  ///   - rowsNeededByValues: Returns the rows that the values need in an area that they share with
  ///     details.
  ///   - rowsNeededByProblems: Returns the rows that the problems need at a width.
  func areas(
    in body: Rectangle, values rowsNeededByValues: (_ area: Rectangle) -> Int,
    problems rowsNeededByProblems: (_ columns: Int) -> Int
  ) -> [Panel: Rectangle] {
    if arrangement == .onePanel {
      return areasInNarrowTerminal(in: body, values: rowsNeededByValues)
    }
    let listColumns = listColumns(in: body.columns)
    let besideList = body.droppingLeft(listColumns)
    let problemArea: Rectangle? =
      hasProblems
      ? areaOfProblems(
        in: besideList, of: body, values: rowsNeededByValues, problems: rowsNeededByProblems) : nil
    let aboveProblems = besideList.droppingBottom(problemArea?.rows ?? 0)
    var panels = panelsAboveProblems(in: aboveProblems, of: body, values: rowsNeededByValues)
    panels[.features] = body.left(listColumns)
    panels[.problems] = problemArea
    return panels
  }

  /// The panel with the focus; if the terminal is high enough, values and details together.
  private func areasInNarrowTerminal(
    in body: Rectangle, values rowsNeededByValues: (_ area: Rectangle) -> Int
  ) -> [Panel: Rectangle] {
    let isAboutValue = focus == .values || focus == .details
    let fitsTwoPanels = body.rows >= Self.minimumRowsOfTwoPanels
    guard isAboutValue, fitsTwoPanels else { return [focus: body] }
    return Self.valuesAboveDetails(in: body, values: rowsNeededByValues)
  }

  /// The area of the problems, at the bottom of the area beside the list.
  private func areaOfProblems(
    in besideList: Rectangle, of body: Rectangle,
    values rowsNeededByValues: (_ area: Rectangle) -> Int,
    problems rowsNeededByProblems: (_ columns: Int) -> Int
  ) -> Rectangle {
    // Details beside the values share no rows with them.
    let rowsOfDetails =
      Self.hasDetailsBesideValues(in: besideList) ? 0 : Self.shareOfDetails(of: besideList.rows)
    // If the text has a place, it takes the rows that values do not use, so that none are free.
    let hasText = alwaysShowsText(in: body)
    let freeRows = hasText ? 0 : besideList.rows - rowsNeededByValues(besideList) - rowsOfDetails
    let needed = rowsNeededByProblems(besideList.columns)
    return besideList.bottom(
      Self.rowsOfProblems(needing: needed, freeRows: freeRows, in: body.rows))
  }

  /// The areas of values and details, and in a wide and tall body those of the text and its merged
  /// result.
  private func panelsAboveProblems(
    in area: Rectangle, of body: Rectangle, values rowsNeededByValues: (_ area: Rectangle) -> Int
  ) -> [Panel: Rectangle] {
    guard alwaysShowsText(in: body) else {
      return Self.hasDetailsBesideValues(in: area)
        ? Self.valuesBesideDetails(in: area)
        : Self.valuesAboveDetails(in: area, values: rowsNeededByValues)
    }
    let threeFifths = area.rows * 3 / 5
    let (top, bottom) = area.split(top: threeFifths)
    var panels = Self.valuesBesideDetails(in: top)
    let (text, merged) = Self.wideAndNarrow(bottom)
    panels[.editor] = text
    panels[.merged] = merged
    return panels
  }

  /// Whether an area beside the list is wide enough for details beside the values.
  private static func hasDetailsBesideValues(in area: Rectangle) -> Bool {
    area.columns >= columnsForTwoBesideList
  }

  /// Whether a body is so wide and tall that the text and its merged result have a place of their
  /// own, also while the feature has no edit: setting its first value then moves no border.
  func alwaysShowsText(in body: Rectangle) -> Bool {
    let besideList = body.columns - listColumns(in: body.columns)
    return arrangement == .severalPanels && besideList >= Self.columnsForTwoBesideList
      && body.rows >= Self.rowsForText
  }

  /// With fewer rows, a text without the focus has no place of its own.
  static let rowsForText = 45

  /// The least height of values, details and problems, border included.
  private static let minimumRows = 4
  /// A lower terminal shows one panel at a time.
  private static let minimumRowsOfTwoPanels = 14
  /// With this many columns beside the list, two panels are next to each other there: the details
  /// beside the values, and the merged result beside the text.
  private static let columnsForTwoBesideList = 130

  /// The rows of the problems: what they need, but at most a fifth of the body, 6 rows, or the
  /// `freeRows`, whichever is most.
  ///
  /// In a body of 40 rows, problems that need 12 get 8, or 10 if 10 rows are free.
  ///
  /// - Parameter freeRows: The rows that the panels above the problems do not use.
  static func rowsOfProblems(needing needed: Int, freeRows: Int, in bodyRows: Int) -> Int {
    let fifth = bodyRows / 5
    let most = max(fifth, problemRowsInLowBody, freeRows)
    return min(max(needed, minimumRows), most)
  }

  /// Problems may have this many rows even if a fifth of the body is less.
  private static let problemRowsInLowBody = 6

  /// The width of the list, border included: as wide as its longest id, up to three tenths of the
  /// columns, or 28 in a narrow terminal.
  ///
  /// In a wide terminal its title has room for counts in words. The width does not depend on the
  /// focus, the cursor or the values, so that no panel moves: of 80 columns, a list whose longest
  /// id needs 35 gets 28, of 120 it gets 35, of 200 it gets 48.
  func listColumns(in columns: Int) -> Int {
    let threeTenths = columns * 3 / 10
    let most = max(threeTenths, Self.maximumNarrowListColumns)
    // True if two panels, such as values and details, still fit beside a list of that width.
    let fitsWords = columns - Self.minimumListColumnsWithWords >= Self.columnsForTwoBesideList
    let least = fitsWords ? Self.minimumListColumnsWithWords : Self.minimumListColumns
    return min(max(columnsOfWholeIDs, least), most)
  }

  /// The list's least width.
  private static let minimumListColumns = 25
  /// The least width with room for `Features 44` and `2 experiments, 1 rollout ●2` in the title.
  private static let minimumListColumnsWithWords = 48
  /// The list's largest width in a narrow terminal.
  private static let maximumNarrowListColumns = 28

  /// Values get three fifths of the columns, and details the others.
  private static func valuesBesideDetails(in area: Rectangle) -> [Panel: Rectangle] {
    let (values, details) = wideAndNarrow(area)
    return [.values: values, .details: details]
  }

  /// Divides an area into three fifths of its columns on the left, and two fifths on the right.
  private static func wideAndNarrow(_ area: Rectangle) -> (left: Rectangle, right: Rectangle) {
    area.split(left: area.columns * 3 / 5)
  }

  /// Values above details, which get the rows that values do not use, but at least their share.
  ///
  /// The text of the details does not count: it differs for each value, so the border would move.
  /// Of 20 rows, details get 15 if values need 5, and their share of 9 if values need 15.
  private static func valuesAboveDetails(
    in area: Rectangle, values rowsNeededByValues: (_ area: Rectangle) -> Int
  ) -> [Panel: Rectangle] {
    let unusedByValues = area.rows - rowsNeededByValues(area)
    let wantedByDetails = max(shareOfDetails(of: area.rows), unusedByValues)
    // Both panels keep their minimum height.
    let most = area.rows - minimumRows
    let rowsOfDetails = min(max(wantedByDetails, minimumRows), most)
    return [.values: area.droppingBottom(rowsOfDetails), .details: area.bottom(rowsOfDetails)]
  }

  /// The rows of the details if values need all others: 45 percent, but from 6 to 16 rows.
  private static func shareOfDetails(of rows: Int) -> Int {
    let (fewest, most) = (6, 16)
    let share = rows * 45 / 100
    return min(max(share, fewest), most)
  }
}

extension FeatureLayout {
  /// The layout for a model, before the areas of its panels are known.
  init(_ model: borrowing Model) {
    self.init(model.shared, hasProblems: model.features.problems.hasPlace)
  }

  /// Creates a layout from the state that all screens share.
  ///
  /// - Parameter hasProblems: Whether the list of problems has a place.
  init(_ shared: Shared, hasProblems: Bool) {
    self.init(
      arrangement: shared.layout.arrangement, focus: shared.focus, hasProblems: hasProblems,
      columnsOfWholeIDs: shared.workspace.nameWidth + Self.columnsBesideName)
  }

  /// A name shares its line with the border, the gutter, two marks and the blanks around them.
  private static let columnsBesideName = 7
}
