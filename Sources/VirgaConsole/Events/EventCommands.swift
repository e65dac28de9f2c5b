import VirgaJSON
import VirgaSession

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
      .in(.screen(.events)).keys("p").hint(2).titled { !$0.events.isPaused ? "pause" : "go on" }
      .help("Pauses the list; new events are counted and shown later."),
    Command("kinds", "choose kinds") { state, argument in state.chooseKind(argument) }
      .in(.screen(.events)).form(of: "list").keys("f").argument(.oneOf { ["all"] + $0.events.kinds }).hint(4)
      .short("kinds").help("Hides a kind of event, or shows it again."),
    Command("export-events", "write the events") { state, argument in
      guard !argument.isEmpty else { return state.askForFile("export", proposal: "events.ndjson") }
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
    if kind == "all" {
      events.showAllKinds()
    } else if events.kinds.contains(kind) {
      events.toggleKind(kind)
    } else if !kind.isEmpty {
      return .refused(.unknown("kind", kind, among: events.kinds))
    } else {
      return .asks { state in
        .choice(
          "Kinds of events",
          [(Invocation("kinds", "all"), "all", "")]
            + state.events.kinds.map { kind in
              let isHidden = state.events.hiddenKinds.contains(kind)
              return (Invocation("kinds", kind), kind, isHidden ? "hidden; show it" : "hide it")
            })
      }
    }
    return []
  }
}
