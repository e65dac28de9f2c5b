import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

/// The buckets of the selected recipe as a bar with the client's place, and its branches.
enum BranchPanel {
  /// The lines above the branches: where it draws, the bar, the client's place, and a blank line.
  static let headRows = 4

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.branches] else { return }
    let hasFocus = state.focus == .branches
    canvas.drawBorder(area, title: "Bucket", note: note(of: state), hasFocus: hasFocus)
    guard let recipe = state.experiments.selected else { return }
    let inside = area.inset(by: 1)
    let room = inside.columns - 2
    for (row, line) in head(of: recipe, state.experiments.reason, columns: room).prefix(inside.rows).enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: room)
    }
    let rows = ExperimentScreen.rowsArea(of: .branches, in: state)
    let scroll = state.experiments.branches
    let window = scroll.window(count: recipe.branches.count, height: rows.rows)
    for (place, (line, text)) in zip(window, lines(of: state, in: window).enumerated()) {
      let row = rows.line(line)
      canvas.draw(text, at: row.origin.moved(columns: 1), within: row.columns - 2)
      guard place == scroll.cursor else { continue }
      canvas.draw(Marks.cursor, at: row.origin, style: .accent)
      guard hasFocus else { continue }
      canvas.select(row)
      if state.overlay == nil { canvas.cursor = row.origin.moved(columns: 1) }
    }
  }

  /// A line for each branch, or for those at some places.
  static func lines(of state: State, in places: Range<Int>? = nil) -> [StyledLine] {
    guard let recipe = state.experiments.selected else { return [] }
    let columns = ExperimentScreen.rowsArea(of: .branches, in: state).columns - 2
    let names = names(of: recipe, in: columns)
    let shares = recipe.branchShares
    return (places ?? recipe.branches.indices).map { line($0, of: recipe, shares[$0], state, names, columns) }
  }

  /// How many columns the names of the branches have: what features need has room beside them.
  private static func names(of recipe: Recipe, in columns: Int) -> Int {
    min(max(16, columns - 40), recipe.branches.map { DisplayText($0.slug).columns }.max() ?? 0)
  }

  private static func note(of state: State) -> DisplayText {
    guard let recipe = state.experiments.selected else { return .empty }
    return DisplayText("\(Self.percent(recipe.bucketConfig.share)) of all clients")
  }

  private static func head(of recipe: Recipe, _ reason: EnrollmentReason?, columns: Int) -> [StyledLine] {
    let buckets = recipe.bucketConfig
    let unit = " · \(buckets.randomizationUnit.rawValue)"
    let first =
      DisplayText("namespace \(buckets.namespace)").truncatedInside(to: max(12, columns - unit.count))
      + DisplayText(unit)
    let ends = "\(buckets.total)"
    let room = max(4, columns - ends.count - 4)
    var bar = StyledLine("0 ├", .dim)
    for place in 0..<room {
      let isIn = selects(buckets, place: place, of: room)
      bar.add(isIn ? "█" : "─", isIn ? .accent : .border)
    }
    bar.add(DisplayText("┤" + ends), .dim)
    return [StyledLine(first, .dim), bar, pointer(buckets, reason, room: room, columns: columns)]
  }

  /// Whether a cell of the bar stands for a selected bucket; a narrow range is seen in the cell that holds it.
  private static func selects(_ buckets: BucketConfig, place: Int, of room: Int) -> Bool {
    guard buckets.count > 0 else { return false }
    let total = Double(buckets.total)
    let (low, high) = (Double(place) / Double(room) * total, Double(place + 1) / Double(room) * total)
    let first = Double(buckets.start % buckets.total)
    let last = first + Double(buckets.count)
    let isWrapped = last > total && high > 0 && low < last.truncatingRemainder(dividingBy: total)
    return (low < min(last, total) && high > first) || isWrapped
  }

  private static func pointer(
    _ buckets: BucketConfig, _ reason: EnrollmentReason?, room: Int, columns: Int
  ) -> StyledLine {
    guard let drawn = reason?.selection else { return StyledLine("the client has no id to draw by", .warning) }
    let bucket = drawn.hash.bucket(of: buckets.total)
    let column = 3 + min(room - 1, Int(drawn.hash.fraction * Double(room)))
    let words = "\(bucket): \(drawn.isSelected ? "inside" : "outside") \(buckets.words)"
    let style: Style = drawn.isSelected ? .success : .warning
    guard column + 2 + words.count > columns else {
      return StyledLine(DisplayText.blanks(column) + DisplayText("▲ \(words)"), style)
    }
    let start = max(0, column - 1 - words.count)
    return StyledLine(DisplayText.blanks(start) + DisplayText("\(words) ▲"), style)
  }

  private static func line(
    _ place: Int, of recipe: Recipe, _ share: Double, _ state: State, _ names: Int, _ columns: Int
  ) -> StyledLine {
    let branch = recipe.branches[place]
    let active = state.experiments.selectedRow?.status?.activeBranch
    let forced = state.session[.branch, recipe.slug]?.stringValue
    var line = StyledLine(branch.isCalled(forced) ? "●" : " ", .override)
    line.add(
      branch.isCalled(active) ? (recipe.isRollout ? "◇ " : "◆ ") : "  ", recipe.isRollout ? .rollout : .experiment)
    line.add(
      DisplayText(branch.slug).truncatedInside(to: names).padded(to: names),
      branch.isCalled(active) ? .text.bold() : .text)
    line.add(DisplayText(" \(branch.ratio)").padded(to: 4), .number)
    line.add(DisplayText(percent(share)).padded(to: 8), .dim)
    if state.experiments.reason?.branch?.branch == place { line.add("← draw  ", .changed) }
    let features = DisplayText(branch.features.map(\.featureID).joined(separator: ", "))
    line.add(features.truncatedInside(to: max(8, columns - line.columns)), .dim)
    return line
  }

  /// A share as a percentage with a decimal.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
