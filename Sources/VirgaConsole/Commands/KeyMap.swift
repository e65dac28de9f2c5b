package import VirgaCanvas

/// Which keys run which commands: those of the table, but for what a person changed.
package struct KeyMap: Equatable, Sendable {
  private var changed: [String: [[KeyPress]]] = [:]
  private var index: KeyIndex

  /// The keys of the table.
  package init() { index = KeyIndex.ofTable }

  /// The keys that run a command.
  package func keys(of command: Command) -> [[KeyPress]] { bindings(of: command).map(\.keys) }

  /// The same, each with where it holds; those of a person hold wherever the command applies.
  private func bindings(of command: Command) -> [Binding] {
    changed[command.name]?.map { Binding(context: command.context, keys: $0) } ?? Binding.ofTable(command)
  }

  /// Gives the command called `name` other keys; none at all where the list is empty.
  package mutating func set(_ name: String, to keys: [[KeyPress]]) {
    changed[name] = keys
    index = KeyIndex { self.bindings(of: $0) }
  }

  /// Gives the command called `name` the keys of the table again.
  package mutating func reset(_ name: String) {
    changed[name] = nil
    index = KeyIndex { self.bindings(of: $0) }
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

  /// The commands that the same keys would run in a place where those of `command` count, or whose keys begin with
  /// these or the other way round; none where the keys are free.
  ///
  /// What the table itself gives to both is meant so.
  package func rivals(of command: Command, for keys: [KeyPress]) -> [Command] {
    let places = CommandTable.places.filter { $0.contains(command.context) }
    return CommandTable.all.filter { other in
      other.name != command.name
        && bindings(of: other).contains { known in
          guard places.contains(where: { $0.contains(known.context) }) else { return false }
          guard known.keys == keys else { return known.keys.starts(with: keys) || keys.starts(with: known.keys) }
          // What is typed comes first wherever text is.
          let isTyped = CommandTable.isForText(command.context) != CommandTable.isForText(known.context)
          let isOfTable = changed[other.name] == nil && Binding.ofTable(command).contains { $0.keys == keys }
          return known.context == command.context || !isTyped && !isOfTable
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

/// Keys that run a command, and where.
private struct Binding {
  var context: Command.Context
  var keys: [KeyPress]

  /// Those of the table; what holds in one place stands first, as it is the shorter way there.
  static func ofTable(_ command: Command) -> [Binding] {
    (command.near.map { near in near.keys.map { Binding(context: near.context, keys: $0) } } ?? [])
      + command.keys.map { Binding(context: command.context, keys: $0) }
  }
}

/// The commands by the keys that run them, so that a key is found at once.
private struct KeyIndex: Sendable {
  var commands: [Command.Context: [[KeyPress]: String]] = [:]
  /// What sequences begin with.
  var beginnings: [Command.Context: Set<[KeyPress]>] = [:]

  static let ofTable = KeyIndex(Binding.ofTable)

  init(_ bindings: (Command) -> [Binding]) {
    for command in CommandTable.all {
      for binding in bindings(command) {
        // The first command in the table has a key that two of them want.
        if commands[binding.context]?[binding.keys] == nil {
          commands[binding.context, default: [:]][binding.keys] = command.name
        }
        for count in 1..<max(binding.keys.count, 1) {
          beginnings[binding.context, default: []].insert(Array(binding.keys.prefix(count)))
        }
      }
    }
  }
}
