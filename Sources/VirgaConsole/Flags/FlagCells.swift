import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON

// The cells of the flag list.
extension ListedFlag {
  var build: StyledLine {
    guard let value = answer.build.value else { return StyledLine("·", .dim) }
    switch answer.state {
    case .control, .locked, .hidden:
      return StyledLine(DisplayText(answer.debug == nil ? answer.state.word : value.word), Self.style(value))
    default: return StyledLine(DisplayText(value.word), Self.style(value))
    }
  }

  func origin(in channel: String?) -> StyledLine {
    if answer.build.value == nil { return StyledLine("no value", .warning) }
    if isKept { return StyledLine("kept", .dim) }
    guard case .build(let layer?) = answer.build.decider else {
      let isStored = isOverridden && answer.preference == nil && answer.debug == nil
      return StyledLine(
        of: (isStored ? "● " : .empty, .override), (DisplayText(answer.build.decider.title), .dim))
    }
    let mark = PanelSymbols.session(layer)
    return StyledLine(
      of: (mark.isEmpty ? .empty : mark + " ", .changed), (DisplayText(Self.short(layer, in: channel)), .dim))
  }

  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .variableDefault: "default"
    case .manifestDefault(let channels), .importDefault(let channels):
      channels.isEmpty ? "default" : channel.flatMap { channels.containsName($0) ? $0 : nil } ?? channels[0]
    case .rollout(_, let branch), .experiment(_, let branch): branch
    case .edit: "edit"
    case .appSetting: layer.title
    }
  }

  /// The preference, or one simulated by a test override.
  var user: StyledLine {
    guard answer.preference == nil, answer.userOnly.decider == .testOverride else {
      return stored(answer.preference, exists: row.preferenceKey != nil)
    }
    return StyledLine(DisplayText("t \(answer.userOnly.value?.word ?? "")"), .warning)
  }

  var debug: StyledLine {
    stored(answer.debug, exists: row.debugKey != nil, isIgnored: answer.notes.contains(.ignoredDebug))
  }

  /// `·` if unset, `–` if the flag has no key for it.
  private func stored(_ value: FlagValue?, exists: Bool, isIgnored: Bool = false) -> StyledLine {
    guard exists else { return StyledLine("–", .dim) }
    guard let value else {
      let isBroken = !answer.notes.isDisjoint(with: [.unreadableDebug, .unreadablePreference, .unknownOption])
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
      values.dropFirst().reduce(Self.cell(values[0], in: most)) { line, value in
        StyledLine(pieces: line.pieces + StyledLine("│", .dim).pieces + Self.cell(value, in: most).pieces)
      }
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
