import VirgaCanvas
import VirgaFlags
import VirgaWorkbench

/// The list of flags on screen 2.
struct FlagPanel: ListPanel {
  let panel = Panel.flags
  let path: ModelPath<ListModel<FlagListItem>> = \Model.flags.list
  let doubleClickCommand: String? = "go-to-flag-feature"

  func listModel(of model: Model) -> ListModel<FlagListItem> { model.flags.list }

  func columns(of model: Model, in room: ListRoom<FlagListItem>) -> [Column<FlagListItem>] {
    FlagColumns.columns(of: model, in: room)
  }

  /// What an orphan, a stored choice that belongs to no flag, shows in place of its columns after
  /// the name: how to drop it; nil for a flag.
  func remark(on item: FlagListItem, in model: Model, columns: Int) -> StyledLine? {
    item.orphan.map { orphan in
      let drop = model.keyName(of: "drop")
      return StyledLine(DisplayText("\(orphan.orphanWords); \(drop) drops it"), .dim)
    }
  }

  /// The title with the number of flags that the filter matches, the name of the listed subset, and
  /// whether the flags are those of a debug build.
  func title(of model: Model) -> DisplayText {
    let title = Panel.flags.title(
      showing: model.flags.listedMatchCount, of: model.shared.flagCount)
    let subset = model.flags.subset
    let subsetName: DisplayText = subset == .all ? .empty : " · \(subset.words.name)"
    let build: DisplayText = model.shared.flags.isDebugBuild ? " · as a debug build" : .empty
    return title + subsetName + build
  }

  /// The numbers of marked flags, problems and overridden flags, as far as they are not 0.
  func subtitle(of model: Model) -> DisplayText {
    let flags = model.flags
    let overridden = model.sessionFlags?.overriddenIndices.count ?? 0
    let problems = model.shared.flagProblems
    let counts: [DisplayText] = [
      flags.list.markCount > 0 ? "\(flags.list.markCount) marked" : .empty,
      problems.isEmpty ? .empty : HeaderLine.counted(problems.count, "problem"),
      overridden > 0 ? PanelSymbols.overridden + " \(overridden) overridden" : .empty,
    ]
    return counts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The text of an empty list, which names the key that lists more.
  func emptyText(of model: Model) -> DisplayText {
    let flags = model.flags
    guard model.shared.flagCatalogue != nil else { return model.noManifestText }
    let clear = model.keyName(of: "clear")
    let isFiltered = !flags.list.filter.field.isEmpty
    // As in `are on`; nil if all flags are listed.
    let predicate = flags.subset.words.predicate
    return switch (isFiltered, predicate) {
    case (false, nil): "no flags: the manifest has no Boolean or enum, and no file defines a flag"
    case (false, let predicate?): "no flags \(predicate); \(clear) lists all"
    case (true, nil): "no flag matches; \(clear) clears the filter"
    case (true, let predicate?):
      "none of the flags that \(predicate) matches; \(clear) clears the filter, then lists all"
    }
  }

  /// Draws the subsets with their counts next to the filter, the listed one highlighted, and at the
  /// right end what the signs of the list mean.
  func drawBesideFilter(_ model: Model, in rest: Rectangle, on canvas: inout Canvas) {
    // Begins in the last of the blanks after the filter, so that all fits into 80 columns.
    let line = Rectangle(column: rest.column - 1, row: rest.row, columns: rest.columns + 1, rows: 1)
    let summary = subsetSummary(of: model.flags)
    let (blanksBetween, blankAtEnd) = (2, 1)
    canvas.draw(summary, at: line.origin, within: line.columns - blankAtEnd)
    let roomForLegend = line.columns - summary.columns - blanksBetween - blankAtEnd
    // The longer the typed filter is, the shorter the legend.
    let legends: [DisplayText] = ["· = unset, – = none", "· unset – none", "· unset"]
    guard let legend = legends.first(where: { $0.columns <= roomForLegend }) else { return }
    canvas.drawRightAligned(
      legend, at: Point(column: line.endColumn - blankAtEnd, row: line.row), style: .dim)
  }

  /// The four subsets that can always be listed, with counts, the listed one highlighted; if a kind
  /// or a section is listed instead, its title is added.
  private func subsetSummary(of flags: FlagsScreen) -> StyledLine {
    let listed = flags.subset
    let titles: [(subset: FlagsScreen.Subset, title: DisplayText)] = [
      (.all, "all"), (.overridden, "overridden \(flags.matchCount(.overridden))"),
      (.differing, "checks differ \(flags.matchCount(.differing))"),
      (.on, "on \(flags.matchCount(.on))"),
    ]
    var summary = StyledLine(.empty)
    for (index, (subset, title)) in titles.enumerated() {
      if index > 0 { summary.add(" · ", .dim) }
      summary.add(title, subset == listed ? .accent.bold() : .dim)
    }
    if !titles.contains(where: { $0.subset == listed }) {
      let kind = if case .kind = listed { "kind " } else { "" }
      summary.add(" · \(kind)\(listed.words.title)", .accent.bold())
    }
    return summary
  }
}

/// The commands that change the flag under the cursor, with their keys.
struct FlagKeys: PanelView {
  let panel = Panel.flagKeys

  private static let commands = CommandTable.all.filter { $0.hint.panel == .flagKeys }

  /// Draws the keys of the commands that change a flag, in a border that counts the marked flags.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let count = model.flags.list.markCount
    canvas.drawBorder(area, title: count > 0 ? "Change \(count) marked" : "Change", hasFocus: false)
    let inside = area.inset(by: 1)
    canvas.draw(lines(of: model, atMost: inside.rows), in: inside)
  }

  /// The lines for a number of rows; if some do not fit, the last row counts them and names the key
  /// that lists all commands, as in `+2, ? lists all`.
  private func lines(of model: Model, atMost rows: Int) -> [StyledLine] {
    let lines = lines(of: model)
    guard lines.count > rows else { return lines }
    let shown = Array(lines.prefix(max(0, rows - 1)))
    let indent = DisplayText.blanks(keyColumns(in: model)) + Self.gap
    let words = "+\(lines.count - shown.count), \(model.keyName(of: "help")) lists all"
    return shown + [StyledLine(of: (indent, .text), (DisplayText(words), .dim))]
  }

  /// A line with key and title for each command that applies and has a key.
  func lines(of model: Model) -> [StyledLine] {
    let keyColumns = keyColumns(in: model)
    return Self.commands.compactMap { command in
      // The keys are shown even while another panel, in which they do not work, has the focus.
      guard case .applies = command.availability(in: model),
        let key = Self.key(of: command, in: model)
      else { return nil }
      return StyledLine(
        of: (key.paddedAtStart(to: keyColumns), .accent.bold()), (Self.gap, .text),
        (DisplayText(command.title(in: model)), .text))
    }
  }

  /// Between key and title.
  private static let gap: DisplayText = "  "

  /// The width of the widest key of all listed commands, also of those that do not apply, with a
  /// blank before it: moving the cursor moves no title.
  private func keyColumns(in model: Model) -> Int {
    let widths = Self.commands.compactMap { Self.key(of: $0, in: model)?.columns }
    return 1 + (widths.max() ?? 0)
  }

  /// The first key of a command; nil if it has none.
  private static func key(of command: Command, in model: Model) -> DisplayText? {
    model.key(of: command.name, inAnyContext: true).map { DisplayText($0) }
  }
}
