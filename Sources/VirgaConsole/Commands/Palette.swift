import VirgaCanvas
import VirgaSource

/// The command line and its completions.
enum Palette {
  /// The command line with typed text and, after that, a value that is only proposed: a typed
  /// character replaces it.
  static func picker(in model: Model, typed: String = "", proposing value: String = "") -> Picker {
    // Deleting to the start of the line keeps the text up to its last blank: the command or, in
    // `set-context locale `, also the name of the attribute.
    let keptStart = typed.lastIndex(of: " ").map { String(typed[...$0]) } ?? ""
    let field = TextField(typed, proposing: value, keeping: keptStart)
    var picker = Picker("Command", as: .commandLine, lines: lines(for: field, in: model))
    picker.field = field
    picker.refilter()
    return picker
  }

  /// The lines from which the filter of the command line chooses: the arguments of a command that
  /// is typed with a blank, or else all commands and the destinations whose name matches.
  static func lines(for field: TextField, in model: Model) -> [PickerLine] {
    // With the value that is proposed after the typed text, because `Enter` runs both.
    let text = field.text
    var lines =
      argumentLines(for: text, in: model)
      ?? (commandLines(for: text, in: model) + NavigationCommands.goLines(to: text, in: model))
    // After a typed blank or `/`, the lines that continue the typed text come before those that
    // only match it.
    if let last = field.typed.last, " /".contains(last) {
      for index in lines.indices {
        lines[index].continuesTyped = lines[index].text.hasPrefix(field.typed)
      }
    }
    return lines
  }

  /// All commands under the headings of their contexts, from which the filter chooses: first those
  /// whose keys work on the screen, then those of other contexts.
  ///
  /// A verb is a command that stands for others, of which the focus or the argument chooses one.
  /// The commands that it stands for, such as `copy-id` of `copy`, have lines of their own only if
  /// the text is their whole name.
  private static func commandLines(for text: String, in model: Model) -> [PickerLine] {
    // The keys are those of the screen below the command line.
    var modelBelow = model
    modelBelow.overlay = nil
    let keyContextsHere = modelBelow.keyContexts
    let otherKeyContexts = contextsOfScreens(in: model).filter { !keyContextsHere.contains($0) }
    // `command` opens the command line, which is open.
    let commands = CommandTable.all.filter { command in
      let hasOwnLine = command.verb == nil || command.name == text
      return hasOwnLine && command.name != "command"
    }
    // A verb is listed as what it does in the focus, such as `edit` as `edit-context`.
    let resolved = commands.map { $0.resolved(in: modelBelow.focus) }
    return KeyList.linesInSections(of: resolved, keyContextsHere + otherKeyContexts) {
      command, context in
      line(for: command, of: context, keyContextsHere: keyContextsHere, in: modelBelow)
    }
  }

  /// The contexts of all screens and their panels, those of the shown screen first.
  private static func contextsOfScreens(in model: Model) -> [Command.Context] {
    let screens = [model.screen] + Screen.allCases.filter { $0 != model.screen }
    return screens.flatMap { screen in
      [.screen(screen)] + screen.panels.map(Command.Context.panel)
    }
  }

  /// The line of a command: a key, its name, and what it does or why it cannot be run.
  ///
  /// - Parameters:
  ///   - keyContextsHere: The contexts whose keys work on the screen now.
  ///   - modelBelow: The model without the command line.
  private static func line(
    for command: Command, of context: Command.Context, keyContextsHere: [Command.Context],
    in modelBelow: Model
  ) -> PickerLine {
    // The keys of another screen do not work here, but are named as well.
    let contextsOfKeys = keyContextsHere.contains(context) ? keyContextsHere : [context]
    // The line of the list of keys has all keys, and no name that could be typed: both are replaced
    // below.
    var line = KeyList.line(for: command, in: modelBelow, contextsOfKeys)
    // One key for each command; the list of keys shows all.
    let key = line.leading.plain.split(separator: ", ").first.map(String.init)
    // `4 ` for a command of screen 4 while another one is shown, else empty.
    let screenKey = keyOfOtherScreen(context, shown: modelBelow.screen)
    // The verb is named if the focus decides what it does, as `edit` for `edit-context`.
    let name = command.verb?.isChosenByFocus == true ? command.verbName : command.name
    let whyNot = line.applies ? "" : " " + line.detail.plain
    line.leading = DisplayText(key.map { screenKey + $0 } ?? "")
    line.invocation = Invocation(name)
    line.title = DisplayText(name)
    line.detail = DisplayText(command.title.text + whyNot)
    return line
  }

  /// The key of the screen that a context is of, which precedes the key of a command there, as in
  /// `4 b`; empty if that screen is shown, or if the context is of no particular screen.
  private static func keyOfOtherScreen(_ context: Command.Context, shown: Screen) -> String {
    guard let screen = context.screen, screen != shown else { return "" }
    return "\(screen.digit) "
  }

  /// Lines for the arguments of the command in a text; nil if no command is before its first blank.
  ///
  /// If no line matches the text, or if the text names a file that has no line of its own, a line
  /// that runs the text itself comes first.
  private static func argumentLines(for text: String, in model: Model) -> [PickerLine]? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    guard let typed = CommandTable.command(named: String(text[..<space])) else { return nil }
    // A verb such as `edit` runs another command in each panel, such as `edit-context`. If its
    // argument does not name what it acts on, the focus decides which, and so what arguments are
    // listed.
    let command = typed.argumentNamesSubject ? typed : typed.resolved(in: model.focus)
    let argument = String(text[text.index(after: space)...].drop { $0 == " " })
    let omittedFolder = folderLeftOutOfTitles(for: command, in: model)
    // The lines name the typed command: the verb `edit`, for example, also before the arguments of
    // `edit-context`.
    let lines = completions(of: argument, for: command, in: model).map { completion in
      line(for: completion, of: typed, leavingOut: omittedFolder)
    }
    let namedFile = typedFile(argument, of: command, in: model)
    // The lines of other files may match the name of a file, but none of them runs it.
    let isListed =
      namedFile == nil ? isMatched(text, by: lines) : lines.contains { $0.text == text }
    if isListed { return lines }
    let detail = namedFile?.kindInWords ?? explanation(of: argument, for: command, in: model)
    // The name of a file may be the start of other names, whose lines match; otherwise none does.
    return [lineRunning(text, detail: detail)] + (namedFile == nil ? [] : lines)
  }

  /// A line that shows the text of the command line and runs it as it is typed.
  private static func lineRunning(_ text: String, detail: String) -> PickerLine {
    PickerLine(
      invocation: Invocation(line: text), title: DisplayText(text), detail: DisplayText(detail))
  }

  /// The folder that the lines for files leave out of their titles: the listed one, or until files
  /// are listed the working folder; nil if the command takes no file.
  private static func folderLeftOutOfTitles(for command: Command, in model: Model) -> String? {
    let takesFile = command.argument?.isFile == true
    return takesFile ? FileCompletion.typedFolderIfListed(in: model) ?? "" : nil
  }

  /// Whether a text, as a filter, matches one of the lines.
  private static func isMatched(_ text: String, by lines: [PickerLine]) -> Bool {
    let filter = Filter(text)
    return lines.contains { filter.match($0.text) != nil }
  }

  /// A file that is typed with its whole name.
  private enum TypedFile {
    case existing, new

    /// What a list says about the typed file.
    var kindInWords: String {
      switch self {
      case .existing: "a file"
      case .new: "a new file"
      }
    }
  }

  /// The file that a typed argument names: one that exists, or a new one if the command writes it;
  /// nil if the name is incomplete or the command takes no file.
  private static func typedFile(
    _ argument: String, of command: Command, in model: Model
  ) -> TypedFile? {
    guard case .file(_, let titleOfReadFile, _)? = command.argument else { return nil }
    // Until the folder is listed, it is unknown which files exist.
    guard let folder = FileCompletion.typedFolderIfListed(in: model) else { return nil }
    // The argument begins with its folder, as `a/b` begins with `a/`.
    let name = String(argument.dropFirst(folder.count))
    guard !name.isEmpty else { return nil }
    let exists = model.files.folderListing?.names.contains(name) == true
    if exists { return .existing }
    // A file to read must exist: until its name is complete, the lines only complete it.
    let writesFile = titleOfReadFile == nil
    return writesFile ? .new : nil
  }

  /// The line that completes a command by an argument.
  ///
  /// - Parameter folder: The listed folder, which the titles of its files leave out; empty for the
  ///   working folder. Nil if the command takes no file: the title then has the command too.
  private static func line(
    for completion: Command.Completion, of command: Command, leavingOut folder: String?
  ) -> PickerLine {
    let argument = completion.argument
    let invocation = Invocation(command.name, argument)
    let fileName = folder.flatMap { path in
      argument.hasPrefix(path) ? String(argument.dropFirst(path.count)) : nil
    }
    // The title of a file lacks its folder and the command, but these are typed too.
    let textToType = invocation.textToType
    return PickerLine(
      invocation: invocation, title: DisplayText(fileName ?? textToType),
      detail: DisplayText(completion.detail), textToType: textToType)
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
  private static let maxListedNames = 200

  /// The arguments of a command that may complete a typed one, each with a description.
  private static func completions(
    of argument: String, for command: Command, in model: Model
  ) -> [Command.Completion] {
    switch command.argument {
    case .oneOf(let names)?:
      return Filter.first(maxListedNames, of: names(model), matching: argument).map { name in
        (name, command.title.text)
      }
    case .described(let describe)?: return describe(model, argument)
    case .file(let endings, let titleOfReadFile, let choicesBesideFiles)?:
      // The picker's filter leaves out those that do not match.
      let choices = choicesBesideFiles(model)
      // A file to write has no title of its own.
      let files = FileCompletion.files(
        argument, endings: endings, title: titleOfReadFile ?? "a file", in: model)
      return choices + files.filter { file in !choices.contains { $0.argument == file.argument } }
    case .text?, nil: return []
    }
  }
}
