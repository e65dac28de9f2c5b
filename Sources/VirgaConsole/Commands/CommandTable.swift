/// Every command of the console, and the ways to find one.
package enum CommandTable {
  /// The commands, in the order in which the `?` overlay lists them.
  package static let all: [Command] =
    featureCommands + valueCommands + editingCommands + recordedCommands + editorCommands + sessionCommands
    + problemCommands + flagCommands + channelCommands + cellCommands
    + experimentCommands + branchCommands + simulationCommands + expressionCommands + contextCommands + eventCommands
    + markingCommands + movingCommands
    + trailCommands + screenCommands + copyingCommands + exchangeCommands + handoffCommands + writingCommands
    + lineCommands + textCommands + typingCommands + consoleCommands

  /// Those that the hint line may show.
  static let hinted = all.filter { $0.hint != nil || $0.near?.hint != nil }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The command called `name`.
  package static func command(named name: String) -> Command? { byName[name] }

  /// What presses can mean.
  package enum Finding: Sendable {
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
  package static func contexts(of focus: Panel) -> [Command.Context] {
    let own: [Command.Context] = focus == .editor ? [.panel(focus), .typing(.text)] : [.panel(focus)]
    return own + [.screen(focus.screen), .everywhere, .always]
  }

  /// Where they may apply while something is typed.
  package static func contexts(typing: Command.Typing) -> [Command.Context] {
    switch typing {
    case .overlay, .filter: [.typing(typing), .typing(.list), .typing(.text), .always]
    case .expression: [.typing(typing)] + contexts(typing: .filter)
    case .find: [.typing(typing), .typing(.text), .panel(.editor), .always]
    case .completion: [.typing(typing), .typing(.list)] + contexts(of: .editor)
    case .value, .text, .list: [.typing(typing), .typing(.text), .always]
    }
  }

  /// The contexts that meet in each of the places where keys can go.
  static let places = Panel.allCases.map(contexts(of:)) + Command.Typing.allCases.map(contexts(typing:))

  /// Whether keys that type a character are text wherever the context applies.
  static func isForText(_ context: Command.Context) -> Bool {
    switch context {
    case .typing, .panel(.editor): true
    case .always, .everywhere, .screen, .panel: false
    }
  }
}
