import VirgaCanvas

/// Which keys run which commands: those of the table, but for what a person changed.
package struct KeyMap: Equatable, Sendable {
  private let bindings: KeyBindings
  private let index: KeyIndex

  /// The keys of the table.
  package init() { (bindings, index) = (KeyBindings(), KeyIndex.ofTable) }

  /// Those that `bindings` give to commands.
  init(_ bindings: KeyBindings) {
    self.bindings = bindings
    index = KeyIndex(bindings)
  }

  /// The keys that run a command.
  func keys(of command: Command) -> [[KeyPress]] {
    bindings.of(command).reduce(into: []) { keys, binding in
      // The same keys may hold in two places.
      if !keys.contains(binding.keys) { keys.append(binding.keys) }
    }
  }

  /// The keys by which a command is called in a sentence: those that hold in some contexts, else those that hold wherever
  /// it applies; nil where it has none.
  func keys(naming command: Command, in contexts: [Command.Context]) -> [KeyPress]? {
    let all = bindings.of(command)
    let best = all.first { contexts.contains($0.context) } ?? all.first { $0.context == command.context }
    return (best ?? all.first)?.keys
  }

  /// What a sequence of presses means in contexts, the nearest first.
  func meaning(of presses: [KeyPress], in contexts: [Command.Context]) -> CommandTable.Finding {
    for context in contexts {
      if let name = index.commands[context]?[presses], let command = CommandTable.command(named: name) {
        return .command(command)
      }
    }
    return contexts.contains { index.beginnings[$0]?.contains(presses) == true } ? .prefix : .nothing
  }

  /// Whether a sequence can never run a command because its first key types a character there.
  static func isTyped(_ keys: [KeyPress], for command: Command) -> Bool {
    keys.first?.isTyped == true && CommandTable.isForText(command.context)
  }

  /// The same keys for the same commands.
  package static func == (left: KeyMap, right: KeyMap) -> Bool { left.bindings == right.bindings }
}

/// The commands by the keys that run them, so that a key is found at once.
private struct KeyIndex: Sendable {
  var commands: [Command.Context: [[KeyPress]: String]] = [:]
  /// What sequences begin with.
  var beginnings: [Command.Context: Set<[KeyPress]>] = [:]

  static let ofTable = KeyIndex(KeyBindings())

  init(_ bindings: KeyBindings) {
    for command in CommandTable.all {
      for binding in bindings.of(command) {
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
