import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting

extension Overlay {
  /// The commands that mean something where the focus is, with their keys, the nearest first.
  package static func help(in state: State) -> Overlay {
    let contexts = state.keyContexts
    let keyed = CommandTable.all.filter {
      $0.place(in: contexts) != nil && !state.keys(of: $0, in: contexts).isEmpty
    }
    let lines =
      sections(of: keyed, contexts, in: state, keys: contexts) + withoutKeys(contexts, in: state)
      + legend(in: state)
    // Where rows are free a section stands apart from the one before.
    let headings = lines.count(where: \.isHeading)
    guard lines.count + headings + OverlayPanel.mostBesides <= state.size.rows else {
      return Overlay(.help, lines: lines)
    }
    return Overlay(.help, lines: Array(lines.flatMap { $0.isHeading ? [.heading(""), $0] : [$0] }.dropFirst()))
  }

  /// The commands that apply here and have no key that runs them here, each with the name by which the command line does.
  private static func withoutKeys(_ contexts: [Command.Context], in state: State) -> [Line] {
    guard state.typedLine == nil else { return [] }
    let recorded = CommandTable.recordedCommands.map(\.name)
    let isText = contexts.contains(.typing(.text))
    let lines = CommandTable.all.filter { command in
      guard contexts.contains(command.context), !recorded.contains(command.name) else { return false }
      // In a text, what a key would do there that does something else is of no use.
      return (isText ? state.options.keys.keys(of: command) : state.keys(of: command, in: contexts)).isEmpty
    }.map { line(for: $0, in: state, contexts) }.filter(\.applies).map { line in
      var line = line
      line.detail = DisplayText(":\(line.invocation?.name ?? "")  ") + line.detail
      return line
    }
    return lines.isEmpty ? [] : [.heading("without a key: Enter, or by name behind :")] + lines
  }

  /// Every command, the nearest first.
  package static func palette(in state: State) -> Overlay {
    var below = state
    below.overlay = nil
    let near = below.keyContexts
    let screens = [state.screen] + Screen.offered.filter { $0 != state.screen }
    let others = screens.flatMap { screen in [.screen(screen)] + screen.panels.map(Command.Context.panel) }
    let contexts = near + others.filter { !near.contains($0) }
    let commands = CommandTable.all.filter { $0.name != "command" }
    let lines = sections(of: commands, contexts, in: below, keys: near, areNamed: true)
    var overlay = Overlay(.palette, lines: lines)
    overlay.commands = lines
    return overlay
  }

  /// The commands of each context under a heading, those that do not apply at its end, and last how to move.
  ///
  /// What is only for some text that is typed belongs nowhere else.
  private static func sections(
    of commands: [Command], _ contexts: [Command.Context], in state: State, keys: [Command.Context],
    areNamed: Bool = false
  ) -> [Line] {
    func section(_ heading: String, _ commands: [Command], _ context: Command.Context) -> [Line] {
      let lines = commands.map { command in
        var line = line(for: command, in: state, keys.contains(context) ? keys : [context])
        if areNamed {
          // One key is enough beside a name; all of them stand in the list of keys.
          let key = line.keys.plain.split(separator: ", ").first.map(String.init) ?? ""
          // The same key does something else here.
          let screen = context.screen.flatMap { $0 == state.screen || key.isEmpty ? nil : "\($0.digit) " } ?? ""
          line.keys = DisplayText(screen + key)
          line.title = DisplayText(command.name)
          line.detail = DisplayText(command.title + (line.applies ? "" : " " + line.detail.plain))
        }
        return line
      }
      guard !lines.isEmpty else { return [] }
      return [.heading(heading)] + lines.filter(\.applies) + lines.filter { !$0.applies }
    }
    let moving = commands.filter { $0.context == .everywhere && CommandTable.movingNames.contains($0.name) }
    return contexts.flatMap { context in
      section(
        context.heading,
        commands.filter { command in
          command.place(in: contexts) == context && !moving.contains { $0 === command }
        }, context)
    } + section("moving", moving, .everywhere)
  }

  /// The features, values and flags whose names have what was typed, and the filter that finds more.
  ///
  /// Who types a name means to go there.
  package static func places(for typed: String, in state: State) -> [Line] {
    let wanted = Filter(typed)
    guard !wanted.isEmpty, !typed.contains(" ") else { return [] }
    func lines(_ command: String, _ names: PackedNames, _ detail: String) -> [Line] {
      names.places(holding: wanted, among: 0..<names.count, atMost: mostPlaces).map { place in
        Line(
          invocation: Invocation(command, names[place]), keys: "", title: DisplayText("\(command) \(names[place])"),
          detail: DisplayText(detail), applies: true)
      }
    }
    let paths = PackedNames(state.screen == .features ? state.table.allPaths() : [])
    let places =
      lines("go", paths, "a value of \(state.selectedFeature?.id ?? "")")
      + lines("select", state.list.names, "a feature") + lines("select-flag", PackedNames(state.flags.ids), "a flag")
    let commands = CommandTable.names
    let isCommand = commands.contains(where: wanted.containsWhole) || NearNames.hint(for: typed, among: commands) != nil
    guard places.isEmpty, !isCommand, state.parts.filter != nil || state.screen == .features else { return places }
    return [
      Line(
        invocation: Invocation("filter", typed), keys: "", title: DisplayText("filter \(typed)"),
        detail: "what of this screen has it, in its name or inside", applies: true)
    ]
  }

  /// How many places of a kind are listed.
  private static let mostPlaces = 20

  /// How many names of many are listed for an argument.
  private static let mostNames = 200

  /// The command line with a text typed already, and behind it a path that is only proposed.
  ///
  /// - Parameter kept: What deleting to the start of the line leaves of it; nil for all up to its last blank.
  static func palette(
    in state: State, typed: String, proposing path: String = "", keeping kept: String? = nil
  ) -> Overlay {
    var overlay = palette(in: state)
    let words = typed.lastIndex(of: " ").map { String(typed[...$0]) } ?? ""
    overlay.field = TextField(typed, proposing: path, keeping: kept ?? words)
    overlay.all = arguments(for: overlay.field.text, in: state) ?? overlay.all + places(for: typed, in: state)
    overlay.narrow()
    return overlay
  }

  /// The channels, the one on screen first under the cursor.
  package static func channels(in state: State) -> Overlay {
    let lines = state.workspace.channels.map { channel in
      Line(
        invocation: Invocation("channel", channel), keys: state.channel.isSameName(as: channel) ? "on screen" : "",
        title: DisplayText(channel), detail: DisplayText(state.changeSummary(in: channel)), applies: true)
    }
    let cursor = state.workspace.channels.firstIndex { state.channel.isSameName(as: $0) } ?? 0
    return Overlay(.channels, lines: lines, cursor: cursor)
  }

  /// What is wrong with a text of the config editor; choosing a problem goes to it.
  static func editProblems(in editor: ConfigEditor) -> Overlay {
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

  /// Lines for the arguments that go with the command that was typed; where there is no list of them the command as typed.
  package static func arguments(for typed: String, in state: State) -> [Line]? {
    guard let space = typed.firstIndex(of: " "),
      let command = CommandTable.command(named: String(typed[..<space]))
    else { return nil }
    let argument = String(typed[typed.index(after: space)...].drop { $0 == " " })
    let arguments: [(argument: String, detail: String)]
    switch command.argument {
    case .oneOf(let names)?: arguments = names(state).map { ($0, command.title) }
    case .oneOfMany(let names)?:
      arguments = names(state).first(mostNames, fitting: argument).map { ($0, command.title) }
    case .described(let describe)?: arguments = describe(state, argument)
    case .file(let endings, let besides)?:
      let offered = besides(state)
      arguments =
        offered
        + state.fileArguments(argument, or: command.title, first: endings).filter { file in
          !offered.contains { $0.argument == file.argument }
        }
    case .manifest(let besides)?: arguments = besides(state) + state.manifestArguments(argument)
    case .text?, nil: arguments = []
    }
    let lines = arguments.map { name, detail in
      let invocation = Invocation(command.name, name)
      return Line(
        invocation: invocation, keys: "", title: DisplayText(invocation.proposal), detail: DisplayText(detail),
        applies: true)
    }
    let wanted = Filter(typed)
    let isFile = command.argument?.isFile == true && !argument.isEmpty && !state.completesChannels(argument)
    // A file that is to be written has a name of its own.
    guard isFile || !lines.contains(where: { wanted.match($0.title.plain) != nil }) else { return lines }
    if isFile, lines.contains(where: { $0.title.plain == typed }) { return lines }
    // What was typed is whole as it is, or goes on as the sentence says.
    var detail = command.help.isEmpty ? command.title : command.help
    if case .oneOf(let names)? = command.argument {
      detail = NearNames.hint(for: argument, among: names(state)) ?? noSuchName
    } else if case .oneOfMany? = command.argument {
      detail = noSuchName
    } else if isFile, state.overlay?.field.proposed ?? 0 > 0 {
      detail = "a new file"
    }
    return [
      Line(
        invocation: Invocation(line: typed), keys: "", title: DisplayText(typed), detail: DisplayText(detail),
        applies: true)
    ] + (isFile ? lines : [])
  }

  private static let noSuchName = "there is nothing of that name"

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
      invocation: Invocation(command.name), keys: keys, title: DisplayText(command.shownTitle?(state) ?? command.title),
      detail: DisplayText(detail), applies: applies, searched: DisplayText("\(command.name) \(command.help)"),
      sentence: DisplayText([command.help, applies ? "" : detail].filter { !$0.isEmpty }.joined(separator: " ")))
  }

  /// The messages, the last first; long ones take several lines.
  static func messages(in state: State) -> Overlay {
    let room = max(20, state.size.columns - 16)
    let entries = Array(state.messages.entries.enumerated().reversed())
    let lines = entries.flatMap { place, entry in
      let time = entry.time.description.dropFirst(11).prefix(8)
      let invocation = Invocation("copy-message", "\(place + 1)")
      return entry.message.text.wrapped(to: room).enumerated().map { row, text in
        Line(
          invocation: invocation, keys: row == 0 ? DisplayText(entry.message.mark + time) : .empty, title: text,
          detail: .empty, applies: true, part: row > 0 ? invocation : nil)
      }
    }
    return Overlay(.messages, lines: lines)
  }
}

extension StatusMessage {
  /// What stands before it in a list.
  fileprivate var mark: String {
    switch kind {
    case .note, .problem: "  "
    case .refusal: "– "
    case .failure: "! "
    }
  }
}

extension Command.Context {
  /// What stands over its commands.
  fileprivate var heading: String {
    switch self {
    case .always: "always"
    case .everywhere: "everywhere"
    case .screen(let screen): "on screen \(screen.digit) \(screen.title)"
    case .panel(let panel): "in \(panel.title)"
    case .typing(let typing): "while typing: \(typing.title)"
    }
  }
}

extension State {
  /// How the selected feature looks in another channel, for the channel list.
  func changeSummary(in channel: String) -> String {
    guard screen == .features, let row = table.selectedRow,
      let value = table.acrossChannels.first(where: { $0.channel.isSameName(as: channel) })?.value
    else { return "" }
    return "\(row.pathText) = \(ValueText.short(value))"
  }
}
