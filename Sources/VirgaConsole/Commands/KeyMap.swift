package import VirgaCanvas

/// Which keys run which commands: those of the table, but for what a person changed.
package struct KeyMap: Equatable, Sendable {
  private var changed: [String: [[KeyPress]]] = [:]
  private var index: KeyIndex

  /// The keys of the table.
  package init() { index = KeyIndex.ofTable }

  /// The keys that run a command.
  package func keys(of command: Command) -> [[KeyPress]] { changed[command.name] ?? command.keys }

  /// Gives the command called `name` other keys; none at all where the list is empty.
  package mutating func set(_ name: String, to keys: [[KeyPress]]) {
    changed[name] = keys
    index = KeyIndex { self.keys(of: $0) }
  }

  /// What a sequence of presses means in contexts, the nearest first.
  package func meaning(of presses: [KeyPress], in contexts: [Command.Context]) -> CommandTable.Finding {
    for context in contexts {
      if let name = index.commands[context]?[presses], let command = CommandTable.command(named: name) {
        return .command(command)
      }
    }
    return contexts.contains { index.beginnings[$0]?.contains(presses) == true } ? .prefix : .nothing
  }

  /// A command that would be run by the same keys in the same place, or whose keys begin with these or the other way
  /// round; nil where the keys are free.
  package func rival(of command: Command, for keys: [KeyPress]) -> Command? {
    let places = CommandTable.places.filter { $0.contains(command.context) }
    return CommandTable.all.first { other in
      guard other.name != command.name, places.contains(where: { $0.contains(other.context) }) else { return false }
      return self.keys(of: other).contains { known in
        known == keys ? other.context == command.context : known.starts(with: keys) || keys.starts(with: known)
      }
    }
  }

  /// Whether a sequence can never run a command because its first key types a character there.
  package static func isTyped(_ keys: [KeyPress], for command: Command) -> Bool {
    keys.first?.isTyped == true && CommandTable.isForText(command.context)
  }

  /// The same keys for the same commands.
  package static func == (left: KeyMap, right: KeyMap) -> Bool { left.changed == right.changed }
}

/// The commands by the keys that run them, so that a key is found at once.
private struct KeyIndex: Sendable {
  var commands: [Command.Context: [[KeyPress]: String]] = [:]
  /// What sequences begin with.
  var beginnings: [Command.Context: Set<[KeyPress]>] = [:]

  static let ofTable = KeyIndex { $0.keys }

  init(_ keys: (Command) -> [[KeyPress]]) {
    for command in CommandTable.all {
      for presses in keys(command) {
        // The first command in the table has a key that two of them want.
        if commands[command.context]?[presses] == nil {
          commands[command.context, default: [:]][presses] = command.name
        }
        for count in 1..<max(presses.count, 1) {
          beginnings[command.context, default: []].insert(Array(presses.prefix(count)))
        }
      }
    }
  }
}
