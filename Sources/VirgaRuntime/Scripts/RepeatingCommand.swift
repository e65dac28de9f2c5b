import VirgaConsole
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// A candidate for repeating an operation: commands, and a closure that makes their operation.
///
/// Each function below offers the commands that a person may have typed. Guesses are allowed:
/// ``commands(for:on:flags:)`` only uses a candidate that makes exactly the same operation.
struct RepeatingCommand {
  private typealias Make = (Operations) throws -> SessionOperation

  private let commands: [Invocation]
  /// Makes the operation that the commands perform; throws if they would be refused.
  private let make: Make

  private init(_ commands: [Invocation], _ make: @escaping Make) {
    self.commands = commands
    self.make = make
  }

  /// A candidate of a single command.
  private init(_ name: String, _ argument: String = "", _ make: @escaping Make) {
    self.init([Invocation(name, argument)], make)
  }

  /// The commands that repeat an operation, such as `set-context locale "fr"`.
  ///
  /// They are those that a person would type, if these perform exactly the same operation; else
  /// `perform` with the whole operation as JSON.
  ///
  /// - Parameter operations: Makes operations on the session before the operation.
  static func commands(
    for operation: SessionOperation, on operations: Operations, flags: SessionFlags?
  ) -> [Invocation] {
    let candidates = candidates(for: operation, on: operations, flags)
    let same = candidates.first { $0.repeats(operation, on: operations) }
    return same?.commands ?? [perform(operation)]
  }

  /// The command that makes the changes of an operation as one step.
  static func perform(_ operation: SessionOperation) -> Invocation {
    Invocation("perform", JSONValue.object(operation.repeatableJSON).compact)
  }

  /// Whether the commands perform exactly this operation, apart from its number in the history.
  private func repeats(_ operation: SessionOperation, on operations: Operations) -> Bool {
    guard var made = try? make(operations) else { return false }
    made.id = operation.id
    return made == operation
  }

  /// The candidates for repeating an operation, found by the first entry that it changes.
  ///
  /// Each candidate has commands, and a closure that makes their operation, to compare it.
  private static func candidates(
    for operation: SessionOperation, on operations: Operations, _ flags: SessionFlags?
  ) -> [RepeatingCommand] {
    // A run of the script would draw another id, so no command repeats the operation.
    guard !operation.changes.contains(where: \.isGeneratedClientID) else { return [] }
    // The enrollments follow from the other changes, because these evaluate the recipes.
    guard let change = operation.changes.first(where: { $0.key.kind != .enrollment }) else {
      return forEnrollmentsOnly(operation)
    }
    // An override can be dropped alone or together with others: all these are candidates.
    return forChange(change, on: operations, flags) + forRemoved(change, by: operation)
  }

  /// The candidates for an operation that changed enrollments only: an exposure of a feature, or an
  /// evaluation of the recipes.
  private static func forEnrollmentsOnly(_ operation: SessionOperation) -> [RepeatingCommand] {
    let evaluation = RepeatingCommand("evaluate-again") { operations in
      try operations.reevaluate()
    }
    guard let id = operation.feature else { return [evaluation] }
    let exposure = RepeatingCommand("expose", id) { operations in try operations.expose(id) }
    return [exposure, evaluation]
  }

  /// The candidates for the removal of an override: it was dropped alone, with all others, or with
  /// its feature.
  ///
  /// Empty for any other change.
  private static func forRemoved(
    _ change: EntryChange, by operation: SessionOperation
  ) -> [RepeatingCommand] {
    let key = change.key
    let isRemoval = change.new == nil
    guard isRemoval, key.kind.isOverride else { return [] }
    // With `yes`, `drop-all` does not ask.
    var found = [
      RepeatingCommand("drop", key.argument) { operations in try operations.drop(key) },
      RepeatingCommand("drop-all", "yes") { operations in try operations.dropAll() },
    ]
    if let id = operation.feature {
      let dropFeature = RepeatingCommand("drop", "feature \(id)") { operations in
        try operations.dropOverrides(of: id)
      }
      found.append(dropFeature)
    }
    return found
  }

  /// The candidates, commands that a person may have typed, for the change of an entry, by its
  /// kind; none for entries that only change together with others.
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
    case .draftBase, .branchDraft, .recipeOrder, .recipeFile, .enrollment: []
    }
  }
}

// The commands for a change of each kind of entry.
extension RepeatingCommand {
  /// The command that switches to a channel; empty if none is shown any longer.
  private static func forChannel(_ channel: String?) -> [RepeatingCommand] {
    guard let channel else { return [] }
    return [
      RepeatingCommand("channel", channel) { operations in
        try operations.setChannel(channel)
      }
    ]
  }

  /// The candidates for a change of the edit of a feature: one value was set or dropped, or the
  /// whole text was applied.
  ///
  /// The closure of a candidate makes the operation of its commands. A candidate is only used if
  /// that is the operation to repeat. A dropped edit is compared as an empty one;
  /// ``forRemoved(_:by:)`` has the candidates that drop it.
  private static func forEdit(_ change: EntryChange) -> [RepeatingCommand] {
    let id = change.key.name
    let config = change.new ?? [:]
    var candidates: [RepeatingCommand] = []
    let differences = (change.old ?? [:]).differences(to: config)
    if differences.count == 1 {
      let only = differences[0]
      candidates = forValue(from: only.old, to: only.new, at: only.path, of: id)
    }
    let text = config.compact
    let selectAndEdit = [Invocation("select", id), Invocation("edit-config", text)]
    let whole = RepeatingCommand(selectAndEdit) { operations in
      try operations.applyText(text, to: id)
    }
    return candidates + [whole]
  }

  /// The commands that may repeat a change of a single value in an edit: they set or drop it.
  ///
  /// An object that was added or removed with a single member may have got or lost that member
  /// alone: adding `{"a": {"b": 1}}` at `x` offers to set `x`, `x.a` and `x.a.b`.
  private static func forValue(
    from old: JSONValue?, to new: JSONValue?, at path: JSONPath, of id: String
  ) -> [RepeatingCommand] {
    var candidates = new.map { forSet($0, at: path, of: id) } ?? forDropped(path, of: id)
    let isAddedOrRemoved = old == nil || new == nil
    guard isAddedOrRemoved, let members = (new ?? old)?.objectValue, members.count == 1 else {
      return candidates
    }
    for member in members {
      let oldMember = old == nil ? nil : member.value
      let newMember = new == nil ? nil : member.value
      let memberPath = path.appending(key: member.key)
      candidates += forValue(from: oldMember, to: newMember, at: memberPath, of: id)
    }
    return candidates
  }

  /// The commands that may repeat the setting of a value of an edit: of the selected feature, or
  /// with the feature's id.
  ///
  /// The command with the id also names the feature in the label of its operation.
  private static func forSet(
    _ value: JSONValue, at path: JSONPath, of id: String
  ) -> [RepeatingCommand] {
    let selected = [Invocation("select", id), Invocation("set", "\(path) \(value.compact)")]
    let named: JSONValue = .object([id: .object(["\(path)": value])])
    return [
      RepeatingCommand(selected) { operations in try operations.setEdit(id, at: path, to: value) },
      RepeatingCommand("set", named.compact) { operations in
        try operations.setEdit(id, at: path, to: value).namingFeature()
      },
    ]
  }

  /// The candidates for dropping a value of an edit: a person can select the feature and drop the
  /// value, or name the feature's id in one command.
  ///
  /// The command with the id also names the feature in the label of its operation.
  private static func forDropped(_ path: JSONPath, of id: String) -> [RepeatingCommand] {
    let selected = [Invocation("select", id), Invocation("drop", "value \(path)")]
    return [
      RepeatingCommand(selected) { operations in try operations.dropEdit(id, at: path) },
      RepeatingCommand("drop", "edit \(id) \(path)") { operations in
        try operations.dropEdit(id, at: path).namingFeature()
      },
    ]
  }

  /// The command that discards a draft.
  private static func forDraft(_ change: EntryChange) -> [RepeatingCommand] {
    let id = change.key.name
    return [
      RepeatingCommand("drop", change.key.argument) { operations in
        try operations.discardDraft(of: id)
      }
    ]
  }

  /// The command that removes a recipe; empty for an added or changed one, whose operation is
  /// repeated as JSON instead.
  private static func forRecipe(_ change: EntryChange) -> [RepeatingCommand] {
    guard change.new == nil else { return [] }
    let slug = change.key.name
    return [
      RepeatingCommand("remove-recipe", slug) { operations in
        try operations.removeRecipe(slug)
      }
    ]
  }

  /// The command that forces a branch again, or that opts out again, whose entry is null.
  ///
  /// Slugs may contain blanks; the result is empty if the command would read another slug and
  /// branch.
  private static func forBranch(_ change: EntryChange, of session: Session) -> [RepeatingCommand] {
    let slug = change.key.name
    guard let branch = change.new?.stringValue else {
      return [RepeatingCommand("opt-out", slug) { operations in try operations.optOut(of: slug) }]
    }
    let argument = "\(slug) \(branch)"
    let read = Invocation.name(startingIn: argument, known: session.names(of: .recipe))
    guard read.name == slug, read.rest == branch else { return [] }
    return [
      RepeatingCommand("force-branch", argument) { operations in
        try operations.forceBranch(branch, of: slug)
      }
    ]
  }

  /// The command that sets the client's participation again, which is on unless it is false.
  private static func forParticipation(_ change: EntryChange) -> [RepeatingCommand] {
    guard let kind = Participation(rawValue: change.key.name) else { return [] }
    let takesPart = change.new != false
    let argument = "\(kind.rawValue) \(takesPart ? "on" : "off")"
    return [
      RepeatingCommand("take-part", argument) { operations in
        try operations.setParticipation(takesPart, in: kind)
      }
    ]
  }

  /// The candidates for a change of a stored choice: it was set or cleared in its layer, or
  /// dropped, for each of the flags that have it.
  ///
  /// For example `flag set dark-mode on debug`; the layer is left out if it is the flag's default.
  private static func forFlag(_ change: EntryChange, _ flags: SessionFlags?) -> [RepeatingCommand] {
    guard let flags, let layer = FlagLayer(rawValue: change.key.kind.rawValue) else { return [] }
    let changed = flags.catalogue.flags.filter { $0.entryKeys.contains(change.key) }
    return changed.flatMap { flag -> [RepeatingCommand] in
      let text = change.new.map(layer.text)
      var words = text.map { ["set", flag.id, $0] } ?? ["clear", flag.id]
      let isDefaultLayer = FlagLayer(of: flag) == layer
      if !isDefaultLayer { words.append(layer.rawValue) }
      let set = RepeatingCommand("flag", words.joined(separator: " ")) { operations in
        let operation = try text.map { try layer.operation(setting: flag, to: $0) } ?? .unset(layer)
        return try operations.change([flag], operation, in: flags)
      }
      return [
        set,
        RepeatingCommand("flag", "drop \(flag.id)") { operations in
          try operations.drop([flag])
        },
      ]
    }
  }

  /// The command that sets or drops a targeting attribute; empty if it would read another name or
  /// value.
  private static func forContext(_ change: EntryChange) -> [RepeatingCommand] {
    let name = change.key.name
    guard let value = change.new else {
      return [
        RepeatingCommand("drop-context", name) { operations in
          try operations.dropContext(name)
        }
      ]
    }
    let written = value.compact
    // The command ends the name at a blank, and converts some attributes' values.
    guard !name.contains(" ") else { return [] }
    guard KnownAttribute.value(of: name, written: written) == value else { return [] }
    let set = RepeatingCommand("set-context", "\(name) \(written)") { operations in
      try operations.setContext(name, to: value)
    }
    return [set]
  }

  /// The commands that may repeat a change of the clock: it runs, was stopped at a time
  /// (`clock 2026-11-21T12:00:00Z`), was set to a distance from the machine's clock
  /// (`clock now+14d`), or was moved (`clock +14d`).
  private static func forClock(_ change: EntryChange) -> [RepeatingCommand] {
    guard let new = change.new else {
      return [RepeatingCommand("clock", "run") { operations in try operations.runClock() }]
    }
    if let stopped = new.stoppedTime {
      let set = RepeatingCommand("clock", stopped.description) { operations in
        try operations.setClock(stopped)
      }
      // A step does not stop a clock that was running. Its candidate, a step of 0, never matches.
      let before = change.old?.stoppedTime ?? stopped
      return [set, forStep(stopped.seconds - before.seconds)]
    }
    // A clock that is not stopped has its distance from the machine's clock, in seconds.
    let offset = new["offset"]?.integerValue ?? 0
    let set = RepeatingCommand("clock", "now\(TimeStep.text(offset))") { operations in
      try operations.offsetClock(by: offset)
    }
    let before = change.old?["offset"]?.integerValue ?? 0
    return [set, forStep(offset - before)]
  }

  /// The command that moves the clock by a number of seconds.
  private static func forStep(_ seconds: Int64) -> RepeatingCommand {
    RepeatingCommand("clock", TimeStep.text(seconds)) { operations in
      try operations.moveClock(by: seconds)
    }
  }

  /// The command that records as many behavioral events at once as the change adds; empty if it
  /// adds none, or if the command would read another name.
  private static func forBehavior(
    _ change: EntryChange, on operations: Operations
  ) -> [RepeatingCommand] {
    let name = change.key.name
    let now = operations.operationContext.time
    let before = operations.session.eventCount(of: name, wall: now)
    var changed = operations.session
    changed.apply([change])
    let after = changed.eventCount(of: name, wall: now)
    // The command ends the name at a blank.
    guard !name.contains(" ") else { return [] }
    guard after > before else { return [] }
    let count = after - before
    let record = RepeatingCommand("record-event", "\(name) \(count)") { operations in
      try operations.recordEvent(name, count: count)
    }
    return [record]
  }
}

extension JSONValue {
  /// The time at which a clock is stopped; nil if it is running.
  fileprivate var stoppedTime: Instant? { self["at"]?.stringValue.flatMap(Instant.init(iso8601:)) }
}
