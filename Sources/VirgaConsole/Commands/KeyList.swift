import VirgaCanvas

/// The list of commands that can be run here, with their keys.
enum KeyList {
  /// The commands that apply in the focus, with their keys; those of the nearest context, such as
  /// the focused panel, come first.
  @Sendable static func picker(in model: Model) -> Picker {
    let overlayName = model.overlay.map {
      $0.kind == .commandLine ? "the command line" : "the list"
    }
    let contexts = model.keyContexts
    let keyed = CommandTable.all.filter { isListedWithKey($0, contexts, in: model) }
    let keyedLines = linesInSections(of: keyed, contexts) { command, context in
      // The section of moving commands always has the context `everywhere`, which is not among
      // those of a list or a text.
      line(for: command, in: model, contexts.contains(context) ? contexts : [context])
    }
    let lines = keyedLines + linesWithoutKey(contexts, in: model) + legend(in: model)
    // A list that is open is covered until this one is closed.
    return Picker(
      "Keys in \(overlayName ?? model.focus.title)", as: .keys,
      lines: spacedIfRoom(lines, in: model), over: model.overlay)
  }

  /// Whether a command applies in one of the contexts and has a key there; false for a verb such as
  /// `edit`, whose keys are those of the commands that belong to it, such as `edit-context`.
  private static func isListedWithKey(
    _ command: Command, _ contexts: [Command.Context], in model: Model
  ) -> Bool {
    let applies = command.applicableContext(in: contexts) != nil
    return applies && !CommandTable.isVerbWithKeyedCommands(command)
      && !model.keys(of: command, in: contexts).isEmpty
  }

  /// The lines with a blank row between the sections, if all of them are still visible at once;
  /// else the lines as they are.
  private static func spacedIfRoom(_ lines: [PickerLine], in model: Model) -> [PickerLine] {
    let spacedRows = lines.count + lines.count(where: \.isHeading)
    let hasRoom = spacedRows + PickerPanel.maxRowsBesideLines <= model.size.rows
    // The first line is a heading, which needs no blank row above it.
    let spacedLines = lines.flatMap { $0.isHeading ? [.heading(""), $0] : [$0] }.dropFirst()
    return hasRoom ? Array(spacedLines) : lines
  }

  /// The applicable commands without a key here, each with its name for the command line.
  ///
  /// None while a line is typed, of which `:` would become a part, or while a list is open, where
  /// `:` does nothing.
  private static func linesWithoutKey(
    _ contexts: [Command.Context], in model: Model
  ) -> [PickerLine] {
    guard model.typedLine == nil, model.overlay == nil else { return [] }
    let commands = CommandTable.all.filter { command in
      contexts.contains(command.context) && isListedByName(command, contexts, in: model)
    }
    let applicable = commands.map { line(for: $0, in: model, contexts) }.filter(\.applies)
    let lines = applicable.map { line in
      var line = line
      line.detail = DisplayText(":\(line.invocation?.name ?? "")  ") + line.detail
      return line
    }
    return lines.isEmpty
      ? [] : [.heading("without a key: press Enter, or type : and the name")] + lines
  }

  /// Whether a command is listed with its name, because neither the command nor, if it is a verb, a
  /// command that belongs to it has a key.
  private static func isListedByName(
    _ command: Command, _ contexts: [Command.Context], in model: Model
  ) -> Bool {
    // A form or part of a verb, such as `edit-context` of `edit`, is not listed: the name of the
    // verb runs it.
    guard command.verb == nil, !CommandTable.isVerbWithKeyedCommands(command) else { return false }
    // While text is typed, the command's keys may type characters instead: it still has keys.
    let isText = contexts.contains(.typing(.text))
    let keys =
      isText ? model.options.keys.keys(of: command) : model.keys(of: command, in: contexts)
    return keys.isEmpty
  }

  /// The lines of commands in a section for each context, under its heading, and a last section for
  /// the commands that move a cursor.
  ///
  /// - Parameter line: Makes the line of a command in the section of a context.
  static func linesInSections(
    of commands: [Command], _ contexts: [Command.Context],
    line: (Command, Command.Context) -> PickerLine
  ) -> [PickerLine] {
    func isMoving(_ command: Command) -> Bool { MovingCommands.names.contains(command.name) }
    let ofContexts: [PickerLine] = contexts.flatMap { context in
      // A command may also have keys in additional contexts: it is listed only once, in its own
      // context if that is among `contexts`.
      let listedHere = commands.filter { command in
        command.applicableContext(in: contexts) == context && !isMoving(command)
      }
      return section(context.heading, listedHere.map { line($0, context) })
    }
    // Moving commands are in `everywhere` or in `lists`; the wider one is that of the whole
    // section.
    let movingLines = commands.filter(isMoving).map { line($0, .everywhere) }
    return ofContexts + section("moving", movingLines)
  }

  /// Lines under a heading, those of commands that cannot be run last; without lines, no heading
  /// either.
  private static func section(_ heading: String, _ lines: [PickerLine]) -> [PickerLine] {
    lines.isEmpty
      ? [] : [.heading(heading)] + lines.filter(\.applies) + lines.filter { !$0.applies }
  }

  /// The line of a command: its keys in `contexts`, its title, and what it acts on or why it cannot
  /// be run; its help is shown below the list.
  static func line(
    for command: Command, in model: Model, _ contexts: [Command.Context]
  ) -> PickerLine {
    let keys = model.keys(of: command, in: contexts).map {
      $0.map(\.description).joined(separator: " ")
    }
    let (applies, detail): (Bool, String) =
      switch command.availability(in: model) {
      // What the command acts on, or else what it does.
      case .applies(let subject): (true, subject.isEmpty ? command.help : subject)
      case .refused(let reason): (false, "– " + reason.text.plain)
      }
    // Below the list, why the command cannot be run is repeated, because the line may cut it.
    let explanation = [command.help, applies ? "" : detail].filter { !$0.isEmpty }
    return PickerLine(
      invocation: Invocation(command.name), leading: DisplayText(keys.joined(separator: ", ")),
      title: DisplayText(command.title(in: model)), detail: DisplayText(detail),
      applies: applies,
      alsoSearched: DisplayText("\(command.name) \(command.help)"),
      sentence: DisplayText(explanation.joined(separator: " ")))
  }

  /// The signs of all panels, each with its meaning.
  private static func legend(in model: Model) -> [PickerLine] {
    let (drop, overrides) = (model.keyName(of: "drop"), model.keyName(of: "overrides"))
    // The sign is in the column of the keys, and the line runs nothing.
    func sign(_ sign: DisplayText, _ title: DisplayText, _ detail: DisplayText) -> PickerLine {
      PickerLine(leading: sign, title: title, detail: detail)
    }
    return [
      .heading("signs"),
      sign(
        PanelSymbols.cursor, "cursor, or closed",
        "at the edge, the cursor; before a name, something is folded under it"),
      sign(PanelSymbols.cursor, "channel on screen", "over a column of the matrix"),
      sign(PanelSymbols.open, "open", "what is under the name is shown"),
      sign(
        PanelSymbols.changed, "changed by the manifest",
        "by a default for this channel, or by the manifest that imports the feature"),
      sign(
        PanelSymbols.changed, "changed recipe",
        "after a recipe: you changed it in this session, so that it differs from its file"),
      sign(PanelSymbols.experiment, "experiment", "the client is in a branch that sets it"),
      sign(PanelSymbols.rollout, "rollout", "the client is in a rollout that sets it"),
      sign(
        PanelSymbols.overridden, "overridden",
        "in this session: \(drop) drops it, \(overrides) lists them all"),
      sign(PanelSymbols.draft, "draft", "a text of the config editor that is not applied"),
      sign(PanelSymbols.problem, "problem", "\(model.keyName(of: "next-problem")) goes to it"),
      sign(
        PanelSymbols.warning, "a warning",
        "in a list of problems: it works, but probably not as intended"),
      sign(PanelSymbols.hint, "a hint", "in a list of problems: it works, but could be better"),
      sign(PanelSymbols.marked, "marked", "the next command acts on all marked items"),
      sign(
        "*", "client changed",
        "you changed attributes, clock or events of the client: \(overrides) lists them"),
      sign("·", "unset", "no choice was made"),
      sign("–", "does not apply", "there is nothing to choose or to show"),
      sign("→", "read", "the targeting of the recipe reads this attribute"),
      sign("✗", "decides", "this attribute keeps the client out of the recipe"),
    ]
  }
}

extension Command.Context {
  /// The heading of the context's commands in the list of keys.
  fileprivate var heading: String {
    switch self {
    case .always: "always"
    case .everywhere: "everywhere"
    case .lists: "in every list"
    case .picker: "in the list"
    case .screen(let screen): "on screen \(screen.digit) \(screen.title)"
    case .panel(let panel): "in \(panel.title)"
    case .typing(let typing): "while typing: \(typing.rawValue)"
    }
  }
}
