import VirgaCanvas
import VirgaManifest
import VirgaSource

extension Overlay {
  /// The commands that mean something where the focus is, with their keys.
  package static func help(in state: State) -> Overlay {
    let contexts = state.keyContexts
    let lines = contexts.flatMap { context in
      CommandTable.all.filter { $0.context == context && !state.keys(of: $0, in: contexts).isEmpty }
        .map { line(for: $0, in: state, contexts) }
    }
    let ordered = lines.filter(\.applies) + lines.filter { !$0.applies }
    return Overlay(.help, lines: ordered)
  }

  /// Every command, and the arguments of those that take one from a list.
  package static func palette(in state: State) -> Overlay {
    var lines: [Line] = []
    var below = state
    below.overlay = nil
    let contexts = below.keyContexts
    for command in CommandTable.all where command.name != "command" {
      // What is only for some text that is typed does not belong elsewhere.
      if case .typing = command.context, !contexts.contains(command.context) { continue }
      var line = line(for: command, in: below, contexts)
      line.title = DisplayText(command.name)
      line.detail = DisplayText(command.title + (line.applies ? "" : ": " + line.detail.plain))
      lines.append(line)
    }
    return Overlay(.palette, lines: lines)
  }

  /// The command line with a text typed already.
  static func palette(in state: State, typed: String) -> Overlay {
    var overlay = palette(in: state)
    overlay.field = TextField(typed)
    if let arguments = arguments(for: typed, in: state) { overlay.all = arguments }
    overlay.narrow()
    return overlay
  }

  /// The channels, the one on screen first under the cursor.
  package static func channels(in state: State) -> Overlay {
    let lines = state.workspace.channels.map { channel in
      Line(
        invocation: Invocation("channel", channel), keys: channel == state.channel ? "on screen" : "",
        title: DisplayText(channel), detail: DisplayText(state.changeSummary(in: channel)), applies: true)
    }
    let cursor = state.channel.flatMap(state.workspace.channels.firstIndex) ?? 0
    return Overlay(.channels, lines: lines, cursor: cursor)
  }

  /// What is wrong with a text of the config editor; choosing a problem goes to it.
  static func mistakes(in editor: ConfigEditor) -> Overlay {
    let lines = editor.findings.map { finding in
      let place = editor.buffer.position(of: editor.buffer.nearest(finding.range.lowerBound))
      return Line(
        invocation: Invocation("go-to-line", "\(place)"), keys: DisplayText("\(place)"),
        title: DisplayText(finding.problem.message), detail: DisplayText(finding.problem.hint ?? ""), applies: true)
    }
    return Overlay(.choice("Problems of the edit"), lines: lines, cursor: editor.currentFinding ?? 0)
  }

  /// A question with an answer on each line; what is chosen is run.
  package static func choice(
    _ title: String, _ answers: [(invocation: Invocation, title: String, detail: String)], cursor: Int = 0
  ) -> Overlay {
    let lines = answers.map { answer in
      Line(
        invocation: answer.invocation, keys: "", title: DisplayText(answer.title), detail: DisplayText(answer.detail),
        applies: true)
    }
    return Overlay(.choice(title), lines: lines, cursor: cursor)
  }

  /// Lines for the arguments that go with the command that was typed, where there is a list of them.
  package static func arguments(for typed: String, in state: State) -> [Line]? {
    guard let space = typed.firstIndex(of: " "),
      let command = CommandTable.command(named: String(typed[..<space]))
    else { return nil }
    let arguments: [(argument: String, detail: String)]
    switch command.argument {
    case .oneOf(let names)?: arguments = names(state).map { ($0, command.title) }
    case .described(let describe)?:
      arguments = describe(state, String(typed[typed.index(after: space)...].drop { $0 == " " }))
    case .text?: arguments = [(String(typed[typed.index(after: space)...]), command.help)]
    case nil: return nil
    }
    return arguments.map { name, detail in
      let invocation = Invocation(command.name, name)
      return Line(
        invocation: invocation, keys: "", title: DisplayText(invocation.line), detail: DisplayText(detail),
        applies: true)
    }
  }

  private static func line(for command: Command, in state: State, _ contexts: [Command.Context]) -> Line {
    let keys = DisplayText(
      state.keys(of: command, in: contexts).map { $0.map(\.description).joined(separator: " ") }.joined(separator: ", ")
    )
    let (applies, detail): (Bool, String) =
      switch command.availability(in: state) {
      case .applies(let detail): (true, detail.isEmpty ? command.help : detail)
      case .refused(let reason): (false, "– " + reason)
      }
    return Line(
      invocation: Invocation(command.name), keys: keys, title: DisplayText(command.title), detail: DisplayText(detail),
      applies: applies)
  }
}

extension State {
  /// How the selected feature looks in another channel, for the channel list.
  func changeSummary(in channel: String) -> String {
    guard let row = table.selectedRow, let value = table.acrossChannels.first(where: { $0.channel == channel })?.value
    else { return "" }
    return "\(row.pathText) = \(ValueText.short(value))"
  }
}
