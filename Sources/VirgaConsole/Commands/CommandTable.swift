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

  static func command(named name: String) -> Command? { byName[name] }

  private static let byVerb = Dictionary(grouping: all.filter { $0.verb != nil }, by: \.verbName)

  static func forms(of verb: String) -> [Command] { byVerb[verb] ?? [] }

  static func hasKeyedForms(_ command: Command) -> Bool {
    forms(of: command.name).contains { !$0.keys.isEmpty }
  }

  static func form(of verb: String, in focus: Panel) -> Command? {
    let forms = forms(of: verb).filter { $0.verb?.isForm == true }
    let near = Command.Context.of(focus).lazy.compactMap { context in
      forms.first { $0.context == context }
    }.first
    return near ?? forms.first { $0.context.screen == focus.screen }
  }
}
