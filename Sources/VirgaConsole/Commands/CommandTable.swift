enum CommandTable {
  /// The commands, in the order of the `?` overlay.
  static let all: [Command] = [
    VerbCommands.all,
    NavigationCommands.all,
    FeatureCommands.all,
    ValueCommands.all,
    EditingCommands.all,
    EditorCommands.all,
    OverrideCommands.all,
    SessionCommands.all,
    AppCommands.all,
    ProblemCommands.all,
    FlagCommands.all,
    ChannelCommands.all,
    RecipeCommands.all,
    RecipeEditingCommands.all,
    [SimulationRun.command],
    ContextCommands.all,
    EventCommands.all,
    MovingCommands.all,
    DetailCommands.all,
    CopyingCommands.all,
    ExchangeCommands.all,
    HandoffCommands.all,
    ExchangeCommands.writing,
    TextCommands.all,
    ConsoleCommands.all,
  ].flatMap(\.self)

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static let names = all.map(\.name)

  /// The command called `name`; for a verb, the form that applies in the focus.
  static func command(named name: String, in focus: Panel) -> Command? {
    byName[name]?.resolved(in: focus)
  }

  /// The command called `name`, which may be a verb; nil if the name is unknown.
  static func command(named name: String) -> Command? { byName[name] }

  private static let byVerb = Dictionary(grouping: all.filter { $0.verb != nil }, by: \.verbName)

  /// The commands that belong to a verb: its forms, such as `edit-context` for `edit`, and its
  /// parts, such as `copy-id` for `copy`; empty if `verb` is not a verb.
  static func commands(ofVerb verb: String) -> [Command] { byVerb[verb] ?? [] }

  /// Whether a command is a verb, and at least one of the commands that belong to it has a key.
  static func isVerbWithKeyedCommands(_ command: Command) -> Bool {
    commands(ofVerb: command.name).contains { !$0.keys.isEmpty }
  }

  /// The form of a verb that applies in the focus: `edit`, for example, stands for `edit-context`
  /// in the panel of the client context.
  ///
  /// That is the form for the nearest context, or else one for another panel of the same screen;
  /// nil if the screen has none.
  static func form(of verb: String, in focus: Panel) -> Command? {
    // Other forms are chosen by the argument, as `go` does by the name of a flag.
    let forms = commands(ofVerb: verb).filter { $0.verb?.isChosenByFocus == true }
    let formsByDistance = Command.Context.of(focus).lazy.compactMap { context in
      forms.first { $0.context == context }
    }
    return formsByDistance.first ?? forms.first { $0.context.screen == focus.screen }
  }
}
