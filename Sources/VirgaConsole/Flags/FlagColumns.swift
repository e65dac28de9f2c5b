import VirgaCanvas
import VirgaFlags
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The columns of the flag list on screen 2: stored values are separate from the resolved ones.
enum FlagColumns {
  /// The columns of the list, as wide as ``FlagWidths`` says.
  ///
  /// A wide row also has the description.
  static func columns(
    of model: Model, in room: ListRoom<FlagListItem>
  ) -> [Column<FlagListItem>] {
    let channel = model.sessionFlags?.environment.channel
    // The layer that `Space` changes: the head of its column has a sign.
    let changedLayer = FlagChange(model.flags, model.shared)?.layer
    let widths = FlagWidths(model.flags.cellWidths, in: room.columns)
    // What the user chose is the layer `preference`.
    let userHead = head(
      of: FlagTable.user, isChangedBySpace: changedLayer == .preference, in: widths.user)
    let debugHead = head(
      of: FlagTable.debug, isChangedBySpace: changedLayer == .debug, in: widths.debug)
    let checksHead = checksHead(in: widths.checks, room)
    return [
      nameColumn(widths.name),
      column(DisplayText(FlagTable.build.head), widths.build, speaking: [FlagTable.build]) {
        flag, _ in
        flag.buildCell
      },
      column(userHead, widths.user, speaking: [FlagTable.user]) { flag, width in
        signIfNarrow(flag.userCell, in: width)
      },
      column(debugHead, widths.debug, speaking: [FlagTable.debug]) { flag, width in
        signIfNarrow(flag.debugCell, in: width)
      },
      // The results of the three checks: build only, user only, both.
      column(checksHead, widths.checks, speaking: FlagTable.checks) { flag, width in
        flag.checksCell(in: width)
      },
      originColumn(widths.origin, in: channel),
      kindColumn(widths.kind),
    ] + (room.columns >= columnsForDescription ? [descriptionColumn] : [])
  }

  /// The head of a column of stored values, with the sign of an open section behind it if `Space`
  /// changes their layer; only the first letter before the sign in a column that has no room for
  /// more.
  private static func head(
    of column: TableColumn<ResolvedFlag>, isChangedBySpace: Bool, in width: Int
  ) -> DisplayText {
    let title = DisplayText(column.head)
    let sign: DisplayText = isChangedBySpace ? PanelSymbols.open : .empty
    let isNarrow = width <= FlagWidths.signWidth
    return isNarrow ? (title.prefix(1) + sign).prefix(width) : title + sign
  }

  /// The cell of a stored value; only its sign in a column that has no room for more.
  private static func signIfNarrow(_ cell: StyledLine, in width: Int) -> StyledLine {
    let isNarrow = width <= FlagWidths.signWidth
    return isNarrow ? StyledLine(pieces: Array(cell.pieces.prefix(1))) : cell
  }

  /// The head of the checks: `Checks`, or if the checks of a flag in sight differ, their names in
  /// the order of its cell, `Build│User│Both` or shorter.
  private static func checksHead(in width: Int, _ room: ListRoom<FlagListItem>) -> DisplayText {
    let hasDifferingChecks = room.visibleItems.contains { $0.flag?.hasDifferingChecks == true }
    guard hasDifferingChecks else { return "Checks" }
    let hasRoom = width >= FlagWidths.headOfChecks.columns
    return hasRoom ? FlagWidths.headOfChecks : shortHeadOfChecks
  }

  private static let shortHeadOfChecks: DisplayText = "B│U│B+U"

  /// With fewer columns, the description of a flag is only in its details.
  private static let columnsForDescription = 150

  /// The column of names, overridden flags bold and indented below a heading; an orphan, a stored
  /// choice that belongs to no flag, is shown as a problem.
  private static func nameColumn(_ width: Int) -> Column<FlagListItem> {
    Column(
      DisplayText(FlagTable.id.head), width: .fixed(width),
      nameToCut: { DisplayText($0.title) }, spoken: spokenName
    ) { item, _ in
      guard let flag = item.flag else { return .problem(DisplayText(item.title)) }
      let style: Style = flag.isOverridden ? .text.bold() : .text
      let indent: DisplayText = item.section == nil ? .empty : "  "
      return StyledLine(of: (indent, style), (DisplayText(item.title), style))
    }
  }

  /// What the build value comes from; branches of recipes are cut so that they can be told apart.
  ///
  /// A screen reader does not speak this column, because the details say the same.
  private static func originColumn(_ width: Int, in channel: String?) -> Column<FlagListItem> {
    Column(
      "From", width: .fixed(width), nameToCut: { $0.flag?.branchOfBuildValue ?? .empty },
      spoken: { _ in "" }
    ) { item, _ in
      item.flag?.originCell(in: channel) ?? StyledLine(.empty)
    }
  }

  /// The column of kinds, which shows the same words that a screen reader speaks.
  private static func kindColumn(_ width: Int) -> Column<FlagListItem> {
    Column(DisplayText(FlagTable.kind.head), width: .fixed(width), style: .typeName) {
      DisplayText($0.flag.map(FlagTable.kind.spoken) ?? "")
    }
  }

  /// The first line of the description.
  private static let descriptionColumn = Column<FlagListItem>(
    "Description", width: .rest, spoken: { _ in "" }
  ) { item, width in
    let text = item.flag?.definition.description ?? ""
    let firstLine = DisplayText.lines(text).first ?? .empty
    return StyledLine(firstLine.truncated(to: width), .dim)
  }

  /// A column of flags that draws `cell`; plain mode reads out `columns` instead.
  ///
  /// Both are empty for an orphan, a stored choice that belongs to no flag.
  private static func column(
    _ head: DisplayText, _ width: Int, speaking columns: [TableColumn<ResolvedFlag>],
    cell: @escaping @Sendable (ResolvedFlag, Int) -> StyledLine
  ) -> Column<FlagListItem> {
    Column(head, width: .fixed(width), spoken: { spoken(columns, of: $0.flag) }) { item, width in
      item.flag.map { cell($0, width) } ?? StyledLine(.empty)
    }
  }

  /// The texts of the columns, as in `build on, user unset,`; a comma ends each, because a screen
  /// reader pauses there; empty without a flag, for an orphan.
  private static func spoken(
    _ columns: [TableColumn<ResolvedFlag>], of flag: ResolvedFlag?
  ) -> String {
    guard let flag else { return "" }
    let texts = columns.map { $0.spoken(flag) }.filter { !$0.isEmpty }
    return texts.map { $0 + "," }.joined(separator: " ")
  }

  /// As in `toolbar,` for a flag and `old-flag, preference without a flag` for an orphan.
  @Sendable private static func spokenName(of item: FlagListItem) -> String {
    "\(item.name)," + (item.orphan.map { " \($0.orphanWords)" } ?? "")
  }
}

extension EntryKey {
  /// As in `preference without a flag`.
  var orphanWords: String { "\(kind.title) without a flag" }
}

// The cells of the flag list.
extension ResolvedFlag {
  /// The build value; instead of `off`, the reason why if it is `locked` or `hidden`.
  ///
  /// With a debug override, the state can be that of the override, so the value is shown as it is.
  var buildCell: StyledLine {
    guard let value = answer.build.value else { return Self.unsetCell }
    let isOffForReason = [.locked, .hidden].contains(answer.state)
    let word = isOffForReason && answer.debug == nil ? answer.state.word : value.word
    return StyledLine(DisplayText(word), Self.style(value))
  }

  /// What decides the build value, which is the flag's value without preference and debug override:
  /// a layer, as in `◆ control`, or something else, as in `● lock`.
  func originCell(in channel: String?) -> StyledLine {
    if answer.build.value == nil { return .problem("no value") }
    // The value comes from an earlier configuration, which the app has kept.
    if isCached { return StyledLine("kept", .dim) }
    // The layer is nil if it is not known which one decides.
    guard case .build(let layer?) = answer.build.decider else { return deciderCell }
    return Self.layerCell(layer, in: channel)
  }

  /// The title of what decides the build value if that is not a known layer.
  ///
  /// It has `●` before it if the session stores a value for the flag that is neither a preference
  /// nor a debug override, such as a lock or the weights of a test.
  private var deciderCell: StyledLine {
    // Preferences and debug overrides have columns with the sign themselves.
    let hasOtherOverride = isOverridden && answer.preference == nil && answer.debug == nil
    let sign = hasOtherOverride ? PanelSymbols.overridden + " " : .empty
    return StyledLine(of: (sign, .override), (DisplayText(answer.build.decider.title), .dim))
  }

  /// A layer with its mark, as in `◆ control` for the branch of an experiment; layers of the
  /// manifest have no mark, as in `default`.
  private static func layerCell(_ layer: Layer, in channel: String?) -> StyledLine {
    let mark = PanelSymbols.markAboveManifest(of: layer)
    let markAndBlank = mark.isEmpty ? mark : mark + " "
    let style = PanelSymbols.markAndStyle(of: layer)?.style ?? .dim
    return StyledLine(
      of: (markAndBlank, style), (DisplayText(shortName(of: layer, in: channel)), .dim))
  }

  /// The branch whose config gives the build value; nil if another layer does.
  fileprivate var branchOfBuildValue: DisplayText? {
    switch answer.build.decider {
    case .build(.rollout(_, let branch)?), .build(.experiment(_, let branch)?): DisplayText(branch)
    default: nil
    }
  }

  /// The layer in a word or two: `default` for a default of all channels, the branch of a rollout,
  /// or its usual text.
  private static func shortName(of layer: Layer, in channel: String?) -> String {
    switch layer {
    case .rollout(_, let branch): branch
    // Without channels, the default is that of every channel.
    case .manifestDefault(channels: []), .importDefault(channels: []): "default"
    // With 0 columns, the text is as short as possible.
    default: ValueText.layer(layer, in: channel, columns: 0)
    }
  }

  /// The preference of the user.
  var userCell: StyledLine {
    let isBroken = !answer.notes.isDisjoint(with: Self.notesOnBrokenPreferences)
    return storedCell(answer.preference, FlagTable.user, isBroken: isBroken)
  }

  /// The debug override, with `!` if it is stored but not used: because its value has the wrong
  /// type or is not a variation, or because the channel ignores debug overrides.
  var debugCell: StyledLine {
    let isBroken = !answer.notes.isDisjoint(with: Self.notesOnBrokenOverrides)
    let isIgnored = answer.notes.contains(.ignoredDebug)
    return storedCell(answer.debug, FlagTable.debug, isBroken: isBroken, isIgnored: isIgnored)
  }

  private static let unsetCell = StyledLine(DisplayText(FlagTable.unsetCell), .dim)

  /// The notes about stored preferences that are not used.
  ///
  /// Options are chosen by preferences and variations by overrides, and no flag has both, so an
  /// unknown one is in the only column that the flag has. Static, because each cell would build the
  /// set again.
  private static let notesOnBrokenPreferences: FlagNotes = [.unreadablePreference, .unknownOption]

  /// The notes about stored debug overrides that are not used.
  private static let notesOnBrokenOverrides: FlagNotes = [.unreadableDebug, .unknownOption]

  /// The column's text with `●` if a value is stored, or with `!` if the stored value is ignored;
  /// `!` alone if it is unreadable.
  ///
  /// - Parameters:
  ///   - value: Nil if nothing is stored, or if what is stored cannot be used.
  ///   - isBroken: Whether something is stored that cannot be used, such as an unknown option.
  ///   - isIgnored: Whether a usable value is stored but has no effect.
  private func storedCell(
    _ value: FlagValue?, _ column: TableColumn<ResolvedFlag>, isBroken: Bool,
    isIgnored: Bool = false
  ) -> StyledLine {
    let text = DisplayText(column.text(self))
    guard let value else {
      // A flag without a key has the text `–` instead of `unsetCell`. Nothing can be stored for it,
      // so what is broken is in the other column.
      let isUnset = column.text(self) == FlagTable.unsetCell
      return isUnset && isBroken ? StyledLine("!", .warning) : StyledLine(text, .dim)
    }
    if isIgnored { return StyledLine(of: ("! ", .warning), (text, .dim)) }
    let sign = PanelSymbols.overridden + " "
    return StyledLine(of: (sign, .override), (text, Self.style(value).bold()))
  }

  /// The answers of the flag's three checks in `room` cells: `on│off│off` if they do not all give
  /// the same, else one word.
  ///
  /// That word is `same` if it would repeat the build value, which has a column of its own, and is
  /// longer than ``longestRepeatedWord``.
  func checksCell(in room: Int) -> StyledLine {
    let values = FlagCheck.allCases.map { answer[$0].value }
    if answer.hasDifferingChecks {
      let whole = Self.joined(values, cellColumns: .max)
      guard whole.columns > room else { return whole }
      let separators = values.count - 1
      let cellColumns = max(1, (room - separators) / values.count)
      return Self.joined(values, cellColumns: cellColumns)
    }
    let cell = Self.cell(values[0], in: .max)
    let repeatsBuildValue = values[0] == answer.build.value
    let isLong = cell.columns > Self.longestRepeatedWord
    return repeatsBuildValue && isLong ? StyledLine("same", .dim) : cell
  }

  /// At least one value, each cut to `cellColumns`, with a line between two of them.
  private static func joined(_ values: [FlagValue?], cellColumns: Int) -> StyledLine {
    values.dropFirst().reduce(cell(values[0], in: cellColumns)) { line, value in
      line + StyledLine("│", .dim) + cell(value, in: cellColumns)
    }
  }

  /// The width of the longest word that is repeated next to the build value: shorter ones are
  /// faster to read than `same`.
  private static let longestRepeatedWord = 6

  /// The word of a value, cut to `room` cells, or the sign of an unset one.
  private static func cell(_ value: FlagValue?, in room: Int) -> StyledLine {
    value.map { StyledLine(DisplayText($0.word).truncated(to: room), style($0)) }
      ?? unsetCell
  }

  /// The style of a value in every column.
  private static func style(_ value: FlagValue) -> Style {
    switch value {
    case .on: .success
    case .off: .text
    case .option: .string
    }
  }
}
