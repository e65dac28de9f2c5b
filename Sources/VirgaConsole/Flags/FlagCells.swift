import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON

// The cells of the flag list.
extension ListedFlag {
  /// The build value, followed by its origin if there is room.
  func build(in channel: String?, _ room: Int) -> StyledLine {
    guard let value = answer.build.value else { return StyledLine(of: ("·", .dim), ("    no value", .warning)) }
    let word: String =
      switch answer.state {
      case .control, .locked, .hidden: answer.debug == nil ? answer.state.word : value.word
      default: value.word
      }
    let text = DisplayText(word).truncated(to: room)
    guard text.columns + 9 <= room else { return StyledLine(text, Self.style(value)) }
    var line = StyledLine(text.padded(to: max(4, text.columns + 1)), Self.style(value))
    let origin = origin(in: channel)
    if !origin.mark.isEmpty {
      line.add(origin.mark, .changed)
      line.add(" ")
    }
    line.add(DisplayText(origin.title).truncated(to: room - line.columns), .dim)
    return line
  }

  /// The origin of the build value, with a mark if it comes from the session.
  private func origin(in channel: String?) -> (mark: DisplayText, title: String) {
    if isKept { return (.empty, "kept") }
    guard case .build(let layer?) = answer.build.decider else { return (.empty, answer.build.decider.title) }
    return (Marks.session(layer), Self.short(layer, in: channel))
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
  func user(_ room: Int) -> StyledLine {
    guard answer.preference == nil, answer.userOnly.decider == .testOverride else {
      return stored(answer.preference, exists: row.preferenceKey != nil, room)
    }
    return StyledLine(DisplayText("t \(answer.userOnly.value?.word ?? "")").truncated(to: room), .warning)
  }

  /// The debug override, marked if the channel ignores it.
  func debug(_ room: Int) -> StyledLine {
    stored(answer.debug, exists: row.debugKey != nil, isIgnored: answer.notes.contains(.ignoredDebug), room)
  }

  /// A stored value: `·` if unset, `–` if there is no key to store it.
  private func stored(_ value: FlagValue?, exists: Bool, isIgnored: Bool = false, _ room: Int) -> StyledLine {
    guard exists else { return StyledLine("–", .dim) }
    guard let value else {
      let isBroken = !answer.notes.isDisjoint(with: [.unreadableDebug, .unreadablePreference, .unknownOption])
      return isBroken ? StyledLine("!", .warning) : StyledLine("·", .dim)
    }
    let text = DisplayText(value.word).truncated(to: max(1, room - 2))
    return isIgnored
      ? StyledLine(of: ("!", .warning), (" ", .text), (text, .dim))
      : StyledLine(of: ("●", .override), (" ", .text), (text, .text.bold()))
  }

  /// The answer of a check.
  func result(_ result: FlagResult, _ room: Int) -> StyledLine {
    guard let value = result.value else { return StyledLine("·", .dim) }
    return StyledLine(DisplayText(value.word).truncated(to: room), Self.style(value))
  }

  private static func style(_ value: FlagValue) -> Style {
    switch value {
    case .on: .success
    case .off: .text
    case .option: .string
    }
  }
}
