import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The columns of the list of flags: what is stored apart from what comes out of it.
enum FlagColumns {
  @Sendable static func columns(_ model: Model, _ room: ListPanel<FlagItem>.Room) -> [Column<FlagItem>] {
    let channel = model.flags.flags?.environment.channel
    let changedLayer = FlagChange(model)?.layer
    let hasDiffering = room.seen.contains { $0.flag?.answer.differs == true }
    let flags = room.seen.compactMap(\.flag)
    let names = room.seen.map { DisplayText($0.title).columns }.max() ?? 0
    let builds = flags.map(\.build.columns).max() ?? 0
    // Two blanks before a name, and one between columns.
    let isNarrow = names + 2 + max(builds, 5) + 6 + "User▾ Debug".count + 4 > room.columns
    func head(_ title: DisplayText, of layer: FlagLayer, _ cell: (ListedFlag) -> StyledLine) -> DisplayText {
      let isShort = isNarrow && flags.allSatisfy { cell($0).columns == 1 }
      return (isShort ? title.prefix(1) : title) + (layer == changedLayer ? PanelSymbols.open : .empty)
    }
    return [
      Column("Flag", width: .content(least: 12, rank: 0), name: { DisplayText($0.title) }, spoken: spokenName) {
        item, _ in
        let style: Style = item.flag.map { $0.isOverridden ? .text.bold() : .text } ?? .warning
        let lead: DisplayText = item.flag == nil ? "! " : item.section == nil ? .empty : "  "
        return StyledLine(of: (lead, style), (DisplayText(item.title), style))
      },
      column("Build", least: 5, rank: 2, spoken: { "build \(word($0.answer.build.value))," }) { flag, _ in flag.build },
      column(
        head("User", of: .preference, \.user), least: 5, rank: 3,
        spoken: { spoken("user", $0.answer.preference, $0.row.preferenceKey) }
      ) { flag, _ in flag.user },
      column(
        head("Debug", of: .debug, \.debug), least: 6, rank: 4,
        spoken: { spoken("debug", $0.answer.debug, $0.row.debugKey) }
      ) { flag, _ in flag.debug },
      column("Checks", least: hasDiffering ? 10 : 6, rank: 1, spoken: { checks($0.answer, ", ").plain + "," }) {
        $0.checks($1)
      },
      column("From", least: nil, rank: 5, spoken: { _ in "" }) { flag, _ in flag.origin(in: channel) },
      column("Kind", least: nil, rank: 6, spoken: { $0.row.kind.title }) { flag, _ in
        StyledLine(DisplayText(flag.row.kind.title), .typeName)
      },
    ]
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

  static func checks(_ answer: FlagAnswer, _ separator: String) -> DisplayText {
    DisplayText(FlagCheck.allCases.map { "\($0.rawValue) \(word(answer[$0].value))" }.joined(separator: separator))
  }

  private static func word(_ value: FlagValue?) -> String { value?.word ?? "without a value" }
}

extension EntryKey {
  fileprivate var words: String { "\(kind.title) without a flag" }
}

// The cells of the flag list.
extension ListedFlag {
  var build: StyledLine {
    guard let value = answer.build.value else { return StyledLine("·", .dim) }
    // Says which kind of off it is, unless a debug override decides.
    let isKindOfOff = [.control, .locked, .hidden].contains(answer.state)
    let word = isKindOfOff && answer.debug == nil ? answer.state.word : value.word
    return StyledLine(DisplayText(word), Self.style(value))
  }

  func origin(in channel: String?) -> StyledLine {
    if answer.build.value == nil { return StyledLine("no value", .warning) }
    if isKept { return StyledLine("kept", .dim) }
    guard case .build(let layer?) = answer.build.decider else {
      let isStored = isOverridden && answer.preference == nil && answer.debug == nil
      return StyledLine(of: (isStored ? "● " : .empty, .override), (DisplayText(answer.build.decider.title), .dim))
    }
    let mark = PanelSymbols.session(layer)
    return StyledLine(
      of: (mark.isEmpty ? .empty : mark + " ", .changed), (DisplayText(Self.short(layer, in: channel)), .dim))
  }

  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .rollout(_, let branch): branch
    case .manifestDefault(channels: []), .importDefault(channels: []): "default"
    default: ValueText.layer(layer, in: channel, columns: 0)
    }
  }

  var user: StyledLine { stored(answer.preference, exists: row.preferenceKey != nil) }

  var debug: StyledLine {
    stored(answer.debug, exists: row.debugKey != nil, isIgnored: answer.notes.contains(.ignoredDebug))
  }

  /// Static, because each cell would rebuild the literal.
  private static let broken: FlagNotes = [.unreadableDebug, .unreadablePreference, .unknownOption]

  /// `·` if unset, `–` if the flag has no key for it.
  private func stored(_ value: FlagValue?, exists: Bool, isIgnored: Bool = false) -> StyledLine {
    guard exists else { return StyledLine("–", .dim) }
    guard let value else {
      let isBroken = !answer.notes.isDisjoint(with: Self.broken)
      return isBroken ? StyledLine("!", .warning) : StyledLine("·", .dim)
    }
    let text = DisplayText(value.word)
    return isIgnored
      ? StyledLine(of: ("! ", .warning), (text, .dim))
      : StyledLine(of: ("● ", .override), (text, Self.style(value).bold()))
  }

  /// What the checks answer: once if they agree, as `same` if that is a long word that the build has too.
  func checks(_ room: Int) -> StyledLine {
    let values = FlagCheck.allCases.map { answer[$0].value }
    func joined(_ most: Int) -> StyledLine {
      values.dropFirst().reduce(Self.cell(values[0], in: most)) { $0 + StyledLine("│", .dim) + Self.cell($1, in: most) }
    }
    if answer.differs {
      let whole = joined(.max)
      return whole.columns > room ? joined(max(1, (room - values.count + 1) / values.count)) : whole
    }
    let cell = Self.cell(values[0], in: .max)
    return values[0] == answer.build.value && cell.columns > Self.maxRepetitions ? StyledLine("same", .dim) : cell
  }

  /// How wide a word may be that is repeated beside the build value; shorter ones are faster to read than `same`.
  private static let maxRepetitions = 6

  private static func cell(_ value: FlagValue?, in room: Int) -> StyledLine {
    value.map { StyledLine(DisplayText($0.word).truncated(to: room), style($0)) } ?? StyledLine("·", .dim)
  }

  private static func style(_ value: FlagValue) -> Style {
    switch value {
    case .on: .success
    case .off: .text
    case .option: .string
    }
  }
}
