import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The commands that change the client: attributes, clock, participation, behavioral events.
enum ContextCommands {
  static let all: [Command] = [
    Command("edit-context", "edit context", on: ExperimentsScreen.self, run: editSelected)
      .in(.screen(.experiments)).form(of: "edit").keys("e").mutating().hint(.fifth)
      .help(
        "Changes the attribute under the cursor; from Why or the simulation, goes to the context first."
      ),
    Command("edit-this", "change it", on: ExperimentsScreen.self, run: editSelected)
      .in(.panel(.context)).form(of: "toggle").keys("Enter", "Space").mutating().hint(.lead)
      .help("Changes what is under the cursor."),
    Command("add-attribute", "add an attribute") { _, _ in .prompt("set-context ") }
      .in(.screen(.experiments)).keys("a").near(.panel(.context), hint: .main).mutating()
      .hint(.seventh)
      .short("add")
      .help("Sets an attribute; lists what the recipe asks for first, then all known names."),
    Command(
      "fit-context", "make it enroll", on: ExperimentsScreen.self, run: EnrollmentFix.apply
    )
    .in(.screen(.experiments)).keys("F").mutating().hint(.second)
    .when { model in
      let fix = model.experiments.enrollmentFix
      return fix.isOffered ? .applies(fix.words) : .refused(EnrollmentFix.refusal(in: model))
    }
    .help(
      "Changes everything that keeps the client out of the recipe, or nothing: forces the branches of other recipes that its targeting needs, sets attributes, and draws a new nimbus_id if its buckets do not select this one."
    ),
    Command("match-channels", "match channels …") { _, _ in .asks(channelPicker) }
      .in(.screen(.experiments)).keys("C").hint(.main).short("match channels")
      .when(
        { model in differingClientChannel(in: model).map { "\($0) → \(model.channel ?? "")" } },
        else: .clientInChannel
      )
      .help("Shows the channel of the client, or lets the client be in the channel on screen."),
    Command("set-context", "set an attribute", run: setAttributes)
      .argument(.described(ContextCompletion.attributes)).mutating()
      .help("Takes a name and a value, as JSON or plain text; sets several with a JSON object."),
    Command("drop-context", "drop the attribute", run: reset)
      .in(.panel(.context)).form(of: "drop").keys("d", "Del")
      .argument(.oneOf { $0.session.names(of: .context) })
      .mutating().help("Resets the attribute to the session's default, or to undefined."),
    Command("clock", "set or move the clock", run: setClock)
      .in(.screen(.experiments)).keys("t").argument(.described(ContextCompletion.times)).prompts()
      .mutating()
      .help(
        "Takes a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, now+14d, or run."),
    Command("record-event", "record a behavioral event", run: recordEvent)
      .in(.screen(.experiments)).keys("r").argument(.described(ContextCompletion.events)).prompts()
      .mutating()
      .help(
        "Takes an event's name, count and age, as in app_opened 3 2d; =3 sets the total count."),
    Command("take-part", "set participation", run: setParticipation)
      .in(.screen(.experiments))
      .argument(
        .oneOf { _ in
          Participation.allCases.flatMap { ["\($0.rawValue) on", "\($0.rawValue) off"] }
        }
      )
      .mutating()
      .help(
        "Opts the client in to experiments or rollouts, or out of all of them: take-part rollouts off."
      ),
  ]

  /// The channel that the session gives the client, if the screen shows the defaults of another
  /// one; nil if the two agree, or if either has no channel.
  static func differingClientChannel(in model: Model) -> String? {
    guard let shown = model.channel else { return nil }
    let client = model.session[.context, "channel"]?.stringValue
    return client.isSameName(as: shown) ? nil : client
  }

  /// Asks how the client and the screen get the same channel: by showing the client's, if the
  /// manifest has it, or by resetting the client's, which then follows the screen.
  ///
  /// Nil if they have the same channel already.
  @Sendable private static func channelPicker(toMatch model: Model) -> Picker? {
    guard let clientChannel = differingClientChannel(in: model), let shown = model.channel else {
      return nil
    }
    let showClientChannel = (
      invocation: Invocation("channel", clientChannel), title: "show \(clientChannel)",
      detail: "the client's channel"
    )
    let resetClientChannel = (
      invocation: Invocation("drop-context", "channel"), title: "client in \(shown)",
      detail: "follows the screen from now on"
    )
    let isInManifest = model.workspace.channels.containsName(clientChannel)
    return .choice(
      "The client is in \(clientChannel), the screen shows \(shown)",
      isInManifest ? [showClientChannel, resetClientChannel] : [resetClientChannel])
  }

  /// Changes the row under the cursor: toggles a participation, and opens the command line for
  /// anything else, with the command that sets the clock, records an event or sets an attribute.
  ///
  /// From another panel, only goes to the context.
  @Sendable private static func editSelected(
    _ screen: inout ExperimentsScreen, _ shared: Shared
  ) -> Outcome {
    guard shared.focus == .context, let row = screen.contextList.selected else {
      return goToContext(&screen, shared)
    }
    switch row.id.kind {
    case .clock: return .prompt("clock ")
    case .participation:
      // Never nil: these rows are named after the cases of `Participation`.
      guard let kind = Participation(rawValue: row.name) else { return [] }
      return setParticipation(in: kind, to: !shared.session.takesPart(in: kind))
    case .behavior: return .prompt("record-event \(row.name) ")
    default:
      // An attribute: proposes its current value, without quotes that the command does not need.
      let current = KnownAttribute.shortestSpelling(of: row.value ?? "", for: row.name)
      return .prompt("set-context \(row.name) ", proposing: current)
    }
  }

  /// Moves the focus to the context and the cursor to the first attribute that keeps the client
  /// out, and tells which keys change and add attributes.
  private static func goToContext(
    _ screen: inout ExperimentsScreen, _ shared: Shared
  ) -> Outcome {
    let deciding = screen.contextList.items.first(where: \.isDeciding)
    if let deciding { screen.contextList.select(deciding.id) }
    let edit = shared.keyName(of: "edit-this", at: .context)
    let add = shared.keyName(of: "add-attribute", at: .context)
    return .focuses(
      .context, then: .says(.contextKeys(deciding: deciding?.name, edit: edit, add: add)))
  }

  private struct Attribute {
    let name: String
    let value: JSONValue
  }

  /// Sets an attribute, as in `region US`, or several, as in `{"region": "US", "locale": "en-US"}`;
  /// asks for the value if only a name is given.
  ///
  /// Refuses an object that is not valid JSON.
  @Sendable private static func setAttributes(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    if argument.hasPrefix("{") {
      let mistake = KnownAttribute.jsonMistake(inWritten: argument)
      if let mistake { return .refused(.refusal(mistake)) }
      // Never nil: without a mistake, the argument is a valid object.
      if let values = (try? JSONValue.parse(argument))?.objectValue { return setAll(values) }
    }
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .prompt("set-context ") }
    guard parts.count > 1 else { return .prompt("set-context \(name) ") }
    let value = parts[1]
    // Messages write `region = US`, so people type that too.
    let equals = "= "
    return setAttribute(
      name, written: value.hasPrefix(equals) ? String(value.dropFirst(equals.count)) : value)
  }

  /// Sets the attributes of an object as one operation, or none if one of them is refused.
  private static func setAll(_ values: JSONObject) -> Outcome {
    if let refusal = refusal(toSet: values) { return .refused(refusal) }
    let attributes = values.map { Attribute(name: $0.key, value: $0.value) }
    let label = "set \(values.count) attributes"
    return .performs(on: attributes, as: { _ in label }) { operations, attribute in
      try operations.setContext(attribute.name, to: attribute.value)
    }
  }

  /// Sets an attribute to a value as typed, unless apps never send a value of that type, or the
  /// text starts like JSON (`"`, `[` or `{`) but is not valid.
  ///
  /// A quoted text is set whatever the type, because the quotes say that it is meant so; null as
  /// well, because an attribute of any type can lack a value.
  private static func setAttribute(_ name: String, written: String) -> Outcome {
    let mistake = KnownAttribute.jsonMistake(inWritten: written)
    if let mistake { return .refused(.refusal(mistake)) }
    let value = KnownAttribute.value(of: name, written: written)
    let isQuoted = written.hasPrefix("\"")
    let mustHaveType = !isQuoted && value != .null
    if mustHaveType, let mismatch = KnownAttribute.mismatch(of: value, for: name) {
      return .refused(.attributeMismatch(mismatch, isText: value.stringValue != nil))
    }
    return setAndSelect(name, to: value)
  }

  /// Sets an attribute and moves the cursor to it, so that the next key applies to it.
  ///
  /// A client id in an unusual form is set, but the message warns about it. If the operation is
  /// refused, `done` says so and has no operation.
  private static func setAndSelect(_ name: String, to value: JSONValue) -> Outcome {
    Outcome.performs { try $0.setContext(name, to: value) }.then {
      (screen: inout ExperimentsScreen, shared, done) in
      guard let operation = done.operation else { return done }
      // The attribute can be new, so its row has to be listed before it is selected.
      _ = screen.refresh(shared)
      screen.contextList.select(EntryKey(.context, name))
      guard name == ClientKey.clientID,
        let warning = AttributeCheck.warning(about: value, for: name)
      else { return done }
      // The warning replaces the operation's message, which already named the recipes that the
      // client entered and left: they are added again.
      return done.saying(
        EnrollmentReport.addingSideEffectsOnEnrollments(
          to: .problem(warning), of: operation, shared))
    }
  }

  /// Why several attributes cannot be set at once; nil if they can.
  ///
  /// Each must have a type that apps send. Null is allowed, because an attribute of any type can
  /// lack a value.
  private static func refusal(toSet values: JSONObject) -> StatusMessage? {
    for (name, value) in values {
      if let reason = AttributeCheck.refusal(toSet: name) { return .refusal(reason) }
      if value != .null, let mismatch = KnownAttribute.mismatch(of: value, for: name) {
        // For a typed text the message advises quotes; in JSON, a string has them already.
        return .attributeMismatch(mismatch, isText: false)
      }
    }
    return nil
  }

  /// Resets the named attribute, or without a name what is under the cursor: the clock runs again,
  /// the client takes part again, an attribute gets its default.
  ///
  /// Refused for a behavioral event: what was recorded can only be undone.
  @Sendable private static func reset(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ attribute: String
  ) -> Outcome {
    guard attribute.isEmpty, let selected = screen.contextList.selected?.id else {
      // Without a row, the name can be empty: then the operation refuses it.
      return .performs { try $0.dropContext(attribute) }
    }
    switch selected.kind {
    case .clock: return changeClock { try $0.runClock() }
    case .participation:
      // Never nil: these rows are named after the cases of `Participation`.
      guard let kind = Participation(rawValue: selected.name) else { return [] }
      return setParticipation(in: kind, to: true)
    case .behavior:
      return .refused(.eventStays(selected.name, undo: shared.keyName(of: "undo")))
    // An attribute.
    default: return .performs { try $0.dropContext(selected.name) }
    }
  }

  /// Sets participation, as in `experiments on`, or toggles it, as in `experiments`.
  @Sendable private static func setParticipation(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let words = argument.split(separator: " ").map(String.init)
    guard let kind = words.first.flatMap(Participation.init(rawValue:)) else {
      return .refused(.participationExpected)
    }
    guard words.count > 1 else {
      return setParticipation(in: kind, to: !shared.session.takesPart(in: kind))
    }
    let answer = words[1]
    guard ["on", "off"].contains(answer) else { return .refused(.participationExpected) }
    return setParticipation(in: kind, to: answer == "on")
  }

  private static func setParticipation(in kind: Participation, to takesPart: Bool) -> Outcome {
    .performs { try $0.setParticipation(takesPart, in: kind) }
  }

  /// Changes the clock: `run` lets it run again, `2026-11-21T12:00:00Z` stops it at that time,
  /// `now+14d` sets it ahead of the machine's clock, and `+14d` moves it from where it is.
  @Sendable private static func setClock(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    changeClock { operations in
      if argument == "run" { return try operations.runClock() }
      if let moment = Instant(iso8601: argument) { return try operations.setClock(moment) }
      let isFromMachineClock = argument.hasPrefix("now")
      let stepText = isFromMachineClock ? String(argument.dropFirst("now".count)) : argument
      guard let step = TimeStep.seconds(in: stepText) else { throw Refusal(.clockExpected) }
      return isFromMachineClock
        ? try operations.offsetClock(by: step) : try operations.moveClock(by: step)
    }
  }

  /// Changes the clock, and tells the new time and which enrollments changed with it; if the
  /// operation is refused, `done` says so and has no operation.
  private static func changeClock(
    _ make: @escaping @Sendable (Operations) throws -> SessionOperation
  ) -> Outcome {
    Outcome.performs(make).then { (_: inout ExperimentsScreen, shared, done) in
      guard let operation = done.operation else { return done }
      let now = shared.session.now(wall: shared.operationContext.time)
      let labelInPastTense = operation.labelInPastTense
      let message = StatusMessage.clockChanged(labelInPastTense, now: now)
      return done.saying(
        EnrollmentReport.addingSideEffectsOnEnrollments(to: message, of: operation, shared))
    }
  }

  /// Records a behavioral event: `app_opened` once, `app_opened 3 2d` three times two days ago, and
  /// `app_opened =3` as often as gives 3 in all.
  @Sendable private static func recordEvent(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    guard let event = TypedEvent(argument) else { return .refused(.eventExpected) }
    return .performs { operations in
      event.isTotal
        ? try operations.recordEvent(event.name, upTo: event.count, secondsAgo: event.secondsAgo)
        : try operations.recordEvent(event.name, count: event.count, secondsAgo: event.secondsAgo)
    }
  }
}

/// A behavioral event as typed: its name, count and age; the last two can be missing.
private struct TypedEvent {
  let name: String
  let count: UInt64
  /// Whether `count` is the number of events in all, as in `=3`.
  let isTotal: Bool
  let secondsAgo: Int64

  /// Reads `app_opened`, `app_opened 3 2d` or `app_opened =3`; nil for anything else.
  init?(_ argument: String) {
    let parts = argument.split(separator: " ").map(String.init)
    guard let name = parts.first, parts.count <= 3 else { return nil }
    let writtenCount = parts.count > 1 ? parts[1] : "1"
    let isTotal = writtenCount.hasPrefix("=")
    let count = UInt64(isTotal ? String(writtenCount.dropFirst()) : writtenCount)
    // An age is a step back in time, and may be typed with or without the minus sign.
    let step = parts.count > 2 ? TimeStep.seconds(in: "-" + parts[2].drop { $0 == "-" }) : 0
    guard let count, let step else { return nil }
    // A total of 0 is possible, recording an event 0 times is not.
    if count == 0, !isTotal { return nil }
    self.name = name
    self.count = count
    self.isTotal = isTotal
    secondsAgo = abs(step)
  }
}
