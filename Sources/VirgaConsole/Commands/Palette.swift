import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting

// The command line: what is typed there, and its completions.
extension Picker {
  /// The command line with typed text and, after that, a path that is only proposed.
  ///
  /// - Parameter kept: What remains after deleting to the start of the line; nil for all up to the last blank.
  static func palette(
    in state: State, typed: String = "", proposing path: String = "", keeping kept: String? = nil
  ) -> Picker {
    let words = typed.lastIndex(of: " ").map { String(typed[...$0]) } ?? ""
    let field = TextField(typed, proposing: path, keeping: kept ?? words)
    var picker = Picker("Command", as: .commandLine, lines: commandLines(for: field, in: state))
    picker.field = field
    picker.refilter()
    return picker
  }

  /// The arguments of the typed command; without one, all commands and the destinations of that name.
  static func commandLines(for field: TextField, in state: State) -> [PickerLine] {
    let typed = CommandTable.named(field.text, in: state)
    let lines =
      arguments(for: typed, in: state)
      ?? commands(for: typed, in: state) + destinations(for: typed, in: state)
    guard let last = field.typed.last, " /".contains(last) else { return lines }
    return lines.map { line in
      var line = line
      line.goesOn = line.text.hasPrefix(field.typed)
      return line
    }
  }

  /// All commands, nearest first, and the alias that was typed.
  private static func commands(for typed: String, in state: State) -> [PickerLine] {
    var below = state
    below.overlay = nil
    let near = below.keyContexts
    let screens = [state.screen] + Screen.allCases.filter { $0 != state.screen }
    let others = screens.flatMap { screen in [.screen(screen)] + screen.panels.map(Command.Context.panel) }
    let contexts = near + others.filter { !near.contains($0) }
    let commands = CommandTable.all.filter { ($0.verb == nil || $0.name == typed) && $0.name != "command" }
    let forms = commands.map { $0.name == typed ? $0 : $0.resolved(in: below) }
    return PickerLine.sections(of: forms, contexts, in: below, keys: near, areNamed: true)
  }

  /// The features, values and flags with the typed text in their names, and a filter.
  ///
  /// A person who types a name usually wants to go there.
  private static func destinations(for typed: String, in state: State) -> [PickerLine] {
    let wanted = Filter(typed)
    guard !wanted.isEmpty, !typed.contains(" ") else { return [] }
    let destinations = state.lines(to: wanted, atMost: mostDestinations)
    let commands = CommandTable.names
    let isCommand =
      commands.contains(where: wanted.containsWhole) || NameSuggestions.hint(for: typed, among: commands) != nil
    guard destinations.isEmpty, !isCommand, state.parts.filter != nil || state.screen == .features else {
      return destinations
    }
    return [
      PickerLine(
        invocation: Invocation("filter", typed), title: DisplayText("filter \(typed)"),
        detail: "everything on this screen with this text in its name or inside")
    ]
  }

  private static let mostDestinations = 20

  private static let maxNames = 200

  /// Lines for the arguments of the typed command; the command itself if they cannot be listed.
  private static func arguments(for typed: String, in state: State) -> [PickerLine]? {
    guard let space = typed.firstIndex(of: " "),
      let named = CommandTable.command(named: String(typed[..<space]))
    else { return nil }
    let command = named.namesSubject ? named : named.resolved(in: state)
    let argument = String(typed[typed.index(after: space)...].drop { $0 == " " })
    let arguments: [(argument: String, detail: String)]
    switch command.argument {
    case .oneOf(let names)?: arguments = names(state).map { ($0, command.title) }
    case .oneOfMany(let names)?:
      arguments = Filter.first(maxNames, of: names(state), matching: argument).map { ($0, command.title) }
    case .described(let describe)?: arguments = describe(state, argument)
    case .file(let endings, let kind, let besides)?:
      let offered = besides(state)
      arguments =
        offered
        + state.fileArguments(argument, endings: endings, kind: kind).filter { file in
          !offered.contains { $0.argument == file.argument }
        }
    case .manifest(let besides)?: arguments = besides(state) + state.manifestArguments(argument)
    case .text?, nil: arguments = []
    }
    let lines = arguments.map { name, detail in
      let invocation = Invocation(named.name, name)
      let folder = command.argument?.isFile == true ? state.listedFolder ?? "" : nil
      let file = folder.flatMap { name.hasPrefix($0) ? String(name.dropFirst($0.count)) : nil }
      return PickerLine(
        invocation: invocation, title: DisplayText(file ?? invocation.proposal), detail: DisplayText(detail),
        spelled: invocation.proposal)
    }
    let wanted = Filter(typed)
    let isRead = command.argument?.isReadFile == true
    let name = state.listedFolder.map { String(argument.dropFirst($0.count)) }
    let exists = name.map { state.files.listed?.names.contains($0) == true } == true
    // A new file gets a name of its own; what is typed of an existing one only completes.
    let isFile = command.argument?.isFile == true && name?.isEmpty == false && (exists || !isRead)
    guard isFile || !lines.contains(where: { wanted.match($0.text) != nil }) else { return lines }
    if isFile, lines.contains(where: { $0.text == typed }) { return lines }
    // The typed text is complete, or the sentence says what may follow.
    var detail = command.help.isEmpty ? command.title : command.help
    if case .oneOf(let names)? = command.argument {
      detail = NameSuggestions.hint(for: argument, among: names(state)) ?? noSuchName
    } else if case .oneOfMany? = command.argument {
      detail = noSuchName
    } else if isFile {
      detail = exists ? FileKind.other.title : "a new file"
    }
    return [
      PickerLine(invocation: Invocation(line: typed), title: DisplayText(typed), detail: DisplayText(detail))
    ] + (isFile ? lines : [])
  }

  private static let noSuchName = "there is nothing of that name"
}
