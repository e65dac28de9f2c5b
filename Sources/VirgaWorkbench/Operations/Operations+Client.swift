import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaTargeting

extension Operations {
  /// Chooses the channel; refused if the manifest does not have it.
  package func setChannel(_ channel: String) throws(Refusal) -> SessionOperation {
    if let manifest = operationContext.manifest, !manifest.channels.containsName(channel) {
      throw Refusal.unknown("channel", channel, among: manifest.channels)
    }
    return try setClientEntry(.channel, to: .string(channel), "switch to channel \(channel)")
  }

  /// Sets a targeting attribute; refused if it is computed, or if the client has that value
  /// already, set or by default.
  package func setContext(_ name: String, to value: JSONValue) throws(Refusal) -> SessionOperation {
    if name.isEmpty { throw Refusal("give the attribute a name, such as `locale`") }
    try refuseComputedAttributes([name])
    if name == ClientKey.clientID, value.stringValue == "" {
      throw Refusal(ClientIDForm.emptyMessage)
    }
    // What expressions see; some attributes, such as the enrolled recipes, come from the
    // enrollments.
    let client = session.client(in: operationContext)
    let targeting = client.context(with: session.enrollments.records)
    let isInEffect = targeting.attributes[name]?.json == value
    if isInEffect { throw .unchanged() }
    return try setClientEntry(.context, name, to: value, "set \(name) = \(value.label)")
  }

  /// Throws a refusal for the first attribute that the SDK computes, such as `current_date`.
  ///
  /// Setting it would have no effect.
  func refuseComputedAttributes(_ names: some Sequence<String>) throws(Refusal) {
    for name in names {
      if let reason = AttributeCheck.refusal(toSet: name) { throw Refusal(reason) }
    }
  }

  /// Removes a targeting attribute; it gets its default or becomes undefined.
  ///
  /// One that the session does not set is refused as already done, so that a script continues.
  package func dropContext(_ name: String) throws(Refusal) -> SessionOperation {
    guard session[.context, name] != nil else {
      let reason = "the session sets no attribute `\(name)`"
      var refusal = Refusal.unknownName(name, among: session.names(of: .context), reason)
      refusal.isAlreadyDone = true
      throw refusal
    }
    return try setClientEntry(.context, name, to: nil, "drop \(name)")
  }

  /// Stops the clock at a moment.
  package func setClock(_ moment: Instant) throws(Refusal) -> SessionOperation {
    try setClientEntry(
      .clock, to: ["at": .string(moment.description)], "set the clock to \(moment)")
  }

  /// Moves the clock by a number of seconds; a stopped clock stays stopped, and a running one gets
  /// another offset from the machine's time.
  package func moveClock(by seconds: Int64) throws(Refusal) -> SessionOperation {
    if seconds == 0 { throw .unchanged() }
    let moved = session.now(wall: operationContext.time).advanced(by: seconds)
    // A date is written with four digits for the year.
    guard Instant.writableSeconds.contains(moved.seconds) else {
      throw Refusal("the clock can't be moved that far")
    }
    let offset = moved.seconds - operationContext.time.seconds
    let clock: JSONValue =
      session.isClockStopped
      ? ["at": .string(moved.description)] : ["offset": .integer(offset)]
    return try setClientEntry(.clock, to: clock, "move the clock by \(Self.durationText(seconds))")
  }

  /// Runs the clock a number of seconds ahead of the machine's time; behind it if negative.
  package func offsetClock(by seconds: Int64) throws(Refusal) -> SessionOperation {
    let moved = operationContext.time.advanced(by: seconds)
    guard Instant.writableSeconds.contains(moved.seconds) else {
      throw Refusal("the clock can't be moved that far")
    }
    // A clock that was moved or stopped can get an offset of 0.
    let runsOnTime = session[.clock] == nil
    if seconds == 0, runsOnTime { throw .unchanged("the clock is running on time") }
    return try setClientEntry(
      .clock, to: ["offset": .integer(seconds)],
      "set the clock to now \(Self.durationText(seconds))")
  }

  /// Starts the clock again, with the machine's time.
  package func runClock() throws(Refusal) -> SessionOperation {
    guard session[.clock] != nil else { throw .unchanged("the clock is running on time") }
    return try setClientEntry(.clock, to: nil, "start the clock")
  }

  /// Opts the client in or out of all experiments or all rollouts.
  package func setParticipation(
    _ takesPart: Bool, in kind: Participation
  ) throws(Refusal) -> SessionOperation {
    guard session.takesPart(in: kind) != takesPart else {
      throw .unchanged("the client takes \(takesPart ? "part" : "no part") in \(kind.rawValue)")
    }
    let label = takesPart ? "take part in \(kind.rawValue)" : "leave all \(kind.rawValue)"
    var builder = try makeBuilder()
    // Taking part is the default, which is not stored.
    builder.set(.participation, kind.rawValue, to: takesPart ? nil : false)
    // Each recipe then gets a status event, even if its outcome is the same.
    builder.evaluateRecipes(reportsAllStatuses: true)
    return try builder.finished(label)
  }

  /// Records a behavioral event, now or some seconds ago.
  package func recordEvent(
    _ name: String, count: UInt64 = 1, secondsAgo: Int64 = 0
  ) throws(Refusal) -> SessionOperation {
    // The store holds no other event; its JSON has the counters under the event's name.
    var eventStore = session.behavior(of: name)
    let now = session.now(wall: operationContext.time)
    do {
      // `recordPast` would count an event at the very start of an interval in the interval before.
      if secondsAgo == 0 {
        eventStore.record(name, count: count, at: now)
      } else {
        try eventStore.recordPast(name, secondsAgo: secondsAgo, count: count, at: now)
      }
    } catch {
      // A time in the future is the only error.
      throw Refusal("an event can't happen in the future")
    }
    let times = count == 1 ? "" : " ×\(count)"
    return try setClientEntry(.behavior, name, to: eventStore.json[name], "record \(name)\(times)")
  }

  /// Records a behavioral event until its count is `total`, now or some seconds ago; a higher count
  /// is refused as already done, so that a script continues.
  package func recordEvent(
    _ name: String, upTo total: UInt64, secondsAgo: Int64 = 0
  ) throws(Refusal) -> SessionOperation {
    // `wall` is the machine's time, from which the session's own clock may differ.
    let count = session.eventCount(of: name, wall: operationContext.time)
    let times = count == 1 ? "once" : "\(count) times"
    if count == total { throw .unchanged("\(name) was recorded \(times)") }
    guard count < total else {
      throw Refusal("\(name) was recorded \(times) already", isAlreadyDone: true)
    }
    return try recordEvent(name, count: total - count, secondsAgo: secondsAgo)
  }

  /// Sets one entry of the client, or removes it, and evaluates the recipes.
  private func setClientEntry(
    _ kind: EntryKind, _ name: String = "", to value: JSONValue?, _ label: String
  ) throws(Refusal) -> SessionOperation {
    // Callers refuse a removal that changes nothing, in their own words.
    if let value, value == session[kind, name] { throw .unchanged() }
    var builder = try makeBuilder()
    builder.set(kind, name, to: value)
    // The recipes are evaluated in the new channel, not in the one on screen.
    if kind == .channel { builder.operationContext.channel = value?.stringValue }
    builder.evaluateRecipes()
    return try builder.finished(label)
  }

  /// A duration in the largest unit of which it is a whole number: `+14 d`, `-90 min`.
  private static func durationText(_ seconds: Int64) -> String {
    let units: [(seconds: Int64, name: String)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
    let unit = units.first { seconds.isMultiple(of: $0.seconds) } ?? (1, "s")
    // A negative number has its sign already.
    let sign = seconds < 0 ? "" : "+"
    return "\(sign)\(seconds / unit.seconds) \(unit.name)"
  }

  /// Sets an app setting or a flag's preference, unless a variable needs another kind of value; nil
  /// unsets it.
  package func setPreference(
    _ key: String, to value: JSONValue?
  ) throws(Refusal) -> SessionOperation {
    if let refusal = refusal(toSet: key, value) { throw refusal }
    var builder = try makeBuilder()
    builder.set(.preference, key, to: value)
    // Targeting can ask whether the user has set a preference.
    builder.evaluateRecipes()
    let title = title(ofPreference: key)
    let label = value.map { "set \(title) = \($0.label)" } ?? "clear \(title)"
    // An app setting can set variables of several features; the log names the first of these. A
    // flag's preference sets no variable, so `feature` is nil for it.
    let feature = variables(withPreferenceKey: key).first?.feature
    return try builder.finished(label, feature: feature?.id)
  }

  /// Why a preference cannot be set, or unset if `value` is nil: a variable needs another kind of
  /// value, or the preference has the value already; nil if it can be.
  func refusal(toSet key: String, _ value: JSONValue?) -> Refusal? {
    if let value, let mismatch = typeMismatch(of: key, value) { return mismatch }
    let isUnchanged = value == session[.preference, key]
    guard isUnchanged else { return nil }
    return .unchanged("\(title(ofPreference: key)) is \(value?.label ?? "unset")")
  }

  /// Why the app setting `key` cannot have a value: the first variable with this `pref-key` needs
  /// another type; nil if the value suits all its variables.
  private func typeMismatch(of key: String, _ value: JSONValue) -> Refusal? {
    let mismatch = variables(withPreferenceKey: key).first {
      !$0.variable.type.allows(appSetting: value)
    }
    guard let (feature, variable) = mismatch else { return nil }
    let name = "\(feature.id).\(variable.name)"
    return Refusal("`\(key)` sets \(name), which is \(variable.type), not \(value.label)")
  }

  /// A preference in words: `app setting x` or `preference x`.
  private func title(ofPreference key: String) -> String {
    "\(EntryKey(.preference, key).title(in: operationContext.manifest)) \(key)"
  }

  /// The variables whose `pref-key` is `key`, each with its feature; none without a manifest.
  private func variables(
    withPreferenceKey key: String
  ) -> [(feature: FeatureDefinition, variable: Variable)] {
    let features = operationContext.manifest?.features(withPreferenceKey: key) ?? []
    return features.flatMap { feature in
      feature.variables.filter { $0.preferenceKey.isSameName(as: key) }.map { (feature, $0) }
    }
  }

  /// Enrolls the client in a recipe by forcing branches of other recipes and setting attributes.
  ///
  /// - Parameter changes: The branches and attributes in words, for the label and a refusal.
  /// - Throws: The reason if the client would not be enrolled even then.
  package func enroll(
    in slug: String, forcing branches: [BranchChoice], setting attributes: JSONObject,
    inWords changes: String
  ) throws(Refusal) -> SessionOperation {
    let recipe = try recipe(slug)
    var builder = try makeBuilder()
    var forced: [(recipe: Recipe, branch: String)] = []
    for choice in branches {
      let otherRecipe = try setForcedBranch(choice, in: &builder)
      forced.append((otherRecipe, choice.branch))
    }
    for (name, value) in attributes { builder.set(.context, name, to: value) }
    // `setForcedBranch` only stored the choices. The client enters these branches before the
    // evaluation, so that no other recipe can take the features of the branches. `force` returns
    // the change of the enrollment.
    builder.evaluateRecipes(afterChanging: { [coenrollingFeatures] state in
      forced.map { state.force($0.recipe, branch: $0.branch, coenrolling: coenrollingFeatures) }
    })
    if let obstacle = obstacle(toEnrollingIn: recipe, builder.session) {
      throw Refusal(
        "even with \(changes) the client would not be enrolled in \(slug): \(obstacle)")
    }
    return try builder.finished("enroll in \(slug) with \(changes)")
  }

  /// Why the client of a session is not enrolled in a recipe: the first gate that stops it, or the
  /// reason for its status if all gates pass; nil if it is enrolled.
  private func obstacle(toEnrollingIn recipe: Recipe, _ session: Session) -> String? {
    let reason = session.enrollments.reason(
      for: recipe, client: session.client(in: operationContext))
    guard reason.status?.activeBranch == nil else { return nil }
    return reason.gates.first { !$0.passes }?.sentence ?? reason.sentence
  }
}

/// A branch of a recipe, to be forced.
package struct BranchChoice: Hashable, Sendable {
  package let slug: String
  package let branch: String

  package init(_ branch: String, of slug: String) {
    self.slug = slug
    self.branch = branch
  }
}
