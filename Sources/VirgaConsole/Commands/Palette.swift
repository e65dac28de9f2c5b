import VirgaCanvas
import VirgaSource

/// The command line and its completions.
enum Palette {
  /// The command line with typed text and, after that, a path that is only proposed.
  static func picker(in model: Model, typed: String = "", proposing path: String = "") -> Picker {
    // Deleting to the start of the line keeps all up to the last blank.
    let words = typed.lastIndex(of: " ").map { String(typed[...$0]) } ?? ""
    let field = TextField(typed, proposing: path, keeping: words)
    var picker = Picker("Command", as: .commandLine, lines: lines(for: field, in: model))
    picker.field = field
    picker.refilter()
    return picker
  }

  /// The arguments of the typed command; without one, all commands and the destinations of that
  /// name.
  static func lines(for field: TextField, in model: Model) -> [PickerLine] {
    let typed = field.text
    var lines =
      arguments(for: typed, in: model) ?? commands(for: typed, in: model)
      + NavigationCommands.lines(to: typed, in: model)
    if let last = field.typed.last, " /".contains(last) {
      for index in lines.indices {
        lines[index].continuesTyped = lines[index].text.hasPrefix(field.typed)
      }
    }
    return lines
  }

  /// All commands, nearest first; those that a verb runs only if their name was typed.
  private static func commands(for typed: String, in model: Model) -> [PickerLine] {
    var below = model
    below.overlay = nil
    let near = below.keyContexts
    let screens = [model.screen] + Screen.allCases.filter { $0 != model.screen }
    let others = screens.flatMap { screen in
      [.screen(screen)] + screen.panels.map(Command.Context.panel)
    }
    let commands = CommandTable.all.filter {
      ($0.verb == nil || $0.name == typed) && $0.name != "command"
    }
    let forms = commands.map { $0.name == typed ? $0 : $0.resolved(in: below.focus) }
    return KeyList.sections(of: forms, near + others.filter { !near.contains($0) }) {
      command, context in
      var line = KeyList.line(for: command, in: below, near.contains(context) ? near : [context])
      // One key for each command; the list of keys shows all.
      let key = line.keys.plain.split(separator: ", ").first.map(String.init) ?? ""
      // A key of another screen follows the key of that screen, as in `4 b`.
      let other = context.screen.flatMap { $0 == model.screen ? nil : $0 }
      let screen = key.isEmpty ? "" : other.map { "\($0.digit) " } ?? ""
      let name = command.verb?.isForm == true ? command.verbName : command.name
      line.keys = DisplayText(screen + key)
      line.invocation = Invocation(name)
      line.title = DisplayText(name)
      line.detail = DisplayText(command.title.text + (line.applies ? "" : " " + line.detail.plain))
      return line
    }
  }

  /// Lines for the arguments of the typed command; the command itself if they cannot be listed.
  private static func arguments(for typed: String, in model: Model) -> [PickerLine]? {
    guard let space = typed.firstIndex(of: " "),
      let named = CommandTable.command(named: String(typed[..<space]))
    else { return nil }
    let command = named.namesSubject ? named : named.resolved(in: model.focus)
    let argument = String(typed[typed.index(after: space)...].drop { $0 == " " })
    let isFile = command.argument?.isFile == true
    let isWritten = if case .file(_, nil, _)? = command.argument { true } else { false }
    let folder = isFile ? FileCompletion.listedFolder(in: model) ?? "" : nil
    let lines = completions(of: argument, for: command, in: model).map { name, detail in
      let invocation = Invocation(named.name, name)
      let file = folder.flatMap { name.hasPrefix($0) ? String(name.dropFirst($0.count)) : nil }
      return PickerLine(
        invocation: invocation, title: DisplayText(file ?? invocation.proposal),
        detail: DisplayText(detail),
        spelled: invocation.proposal)
    }
    let name = FileCompletion.listedFolder(in: model).map { String(argument.dropFirst($0.count)) }
    let exists = name.map { model.files.listed?.names.contains($0) == true } == true
    // A file to read must exist: until its name is complete, the lines only complete it.
    let isNamed = isFile && name?.isEmpty == false && (exists || isWritten)
    let wanted = Filter(typed)
    if lines.contains(where: { isNamed ? $0.text == typed : wanted.match($0.text) != nil }) {
      return lines
    }
    // The typed text is complete, or the sentence says what may follow.
    let detail =
      switch command.argument {
      case .oneOf(let names)?:
        NameSuggestions.hint(for: argument, among: names(model)) ?? "there is nothing of that name"
      case .file? where isNamed: exists ? "a file" : "a new file"
      case .described?, .file?, .text?, nil:
        command.help.isEmpty ? command.title.text : command.help
      }
    let whole = PickerLine(
      invocation: Invocation(line: typed), title: DisplayText(typed), detail: DisplayText(detail))
    return [whole] + (isNamed ? lines : [])
  }

  /// The arguments of a command that may complete a typed one, each with a description.
  private static func completions(
    of argument: String, for command: Command, in model: Model
  ) -> [Command.Completion] {
    switch command.argument {
    case .oneOf(let names)?:
      return Filter.first(200, of: names(model), matching: argument).map {
        ($0, command.title.text)
      }
    case .described(let describe)?: return describe(model, argument)
    case .file(let endings, let read, let besides)?:
      let offered = besides(model)
      let files = FileCompletion.files(
        argument, endings: endings, title: read ?? "a file", in: model)
      return offered + files.filter { file in !offered.contains { $0.argument == file.argument } }
    case .text?, nil: return []
    }
  }
}
