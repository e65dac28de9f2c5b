import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaWorkbench

/// The columns of the list of flags: what is stored apart from what comes out of it.
enum FlagColumns {
  @Sendable static func columns(in room: ListPanel<FlagItem>.Room) -> [Column<FlagItem>] {
    let channel = room.state.flags.flags?.environment.channel
    let changed = room.state.changedLayer
    let hasDiffering = room.seen.contains { $0.flag?.answer.differs == true }
    let flags = room.seen.compactMap(\.flag)
    let names = room.seen.map { DisplayText($0.title).columns }.max() ?? 0
    let builds = flags.map(\.build.columns).max() ?? 0
    // Two blanks before a name, and one between columns.
    let isNarrow = names + 2 + max(builds, 5) + 6 + "User▾ Debug".count + 4 > room.columns
    let user = isNarrow && flags.allSatisfy { $0.user.columns == 1 } ? "U" : "User"
    let debug = isNarrow && flags.allSatisfy { $0.debug.columns == 1 } ? "D" : "Debug"
    return [
      Column("Flag", width: .content(least: 12, rank: 0), name: { DisplayText($0.title) }, spoken: spokenName) {
        item, _ in
        let style: Style = item.flag.map { $0.isOverridden ? .text.bold() : .text } ?? .warning
        let lead: DisplayText = item.flag == nil ? "! " : item.section == nil ? .empty : "  "
        return StyledLine(of: (lead, style), (DisplayText(item.title), style))
      },
      column("Build", least: 5, rank: 2, spoken: { "build \(word($0.answer.build.value))," }) { flag, _ in flag.build },
      column(
        head(user, changed == .preference), least: 5, rank: 3,
        spoken: { spoken("user", $0.answer.preference, $0.row.preferenceKey) }
      ) { flag, _ in flag.user },
      column(
        head(debug, changed == .debug), least: 6, rank: 4,
        spoken: { spoken("debug", $0.answer.debug, $0.row.debugKey) }
      ) { flag, _ in flag.debug },
      column("Checks", least: hasDiffering ? 10 : 6, rank: 1, spoken: checks) { $0.checks($1) },
      column("From", least: nil, rank: 5, spoken: { _ in "" }) { flag, _ in flag.origin(in: channel) },
      column("Kind", least: nil, rank: 6, spoken: { $0.row.kind.title }) { flag, _ in
        StyledLine(DisplayText(flag.row.kind.title), .typeName)
      },
    ]
  }

  private static func head(_ title: String, _ isChanged: Bool) -> DisplayText {
    isChanged ? DisplayText(title) + PanelSymbols.open : DisplayText(title)
  }

  private static func column(
    _ head: DisplayText, least: Int?, rank: Int, spoken: @escaping @Sendable (ListedFlag) -> String,
    cell: @escaping @Sendable (ListedFlag, Int) -> StyledLine
  ) -> Column<FlagItem> {
    Column(head, width: .content(least: least, rank: rank), spoken: { $0.flag.map(spoken) ?? "" }) { item, width in
      item.flag.map { cell($0, width) } ?? StyledLine(.empty)
    }
  }

  @Sendable static func remark(on item: FlagItem) -> StyledLine? {
    item.orphan.map { StyledLine(DisplayText($0.words + "; d drops it"), .dim) }
  }

  @Sendable private static func spokenName(of item: FlagItem) -> String {
    "\(item.name)," + (item.orphan.map { " \($0.words)" } ?? "")
  }

  private static func spoken(_ layer: String, _ value: FlagValue?, _ key: String?) -> String {
    key == nil ? "" : "\(layer) \(value?.word ?? "unset"),"
  }

  private static func checks(_ flag: ListedFlag) -> String {
    FlagCheck.allCases.map { "\($0.rawValue) \(word(flag.answer[$0].value))," }.joined(separator: " ")
  }

  private static func word(_ value: FlagValue?) -> String { value?.word ?? "without a value" }
}

extension FlagOrphan {
  fileprivate var words: String { isDebug ? "debug override of no flag" : "preference of no flag" }
}
