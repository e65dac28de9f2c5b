import VirgaJSON

/// Every command of the console, and the ways to find one.
enum CommandTable {
  /// The commands, in the order in which the `?` overlay lists them.
  package static let all: [Command] =
    verbCommands + goingCommands + featureCommands + valueCommands + editingCommands + recordedCommands + editorCommands
    + sessionCommands
    + problemCommands + flagCommands + namedFlagCommands + channelCommands + cellCommands
    + experimentCommands + branchCommands + simulationCommands + expressionCommands + contextCommands + eventCommands
    + markingCommands + movingCommands
    + trailCommands + screenCommands + copyingCommands + exchangeCommands + handoffCommands + writingCommands
    + lineCommands + textCommands + typingCommands + consoleCommands

  /// Those that the hint line may show.
  static let hinted = all.filter { $0.hint != nil || $0.near?.hint != nil }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The names of all commands.
  package static let names = all.map(\.name)

  /// The command called `name`, of a verb what it does where the focus is.
  static func command(named name: String, in state: State) -> Command? { byName[name]?.resolved(in: state) }

  /// The command called `name`.
  package static func command(named name: String) -> Command? { byName[name] }

  private static let byVerb = Dictionary(grouping: all.filter { $0.verb != nil }) { $0.verb ?? "" }

  /// The commands whose names are aliases of a verb.
  static func forms(of verb: String) -> [Command] { byVerb[verb] ?? [] }

  /// Whether a command is a verb whose forms have the keys.
  static func hasKeyedForms(_ command: Command) -> Bool { forms(of: command.name).contains { !$0.keys.isEmpty } }

  /// What a verb does while a panel has the focus: the form of the nearest context, else that of the screen's other panels.
  static func form(of verb: String, in focus: Panel) -> Command? {
    guard let forms = byVerb[verb]?.filter(\.isForm) else { return nil }
    let near = contexts(of: focus).lazy.compactMap { context in forms.first { $0.context == context } }.first
    return near ?? forms.first { $0.context.screen == focus.screen }
  }

  /// A line with the name that it means: the words of a name may be parted by blanks too, as in `drop all yes`, but where
  /// what follows the first word is its argument.
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

  /// Whether a command knows what an argument names.
  private static func takes(_ name: String, _ argument: String, in state: State) -> Bool {
    switch byName[name]?.argument {
    case .oneOf(let names)?: names(state).contains(argument)
    case .oneOfMany(let names)?: names(state).containsName(argument)
    case .described(let describe)?: describe(state, argument).contains { argument.hasPrefix($0.argument) }
    case .file?, .manifest?: true
    case .text?, nil: false
    }
  }

  /// What presses can mean.
  enum Finding: Sendable {
    /// A command.
    case command(Command)
    /// The beginning of one or more commands.
    case prefix
    /// Nothing.
    case nothing
  }
}

// Where keys can go, and which commands they can run there.
extension CommandTable {
  /// Where the keys of a command may apply while `focus` has the focus, the nearest first.
  static func contexts(of focus: Panel) -> [Command.Context] {
    let own: [Command.Context] = focus == .editor ? [.panel(focus), .typing(.text)] : [.panel(focus)]
    return own + [.screen(focus.screen), .everywhere, .lists, .always]
  }

  /// Where they may apply while a list lies over the screen and nothing is typed into it.
  static let pickerContexts: [Command.Context] = [.picker, .lists, .always]

  /// Where they may apply while something is typed.
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

  /// The contexts that meet in each of the places where keys can go.
  static let places =
    Panel.allCases.map(contexts(of:)) + [pickerContexts] + Command.Typing.allCases.map(contexts(typing:))

  /// Whether keys that type a character are text wherever the context applies.
  static func isForText(_ context: Command.Context) -> Bool {
    switch context {
    case .typing, .panel(.editor): true
    case .always, .everywhere, .lists, .picker, .screen, .panel: false
    }
  }
}
