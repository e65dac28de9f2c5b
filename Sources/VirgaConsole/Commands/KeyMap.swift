import VirgaCanvas

/// The keys of all commands: those of the table with a person's changes.
package struct KeyMap: Equatable, Sendable {
  private let bindings: KeyBindings
  private let index: KeyIndex

  /// Starts with the keys of the table.
  package init() { (bindings, index) = (KeyBindings(), KeyIndex.ofTable) }

  init(_ bindings: KeyBindings) {
    self.bindings = bindings
    index = KeyIndex(bindings)
  }

  func keys(of command: Command) -> [[KeyPress]] {
    bindings.of(command).reduce(into: []) { keys, binding in
      // Two contexts can have the same keys.
      if !keys.contains(binding.keys) { keys.append(binding.keys) }
    }
  }

  /// The keys that name a command in a sentence; nil if it has none.
  ///
  /// Prefers keys that apply in `contexts` to those of the command's own context.
  func keys(naming command: Command, in contexts: [Command.Context]) -> [KeyPress]? {
    let all = bindings.of(command)
    let best = all.first { contexts.contains($0.context) } ?? all.first { $0.context == command.context }
    return (best ?? all.first)?.keys
  }

  /// The meaning of a sequence of key presses in contexts, nearest first.
  func meaning(of presses: [KeyPress], in contexts: [Command.Context]) -> CommandTable.Lookup {
    for context in contexts {
      if let name = index.commands[context]?[presses], let command = CommandTable.command(named: name) {
        return .command(command)
      }
    }
    return contexts.contains { index.beginnings[$0]?.contains(presses) == true } ? .prefix : .nothing
  }

  /// Whether a sequence can never run a command because its first key types a character.
  static func isTyped(_ keys: [KeyPress], for command: Command) -> Bool {
    keys.first?.isTyped == true && CommandTable.isForText(command.context)
  }

  /// Compares the bindings; the index follows from them.
  package static func == (left: KeyMap, right: KeyMap) -> Bool { left.bindings == right.bindings }
}

private struct KeyIndex: Sendable {
  var commands: [Command.Context: [[KeyPress]: String]] = [:]
  /// The beginnings of longer sequences.
  var beginnings: [Command.Context: Set<[KeyPress]>] = [:]

  static let ofTable = KeyIndex(KeyBindings())

  init(_ bindings: KeyBindings) {
    for command in CommandTable.all {
      for binding in bindings.of(command) {
        // If two commands have the same keys, the first in the table gets them.
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
