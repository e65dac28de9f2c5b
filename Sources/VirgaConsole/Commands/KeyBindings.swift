import VirgaCanvas

/// The keys that commands have, and where they hold.
package struct KeyBindings: Equatable, Sendable {
  private var changed: [String: [[KeyPress]]] = [:]

  /// Those of the table.
  package init() {}

  /// Gives a command other keys; none at all where the list is empty.
  mutating func set(_ command: Command, to keys: [[KeyPress]]) { changed[command.name] = keys }

  /// Gives a command the keys of the table again.
  mutating func reset(_ command: Command) { changed[command.name] = nil }

  /// The keys of a command; those of a person hold wherever the command applies.
  func of(_ command: Command) -> [Binding] {
    (changed[command.name] ?? command.verb.flatMap { changed[$0] })?.map { Binding(context: command.context, keys: $0) }
      ?? Binding.ofTable(command)
  }

  /// The commands that the same keys would run in a place where those of `command` count, or whose keys begin with
  /// these or the other way round; none where the keys are free.
  ///
  /// What the table itself gives to both is meant so.
  func rivals(of command: Command, for keys: [KeyPress]) -> [Command] {
    let places = CommandTable.places.filter { $0.contains(command.context) }
    return CommandTable.all.filter { other in
      (other.verb ?? other.name) != (command.verb ?? command.name)
        && of(other).contains { known in
          guard known.keys.starts(with: keys) || keys.starts(with: known.keys),
            places.contains(where: { $0.contains(known.context) })
          else { return false }
          guard known.keys == keys else { return true }
          // What is typed comes first wherever text is.
          let isTyped = CommandTable.isForText(command.context) != CommandTable.isForText(known.context)
          let isOfTable = changed[other.name] == nil && Binding.ofTable(command).contains { $0.keys == keys }
          return known.context == command.context || !isTyped && !isOfTable
        }
    }
  }
}

/// Keys that run a command, and where.
struct Binding {
  var context: Command.Context
  var keys: [KeyPress]

  /// Those of the table; what holds in one place stands first, as it is the shorter way there.
  static func ofTable(_ command: Command) -> [Binding] {
    (command.near.map { near in near.keys.map { Binding(context: near.context, keys: $0) } } ?? [])
      + command.keys.map { Binding(context: command.context, keys: $0) }
  }
}
