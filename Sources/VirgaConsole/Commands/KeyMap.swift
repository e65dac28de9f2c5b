import VirgaCanvas

/// The keys of all commands in each context: those of the table with a person's changes.
package struct KeyMap: Sendable {
  /// The sequences of keys that the person gave commands, by the command's name.
  private let changedKeys: [String: [[KeyPress]]]
  private var commands: [Command.Context: [[KeyPress]: Command]] = [:]

  private static let ofTable = KeyMap(changed: [:])

  /// Starts with the keys of the table.
  package init() { self = .ofTable }

  /// Replaces the keys of commands, by their names; an empty list removes them.
  ///
  /// Other commands lose the keys that these commands get.
  init(changed: [String: [[KeyPress]]]) {
    changedKeys = changed
    // The first command gets a key, so the changed ones come first.
    assign(CommandTable.all.filter { changed[$0.name] != nil })
    assign(CommandTable.all.filter { changed[$0.name] == nil })
  }

  /// Gives commands their keys, those that the person changed or else those of the table; of two
  /// commands with the same keys in a context, the first one wins.
  private mutating func assign(_ candidates: [Command]) {
    for command in candidates {
      for (context, keys) in command.bindings(with: changedKeys)
      where commands[context]?[keys] == nil {
        commands[context, default: [:]][keys] = command
      }
    }
  }

  /// The keys that run a command, and where they apply.
  private func bindings(of command: Command) -> [Command.Binding] {
    // Another command may have got one of its keys.
    command.bindings(with: changedKeys).filter {
      commands[$0.context]?[$0.keys]?.name == command.name
    }
  }

  /// The sequences of keys that run a command in any context, each once.
  func keys(of command: Command) -> [[KeyPress]] {
    // Two contexts can have the same keys.
    bindings(of: command).reduce(into: []) { sequences, binding in
      if !sequences.contains(binding.keys) { sequences.append(binding.keys) }
    }
  }

  /// The keys that name a command in a sentence; nil if it has none.
  ///
  /// Prefers keys that apply in `contexts` to those of the command's own context.
  func keys(naming command: Command, in contexts: [Command.Context]) -> [KeyPress]? {
    let all = bindings(of: command)
    let applicable = all.first { contexts.contains($0.context) }
    let own = all.first { $0.context == command.context }
    return (applicable ?? own ?? all.first)?.keys
  }

  /// The command for a key sequence in the nearest context that has one; nil if none has.
  func command(for presses: [KeyPress], in contexts: [Command.Context]) -> Command? {
    for context in contexts {
      if let command = commands[context]?[presses] { return command }
    }
    return nil
  }

  /// Whether a longer sequence in one of the contexts begins with these key presses, so that the
  /// next one may complete it.
  func begins(with presses: [KeyPress], in contexts: [Command.Context]) -> Bool {
    contexts.contains { context in
      let sequences = commands[context]?.keys
      return sequences?.contains { $0.count > presses.count && $0.starts(with: presses) } == true
    }
  }

  /// The first other command that already has `keys`, so that `command` cannot get them; nil if
  /// `command` can.
  ///
  /// A sequence conflicts with its beginnings: `y` with `y v`. Keys of contexts that never apply at
  /// once do not conflict.
  ///
  /// - Parameter released: The names of the commands that are about to get other keys, so that
  ///   their present keys are free.
  func owner(of keys: [KeyPress], besides command: Command, released: Set<String>) -> Command? {
    // Without changed keys, a command has those of the table.
    let hasKeysInTable = command.bindings().contains { $0.keys == keys }
    return CommandTable.all.first { other in
      // Forms of one verb, such as `edit-context` of `edit`, may share a key: the focus decides
      // which of them runs.
      let isSameVerb = other.verbName == command.verbName
      let keepsKeys = !released.contains(other.name)
      // Two commands with the same keys in the table share them on purpose.
      let isIntended = hasKeysInTable && changedKeys[other.name] == nil
      guard keepsKeys, !isSameVerb, !isIntended else { return false }
      return bindings(of: other).contains { Self.conflicts(keys, of: command.context, with: $0) }
    }
  }

  /// Whether keys in a context hide those of a binding, or are hidden by them.
  private static func conflicts(
    _ keys: [KeyPress], of context: Command.Context, with binding: Command.Binding
  ) -> Bool {
    let overlaps = binding.keys.starts(with: keys) || keys.starts(with: binding.keys)
    guard overlaps else { return false }
    // Each set has contexts that apply at once, such as those of a panel, its screen and all lists.
    let canApplyAtOnce = Command.Context.setsThatApplyAtOnce.contains { set in
      set.contains(context) && set.contains(binding.context)
    }
    guard canApplyAtOnce else { return false }
    // The same keys may act on a text and on a screen: the text gets them first.
    let isOneForText = binding.context.isForText != context.isForText
    let isAllowed = binding.keys == keys && isOneForText
    return !isAllowed
  }
}

extension Command {
  fileprivate typealias Binding = (context: Context, keys: [KeyPress])

  /// The keys of the command, each with the context in which they apply; keys that a person gave it
  /// apply only in its own context, those of the table also in the additional ones.
  ///
  /// - Parameter changed: The keys that the person gave commands, by name. A form of a verb, as
  ///   `edit-context` is one of `edit`, gets the keys of the verb unless it has some of its own.
  fileprivate func bindings(with changed: [String: [[KeyPress]]] = [:]) -> [Binding] {
    if let newKeys = changed[name] ?? verb.flatMap({ changed[$0.name] }) {
      return newKeys.map { keys in (context, keys) }
    }
    // The first place is the command's own context. The keys of additional contexts come before
    // those of its own, because messages name the first keys that apply.
    return places.reversed().flatMap { place in
      place.keys.map { keys in (place.context, keys) }
    }
  }

  /// The verb that it belongs to, or its own name.
  var verbName: String { verb?.name ?? name }
}
