import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaTargeting

extension Operations {
  package func setChannel(_ channel: String) throws(Refusal) -> SessionOperation {
    if let manifest = operationContext.manifest, !manifest.channels.containsName(channel) {
      throw Refusal.unknown("channel", channel, among: manifest.channels)
    }
    return try changing(.channel, to: .string(channel), "channel \(channel)")
  }

  /// Sets a targeting attribute, unless it is computed or has that value already, also by default.
  package func setContext(_ name: String, to value: JSONValue) throws(Refusal) -> SessionOperation {
    if name.isEmpty { throw Refusal("give the attribute a name, such as `locale`") }
    try refuseComputed([name])
    if name == ClientKey.clientID, value.stringValue == "" { throw Refusal(ClientIDForm.emptiness) }
    let client = session.client(in: operationContext).context(with: session.enrollments.records)
    if client.attributes[name]?.json == value { throw .unchanged() }
    return try changing(.context, name, to: value, "set \(name) = \(value.label)")
  }

  /// Refuses attributes of which one is computed: it would have no effect.
  func refuseComputed(_ names: some Sequence<String>) throws(Refusal) {
    for name in names {
      if let reason = AttributeCheck.refusal(toSet: name) { throw Refusal(reason) }
    }
  }

  /// Removes a targeting attribute; it gets its default or becomes undefined.
  package func dropContext(_ name: String) throws(Refusal) -> SessionOperation {
    guard session[.context, name] != nil else {
      throw Refusal.unknown(
        "attribute in the session", name, among: session.names(of: .context), changesNothing: true)
    }
    return try changing(.context, name, to: nil, "drop \(name)")
  }

  package func setClock(_ moment: Instant) throws(Refusal) -> SessionOperation {
    try changing(.clock, to: ["at": .string(moment.description)], "set the clock to \(moment)")
  }

  /// Moves the clock by a number of seconds; a stopped clock stays stopped.
  package func moveClock(by seconds: Int64) throws(Refusal) -> SessionOperation {
    if seconds == 0 { throw .unchanged() }
    let moved = session.now(wall: operationContext.time).advanced(by: seconds)
    guard Instant.writable.contains(moved.seconds) else {
      throw Refusal("the clock can't be moved that far")
    }
    let clock: JSONValue =
      session.isClockFrozen
      ? ["at": .string(moved.description)]
      : ["offset": .integer(moved.seconds - operationContext.time.seconds)]
    return try changing(.clock, to: clock, "move the clock by \(Self.words(seconds))")
  }

  /// Runs the clock a number of seconds ahead of the machine's time.
  package func offsetClock(by seconds: Int64) throws(Refusal) -> SessionOperation {
    guard Instant.writable.contains(operationContext.time.advanced(by: seconds).seconds) else {
      throw Refusal("the clock can't be moved that far")
    }
    if seconds == 0, session[.clock] == nil { throw .unchanged("the clock is running on time") }
    return try changing(
      .clock, to: ["offset": .integer(seconds)], "set the clock to now \(Self.words(seconds))")
  }

  package func runClock() throws(Refusal) -> SessionOperation {
    guard session[.clock] != nil else { throw .unchanged("the clock is running on time") }
    return try changing(.clock, to: nil, "let the clock run")
  }

  package func setParticipation(
    _ takesPart: Bool, in kind: Participation
  ) throws(Refusal) -> SessionOperation {
    guard session.takesPart(in: kind) != takesPart else {
      throw .unchanged("the client takes \(takesPart ? "part" : "no part") in \(kind.rawValue)")
    }
    let label = takesPart ? "take part in \(kind.rawValue)" : "leave all \(kind.rawValue)"
    var draft = try draft()
    draft.set(.participation, kind.rawValue, to: takesPart ? nil : false)
    draft.evolve(reportsAll: true)
    return try draft.finished(label)
  }

  package func recordEvent(
    _ name: String, count: UInt64 = 1, secondsAgo: Int64 = 0
  ) throws(Refusal) -> SessionOperation {
    var behavior = session.behavior(of: name)
    let now = session.now(wall: operationContext.time)
    do {
      if secondsAgo == 0 {
        behavior.record(name, count: count, at: now)
      } else {
        try behavior.recordPast(name, secondsAgo: secondsAgo, count: count, at: now)
      }
    } catch {
      throw Refusal("an event can't happen in the future")
    }
    return try changing(
      .behavior, name, to: behavior.json[name], "record \(name)\(count == 1 ? "" : " ×\(count)")")
  }

  /// Records a behavioral event until its count is `total`, now or some seconds ago.
  package func recordEvent(
    _ name: String, upTo total: UInt64, secondsAgo: Int64 = 0
  ) throws(Refusal) -> SessionOperation {
    let known = session.eventCount(of: name, wall: operationContext.time)
    if known == total {
      throw .unchanged("\(name) was recorded \(known == 1 ? "once" : "\(known) times")")
    }
    guard known < total else {
      throw Refusal(
        "\(name) was recorded \(known == 1 ? "once" : "\(known) times") already",
        changesNothing: true)
    }
    return try recordEvent(name, count: total - known, secondsAgo: secondsAgo)
  }

  private func changing(
    _ kind: EntryKind, _ name: String = "", to value: JSONValue?, _ label: String
  ) throws(Refusal) -> SessionOperation {
    if let value, value == session[kind, name] { throw .unchanged() }
    var draft = try draft()
    draft.set(kind, name, to: value)
    if kind == .channel { draft.operationContext.channel = value?.stringValue }
    draft.evolve()
    return try draft.finished(label)
  }

  /// A duration in its largest whole unit: `+14 d`, `-30 s`.
  private static func words(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    let unit = units.first { seconds % $0.0 == 0 } ?? (1, "s")
    return "\(seconds < 0 ? "" : "+")\(seconds / unit.0) \(unit.1)"
  }

  /// Sets an app setting or a flag's preference, unless a variable needs another kind of value; nil
  /// unsets it.
  package func setPreference(
    _ key: String, to value: JSONValue?
  ) throws(Refusal) -> SessionOperation {
    if let refusal = refusal(toSet: key, value) { throw refusal }
    var draft = try draft()
    draft.set(.preference, key, to: value)
    draft.evolve()
    let what = words(key)
    let label = value.map { "set \(what) = \($0.label)" } ?? "clear \(what)"
    return try draft.finished(label, feature: variables(tiedTo: key).first?.feature.id)
  }

  func refusal(toSet key: String, _ value: JSONValue?) -> Refusal? {
    if let value,
      let other = variables(tiedTo: key).first(where: { !$0.variable.type.takesPreference(value) })
    {
      let name = "\(other.feature.id).\(other.variable.name)"
      return Refusal("`\(key)` sets \(name), which is \(other.variable.type), not \(value.label)")
    }
    return value == session[.preference, key]
      ? .unchanged("\(words(key)) is \(value?.label ?? "unset")") : nil
  }

  private func words(_ key: String) -> String {
    "\(EntryKey(.preference, key).title(in: operationContext.manifest)) \(key)"
  }

  private func variables(tiedTo key: String) -> [(feature: FeatureDefinition, variable: Variable)] {
    (operationContext.manifest?.features(preference: key) ?? []).flatMap { feature in
      feature.variables.filter { $0.preferenceKey == key }.map { (feature, $0) }
    }
  }

  /// Enrolls the client in a recipe by forcing other branches and setting attributes, as `changes`
  /// describes.
  package func fit(
    _ slug: String, forcing branches: [BranchChoice], setting attributes: JSONObject,
    as changes: String
  ) throws(Refusal) -> SessionOperation {
    let recipe = try recipe(slug)
    var draft = try draft()
    var forced: [(recipe: Recipe, branch: String)] = []
    for choice in branches { forced.append((try choose(choice, in: &draft), choice.branch)) }
    for (name, value) in attributes { draft.set(.context, name, to: value) }
    draft.evolve { [coenrollingFeatures] state in
      forced.map { state.force($0.recipe, branch: $0.branch, coenrolling: coenrollingFeatures) }
    }
    let reason = draft.session.enrollments.reason(
      for: recipe, client: draft.session.client(in: operationContext))
    guard reason.status?.activeBranch != nil else {
      let left = reason.gates.first { !$0.passes }?.sentence ?? reason.sentence
      throw Refusal("even with \(changes) the client would not be enrolled in \(slug): \(left)")
    }
    return try draft.finished("enroll in \(slug) with \(changes)")
  }
}

package struct BranchChoice: Hashable, Sendable {
  package let slug: String
  package let branch: String

  package init(_ branch: String, of slug: String) {
    self.slug = slug
    self.branch = branch
  }
}
