import VirgaCanvas
import VirgaExperiments
import VirgaSource

enum SimulationPanel {
  static let view = TextView(
    panel: .simulation, scroll: \State.experiments.simulationScroll, title: { _ in "Simulation" },
    subtitle: { subtitle($0.experiments.simulation, of: $0) }, subject: { $0.experiments.selectedRow?.slug ?? "" },
    text: lines)

  @Sendable static func lines(of state: State, columns: Int) -> [StyledLine] {
    let run = state.experiments.simulation
    let result = result(of: state)
    let older = run.isOutdated ? outdated(state.keyName(of: "simulate")) : nil
    let age = older.map { Prose.lines(of: $0, .warning, columns: columns) } ?? []
    if let done = run.done {
      let share = run.clients > 0 ? Double(done) / Double(run.clients) : 0
      let names = result.map { Columns(of: $0, in: columns).name } ?? 0
      var line = StyledLine(DisplayText("running").padded(to: max(7, names) + 1), .dim)
      line.pieces += bar(share, columns: min(25, max(8, columns - 31 - max(7, names))), .accent).pieces
      line.add(DisplayText("  \(BranchPanel.percent(share))  \(done.grouped) clients"))
      return age + [line] + (result.map { lines($0, columns: columns) } ?? [])
    }
    guard let result else {
      let key = state.keyName(of: "simulate")
      let text = "\(key) simulates clients like this one, with other ids, for all recipes"
      return Prose.lines(of: text, .dim, columns: columns)
    }
    return age + lines(result, columns: columns)
  }

  static func outdated(_ key: String) -> String {
    "outdated: the client or the recipes changed; \(key) simulates again"
  }

  /// Nil if it took no part in the simulation.
  static func result(of state: State) -> SimulatedRecipe? {
    guard let row = state.experiments.selectedRow else { return nil }
    return state.experiments.simulation.results.first { row.hasName($0.slug) }
  }

  private static func subtitle(_ run: SimulationRun, of state: State) -> DisplayText {
    if run.isRunning { return DisplayText("\(state.keyName(of: "clear")) stops it") }
    let whole = "\(run.clients.grouped) clients"
    guard let done = run.results.first?.clients, done < run.clients else { return DisplayText(whole) }
    return DisplayText("stopped after \(done.grouped) of \(whole)")
  }

  private static func lines(_ result: SimulatedRecipe, columns: Int) -> [StyledLine] {
    let room = Columns(of: result, in: columns)
    let selected = room.said("buckets select", "sel.", result.selectedShare)
    var lines = [row("enrolled", result.enrolledShare, count: result.enrolled, selected, room)]
    for branch in result.branches {
      let share = result.enrolled > 0 ? Double(branch.count) / Double(result.enrolled) : 0
      let expected = room.said("expected", "exp.", branch.expectedShare)
      lines.append(row(branch.slug, share, count: branch.count, expected, room))
    }
    if let p = result.probability {
      let isMismatch = p < 0.001
      let text = "sample ratio p \(rounded(p))\(isMismatch ? ": the ratios do not match" : "")"
      lines.append(StyledLine(DisplayText(text), isMismatch ? .error : .dim))
    }
    let rest = result.reasons.filter { $0.key != EnrollmentStatus.EnrolledReason.qualified.rawValue }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\(EnrollmentStatus.NotEnrolledReason.words[$0.key] ?? $0.key) \($0.value.grouped)"
      }
    if !rest.isEmpty {
      lines += Prose.lines(of: "not: \(rest.joined(separator: " · "))", columns: columns).map { StyledLine($0, .dim) }
    }
    return lines
  }

  /// Bars get what is left, or disappear.
  private struct Columns {
    var name: Int
    var bar: Int
    var count: Int
    /// Whether there is no room to name the expected share in words.
    var isNarrow: Bool

    func said(_ words: String, _ short: String, _ share: Double) -> String {
      "\(isNarrow ? short : words) \(BranchPanel.percent(share))"
    }

    init(of result: SimulatedRecipe, in columns: Int) {
      let names = result.branches.map { DisplayText($0.slug).columns }.max() ?? 0
      name = min(min(24, max(8, names)), max(8, columns / 4))
      count = result.enrolled.grouped.count + 2
      let used = name + 1 + 9 + count
      isNarrow = columns - used < 2 + 22
      let left = columns - used - (isNarrow ? 2 + 12 : 2 + 22)
      bar = left < 3 ? 0 : min(20, left)
    }
  }

  private static func row(
    _ name: String, _ share: Double, count: Int, _ expected: String, _ columns: Columns
  ) -> StyledLine {
    var line = StyledLine(DisplayText(name).truncatedInside(to: columns.name).padded(to: columns.name + 1))
    line.pieces += bar(share, columns: columns.bar, .experiment).pieces
    line.add(DisplayText(BranchPanel.percent(share)).paddedAtStart(to: 9))
    line.add(DisplayText(count.grouped).paddedAtStart(to: columns.count))
    line.add(DisplayText("  \(expected)"), .dim)
    return line
  }

  private static func bar(_ share: Double, columns: Int, _ style: Style) -> StyledLine {
    let full = Int((min(max(share, 0), 1) * Double(columns)).rounded())
    return StyledLine(
      of: (DisplayText(String(repeating: "█", count: full)), style),
      (DisplayText(String(repeating: "░", count: columns - full)), .dim))
  }

  private static func rounded(_ p: Double) -> String {
    let thousandths = Int((p * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }
}
