import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

extension CommandTable {
  static let contextCommands: [Command] = [
    Command("edit-context", "edit context") { state, _ in state.editContext() }
      .in(.screen(.experiments)).form(of: "edit").keys("e").mutating().hint(5)
      .help("Changes the attribute under the cursor; from another panel, goes to the context first."),
    Command("edit-this", "change it") { state, _ in state.editContext() }
      .in(.panel(.context)).form(of: "toggle").keys("Enter", "Space").mutating().hint(0)
      .help("Changes what is under the cursor."),
    Command("add-attribute", "add an attribute") { state, _ in return .prompt("set-context ") }
      .in(.screen(.experiments)).keys("a").near(.panel(.context), hint: 1).mutating().hint(7).short("add")
      .help("Sets an attribute; lists what the recipe asks for first, then all known names."),
    Command("fit-context", "fit the client") { state, _ in state.applyEnrollmentPlan() }
      .in(.screen(.experiments)).keys("F").mutating().hint(2).short("fit client")
      .when { state in
        let plan = state.experiments.plan
        return plan.isOffered ? .applies(plan.words) : .refused(state.planRefusal)
      }
      .help(
        "Changes everything that keeps the client out of the recipe, or nothing: forces the branches of other recipes that its targeting needs, sets attributes, and draws a new nimbus_id if its buckets do not select this one."
      ),
    Command("match-channels", "match channels …") { state, _ in .asks { .channels(toMatch: $0) } }
      .in(.screen(.experiments)).keys("C").hint(1).short("match channels")
      .when { state in
        state.clientChannel.map { .applies("\($0) → \(state.channel ?? "")") } ?? .refused(.clientInChannel)
      }
      .help("Shows the channel of the client, or lets the client be in the channel on screen."),
    Command("set-sample-context", "set a sample client") { state, argument in state.setSampleContext(argument) }
      .in(.screen(.experiments))
      .argument(.described { state, _ in SampleContext.offered(for: state.workspace.manifest?.appName) }).mutating()
      .help(
        "Sets version, system, locale and other attributes to those of a typical client: set-sample-context fenix."),
    Command("set-context", "set an attribute") { state, argument in state.setContext(argument) }
      .argument(.described { $0.contextArguments($1) }).mutating()
      .help("Takes a name and a value, as JSON or plain text; sets several with a JSON object."),
    Command("drop-context", "drop the attribute") { state, argument in state.dropContext(argument) }
      .in(.panel(.context)).form(of: "drop").keys("d", "Del").argument(.oneOf { $0.session.names(of: .context) })
      .mutating().help("Resets the attribute to the session's default, or to undefined."),
    Command("clock", "set or move the clock") { state, argument in state.setClock(argument) }
      .in(.screen(.experiments)).keys("t").argument(.described { $0.clockArguments($1) }).mutating()
      .help("Takes a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, now+14d, or run."),
    Command("record-event", "record a behavioral event") { state, argument in state.recordEvent(argument) }
      .in(.screen(.experiments)).keys("r").argument(.described { $0.eventArguments($1) }).mutating()
      .help("Takes an event's name, count and age, as in app_opened 3 2d; =3 sets the total count."),
    Command("take-part", "take part, or not") { state, argument in state.setParticipation(argument) }
      .in(.screen(.experiments))
      .argument(.oneOf { _ in Participation.allCases.flatMap { ["\($0.rawValue) on", "\($0.rawValue) off"] } })
      .mutating()
      .help("Opts the client in to experiments or rollouts, or out of all of them: take-part rollouts off."),
  ]
}

extension Picker {
  fileprivate static func channels(toMatch state: State) -> Picker? {
    guard let client = state.clientChannel, let channel = state.channel else { return nil }
    let isDeclared = state.workspace.channels.containsName(client)
    let show = isDeclared ? [(Invocation("channel", client), "show \(client)", "the client's channel")] : []
    return .choice(
      "The client is in \(client), the screen shows \(channel)",
      show + [(Invocation("drop-context", "channel"), "client in \(channel)", "follows the screen from now on")])
  }
}

extension State {
  /// The client's channel, if it is not the one whose defaults are shown.
  var clientChannel: String? {
    let client = session[.context, "channel"]?.stringValue
    return channel == nil || client.isSameName(as: channel) ? nil : client
  }

  mutating func editContext() -> Outcome {
    guard focus == .context, let row = experiments.selectedContext else {
      focus = .context
      experiments.goToDecidingContext()
      let deciding = experiments.selectedContext.flatMap { $0.isDeciding ? $0.name : nil }
      return .says(
        .contextKeys(deciding: deciding, edit: keyName(of: "edit-this"), add: keyName(of: "add-attribute")))
    }
    switch row.kind {
    case .attribute:
      return .prompt(
        "set-context \(row.name) ", proposing: KnownAttribute.shortest(row.value ?? "", for: row.name))
    case .clock: return .prompt("clock ")
    case .participation(let kind):
      return run(Invocation("take-part", "\(kind.rawValue) \(session.takesPart(in: kind) ? "off" : "on")"))
    case .event: return .prompt("record-event \(row.name) ")
    }
  }

  mutating func setContext(_ argument: String) -> Outcome {
    if argument.hasPrefix("{"), let values = (try? JSONValue.parse(argument))?.objectValue {
      return set(values.map { ($0.key, $0.value) }, as: "set \(values.count.pluralizing("attribute"))")
    }
    var parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    // Messages use this form, so people type it too.
    if parts.count == 2, parts[1].hasPrefix("= ") { parts[1].removeFirst(2) }
    guard parts.count == 2 else { return .prompt("set-context " + parts.map { $0 + " " }.joined()) }
    if let reason = KnownAttribute.mistake(inWritten: parts[1]) { return .refused(.refusal(reason)) }
    let value = KnownAttribute.value(of: parts[0], written: parts[1])
    if !parts[1].hasPrefix("\""), value != .null, let mismatch = KnownAttribute.mismatch(of: value, for: parts[0]) {
      return .refused(.attributeMismatch(mismatch, isText: value.stringValue != nil))
    }
    return changeContext(parts[0]) { (operations) throws(Refusal) in try operations.setContext(parts[0], to: value) }
  }

  mutating func set(_ values: [(String, JSONValue)], as label: String) -> Outcome {
    perform { (operations) throws(Refusal) in
      try operations.each(of: values, as: label) { operations, value throws(Refusal) in
        try operations.setContext(value.0, to: value.1)
      }
    }
  }

  static func settingAll(_ values: [(String, JSONValue)]) -> Invocation {
    Invocation("set-context", JSONValue.object(JSONObject(values)).compact)
  }

  mutating func setSampleContext(_ argument: String) -> Outcome {
    let app = argument.isEmpty ? workspace.manifest?.appName ?? "" : argument
    guard let sample = SampleContext.all.first(where: { $0.app == app }) else {
      let names = SampleContext.all.map(\.app)
      guard argument.isEmpty else { return .refused(.unknown("app", argument, among: names)) }
      return .prompt("set-sample-context ")
    }
    return set(sample.values, as: "set a sample client of \(sample.app)")
  }

  /// Takes `experiments on`, or `experiments` alone, which toggles.
  mutating func setParticipation(_ argument: String) -> Outcome {
    let words = argument.split(separator: " ").map(String.init)
    guard let kind = words.first.flatMap(Participation.init(rawValue:)),
      words.count == 1 || ["on", "off"].contains(words[1])
    else { return .refused(.participationExpected) }
    let takesPart = words.count == 1 ? !session.takesPart(in: kind) : words[1] == "on"
    recording.instead = [Invocation("take-part", "\(kind.rawValue) \(takesPart ? "on" : "off")")]
    return perform { (operations) throws(Refusal) in try operations.setParticipation(takesPart, in: kind) }
  }

  private mutating func changeContext(
    _ name: String, _ make: (Operations) throws(Refusal) -> SessionOperation
  ) -> Outcome {
    let outcome = perform(make)
    if outcome.operation != nil { experiments.follow(attribute: name) }
    return outcome
  }

  mutating func dropContext(_ argument: String) -> Outcome {
    let row = experiments.selectedContext
    if argument.isEmpty, row?.kind == .clock {
      recording.instead = [Invocation("clock", "run")]
      return changeClock { (operations) throws(Refusal) in try operations.runClock() }
    }
    if argument.isEmpty, case .participation(let kind)? = row?.kind {
      recording.instead = [Invocation("take-part", "\(kind.rawValue) on")]
      return perform { (operations) throws(Refusal) in try operations.setParticipation(true, in: kind) }
    }
    let name = argument.isEmpty ? row?.name ?? "" : argument
    recording.instead = [Invocation("drop-context", name)]
    return changeContext(name) { (operations) throws(Refusal) in try operations.dropContext(name) }
  }

  mutating func setClock(_ argument: String) -> Outcome {
    if argument.isEmpty { return .prompt("clock ") }
    if argument == "run" { return changeClock { (operations) throws(Refusal) in try operations.runClock() } }
    if let moment = Instant(iso8601: argument) {
      return changeClock { (operations) throws(Refusal) in try operations.setClock(moment) }
    }
    if argument.hasPrefix("now"), let ahead = TimeStep.seconds(in: String(argument.dropFirst(3))) {
      return changeClock { (operations) throws(Refusal) in try operations.offsetClock(by: ahead) }
    }
    guard let step = TimeStep.seconds(in: argument) else { return .refused(.clockExpected) }
    let outcome = changeClock { (operations) throws(Refusal) in try operations.moveClock(by: step) }
    recording.instead = [Invocation("clock", clockArgument)]
    return outcome
  }

  private var clockArgument: String {
    guard !session.isClockFrozen else { return session.now(wall: operationContext.time).description }
    let seconds = session[.clock]?["offset"]?.integerValue ?? 0
    return "now\(seconds < 0 ? "" : "+")\(seconds)s"
  }

  private mutating func changeClock(_ make: (Operations) throws(Refusal) -> SessionOperation) -> Outcome {
    let outcome = perform(make)
    guard let operation = outcome.operation else { return outcome }
    let now = session.now(wall: operationContext.time)
    return outcome.saying(report(.clockChanged(operation.done, now: now), of: operation))
  }

  mutating func recordEvent(_ argument: String) -> Outcome {
    let parts = argument.split(separator: " ").map(String.init)
    guard let name = parts.first else { return .prompt("record-event ") }
    let isTotal = parts.count > 1 && parts[1].hasPrefix("=")
    let count = parts.count > 1 ? UInt64(parts[1].dropFirst(isTotal ? 1 : 0)) : 1
    let ago = parts.count > 2 ? TimeStep.seconds(in: "-" + parts[2].drop { $0 == "-" }) : 0
    guard let count, count > 0 || isTotal, let ago, parts.count <= 3 else { return .refused(.eventExpected) }
    let outcome = perform { (operations) throws(Refusal) in
      isTotal
        ? try operations.recordEvent(name, upTo: count, secondsAgo: abs(ago))
        : try operations.recordEvent(name, count: count, secondsAgo: abs(ago))
    }
    // Record the total, so that replaying it has the same result.
    let total = session.eventCount(of: name, wall: operationContext.time)
    recording.instead = [Invocation("record-event", ([name, "=\(total)"] + parts.dropFirst(2)).joined(separator: " "))]
    return outcome
  }
}
