import VirgaJSON

enum CommandTable {
  /// The commands, in the order of the `?` overlay.
  static let all: [Command] = [
    VerbCommands.all,
    GoingCommands.all,
    FeatureCommands.all,
    ValueCommands.all,
    editingCommands,
    RecordingCommands.all,
    editorCommands,
    SessionCommands.all,
    ProblemCommands.all,
    flagCommands,
    namedFlagCommands,
    channelCommands,
    cellCommands,
    RecipeCommands.all,
    BranchCommands.all,
    [SimulationRun.command, Experiments.completionCommand],
    ContextCommands.all,
    eventCommands,
    MovingCommands.all,
    CopyingCommands.all,
    ExchangeCommands.all,
    HandoffCommands.all,
    WritingCommands.all,
    LineCommands.all,
    textCommands,
    typingCommands,
    ConsoleCommands.all,
  ].flatMap(\.self)

  static let hinted = all.filter { $0.hint != nil || $0.near?.hint != nil }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  static let names = all.map(\.name)

  /// The command called `name`; for a verb, the form that applies in the focus.
  static func command(named name: String, in state: State) -> Command? { byName[name]?.resolved(in: state) }

  /// The command called `name`.
  static func command(named name: String) -> Command? { byName[name] }

  private static let byVerb = Dictionary(grouping: all.filter { $0.verb != nil }) { $0.verb ?? "" }

  static func forms(of verb: String) -> [Command] { byVerb[verb] ?? [] }

  static func hasKeyedForms(_ command: Command) -> Bool { forms(of: command.name).contains { !$0.keys.isEmpty } }

  static func form(of verb: String, in focus: Panel) -> Command? {
    guard let forms = byVerb[verb]?.filter(\.isForm) else { return nil }
    let near = contexts(of: focus).lazy.compactMap { context in forms.first { $0.context == context } }.first
    return near ?? forms.first { $0.context.screen == focus.screen }
  }

  /// Resolves the command name at the start of a line.
  ///
  /// The words of a name may be separated by blanks, as in `drop all yes`, unless what follows the first word is its
  /// argument.
  static func named(_ line: String, in state: State) -> String {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first, let rest = Invocation(line: line)?.argument, !takes(first, rest, in: state) else {
      return line
    }
    for count in (2...max(words.count, 2)).reversed() where count <= words.count {
      let name = words.prefix(count).joined(separator: "-")
      if byName[name] != nil { return ([name] + words.dropFirst(count)).joined(separator: " ") }
    }
    return line
  }

  private static func takes(_ name: String, _ argument: String, in state: State) -> Bool {
    switch byName[name]?.argument {
    case .oneOf(let names)?: names(state).contains(argument)
    case .oneOfMany(let names)?: names(state).containsName(argument)
    case .described(let describe)?: describe(state, argument).contains { argument.hasPrefix($0.argument) }
    case .file?, .manifest?: true
    case .text?, nil: false
    }
  }

  enum Lookup: Sendable {
    case command(Command)
    case prefix
    case nothing
  }
}

// The contexts of each focus, and the commands that they enable.
extension CommandTable {
  /// The contexts that apply while `focus` has the focus, nearest first.
  static func contexts(of focus: Panel) -> [Command.Context] {
    let own: [Command.Context] = focus == .editor ? [.panel(focus), .typing(.text)] : [.panel(focus)]
    return own + [.screen(focus.screen), .everywhere, .lists, .always]
  }

  /// The contexts that apply to a list over the screen while nothing is typed.
  static let pickerContexts: [Command.Context] = [.picker, .lists, .always]

  /// The contexts that apply while something is typed.
  static func contexts(typing: Command.Typing) -> [Command.Context] {
    switch typing {
    case .overlay: [.typing(typing), .typing(.list), .typing(.text), .picker, .always]
    case .filter: [.typing(typing), .typing(.list), .typing(.text), .always]
    case .expression: [.typing(typing)] + contexts(typing: .filter)
    case .find: [.typing(typing), .typing(.text), .panel(.editor), .always]
    case .completion: [.typing(typing), .typing(.list)] + contexts(of: .editor)
    case .value, .text, .list: [.typing(typing), .typing(.text), .always]
    }
  }

  static let contextSets =
    Panel.allCases.map(contexts(of:)) + [pickerContexts] + Command.Typing.allCases.map(contexts(typing:))

  static func isForText(_ context: Command.Context) -> Bool {
    switch context {
    case .typing, .panel(.editor): true
    case .always, .everywhere, .lists, .picker, .screen, .panel: false
    }
  }
}
