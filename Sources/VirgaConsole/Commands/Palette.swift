import VirgaCanvas
import VirgaSource

/// The command line and its completions.
enum Palette {
  /// The command line with typed text and, after that, a path that is only proposed: a typed
  /// character replaces it.
  static func picker(in model: Model, typed: String = "", proposing path: String = "") -> Picker {
    // Deleting to the start of the line keeps the command, so that only its argument is deleted.
    let commandAndBlank = typed.lastIndex(of: " ").map { String(typed[...$0]) } ?? ""
    let field = TextField(typed, proposing: path, keeping: commandAndBlank)
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
      arguments(for: typed, in: model)
      ?? (commands(for: typed, in: model) + NavigationCommands.lines(to: typed, in: model))
    // After a blank or a `/`, the lines that continue the text come before those that only match
    // it.
    if let last = field.typed.last, " /".contains(last) {
      for index in lines.indices {
        lines[index].continuesTyped = lines[index].text.hasPrefix(field.typed)
      }
    }
    return lines
  }

  /// All commands, nearest first; those that a verb runs only if their name was typed.
  private static func commands(for typed: String, in model: Model) -> [PickerLine] {
    // The keys are those of the screen below the command line.
    var below = model
    below.overlay = nil
    let near = below.keyContexts
    // The other contexts, with those of the shown screen first.
    let screens = [model.screen] + Screen.allCases.filter { $0 != model.screen }
    let ofScreens = screens.flatMap { screen in
      [.screen(screen)] + screen.panels.map(Command.Context.panel)
    }
    let far = ofScreens.filter { !near.contains($0) }
    // `command` opens the command line, which is open.
    let commands = CommandTable.all.filter { command in
      let isListedAlone = command.verb == nil || command.name == typed
      return isListedAlone && command.name != "command"
    }
    // A verb is listed as what it does in the focus, such as `edit` as `edit-context`.
    let forms = commands.map { $0.name == typed ? $0 : $0.resolved(in: below.focus) }
    return KeyList.sections(of: forms, near + far) { command, context in
      line(for: command, of: context, near: near, in: below)
    }
  }

  /// The line of a command: a key, its name, and what it does or why it cannot be run.
  ///
  /// - Parameter near: The contexts whose keys work on the screen now.
  private static func line(
    for command: Command, of context: Command.Context, near: [Command.Context], in model: Model
  ) -> PickerLine {
    // The keys of another screen do not work here, but are named as well.
    let contextsOfKeys = near.contains(context) ? near : [context]
    var line = KeyList.line(for: command, in: model, contextsOfKeys)
    // One key for each command; the list of keys shows all.
    let key = line.keys.plain.split(separator: ", ").first.map(String.init) ?? ""
    // A key of another screen follows the key of that screen, as in `4 b`.
    let otherScreen = context.screen.flatMap { $0 == model.screen ? nil : $0 }
    let screenKey = key.isEmpty ? "" : otherScreen.map { "\($0.digit) " } ?? ""
    // What a verb does in the focus is run by the name of the verb, as in `edit` for `edit-context`.
    let name = command.verb?.isForm == true ? command.verbName : command.name
    let whyNot = line.applies ? "" : " " + line.detail.plain
    line.keys = DisplayText(screenKey + key)
    line.invocation = Invocation(name)
    line.title = DisplayText(name)
    line.detail = DisplayText(command.title.text + whyNot)
    return line
  }

  /// Lines for the arguments of the typed command; nil if no command is typed before a blank.
  ///
  /// If no line matches the typed text, a line for that text comes first.
  private static func arguments(for typed: String, in model: Model) -> [PickerLine]? {
    guard let space = typed.firstIndex(of: " "),
      let named = CommandTable.command(named: String(typed[..<space]))
    else { return nil }
    // A verb whose argument names no subject takes the argument of its form.
    let command = named.namesSubject ? named : named.resolved(in: model.focus)
    let argument = String(typed[typed.index(after: space)...].drop { $0 == " " })
    let takesFile = command.argument?.isFile == true
    let writesFile = if case .file(_, nil, _)? = command.argument { true } else { false }
    let listedFolder = FileCompletion.listedFolder(in: model)
    let lines = completions(of: argument, for: command, in: model).map { completion in
      line(for: completion, of: named, in: takesFile ? listedFolder ?? "" : nil)
    }
    let fileName = listedFolder.map { String(argument.dropFirst($0.count)) }
    let isExistingFile = fileName.map { model.files.listed?.names.contains($0) == true } == true
    let hasFileName = takesFile && fileName?.isEmpty == false
    // A file to read must exist: until its name is complete, the lines only complete it.
    let namesFile = hasFileName && (isExistingFile || writesFile)
    let filter = Filter(typed)
    let hasMatch = lines.contains { line in
      namesFile ? line.text == typed : filter.match(line.text) != nil
    }
    if hasMatch { return lines }
    let detail =
      if namesFile { isExistingFile ? "a file" : "a new file" } else {
        explanation(of: argument, for: command, in: model)
      }
    let typedLine = PickerLine(
      invocation: Invocation(line: typed), title: DisplayText(typed), detail: DisplayText(detail))
    return [typedLine] + (namesFile ? lines : [])
  }

  /// The line that completes a command by an argument.
  ///
  /// - Parameter folder: The listed folder, which is left out of the names of its files; nil if the
  ///   command takes no file.
  private static func line(
    for completion: Command.Completion, of command: Command, in folder: String?
  ) -> PickerLine {
    let argument = completion.argument
    let invocation = Invocation(command.name, argument)
    let fileName = folder.flatMap { path in
      argument.hasPrefix(path) ? String(argument.dropFirst(path.count)) : nil
    }
    return PickerLine(
      invocation: invocation, title: DisplayText(fileName ?? invocation.proposal),
      detail: DisplayText(completion.detail),
      spelled: invocation.proposal)
  }

  /// What to say about a typed argument that no listed one matches: a similar name if the argument
  /// must be one of several, or else what the command takes.
  private static func explanation(
    of argument: String, for command: Command, in model: Model
  ) -> String {
    if case .oneOf(let names)? = command.argument {
      return NameSuggestions.hint(for: argument, among: names(model))
        ?? "there is nothing of that name"
    }
    return command.help.isEmpty ? command.title.text : command.help
  }

  /// The most names that are listed for an argument.
  private static let mostNames = 200

  /// The arguments of a command that may complete a typed one, each with a description.
  private static func completions(
    of argument: String, for command: Command, in model: Model
  ) -> [Command.Completion] {
    switch command.argument {
    case .oneOf(let names)?:
      return Filter.first(mostNames, of: names(model), matching: argument).map { name in
        (name, command.title.text)
      }
    case .described(let describe)?: return describe(model, argument)
    case .file(let endings, let reads, let besides)?:
      let offered = besides(model)
      let files = FileCompletion.files(
        argument, endings: endings, title: reads ?? "a file", in: model)
      return offered + files.filter { file in !offered.contains { $0.argument == file.argument } }
    case .text?, nil: return []
    }
  }
}
