import VirgaCanvas
import VirgaFiles
import VirgaSource

/// The problems of the selected feature; all problems if no feature is selected.
struct ProblemPanel: ListPanel {
  let panel = Panel.problems
  let path: ModelPath<ListModel<ProblemItem>> = \Model.features.problems.list
  let isFiltered = false
  let isMarkable = false
  let doubleClickCommand: String? = "go-to-problem"
  let nounOfRows = "problems"

  func listModel(of model: Model) -> ListModel<ProblemItem> { model.features.problems.list }

  /// The severity with its mark, the place where the problem was found, and its words.
  ///
  /// Places that are too long are cut so that those in sight can still be told apart.
  func columns(of model: Model, in room: ListRoom<ProblemItem>) -> [Column<ProblemItem>] {
    let minPlaceColumns = 10
    return [
      Column("Severity", width: .fixed(Self.severityColumns)) { item, _ in
        let severity = item.problem.severity
        return StyledLine(of: (severity.sign, severity.signStyle), (" \(severity.rawValue)", .text))
      },
      Column("Where", width: .content.shortened(to: minPlaceColumns), style: .dim, isName: true) {
        DisplayText($0.found.place)
      },
      Column("Problem", width: .rest) { item, _ in Self.words(of: item) },
    ]
  }

  /// The key that goes to the next problem, as in `F8 next`.
  func subtitle(of model: Model) -> DisplayText { "\(model.keyName(of: "next-problem")) next" }

  func emptyText(of model: Model) -> DisplayText { "no problems" }

  /// The columns of `warning`, the longest severity, with its mark and a blank.
  private static let severityColumns = 9

  /// The rows that show all problems for which the list reserves room, with heads and border.
  ///
  /// The list still reserves room for them when the channel or a value changes, so that no border
  /// moves.
  func wantedRows(_ model: Model, columns: Int) -> Int {
    let items = model.features.problems.itemsWithReservedRoom
    // An empty list has one row that says so.
    let rows = max(1, items.count)
    let (border, heads) = (2, 1)
    let rowHeight = Self.rowHeight(of: items, columns: columns - border - PanelSymbols.gutter)
    return rows * rowHeight + heads + border
  }

  /// The lines of every row.
  func rowHeight(of model: Model, columns: Int) -> Int {
    Self.rowHeight(of: model.features.problems.list.items, columns: columns)
  }

  /// The lines of every row: one if all problems fit next to their severity and place; else one or
  /// two more, below these, for the longest problem.
  private static func rowHeight(of items: [ProblemItem], columns: Int) -> Int {
    let widestProblem = items.map { words(of: $0).columns }.max() ?? 0
    let widestPlace = items.map { DisplayText($0.found.place).columns }.max() ?? 0
    let gaps = 2
    if severityColumns + gaps + widestPlace + widestProblem <= columns { return 1 }
    // Divides and rounds up.
    let linesBelow = (widestProblem + columns - 1) / max(columns, 1)
    let maximum = 3
    return min(1 + linesBelow, maximum)
  }

  /// The number of problems, and of each severity if there are several: `Problems 3: 1 error, 2
  /// hints`.
  func title(of model: Model) -> DisplayText {
    let list = model.features.problems.list
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    // A single severity is in every row.
    guard counts.count > 1 else { return "Problems \(list.count)" }
    return "Problems \(list.count): " + counts.joined(separator: ", ")
  }

  /// The channels of a problem, which end in `: `, its message, its hint and its path.
  ///
  /// The channels are left out if the problem is in all of them, the path if it is that of the
  /// feature.
  private static func words(of item: ProblemItem) -> StyledLine {
    let problem = item.problem
    var line = StyledLine(
      of: (DisplayText(item.found.channelPrefix), .changed), (DisplayText(problem.message), .text))
    if let hint = problem.hint { line.add("; \(hint)", .dim) }
    let pathOfFeature = item.feature.map { "features/\($0)" }
    let saysMore = !problem.path.isEmpty && problem.path != pathOfFeature
    if saysMore { line.add("  \(problem.path)", .dim) }
    return line
  }
}

extension Problem.Severity {
  /// The sign of a problem of this severity in lists.
  var sign: DisplayText {
    switch self {
    case .error: PanelSymbols.problem
    case .warning: PanelSymbols.warning
    case .hint: PanelSymbols.hint
    }
  }

  /// The style of its sign; the text beside the sign is plain.
  var signStyle: Style { self == .hint ? style : style.bold() }

  /// The style in which a text shows the part that a problem of this severity is about.
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}
