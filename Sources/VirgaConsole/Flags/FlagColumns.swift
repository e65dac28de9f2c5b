import VirgaCanvas
import VirgaFlags
import VirgaWorkbench

/// The columns of the flag list: stored values, and the results of all checks.
enum FlagColumns {
  @Sendable static func columns(in room: ListPanel<FlagItem>.Room) -> [Column<FlagItem>] {
    let widths = FlagWidths(room.columns, fitting: room.state.flags.words)
    let names = DistinctCut.of(room.seen.map { DisplayText($0.flag?.row.id ?? "") }, to: widths.name)
    let cuts = Dictionary(zip(room.seen.map(\.id), names)) { first, _ in first }
    let channel = room.state.flags.flags?.environment.channel
    return [
      Column("Flag", width: .fixed(widths.name), spoken: spokenName) { item, width in
        guard let flag = item.flag else {
          return StyledLine(of: ("! ", .warning.bold()), (DisplayText(item.name).truncated(to: width - 2), .warning))
        }
        return StyledLine(cuts[item.id] ?? DisplayText(item.name), flag.isOverridden ? .text.bold() : .text)
      },
      column("Kind", widths.kind, spoken: { "\($0.row.kind.rawValue)," }) { flag, _ in
        StyledLine(DisplayText(flag.row.kind.rawValue), .typeName)
      },
      column("Build", widths.build, spoken: { "build \(word($0.answer.build.value))," }) { flag, width in
        flag.build(in: channel, width)
      },
      column("User", widths.user, spoken: { spoken("user", $0.answer.preference, $0.row.preferenceKey) }) {
        $0.user($1)
      },
      column("Debug", widths.debug, spoken: { spoken("debug", $0.answer.debug, $0.row.debugKey) }) { $0.debug($1) },
    ]
      + zip(FlagCheck.allCases, zip(widths.heads, widths.checks)).map { check, place in
        column(
          place.0, place.1,
          spoken: { "\(check.rawValue) \(word($0.answer[check].value))\(check == .buildAndUser ? "" : ",")" }
        ) { flag, width in flag.result(flag.answer[check], width) }
      }
  }

  /// A column that is empty for orphans.
  private static func column(
    _ head: DisplayText, _ width: Int, spoken: @escaping @Sendable (ListedFlag) -> String,
    cell: @escaping @Sendable (ListedFlag, Int) -> StyledLine
  ) -> Column<FlagItem> {
    Column(head, width: .fixed(width), spoken: { $0.flag.map(spoken) ?? "" }) { item, width in
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

  private static func word(_ value: FlagValue?) -> String { value?.word ?? "without a value" }
}

extension FlagOrphan {
  fileprivate var words: String { isDebug ? "debug override of no flag" : "preference of no flag" }
}
