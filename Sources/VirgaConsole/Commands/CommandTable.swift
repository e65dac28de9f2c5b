package import VirgaCanvas

/// Every command of the console, and the ways to find one.
package enum CommandTable {
  /// The commands, in the order in which the `?` overlay lists them.
  package static let all: [Command] =
    featureCommands + valueCommands + editingCommands + editorCommands + sessionCommands + problemCommands
    + flagCommands + channelCommands
    + experimentCommands + contextCommands + handoffCommands + eventCommands + movingCommands + screenCommands
    + copyingCommands + writingCommands + consoleCommands

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The command called `name`.
  package static func command(named name: String) -> Command? { byName[name] }

  /// What a sequence of presses means while `focus` has the focus.
  package static func find(_ presses: [KeyPress], focus: Panel, keys map: KeyMap = KeyMap()) -> Finding {
    find(presses, in: contexts(of: focus), keys: map)
  }

  /// What a sequence of presses means in contexts, the nearest first.
  static func find(_ presses: [KeyPress], in contexts: [Command.Context], keys map: KeyMap) -> Finding {
    var isPrefix = false
    for context in contexts {
      for command in all where command.context == context {
        for keys in map.keys(of: command) {
          if keys == presses { return .command(command) }
          if keys.count > presses.count, keys.starts(with: presses) { isPrefix = true }
        }
      }
    }
    return isPrefix ? .prefix : .nothing
  }

  /// Where the keys of a command may apply while `focus` has the focus, the nearest first.
  package static func contexts(of focus: Panel) -> [Command.Context] {
    [.panel(focus), .screen(focus.screen), .everywhere]
  }

  /// The commands whose keys begin with `presses`, for the line that shows how a sequence goes on.
  package static func continuations(of presses: [KeyPress], focus: Panel, keys map: KeyMap = KeyMap()) -> [Command] {
    all.filter { command in
      contexts(of: focus).contains(command.context)
        && map.keys(of: command).contains { $0.count > presses.count && $0.starts(with: presses) }
    }
  }

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
