import VirgaCanvas

/// The keys of all commands, and where they apply: those of the table with a person's changes.
package struct KeyMap: Sendable {
  private let changed: [String: [[KeyPress]]]
  private var commands: [Command.Context: [[KeyPress]: Command]] = [:]

  private static let ofTable = KeyMap(changed: [:])

  /// Starts with the keys of the table.
  package init() { self = .ofTable }

  /// Replaces the keys of commands, by their names; an empty list removes them.
  init(changed: [String: [[KeyPress]]]) {
    self.changed = changed
    for command in CommandTable.all {
      for (context, keys) in command.bindings(changed) {
        // If two commands have the same keys, the first in the table gets them.
        if commands[context]?[keys] == nil { commands[context, default: [:]][keys] = command }
      }
    }
  }

  func keys(of command: Command) -> [[KeyPress]] {
    // Two contexts can have the same keys.
    command.bindings(changed).reduce(into: []) { keys, each in if !keys.contains(each.keys) { keys.append(each.keys) } }
  }

  /// The keys that name a command in a sentence; nil if it has none.
  ///
  /// Prefers keys that apply in `contexts` to those of the command's own context.
  func keys(naming command: Command, in contexts: [Command.Context]) -> [KeyPress]? {
    let all = command.bindings(changed)
    let best = all.first { contexts.contains($0.context) } ?? all.first { $0.context == command.context }
    return (best ?? all.first)?.keys
  }

  /// The command for a key sequence in the nearest context that has one; nil if none has.
  func command(for presses: [KeyPress], in contexts: [Command.Context]) -> Command? {
    for context in contexts {
      if let command = commands[context]?[presses] { return command }
    }
    return nil
  }

  /// Whether a longer sequence in one of the contexts begins with these key presses.
  func begins(with presses: [KeyPress], in contexts: [Command.Context]) -> Bool {
    contexts.contains { commands[$0]?.keys.contains { $0.count > presses.count && $0.starts(with: presses) } == true }
  }

  /// The commands whose keys would conflict with `keys` for `command`.
  ///
  /// Keys conflict if they apply in the same context and one sequence begins with the other.
  ///
  /// Conflicts within the table are intended and do not count.
  static func rivals(of command: Command, for keys: [KeyPress], changed: [String: [[KeyPress]]]) -> [Command] {
    let sets = Command.Context.sets.filter { $0.contains(command.context) }
    return CommandTable.all.filter { other in
      (other.verb ?? other.name) != (command.verb ?? command.name)
        && other.bindings(changed).contains { known in
          guard known.keys.starts(with: keys) || keys.starts(with: known.keys),
            sets.contains(where: { $0.contains(known.context) })
          else { return false }
          guard known.keys == keys else { return true }
          // A typed character goes to the text first.
          let isTyped = command.context.isForText != known.context.isForText
          let isOfTable = changed[other.name] == nil && command.bindings().contains { $0.keys == keys }
          return known.context == command.context || !isTyped && !isOfTable
        }
    }
  }
}

extension Command {
  /// Its keys, and where they apply; changed ones apply wherever the command does.
  fileprivate func bindings(_ changed: [String: [[KeyPress]]] = [:]) -> [(context: Context, keys: [KeyPress])] {
    if let changed = changed[name] ?? verb.flatMap({ changed[$0] }) { return changed.map { (context, $0) } }
    return (near.map { near in near.keys.map { (near.context, $0) } } ?? []) + keys.map { (context, $0) }
  }
}
