import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The commands that change the client: attributes, clock, participation, behavioral events.
enum ContextCommands {
  static let all: [Command] = [
    Command("edit-context", "edit context", on: ExperimentsScreen.self, run: edit)
      .in(.screen(.experiments)).form(of: "edit").keys("e").mutating().hint(.fifth)
      .help(
        "Changes the attribute under the cursor; from another panel, goes to the context first."),
    Command("edit-this", "change it", on: ExperimentsScreen.self, run: edit)
      .in(.panel(.context)).form(of: "toggle").keys("Enter", "Space").mutating().hint(.lead)
      .help("Changes what is under the cursor."),
    Command("add-attribute", "add an attribute") { _, _ in .prompt("set-context ") }
      .in(.screen(.experiments)).keys("a").near(.panel(.context), hint: .main).mutating()
      .hint(.seventh)
      .short("add")
      .help("Sets an attribute; lists what the recipe asks for first, then all known names."),
    Command(
      "fit-context", "fit the client", on: ExperimentsScreen.self, run: EnrollmentFix.apply
    )
    .in(.screen(.experiments)).keys("F").mutating().hint(.second).short("fit client")
    .when { model in
      let plan = model.experiments.plan
      return plan.isOffered ? .applies(plan.words) : .refused(EnrollmentFix.refusal(in: model))
    }
    .help(
      "Changes everything that keeps the client out of the recipe, or nothing: forces the branches of other recipes that its targeting needs, sets attributes, and draws a new nimbus_id if its buckets do not select this one."
    ),
    Command("match-channels", "match channels …") { _, _ in .asks(channels) }
      .in(.screen(.experiments)).keys("C").hint(.main).short("match channels")
      .when(
        { model in clientChannel(in: model).map { "\($0) → \(model.channel ?? "")" } },
        else: .clientInChannel
      )
      .help("Shows the channel of the client, or lets the client be in the channel on screen."),
    Command("set-context", "set an attribute", run: set)
      .argument(.described(ContextCompletion.attributes)).mutating()
      .help("Takes a name and a value, as JSON or plain text; sets several with a JSON object."),
    Command("drop-context", "drop the attribute", run: drop)
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

  /// The client's channel; nil if it is the one whose defaults are shown.
  static func clientChannel(in model: Model) -> String? {
    let client = model.session[.context, "channel"]?.stringValue
    return model.channel == nil || client.isSameName(as: model.channel) ? nil : client
  }

  /// Asks how the client and the screen get the same channel: by showing the client's, if the
  /// manifest has it, or by resetting the client's; nil if they agree.
  @Sendable private static func channels(toMatch model: Model) -> Picker? {
    guard let client = clientChannel(in: model), let channel = model.channel else { return nil }
    let isDeclared = model.workspace.channels.containsName(client)
    let show = (Invocation("channel", client), "show \(client)", "the client's channel")
    let follow = (
      Invocation("drop-context", "channel"), "client in \(channel)",
      "follows the screen from now on"
    )
    return .choice(
      "The client is in \(client), the screen shows \(channel)",
      isDeclared ? [show, follow] : [follow])
  }

  /// Asks for a new value of the row under the cursor; from another panel, goes to the context
  /// first, to the first attribute that keeps the client out.
  @Sendable private static func edit(
    _ screen: inout ExperimentsScreen, _ shared: Shared
  ) -> Outcome {
    guard shared.focus == .context, let row = screen.contextList.selected else {
      let deciding = screen.contextList.items.first(where: \.isDeciding)
      if let deciding { screen.contextList.select(deciding.id) }
      let edit = shared.keyName(of: "edit-this", at: .context)
      let add = shared.keyName(of: "add-attribute", at: .context)
      return .focuses(
        .context, then: .says(.contextKeys(deciding: deciding?.name, edit: edit, add: add)))
    }
    switch row.id.kind {
    case .clock: return .prompt("clock ")
    case .participation:
      guard let kind = Participation(rawValue: row.name) else { return [] }
      return setParticipation(in: kind, to: !shared.session.takesPart(in: kind))
    case .behavior: return .prompt("record-event \(row.name) ")
    default:
      return .prompt(
        "set-context \(row.name) ",
        proposing: KnownAttribute.shortest(row.value ?? "", for: row.name))
    }
  }

  private struct Attribute {
    let name: String
    let value: JSONValue
  }

  /// Sets an attribute, as in `region US`, or several, as in `{"region": "US", "locale": "en-US"}`;
  /// asks for the value if only a name is given.
  @Sendable private static func set(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    if argument.hasPrefix("{"), let values = (try? JSONValue.parse(argument))?.objectValue {
      if let refusal = refusal(toSet: values) { return .refused(refusal) }
      let label = "set \(values.count) attributes"
      return .performs(
        on: values.map { Attribute(name: $0.key, value: $0.value) }, as: { _ in label }
      ) {
        try $0.setContext($1.name, to: $1.value)
      }
    }
    var parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    // Messages write `region = US`, so people type that too.
    if parts.count == 2, parts[1].hasPrefix("= ") { parts[1].removeFirst(2) }
    guard parts.count == 2 else { return .prompt("set-context " + parts.map { $0 + " " }.joined()) }
    let (name, written) = (parts[0], parts[1])
    if let reason = KnownAttribute.mistake(inWritten: written) { return .refused(.refusal(reason)) }
    let value = KnownAttribute.value(of: name, written: written)
    // A quoted text is meant as it is.
    let isQuoted = written.hasPrefix("\"")
    if !isQuoted, value != .null,
      let mismatch = KnownAttribute.mismatch(of: value, for: name)
    {
      return .refused(.attributeMismatch(mismatch, isText: value.stringValue != nil))
    }
    return set(name, to: value)
  }

  /// Sets an attribute and moves the cursor to it, because the next key applies to it.
  private static func set(_ name: String, to value: JSONValue) -> Outcome {
    Outcome.performs { try $0.setContext(name, to: value) }.then {
      (screen: inout ExperimentsScreen, shared, done) in
      guard let operation = done.operation else { return done }
      // It can be a new row.
      _ = screen.refresh(shared)
      screen.contextList.select(EntryKey(.context, name))
      guard name == ClientKey.clientID,
        let warning = AttributeCheck.warning(about: value, for: name)
      else { return done }
      return done.saying(EnrollmentReport.message(.problem(warning), of: operation, shared))
    }
  }

  /// Why several attributes cannot be set at once: each must have an effect, and a value that apps
  /// send.
  private static func refusal(toSet values: JSONObject) -> StatusMessage? {
    for (name, value) in values {
      if let reason = AttributeCheck.refusal(toSet: name) { return .refusal(reason) }
      if value != .null, let mismatch = KnownAttribute.mismatch(of: value, for: name) {
        return .attributeMismatch(mismatch, isText: false)
      }
    }
    return nil
  }

  /// Resets the named attribute, or what is under the cursor: the clock runs again, the client
  /// takes part again, an attribute gets its default.
  @Sendable private static func drop(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ attribute: String
  ) -> Outcome {
    guard attribute.isEmpty, let selected = screen.contextList.selected?.id else {
      return .performs { try $0.dropContext(attribute) }
    }
    switch selected.kind {
    case .clock: return changeClock { try $0.runClock() }
    case .participation:
      guard let kind = Participation(rawValue: selected.name) else { return [] }
      return setParticipation(in: kind, to: true)
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
    if words.count > 1, !["on", "off"].contains(words[1]) {
      return .refused(.participationExpected)
    }
    let takesPart = words.count == 1 ? !shared.session.takesPart(in: kind) : words[1] == "on"
    return setParticipation(in: kind, to: takesPart)
  }

  private static func setParticipation(in kind: Participation, to takesPart: Bool) -> Outcome {
    .performs { try $0.setParticipation(takesPart, in: kind) }
  }

  /// Changes the clock: `run` lets it run again, `2026-11-21T12:00:00Z` stops it, `now+14d` sets it
  /// ahead of the machine's clock, and `+14d` moves it.
  @Sendable private static func setClock(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    changeClock { operations in
      if argument == "run" { return try operations.runClock() }
      if let moment = Instant(iso8601: argument) { return try operations.setClock(moment) }
      if argument.hasPrefix("now"),
        let ahead = TimeStep.seconds(in: String(argument.dropFirst("now".count)))
      {
        return try operations.offsetClock(by: ahead)
      }
      guard let step = TimeStep.seconds(in: argument) else { throw Refusal(.clockExpected) }
      return try operations.moveClock(by: step)
    }
  }

  /// Changes the clock, and says what time it is then.
  private static func changeClock(
    _ make: @escaping @Sendable (Operations) throws -> SessionOperation
  ) -> Outcome {
    Outcome.performs(make).then { (_: inout ExperimentsScreen, shared, done) in
      guard let operation = done.operation else { return done }
      let now = shared.session.now(wall: shared.operationContext.time)
      let message = StatusMessage.clockChanged(operation.done, now: now)
      return done.saying(EnrollmentReport.message(message, of: operation, shared))
    }
  }

  /// Records a behavioral event: `app_opened` once, `app_opened 3 2d` three times two days ago, and
  /// `app_opened =3` as often as gives 3 in all.
  @Sendable private static func recordEvent(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let parts = argument.split(separator: " ").map(String.init)
    let isTotal = parts.count > 1 && parts[1].hasPrefix("=")
    let count = parts.count > 1 ? UInt64(parts[1].dropFirst(isTotal ? 1 : 0)) : 1
    // An age is a step back, with or without its sign.
    let step = parts.count > 2 ? TimeStep.seconds(in: "-" + parts[2].drop { $0 == "-" }) : 0
    guard parts.count <= 3, let name = parts.first, let count, let step else {
      return .refused(.eventExpected)
    }
    if count == 0, !isTotal { return .refused(.eventExpected) }
    let age = abs(step)
    return .performs { operations in
      isTotal
        ? try operations.recordEvent(name, upTo: count, secondsAgo: age)
        : try operations.recordEvent(name, count: count, secondsAgo: age)
    }
  }
}
