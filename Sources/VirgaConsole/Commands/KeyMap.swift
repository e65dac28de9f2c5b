import VirgaCanvas

/// The keys of all commands in each context: those of the table with a person's changes.
package struct KeyMap: Sendable {
  /// The sequences of keys that the person gave commands, by the command's name.
  private let changed: [String: [[KeyPress]]]
  private var commands: [Command.Context: [[KeyPress]: Command]] = [:]

  private static let ofTable = KeyMap(changed: [:])

  /// Starts with the keys of the table.
  package init() { self = .ofTable }

  /// Replaces the keys of commands, by their names; an empty list removes them.
  ///
  /// Other commands lose the keys that these commands get.
  init(changed: [String: [[KeyPress]]]) {
    self.changed = changed
    assign(CommandTable.all.filter { changed[$0.name] != nil })
    assign(CommandTable.all.filter { changed[$0.name] == nil })
  }

  /// Gives commands their keys; of two with the same keys in a context, the first one wins.
  private mutating func assign(_ commands: [Command]) {
    for command in commands {
      for (context, keys) in command.bindings(changed) where self.commands[context]?[keys] == nil {
        self.commands[context, default: [:]][keys] = command
      }
    }
  }

  /// The keys that run a command, and where they apply.
  private func bindings(of command: Command) -> [Command.Binding] {
    command.bindings(changed).filter { commands[$0.context]?[$0.keys]?.name == command.name }
  }

  /// The sequences of keys that run a command in any context, each once.
  func keys(of command: Command) -> [[KeyPress]] {
    // Two contexts can have the same keys.
    bindings(of: command).reduce(into: []) { keys, each in
      if !keys.contains(each.keys) { keys.append(each.keys) }
    }
  }

  /// The keys that name a command in a sentence; nil if it has none.
  ///
  /// Prefers keys that apply in `contexts` to those of the command's own context.
  func keys(naming command: Command, in contexts: [Command.Context]) -> [KeyPress]? {
    let all = bindings(of: command)
    let best =
      all.first { contexts.contains($0.context) } ?? all.first { $0.context == command.context }
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
    contexts.contains {
      commands[$0]?.keys.contains { $0.count > presses.count && $0.starts(with: presses) } == true
    }
  }

  /// The first command that has `keys` where another one would have them too; nil if there is none.
  ///
  /// A sequence of keys that begins with `keys`, or the other way round, counts as the same.
  ///
  /// - Parameter released: The commands that are about to get other keys.
  func owner(of keys: [KeyPress], besides command: Command, released: Set<String>) -> Command? {
    let sets = Command.Context.sets.filter { $0.contains(command.context) }
    // If the table gives two commands the same keys, that is intended.
    let isOwn = command.bindings().contains { $0.keys == keys }
    return CommandTable.all.first { other in
      guard other.verbName != command.verbName,
        !released.contains(other.name),
        !isOwn || changed[other.name] != nil
      else { return false }
      return bindings(of: other).contains { known in
        let hidesOther = known.keys.starts(with: keys) || keys.starts(with: known.keys)
        let canApplyAtOnce = sets.contains { $0.contains(known.context) }
        guard hidesOther, canApplyAtOnce else { return false }
        // The same keys may act on a text and on a screen: the text gets them first.
        return known.keys != keys || known.context.isForText == command.context.isForText
      }
    }
  }
}

extension Command {
  fileprivate typealias Binding = (context: Context, keys: [KeyPress])

  /// Its keys, and where they apply; changed ones apply wherever the command does.
  fileprivate func bindings(_ changed: [String: [[KeyPress]]] = [:]) -> [Binding] {
    if let changed = changed[name] ?? verb.flatMap({ changed[$0.name] }) {
      return changed.map { (context, $0) }
    }
    return places.reversed().flatMap { place in place.keys.map { (place.context, $0) } }
  }

  /// The verb that it belongs to, or its own name.
  var verbName: String { verb?.name ?? name }
}
