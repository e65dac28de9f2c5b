import VirgaCanvas
import VirgaFlags
import VirgaWorkbench

enum FlagPanel {
  static let view = ListPanel(
    panel: .flags, model: \State.flags.list, selectsBest: true, hasHeads: true, opens: "go-to-flag-feature",
    columns: FlagColumns.columns, title: title, subtitle: subtitle,
    empty: empty, remark: FlagColumns.remark, filterAccessory: drawSummary)

  @Sendable private static func title(_ state: State) -> DisplayText {
    let flags = state.flags
    let all = flags.flags?.catalogue.rows.count ?? 0
    let shown = flags.matchCount
    let selection = flags.selection == .all ? "" : " · \(flags.selection.name)"
    return DisplayText((shown == all ? "Flags \(all)" : "Flags \(shown) of \(all)") + selection)
  }

  @Sendable private static func subtitle(_ state: State) -> DisplayText {
    let flags = state.flags
    let parts = [
      flags.isResolving && flags.flags != nil ? "resolving …" : "",
      flags.list.markCount > 0 ? "\(flags.list.markCount) marked" : "",
      flags.testOverrides.isEmpty ? "" : "test overrides",
      flags.problems.isEmpty ? "" : HeaderLine.counted(flags.problems.count, "problem").plain,
      flags.counts.overridden > 0 ? "● \(flags.counts.overridden) overridden" : "",
    ]
    return DisplayText(parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  @Sendable private static func empty(_ state: State) -> DisplayText {
    let flags = state.flags
    guard let all = flags.flags else { return flags.isResolving ? "resolving flags …" : state.noManifestText }
    let clear = state.keyName(of: "clear")
    if !flags.list.filter.field.isEmpty {
      return flags.selection.words.map {
        DisplayText("none of the flags that \($0) matches; \(clear) clears the filter, then lists all")
      } ?? DisplayText("no flag matches; \(clear) clears the filter")
    }
    if all.catalogue.rows.isEmpty { return "no flags: the manifest has no Boolean or enum, and no file defines a flag" }
    switch flags.selection {
    case .overridden:
      return DisplayText("nothing is overridden; \(state.keyName(of: "only-overridden-flags")) shows every flag")
    case .differing: return DisplayText("all checks agree; \(clear) shows every flag")
    case .section(let section): return DisplayText("no flag is in the section \(section); \(clear) shows every flag")
    default: return DisplayText("no flag is \(flags.selection.title); \(clear) shows every flag")
    }
  }

  @Sendable private static func drawSummary(_ state: State, in rest: Rectangle, on canvas: inout Canvas) {
    // One cell further left, everything fits into 80 columns.
    let line = Rectangle(column: rest.column - 1, row: rest.row, columns: rest.columns + 1, rows: 1)
    let (selection, counts) = (state.flags.selection, state.flags.matchingCounts)
    let titles: [(FlagList.Selection, String)] = [
      (.all, "all"), (.overridden, "overridden \(counts.overridden)"),
      (.differing, "checks differ \(counts.differing)"), (.on, "on \(counts.on)"),
    ]
    var summary = StyledLine(.empty)
    for (index, (counted, title)) in titles.enumerated() {
      if index > 0 { summary.add(" · ", .dim) }
      summary.add(DisplayText(title), selection == counted ? .accent.bold() : .dim)
    }
    if !titles.contains(where: { $0.0 == selection }) {
      let kind = if case .kind = selection { "kind " } else { "" }
      summary.add(DisplayText(" · \(kind)\(selection.title)"), .accent.bold())
    }
    canvas.draw(summary, at: line.origin, within: line.columns - 1)
    let legend: DisplayText = "· = unset, – = none"
    guard summary.columns + legend.columns + 3 <= line.columns else { return }
    canvas.drawRightAligned(legend, at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }
}

/// The actions for the flag under the cursor, from the command table.
struct FlagKeys: PanelView {
  let panel = Panel.flagKeys

  private static let commands = [
    "cycle-flag", "flag-layer", "choose-value", "unset-flag", "drop-flag", "lock-flag", "draw", "draw-again", "weights",
    "simulate-shares", "test-override", "mark", "go-to-flag-feature",
  ].compactMap { CommandTable.command(named: $0) }

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[panel] else { return }
    let (inside, count) = (area.inset(by: 1), state.flags.list.markCount)
    canvas.drawBorder(area, title: count > 0 ? DisplayText("Change \(count) marked") : "Change", hasFocus: false)
    for (row, line) in lines(of: state).prefix(inside.rows).enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
  }

  func lines(of state: State) -> [StyledLine] {
    Self.commands.compactMap { command in
      guard case .applies = command.availability(in: state), let keys = state.options.keys.keys(of: command).first
      else { return nil }
      return StyledLine(
        of: (DisplayText(keys.map(\.description).joined(separator: " ")).paddedAtStart(to: 6), .accent.bold()),
        ("  ", .text), (DisplayText(command.shownTitle?(state) ?? command.title), .text))
    }
  }
}
