import VirgaCanvas
import VirgaExperiments
import VirgaJSON

/// The buckets of the selected recipe as a bar, and its branches.
struct BranchPanel: ListPanel {
  let panel = Panel.branches
  let path: ModelPath<ListModel<BranchRow>> = \Model.experiments.branchList
  let isFiltered = false
  let isMarkable = false
  let opens: String? = "force-this-branch"

  func read(_ model: Model) -> ListModel<BranchRow> { model.experiments.branchList }

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  func subtitle(of model: Model) -> DisplayText {
    guard let buckets = model.experiments.selected?.bucketConfig else { return .empty }
    return "\(Self.percent(buckets.share)) of all clients"
  }

  func head(of model: Model, columns: Int) -> [StyledLine] {
    guard let recipe = model.experiments.selected else { return [] }
    return Self.head(of: recipe, model.experiments.reason, columns: columns)
      + [StyledLine(.empty)]
  }

  func columns(of model: Model, in room: ListRoom<BranchRow>) -> [Column<BranchRow>] {
    let screen = model.experiments
    guard let status = screen.selectedRow, status.recipe != nil else { return [] }
    let (active, forced) = (status.branch, status.forced?.stringValue)
    let drawn = screen.reason?.branch?.branch
    return [
      Column(width: .fixed(2)) { row, _ in
        StyledLine(
          of: (row.branch.hasName(forced) ? "●" : " ", .override),
          row.branch.hasName(active) ? status.sign : (" ", .text))
      },
      Column("Branch", width: .content.shortened(to: 12), name: { DisplayText($0.branch.slug) }) {
        row, _ in
        StyledLine(DisplayText(row.branch.slug), row.branch.hasName(active) ? .text.bold() : .text)
      },
      Column("Ratio", width: .content.kept, style: .number) {
        DisplayText("\($0.branch.ratio)")
      },
      Column("Share", width: .content.kept, style: .dim) {
        DisplayText(Self.percent($0.share))
      },
      Column("Features", width: .rest.dropped) { row, width in
        let mark: DisplayText = drawn == row.id ? "← draw  " : .empty
        let features = DisplayText(row.branch.features.map(\.featureID).joined(separator: ", "))
        return StyledLine(
          of: (mark, .changed), (features.truncatedInside(to: max(0, width - mark.columns)), .dim))
      },
    ]
  }

  /// Namespace and unit of the buckets, a bar of them, and below it a pointer to the client's
  /// bucket.
  private static func head(
    of recipe: Recipe, _ reason: EnrollmentReason?, columns: Int
  ) -> [StyledLine] {
    let buckets = recipe.bucketConfig
    let unit = " · \(buckets.randomizationUnit.rawValue)"
    let namespace = DisplayText("namespace \(buckets.namespace)").truncatedInside(
      to: max(12, columns - unit.count))
    let total = "\(buckets.total)"
    // `0 ├` before the bar and `┤` after it.
    let room = max(4, columns - total.count - 4)
    var bar = StyledLine("0 ├", .dim)
    for cell in 0..<room {
      let isIn = selects(buckets, cell: cell, of: room)
      bar.add(isIn ? "█" : "─", isIn ? .accent : .border)
    }
    bar.add(DisplayText("┤" + total), .dim)
    return [
      StyledLine(namespace + DisplayText(unit), .dim), bar,
      pointer(buckets, reason, room: room, columns: columns),
    ]
  }

  /// Whether a cell of the bar, of `room` cells in all, contains a selected bucket; even a narrow
  /// range fills its cell.
  ///
  /// 1,000 buckets from 9,500 of 10,000 on select the first and the last of 10 cells: the bucket
  /// after the last one is the first one.
  private static func selects(_ buckets: BucketConfig, cell: Int, of room: Int) -> Bool {
    guard buckets.count > 0 else { return false }
    let total = Double(buckets.total)
    let start = Double(buckets.start % buckets.total)
    let end = start + Double(buckets.count)
    let low = Double(cell) / Double(room) * total
    let high = Double(cell + 1) / Double(room) * total
    let overlaps = low < end && high > start
    let overlapsNextTurn = low + total < end && high + total > start
    return overlaps || overlapsNextTurn
  }

  /// The client's bucket, pointed at in the bar: `▲ 4321: inside 0 to 4999`.
  ///
  /// The words are before the pointer if they do not fit after it.
  private static func pointer(
    _ buckets: BucketConfig, _ reason: EnrollmentReason?, room: Int, columns: Int
  ) -> StyledLine {
    guard let drawn = reason?.selection else {
      return StyledLine("the client has no id, so no bucket", .warning)
    }
    let bucket = drawn.hash.bucket(of: buckets.total)
    // The bar begins after `0 ├`.
    let column = 3 + min(room - 1, Int(drawn.hash.fraction * Double(room)))
    let range = "\(drawn.isSelected ? "inside" : "outside") \(buckets.words)"
    let words = "\(bucket): \(buckets.isEmpty ? "count 0 enrolls nobody" : range)"
    let style: Style = drawn.isSelected ? .success : .warning
    let isBefore = column + 2 + words.count > columns
    let start = isBefore ? max(0, column - 1 - words.count) : column
    return StyledLine(
      DisplayText.blanks(start) + DisplayText(isBefore ? "\(words) ▲" : "▲ \(words)"), style)
  }

  /// As in `12.5 %` for 0.125.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

/// A branch in the list of branches.
struct BranchRow: ListItem {
  /// The index of the branch in the recipe.
  let id: Int
  let branch: Branch
  /// The share of enrolled clients that get it, from 0 to 1.
  let share: Double

  static func rows(of recipe: Recipe) -> [BranchRow] {
    zip(recipe.branches, recipe.branchShares).enumerated().map {
      BranchRow(id: $0, branch: $1.0, share: $1.1)
    }
  }
}
