import VirgaConsole
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// Commands that may repeat an operation, with the operation that they perform.
struct RepeatingCommand {
  private typealias Make = (Operations) throws -> SessionOperation

  private let commands: [Invocation]
  private let make: Make

  private init(_ commands: [Invocation], _ make: @escaping Make) {
    self.commands = commands
    self.make = make
  }

  private init(_ name: String, _ argument: String = "", _ make: @escaping Make) {
    self.init([Invocation(name, argument)], make)
  }

  /// The commands that repeat an operation on the session on which it was performed.
  ///
  /// They are those that a person would type, if these perform exactly the same operation; else
  /// the operation itself.
  static func commands(
    for operation: SessionOperation, on operations: Operations, flags: SessionFlags?
  ) -> [Invocation] {
    let typed = candidates(for: operation, on: operations, flags)
    return typed.first { $0.repeats(operation, on: operations) }?.commands ?? [perform(operation)]
  }

  /// The command that makes the changes of an operation as one step.
  static func perform(_ operation: SessionOperation) -> Invocation {
    Invocation("perform", JSONValue.object(operation.repeatableJSON).compact)
  }

  private func repeats(_ operation: SessionOperation, on operations: Operations) -> Bool {
    guard var made = try? make(operations) else { return false }
    made.id = operation.id
    return made == operation
  }

  private static func candidates(
    for operation: SessionOperation, on operations: Operations, _ flags: SessionFlags?
  ) -> [RepeatingCommand] {
    // A run of the script would draw another id.
    guard !operation.changes.contains(where: \.isGeneratedClientID) else { return [] }
    // Outcomes of recipes follow from the change before them.
    guard let change = operation.changes.first(where: { $0.key.kind != .enrollment }) else {
      return withoutChange(operation)
    }
    return forChange(change, on: operations, flags) + forRemoved(change, by: operation)
  }

  private static func withoutChange(_ operation: SessionOperation) -> [RepeatingCommand] {
    let evaluation = RepeatingCommand("evaluate-anew") { try $0.reevaluate() }
    guard let id = operation.feature else { return [evaluation] }
    return [RepeatingCommand("expose", id) { try $0.expose(id) }, evaluation]
  }

  private static func forRemoved(
    _ change: EntryChange, by operation: SessionOperation
  ) -> [RepeatingCommand] {
    let key = change.key
    guard change.new == nil, key.kind.isOverride else { return [] }
    var found = [
      RepeatingCommand("drop", key.argument) { try $0.drop(key) },
      RepeatingCommand("drop-all", "yes") { try $0.dropAll() },
    ]
    if let id = operation.feature {
      found.append(RepeatingCommand("drop", "feature \(id)") { try $0.dropOverrides(of: id) })
    }
    return found
  }

  private static func forChange(
    _ change: EntryChange, on operations: Operations, _ flags: SessionFlags?
  ) -> [RepeatingCommand] {
    switch change.key.kind {
    case .channel: forChannel(change.new?.stringValue)
    case .edit: forEdit(change)
    case .draft: forDraft(change)
    case .recipe: forRecipe(change)
    case .branch: forBranch(change, of: operations.session)
    case .participation: forParticipation(change)
    case .preference, .debug, .lock, .draw, .weights: forFlag(change, flags)
    case .context: forContext(change)
    case .clock: forClock(change)
    case .behavior: forBehavior(change, on: operations)
    case .draftBase, .recipeOrder, .enrollment: []
    }
  }
}

// The commands for a change of each kind of entry.
extension RepeatingCommand {
  private static func forChannel(_ channel: String?) -> [RepeatingCommand] {
    guard let channel else { return [] }
    return [RepeatingCommand("channel", channel) { try $0.setChannel(channel) }]
  }

  private static func forEdit(_ change: EntryChange) -> [RepeatingCommand] {
    let (id, config) = (change.key.name, change.new ?? [:])
    let differences = (change.old ?? [:]).differences(to: config)
    let only = differences.count == 1 ? differences.first : nil
    let values = only.map { forValue(from: $0.old, to: $0.new, at: $0.path, of: id) } ?? []
    let text = config.compact
    let whole = RepeatingCommand([Invocation("select", id), Invocation("edit-config", text)]) {
      try $0.applyText(text, to: id)
    }
    return values + [whole]
  }

  /// For a value of an edit, and for the only member in it if it was added or removed: that may
  /// have been set alone.
  private static func forValue(
    from old: JSONValue?, to new: JSONValue?, at path: JSONPath, of id: String
  ) -> [RepeatingCommand] {
    let found = new.map { forSet($0, at: path, of: id) } ?? forDropped(path, of: id)
    guard old == nil || new == nil, let members = (new ?? old)?.objectValue, members.count == 1,
      let (key, value) = members.map({ ($0.key, $0.value) }).first
    else { return found }
    let (oldInner, newInner) = (old.map { _ in value }, new.map { _ in value })
    return found + forValue(from: oldInner, to: newInner, at: path.appending(key: key), of: id)
  }

  private static func forSet(
    _ value: JSONValue, at path: JSONPath, of id: String
  ) -> [RepeatingCommand] {
    let selected = [Invocation("select", id), Invocation("set", "\(path) \(value.compact)")]
    let named: JSONValue = .object([id: .object(["\(path)": value])])
    return [
      RepeatingCommand(selected) { try $0.setEdit(id, at: path, to: value) },
      RepeatingCommand("set", named.compact) {
        try $0.setEdit(id, at: path, to: value).namingFeature()
      },
    ]
  }

  private static func forDropped(_ path: JSONPath, of id: String) -> [RepeatingCommand] {
    let selected = [Invocation("select", id), Invocation("drop", "value \(path)")]
    return [
      RepeatingCommand(selected) { try $0.dropEdit(id, at: path) },
      RepeatingCommand("drop", "edit \(id) \(path)") {
        try $0.dropEdit(id, at: path).namingFeature()
      },
    ]
  }

  private static func forDraft(_ change: EntryChange) -> [RepeatingCommand] {
    let id = change.key.name
    return [RepeatingCommand("drop", change.key.argument) { try $0.discardDraft(of: id) }]
  }

  private static func forRecipe(_ change: EntryChange) -> [RepeatingCommand] {
    guard change.new == nil else { return [] }
    let slug = change.key.name
    return [RepeatingCommand("remove-recipe", slug) { try $0.removeRecipe(slug) }]
  }

  private static func forBranch(_ change: EntryChange, of session: Session) -> [RepeatingCommand] {
    let slug = change.key.name
    guard let branch = change.new?.stringValue else {
      return [RepeatingCommand("opt-out", slug) { try $0.optOut(of: slug) }]
    }
    let argument = "\(slug) \(branch)"
    let read = Invocation.name(startingIn: argument, known: session.names(of: .recipe))
    guard read.name == slug, read.rest == branch else { return [] }
    return [RepeatingCommand("force-branch", argument) { try $0.forceBranch(branch, of: slug) }]
  }

  private static func forParticipation(_ change: EntryChange) -> [RepeatingCommand] {
    guard let kind = Participation(rawValue: change.key.name) else { return [] }
    let takesPart = change.new != false
    let argument = "\(kind.rawValue) \(takesPart ? "on" : "off")"
    return [
      RepeatingCommand("take-part", argument) { try $0.setParticipation(takesPart, in: kind) }
    ]
  }

  private static func forFlag(_ change: EntryChange, _ flags: SessionFlags?) -> [RepeatingCommand] {
    guard let flags, let layer = FlagLayer(rawValue: change.key.kind.rawValue) else { return [] }
    let changed = flags.catalogue.rows.filter { $0.entryKeys.contains(change.key) }
    return changed.flatMap { flag -> [RepeatingCommand] in
      let text = change.new.map(layer.text)
      let named = FlagLayer(of: flag) == layer ? nil : layer.rawValue
      let words = [text == nil ? "clear" : "set", flag.id, text, named].compactMap(\.self)
      let set = RepeatingCommand("flag", words.joined(separator: " ")) {
        let operation = try text.map { try layer.operation(setting: flag, to: $0) } ?? .clear(layer)
        return try $0.change([flag], operation, in: flags)
      }
      return [set, RepeatingCommand("flag", "drop \(flag.id)") { try $0.drop([flag]) }]
    }
  }

  private static func forContext(_ change: EntryChange) -> [RepeatingCommand] {
    let name = change.key.name
    guard let value = change.new else {
      return [RepeatingCommand("drop-context", name) { try $0.dropContext(name) }]
    }
    let written = value.compact
    guard !name.contains(" "), KnownAttribute.value(of: name, written: written) == value else {
      return []
    }
    let set = RepeatingCommand("set-context", "\(name) \(written)") {
      try $0.setContext(name, to: value)
    }
    return [set]
  }

  private static func forClock(_ change: EntryChange) -> [RepeatingCommand] {
    guard let new = change.new else {
      return [RepeatingCommand("clock", "run") { try $0.runClock() }]
    }
    if let moment = new.moment {
      let set = RepeatingCommand("clock", moment.description) { try $0.setClock(moment) }
      return [set, forStep(moment.seconds - (change.old?.moment ?? moment).seconds)]
    }
    let offset = new["offset"]?.integerValue ?? 0
    let set = RepeatingCommand("clock", "now\(TimeStep.text(offset))") {
      try $0.offsetClock(by: offset)
    }
    return [set, forStep(offset - (change.old?["offset"]?.integerValue ?? 0))]
  }

  private static func forStep(_ seconds: Int64) -> RepeatingCommand {
    RepeatingCommand("clock", TimeStep.text(seconds)) { try $0.moveClock(by: seconds) }
  }

  private static func forBehavior(
    _ change: EntryChange, on operations: Operations
  ) -> [RepeatingCommand] {
    let (name, wall) = (change.key.name, operations.operationContext.time)
    let before = operations.session.eventCount(of: name, wall: wall)
    var changed = operations.session
    changed.apply([change])
    let after = changed.eventCount(of: name, wall: wall)
    guard !name.contains(" "), after > before else { return [] }
    let count = after - before
    let record = RepeatingCommand("record-event", "\(name) \(count)") {
      try $0.recordEvent(name, count: count)
    }
    return [record]
  }
}

extension JSONValue {
  /// The time at which a clock is stopped; nil if it is running.
  fileprivate var moment: Instant? { self["at"]?.stringValue.flatMap(Instant.init(iso8601:)) }
}
