import VirgaCanvas

/// The keys of the commands, and where they apply.
package struct KeyBindings: Equatable, Sendable {
  private var changed: [String: [[KeyPress]]] = [:]

  /// Starts with the keys of the table.
  package init() {}

  /// Changes the keys of a command; an empty list removes them.
  mutating func set(_ command: Command, to keys: [[KeyPress]]) { changed[command.name] = keys }

  /// Restores the keys that a command has in the table.
  mutating func reset(_ command: Command) { changed[command.name] = nil }

  /// The keys of a command; configured ones apply wherever the command does.
  func of(_ command: Command) -> [Binding] {
    (changed[command.name] ?? command.verb.flatMap { changed[$0] })?.map { Binding(context: command.context, keys: $0) }
      ?? Binding.ofTable(command)
  }

  /// The commands whose keys conflict with `keys` for `command`.
  ///
  /// Keys conflict if they apply in the same context and one sequence begins with the other.
  ///
  /// Conflicts within the table are intended and do not count.
  func rivals(of command: Command, for keys: [KeyPress]) -> [Command] {
    let contextSets = CommandTable.contextSets.filter { $0.contains(command.context) }
    return CommandTable.all.filter { other in
      (other.verb ?? other.name) != (command.verb ?? command.name)
        && of(other).contains { known in
          guard known.keys.starts(with: keys) || keys.starts(with: known.keys),
            contextSets.contains(where: { $0.contains(known.context) })
          else { return false }
          guard known.keys == keys else { return true }
          // A typed character goes to the text first.
          let isTyped = CommandTable.isForText(command.context) != CommandTable.isForText(known.context)
          let isOfTable = changed[other.name] == nil && Binding.ofTable(command).contains { $0.keys == keys }
          return known.context == command.context || !isTyped && !isOfTable
        }
    }
  }
}

struct Binding {
  var context: Command.Context
  var keys: [KeyPress]

  static func ofTable(_ command: Command) -> [Binding] {
    (command.near.map { near in near.keys.map { Binding(context: near.context, keys: $0) } } ?? [])
      + command.keys.map { Binding(context: command.context, keys: $0) }
  }
}
