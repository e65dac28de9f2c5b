import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// How screen 2 draws the table of flags: what is stored apart from what comes out of it.
enum FlagColumns {
  @Sendable static func columns(
    _ model: Model, _ room: ListPanel<FlagListItem>.Room
  ) -> [Column<FlagListItem>] {
    let channel = model.flags.flags?.environment.channel
    let changedLayer = FlagChange(model)?.layer
    let flags = room.seen.compactMap(\.flag)
    let hasDiffering = flags.contains(where: \.differs)
    let names = room.seen.map { DisplayText($0.title).columns }.max() ?? 0
    let builds = flags.map(\.build.columns).max() ?? 0
    // Two blanks before a name, and one between columns.
    let isNarrow = names + 2 + max(builds, 5) + 6 + "User▾ Debug".count + 4 > room.columns
    func head(
      _ column: TableColumn<ResolvedFlag>, of layer: FlagLayer, _ cell: (ResolvedFlag) -> StyledLine
    ) -> DisplayText {
      let isShort = isNarrow && flags.allSatisfy { cell($0).columns == 1 }
      let title = DisplayText(column.head)
      return (isShort ? title.prefix(1) : title)
        + (layer == changedLayer ? PanelSymbols.open : .empty)
    }
    let (build, user, debug) = (FlagTable.build, FlagTable.user, FlagTable.debug)
    let userHead = head(user, of: .preference, \.user)
    let debugHead = head(debug, of: .debug, \.debug)
    return [
      name,
      column(DisplayText(build.head), [build], minimum: 5, rank: 2) { flag, _ in flag.build },
      column(userHead, [user], minimum: 5, rank: 3) { flag, _ in flag.user },
      column(debugHead, [debug], minimum: 6, rank: 4) { flag, _ in flag.debug },
      column("Checks", FlagTable.checks, minimum: hasDiffering ? 10 : 6, rank: 1) { $0.checks($1) },
      column("From", [], minimum: nil, rank: 5) { flag, _ in flag.origin(in: channel) },
      kind,
    ]
  }

  private static let name = Column<FlagListItem>(
    DisplayText(FlagTable.id.head), width: .content(minimum: 12, rank: 0),
    name: { DisplayText($0.title) }, spoken: spokenName
  ) { item, _ in
    let style: Style = item.flag.map { $0.isOverridden ? .text.bold() : .text } ?? .warning
    let lead: DisplayText = item.flag == nil ? "! " : item.section == nil ? .empty : "  "
    return StyledLine(of: (lead, style), (DisplayText(item.title), style))
  }

  private static let kind = Column<FlagListItem>(
    DisplayText(FlagTable.kind.head), width: .content(minimum: nil, rank: 6), style: .typeName
  ) { DisplayText($0.flag.map(FlagTable.kind.spoken) ?? "") }

  /// A column that draws columns of the table, and is empty for an orphan.
  private static func column(
    _ head: DisplayText, _ columns: [TableColumn<ResolvedFlag>], minimum: Int?, rank: Int,
    cell: @escaping @Sendable (ResolvedFlag, Int) -> StyledLine
  ) -> Column<FlagListItem> {
    let width = ColumnWidth.content(minimum: minimum, rank: rank)
    return Column(head, width: width, spoken: { spoken(columns, of: $0.flag) }) { item, width in
      item.flag.map { cell($0, width) } ?? StyledLine(.empty)
    }
  }

  /// A comma ends each text, because a screen reader pauses there.
  private static func spoken(
    _ columns: [TableColumn<ResolvedFlag>], of flag: ResolvedFlag?
  ) -> String {
    guard let flag else { return "" }
    let texts = columns.map { $0.spoken(flag) }.filter { !$0.isEmpty }
    return texts.map { $0 + "," }.joined(separator: " ")
  }

  @Sendable static func remark(on item: FlagListItem) -> StyledLine? {
    item.orphan.map { StyledLine(DisplayText($0.words + "; d drops it"), .dim) }
  }

  @Sendable private static func spokenName(of item: FlagListItem) -> String {
    "\(item.name)," + (item.orphan.map { " \($0.words)" } ?? "")
  }
}

extension EntryKey {
  fileprivate var words: String { "\(kind.title) without a flag" }
}

// The cells of the flag list.
extension ResolvedFlag {
  var build: StyledLine {
    guard let value = answer.build.value else { return Self.unset }
    // Says which kind of off it is, unless a debug override decides.
    let isKindOfOff = [.control, .locked, .hidden].contains(answer.state)
    let word = isKindOfOff && answer.debug == nil ? answer.state.word : value.word
    return StyledLine(DisplayText(word), Self.style(value))
  }

  func origin(in channel: String?) -> StyledLine {
    if answer.build.value == nil { return StyledLine("no value", .warning) }
    if isCached { return StyledLine("kept", .dim) }
    guard case .build(let layer?) = answer.build.decider else {
      let isStored = isOverridden && answer.preference == nil && answer.debug == nil
      return StyledLine(
        of: (isStored ? "● " : .empty, .override), (DisplayText(answer.build.decider.title), .dim))
    }
    let mark = PanelSymbols.session(layer)
    return StyledLine(
      of: (mark.isEmpty ? .empty : mark + " ", .changed),
      (DisplayText(Self.short(layer, in: channel)), .dim))
  }

  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .rollout(_, let branch): branch
    case .manifestDefault(channels: []), .importDefault(channels: []): "default"
    default: ValueText.layer(layer, in: channel, columns: 0)
    }
  }

  var user: StyledLine { stored(answer.preference, FlagTable.user) }

  var debug: StyledLine {
    stored(answer.debug, FlagTable.debug, isIgnored: answer.notes.contains(.ignoredDebug))
  }

  private static let unset = StyledLine(DisplayText(FlagTable.unset), .dim)

  /// Static, because each cell would rebuild the literal.
  private static let broken: FlagNotes = [.unreadableDebug, .unreadablePreference, .unknownOption]

  /// The text of the table with a mark; `!` marks what is stored but does not count.
  private func stored(
    _ value: FlagValue?, _ column: TableColumn<ResolvedFlag>, isIgnored: Bool = false
  ) -> StyledLine {
    let text = DisplayText(column.text(self))
    guard let value else {
      let isUnset = column.text(self) == FlagTable.unset
      let isBroken = isUnset && !answer.notes.isDisjoint(with: Self.broken)
      return isBroken ? StyledLine("!", .warning) : StyledLine(text, .dim)
    }
    return isIgnored
      ? StyledLine(of: ("! ", .warning), (text, .dim))
      : StyledLine(of: ("● ", .override), (text, Self.style(value).bold()))
  }

  /// What the checks answer: once if they agree, as `same` if that is a long word that the build
  /// has too.
  func checks(_ room: Int) -> StyledLine {
    let values = FlagCheck.allCases.map { answer[$0].value }
    func joined(_ most: Int) -> StyledLine {
      values.dropFirst().reduce(Self.cell(values[0], in: most)) {
        $0 + StyledLine("│", .dim) + Self.cell($1, in: most)
      }
    }
    if answer.differs {
      let whole = joined(.max)
      return whole.columns > room ? joined(max(1, (room - values.count + 1) / values.count)) : whole
    }
    let cell = Self.cell(values[0], in: .max)
    return values[0] == answer.build.value && cell.columns > Self.maxRepetitions
      ? StyledLine("same", .dim) : cell
  }

  /// How wide a word may be that is repeated beside the build value; shorter ones are faster to
  /// read than `same`.
  private static let maxRepetitions = 6

  private static func cell(_ value: FlagValue?, in room: Int) -> StyledLine {
    value.map { StyledLine(DisplayText($0.word).truncated(to: room), style($0)) }
      ?? unset
  }

  private static func style(_ value: FlagValue) -> Style {
    switch value {
    case .on: .success
    case .off: .text
    case .option: .string
    }
  }
}
