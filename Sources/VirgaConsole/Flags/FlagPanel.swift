import VirgaCanvas
import VirgaFlags
import VirgaWorkbench

enum FlagPanel {
  static let view = ListPanel(
    panel: .flags, path: \Model.flags.list, read: { $0.flags.list }, jumpsToBestMatch: true,
    opens: "go-to-flag-feature",
    columns: FlagColumns.columns, title: title, subtitle: subtitle,
    empty: empty, remark: FlagColumns.remark, filterAccessory: drawSummary)

  @Sendable private static func title(_ model: Model) -> DisplayText {
    let title = Panel.flags.title(
      showing: model.flags.matchCount, of: model.flags.flags?.catalogue.rows.count ?? 0)
    return model.flags.subset == .all ? title : title + " · \(model.flags.subset.words.name)"
  }

  @Sendable private static func subtitle(_ model: Model) -> DisplayText {
    let (flags, overridden) = (model.flags, model.flags.flags?.overridden.count ?? 0)
    return [
      flags.list.markCount > 0 ? "\(flags.list.markCount) marked" : .empty,
      flags.problems.isEmpty ? .empty : HeaderLine.counted(flags.problems.count, "problem"),
      overridden > 0 ? "● \(overridden) overridden" : .empty,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  @Sendable private static func empty(_ model: Model) -> DisplayText {
    let flags = model.flags
    guard flags.flags != nil else { return model.noManifestText }
    let clear = model.keyName(of: "clear")
    return switch (flags.list.filter.field.isEmpty, flags.subset.words.predicate) {
    case (true, nil): "no flags: the manifest has no Boolean or enum, and no file defines a flag"
    case (true, let words?): "no flags \(words); \(clear) lists all"
    case (false, nil): "no flag matches; \(clear) clears the filter"
    case (false, let words?):
      "none of the flags that \(words) matches; \(clear) clears the filter, then lists all"
    }
  }

  @Sendable private static func drawSummary(
    _ model: Model, in rest: Rectangle, on canvas: inout Canvas
  ) {
    // One cell further left, everything fits into 80 columns.
    let line = Rectangle(column: rest.column - 1, row: rest.row, columns: rest.columns + 1, rows: 1)
    let (flags, selection) = (model.flags, model.flags.subset)
    let titles: [(FlagsScreen.Subset, DisplayText)] = [
      (.all, "all"), (.overridden, "overridden \(flags.matchCount(.overridden))"),
      (.differing, "checks differ \(flags.matchCount(.differing))"),
      (.on, "on \(flags.matchCount(.on))"),
    ]
    var summary = StyledLine(.empty)
    for (index, (counted, title)) in titles.enumerated() {
      if index > 0 { summary.add(" · ", .dim) }
      summary.add(title, selection == counted ? .accent.bold() : .dim)
    }
    if !titles.contains(where: { $0.0 == selection }) {
      let kind = if case .kind = selection { "kind " } else { "" }
      summary.add(" · \(kind)\(selection.words.title)", .accent.bold())
    }
    canvas.draw(summary, at: line.origin, within: line.columns - 1)
    let legend: DisplayText = "· = unset, – = none"
    guard summary.columns + legend.columns + 3 <= line.columns else { return }
    canvas.drawRightAligned(
      legend, at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }
}

/// The actions for the flag under the cursor, from the command table.
struct FlagKeys: PanelView {
  let panel = Panel.flagKeys

  private static let commands = [
    "cycle-flag", "flag-layer", "choose-value", "unset-flag", "drop-flag", "lock-flag", "draw",
    "draw-again", "weights",
    "mark", "go-to-flag-feature",
  ].compactMap { CommandTable.command(named: $0) }

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let (inside, count) = (area.inset(by: 1), model.flags.list.markCount)
    canvas.drawBorder(area, title: count > 0 ? "Change \(count) marked" : "Change", hasFocus: false)
    canvas.draw(lines(of: model), in: inside)
  }

  func lines(of model: Model) -> [StyledLine] {
    Self.commands.compactMap { command in
      guard case .applies = command.availability(in: model),
        let key = model.key(of: command.name, inAny: true)
      else { return nil }
      return StyledLine(
        of: (DisplayText(key).paddedAtStart(to: 6), .accent.bold()), ("  ", .text),
        (DisplayText(command.title(in: model)), .text))
    }
  }
}
