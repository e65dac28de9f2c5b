import VirgaCanvas
import VirgaExperiments
import VirgaJSON

/// The buckets of the selected recipe as a bar, and its branches.
struct BranchPanel: ListPanel {
  let panel = Panel.branches
  let path: ModelPath<ListModel<BranchRow>> = \Model.experiments.branchList
  let isFiltered = false
  let isMarkable = false
  let doubleClickCommand: String? = "force-this-branch"
  let nounOfRows = "branches"

  func listModel(of model: Model) -> ListModel<BranchRow> { model.experiments.branchList }

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  /// The share of all clients that the recipe's buckets select, as in `12.5 % of all clients`.
  func subtitle(of model: Model) -> DisplayText {
    guard let buckets = model.experiments.selected?.bucketConfig else { return .empty }
    return "\(Self.percent(buckets.share)) of all clients"
  }

  /// The buckets of the recipe and the client's own bucket, with a blank line below.
  func linesAbove(of model: Model, columns: Int) -> [StyledLine] {
    guard let recipe = model.experiments.selected else { return [] }
    let draw = model.experiments.reason?.bucketDraw
    return Self.bucketLines(of: recipe, draw: draw, columns: columns) + [StyledLine(.empty)]
  }

  /// A column with two signs, then branch, ratio, share and features.
  ///
  /// `← draw` marks the branch that the client's hash selects, forced or not. In a narrow panel,
  /// slugs are shortened and the features left out.
  func columns(of model: Model, in room: ListRoom<BranchRow>) -> [Column<BranchRow>] {
    let screen = model.experiments
    // A recipe that ended or is unreadable lists no branches.
    guard let selected = screen.selectedRow, selected.recipe != nil else { return [] }
    // The drawn branch by its index in the recipe, which is also the id of its row.
    let drawnIndex = screen.reason?.branchDraw?.branchIndex
    return [
      Self.signColumn(of: selected), Self.slugColumn(of: selected),
      Column("Ratio", width: .content.alwaysWhole, style: .number) {
        DisplayText("\($0.branch.ratio)")
      },
      Column("Share", width: .content.alwaysWhole, style: .dim) {
        DisplayText(Self.percent($0.share))
      },
      Self.featuresColumn(drawnIndex: drawnIndex),
    ]
  }

  /// Two signs: `●` for the forced branch, and the client's status at the branch that it is in;
  /// else blanks.
  ///
  /// What is forced can also be null, after opting out: then no branch is the forced one.
  private static func signColumn(of recipe: RecipeRow) -> Column<BranchRow> {
    let forcedBranch = recipe.forced?.stringValue
    return Column(width: .fixed(signColumns)) { row, _ in
      StyledLine(
        of: (row.branch.hasName(forcedBranch) ? PanelSymbols.overridden : " ", .override),
        row.branch.hasName(recipe.branch) ? recipe.sign : (" ", .text))
    }
  }

  /// The slug of a branch, bold if the client is in it.
  ///
  /// In a narrow column, slugs are cut so that they can be told apart (`nameToCut`).
  private static func slugColumn(of recipe: RecipeRow) -> Column<BranchRow> {
    Column(
      "Branch", width: .content.shortened(to: minSlugWidth),
      nameToCut: { DisplayText($0.branch.slug) }
    ) { row, _ in
      StyledLine(
        DisplayText(row.branch.slug), row.branch.hasName(recipe.branch) ? .text.bold() : .text)
    }
  }

  /// The features of a branch, left out in a narrow panel; before them a mark if the client's hash
  /// selects this branch.
  private static func featuresColumn(drawnIndex: Int?) -> Column<BranchRow> {
    Column("Features", width: .rest.dropped) { row, width in
      let drawMark: DisplayText = drawnIndex == row.id ? "← draw  " : .empty
      let features = DisplayText(row.branch.features.map(\.featureID).joined(separator: ", "))
      let columnsForFeatures = max(0, width - drawMark.columns)
      return StyledLine(
        of: (drawMark, .changed), (features.truncatedInside(to: columnsForFeatures), .dim))
    }
  }

  /// The width of the signs for the forced branch and for the client's status.
  private static let signColumns = 2
  /// The width to which the slugs of branches may be shortened.
  private static let minSlugWidth = 12
  /// The width to which the namespace of the buckets may be shortened.
  private static let minNamespaceWidth = 12
  /// The fewest cells of the bar of buckets.
  private static let minBarCells = 4
  /// What precedes the cells of the bar: its first bucket and its end.
  private static let barStart = "0 ├"

  /// Three lines: the namespace and the randomization unit of the buckets, a bar of all buckets in
  /// which the selected ones are filled, and a pointer to the client's bucket.
  ///
  /// The bar looks like `0 ├████──────┤10000`.
  ///
  /// - Parameter draw: The client's bucket; nil if the client has no id of the randomization unit.
  private static func bucketLines(
    of recipe: Recipe, draw: BucketSelection.Outcome?, columns: Int
  ) -> [StyledLine] {
    let buckets = recipe.bucketConfig
    let unit = " · \(buckets.randomizationUnit.rawValue)"
    let columnsForNamespace = max(minNamespaceWidth, columns - unit.count)
    let namespace = DisplayText("namespace \(buckets.namespace)").truncatedInside(
      to: columnsForNamespace)
    let barEnd = "┤\(buckets.total)"
    let cellCount = max(minBarCells, columns - barStart.count - barEnd.count)
    return [
      StyledLine(namespace + DisplayText(unit), .dim),
      barLine(buckets, cellCount: cellCount, end: barEnd),
      pointerLine(buckets, draw: draw, cellCount: cellCount, columns: columns),
    ]
  }

  /// The bar of all buckets, in which the selected ones are filled.
  private static func barLine(
    _ buckets: BucketConfig, cellCount: Int, end: String
  ) -> StyledLine {
    var bar = StyledLine(DisplayText(barStart), .dim)
    for cell in 0..<cellCount {
      let isSelected = hasSelectedBucket(cell, of: cellCount, in: buckets)
      bar.add(isSelected ? "█" : "─", isSelected ? .accent : .border)
    }
    bar.add(DisplayText(end), .dim)
    return bar
  }

  /// Whether a cell of the bar contains a selected bucket; even a narrow range fills its cell.
  ///
  /// 1,000 buckets from 9,500 of 10,000 on select the first and the last of 10 cells: the bucket
  /// after the last one is the first one.
  private static func hasSelectedBucket(
    _ cell: Int, of cellCount: Int, in buckets: BucketConfig
  ) -> Bool {
    guard buckets.count > 0 else { return false }
    let total = Double(buckets.total)
    let start = Double(buckets.start % buckets.total)
    let end = start + Double(buckets.count)
    // The cell has the buckets from `low` up to `high`.
    let low = Double(cell) / Double(cellCount) * total
    let high = Double(cell + 1) / Double(cellCount) * total
    let overlaps = low < end && high > start
    // A range that goes past the last bucket continues at the first one, so the cell is compared
    // with it a second time, one turn later.
    let overlapsNextTurn = low + total < end && high + total > start
    return overlaps || overlapsNextTurn
  }

  /// The line below the bar that points at the client's bucket: `▲ 4321: inside 0 to 4999`.
  ///
  /// The words are before the pointer if they do not fit after it.
  private static func pointerLine(
    _ buckets: BucketConfig, draw: BucketSelection.Outcome?, cellCount: Int, columns: Int
  ) -> StyledLine {
    guard let draw else {
      return .problem("the client has no id, so no bucket")
    }
    let words = words(about: draw, in: buckets)
    // The fraction can round up to 1, which would be the cell after the last one.
    let cell = min(cellCount - 1, Int(draw.hash.fraction * Double(cellCount)))
    let column = barStart.count + cell
    let wordsFitAfter = column + "▲ ".count + words.count <= columns
    // Without room after the pointer, the words start so far left that they end a blank before it.
    let start = wordsFitAfter ? column : max(0, column - " ".count - words.count)
    let sign = StyledLine("▲", draw.isSelected ? .success : .warning)
    let blanks = StyledLine(DisplayText.blanks(start))
    return wordsFitAfter
      ? blanks + sign + StyledLine(DisplayText(" \(words)"))
      : blanks + StyledLine(DisplayText("\(words) ")) + sign
  }

  /// The client's bucket, and whether it is a selected one, as in `4321: inside 0 to 4999`.
  private static func words(
    about draw: BucketSelection.Outcome, in buckets: BucketConfig
  ) -> String {
    let bucket = draw.hash.bucket(of: buckets.total)
    if buckets.isEmpty { return "\(bucket): count 0 enrolls nobody" }
    return "\(bucket): \(draw.isSelected ? "inside" : "outside") \(buckets.rangeText)"
  }

  /// A share from 0 to 1 in percent, with one decimal: `12.5 %` for 0.125.
  static func percent(_ share: Double) -> String {
    let tenthsOfPercent = Int((share * 1000).rounded())
    return "\(tenthsOfPercent / 10).\(tenthsOfPercent % 10) %"
  }
}

/// A branch in the list of branches.
struct BranchRow: ListItem {
  /// The index of the branch in the recipe.
  let id: Int
  let branch: Branch
  /// The share of enrolled clients that get it, from 0 to 1.
  let share: Double

  /// A row for each branch of a recipe, in the recipe's order.
  static func rows(of recipe: Recipe) -> [BranchRow] {
    zip(recipe.branches, recipe.branchShares).enumerated().map { index, branchWithShare in
      let (branch, share) = branchWithShare
      return BranchRow(id: index, branch: branch, share: share)
    }
  }
}
