import VirgaJSON
import VirgaManifest
import VirgaSession

/// The subject of an event: where `Enter` goes.
enum EventSubject: Equatable {
  case flag(String)
  /// The flag that reads an entry, while the flags are being resolved.
  case flagReading(EntryKey)
  /// A variable with a preference that no flag reads, and its feature.
  case variable(String, feature: String)
  case feature(String)
  case recipe(String)

  var word: String {
    switch self {
    case .flag, .flagReading: "flag"
    case .variable: "variable"
    case .feature: "feature"
    case .recipe: "recipe"
    }
  }
}

extension State {
  func subject(of event: SessionEvent) -> EventSubject? {
    if let key = flagEntry(of: event), let reader = reader(of: key) { return reader }
    return event.feature.map { .feature($0) } ?? event.slug.map { .recipe($0) }
  }

  /// Nil if the operation changed other overrides too.
  func flagEntry(of event: SessionEvent) -> EntryKey? {
    guard event.isAboutOperation, let operation = session.operations.last(where: { $0.isDescribed(by: event) }) else {
      return nil
    }
    let keys = operation.changes.map(\.key).filter(\.kind.isOverride)
    return keys.contains { [.edit, .branch].contains($0.kind) } ? nil : keys.first
  }

  /// The flag, or the variable with the preference; nil if there is none.
  func reader(of key: EntryKey) -> EventSubject? {
    if let id = flags.id(reading: key) { return .flag(id) }
    if flags.isResolving, !flags.isCurrent(workspace) { return .flagReading(key) }
    guard key.kind == .preference, let feature = workspace.manifest?.features(preference: key.name).first,
      let variable = feature.variables.first(where: { $0.preferenceKey == key.name })
    else { return nil }
    return .variable(variable.name, feature: feature.id)
  }

  mutating func goToEventSubject() -> Outcome {
    events.selected.flatMap(subject).map { go(to: $0) } ?? []
  }

  mutating func go(to subject: EventSubject) -> Outcome {
    switch subject {
    case .flag(let id): return run(Invocation("select-flag", id))
    case .flagReading(let key):
      guard FlagScreen.resolved(in: &self) != nil, let reader = reader(of: key) else {
        return .refused(.nothingReads(key))
      }
      return go(to: reader)
    case .feature(let id): return FeatureCommands.select(&self, id)
    case .recipe(let slug): return run(Invocation("recipe", slug))
    case .variable(let name, let feature):
      let outcome = FeatureCommands.select(&self, feature)
      reconcile()
      if let manifest = workspace.manifest, table.reveal(JSONPath.root.appending(key: name), in: manifest) {
        focus = .values
      }
      return outcome
    }
  }
}

extension SessionOperation {
  /// Whether an event reports that the operation was done, undone or redone.
  fileprivate func isDescribed(by event: SessionEvent) -> Bool {
    guard label == event.reason else { return false }
    return event.kind != SessionEvent.operationKind
      || events.contains { $0.kind == event.kind && $0.time == event.time && $0.process == event.process }
  }
}

extension CommandTable {
  static let eventCommands: [Command] = [
    Command("go-to-event", "go to what it is about") { state, _ in state.goToEventSubject() }
      .in(.panel(.log)).form(of: "open").keys("Enter").moves(.jump).hint(1).short("go there")
      .titled { "go to the \($0.events.selected.flatMap($0.subject)?.word ?? "feature")" }.when(Self.hasEventSubject)
      .help(
        "Goes to the flag that the event changed, or else to the variable of the app setting, the feature or the recipe."
      ),
    Command("only-this-feature", "only its events") { state, _ in
      guard let feature = state.events.selectedCount?.feature else { return [] }
      return state.parts.startFilter(feature, in: &state)
    }
    .in(.panel(.counts)).form(of: "open").keys("Enter").hint(1)
    .when {
      $0.events.selectedCount.map { .applies($0.feature) } ?? .refused(.noFeatureSelected)
    }
    .help("Filters the events by the feature under the cursor; Esc in their list shows all again."),
    Command("pause", "pause or go on") { state in state.events.togglePause() }
      .in(.screen(.events)).keys("p").hint(2).titled { $0.events.isPaused ? "go on" : "pause" }
      .help("Pauses the list; new events are counted and shown later."),
    Command("kinds", "choose kinds") { state, argument in state.chooseKind(argument) }
      .in(.screen(.events)).form(of: "list").keys("f").argument(.oneOf { ["all"] + $0.events.kinds }).hint(4)
      .short("kinds").help("Hides a kind of event, or shows it again."),
    Command("export-events", "write the events") { state, argument in
      guard !argument.isEmpty else { return .prompt("export ", proposing: "events.ndjson") }
      let events = state.events.subjects
      return [.write(FileDraft(path: argument, events: events))]
    }
    .in(.screen(.events)).form(of: "export").keys("w").argument(.file(endings: ["ndjson", "json"])).hint(5)
    .short("write").when { $0.events.list.count == 0 ? .refused(.noEventShown) : .applies() }
    .help("Exports the marked events, or else all shown ones, to a file with one JSON object per line."),
  ]

  @Sendable static func hasEventSubject(_ state: State) -> Command.Availability {
    guard let event = state.events.selected else { return .refused(.noEventSelected) }
    switch state.subject(of: event) {
    case .flag(let name)?, .variable(let name, _)?, .feature(let name)?: return .applies(name)
    case .flagReading(let key)?: return .applies(key.name)
    case .recipe(let slug)?:
      let isKnown = state.session[.recipe, slug] != nil || state.session[.enrollment, slug] != nil
      return isKnown ? .applies(slug) : .refused(.recipeGone(slug))
    case nil: return .refused(.eventHasNoSubject)
    }
  }
}

extension State {
  mutating func chooseKind(_ kind: String) -> Outcome {
    if kind == "all" || events.kinds.contains(kind) {
      events.toggleKind(kind == "all" ? nil : kind)
      return []
    }
    guard kind.isEmpty else { return .refused(.unknown("kind", kind, among: events.kinds)) }
    return .asks { state in
      let kinds = state.events.kinds.map { kind in
        let isHidden = state.events.hiddenKinds.contains(kind)
        return (Invocation("kinds", kind), kind, isHidden ? "hidden; show it" : "hide it")
      }
      return .choice("Kinds of events", [(Invocation("kinds", "all"), "all", "")] + kinds)
    }
  }
}
