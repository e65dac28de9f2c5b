import VirgaJSON
import VirgaSession

extension CommandTable {
  /// What happened.
  static let eventCommands: [Command] = [
    Command(
      "go-to-event", "go to what it is about", keys: ["Enter"], in: .panel(.log), motion: .jump, hint: 1,
      help:
        "Goes to the flag that the event changed, else to the variable whose app setting it changed, to the feature, or to the recipe.",
      shownTitle: { "go to the \($0.events.selected.flatMap($0.subject)?.word ?? "feature")" }, short: "go there",
      when: Self.hasEventSubject, run: { state, _ in state.goToEventSubject() }),
    Command(
      "only-this-feature", "only its events", keys: ["Enter"], in: .panel(.counts), hint: 1,
      help: "Filters the events by the feature under the cursor; Esc in their list shows all again.",
      when: {
        $0.events.selectedCount.map { .applies($0.feature) } ?? .refused("there is no feature under the cursor")
      },
      run: { state, _ in
        guard let feature = state.events.selectedCount?.feature else { return [] }
        return state.parts.startFilter(feature, in: &state)
      }),
    Command(
      "pause", "pause or go on", keys: ["p"], in: .screen(.events), hint: 2,
      help: "Stops the list where it is; what happens meanwhile is counted and shown later.",
      shownTitle: { !$0.events.isPaused ? "pause" : "go on" },
      run: { state, _ in
        state.events.togglePause()
        return []
      }),
    Command(
      "kinds", "choose kinds", keys: ["f"], in: .screen(.events), argument: .oneOf { ["all"] + $0.events.kinds },
      hint: 4, help: "Leaves a kind of event out, or shows it again.", short: "kinds",
      run: { state, argument in state.chooseKind(argument) }),
    Command(
      "export-events", "write the events", keys: ["w"], in: .screen(.events),
      argument: .file(endings: ["ndjson", "json"]), hint: 5,
      help: "Exports the events that are shown, or those that are marked, to a file, a JSON object on each line.",
      short: "write",
      when: { $0.events.list.count == 0 ? .refused("no event is shown") : .applies() },
      run: { state, argument in
        guard !argument.isEmpty else { return state.askForFile("export-events", proposal: "events.ndjson") }
        let events = state.events.subjects
        return [.write(FileDraft(path: argument, events: events))]
      }),
  ]

  @Sendable static func hasEventSubject(_ state: State) -> Command.Availability {
    guard let event = state.events.selected else { return .refused("there is no event under the cursor") }
    switch state.subject(of: event) {
    case .flag(let name)?, .variable(let name, _)?, .feature(let name)?: return .applies(name)
    case .flagReading(let key)?: return .applies(key.name)
    case .recipe(let slug)?:
      let isKnown = state.session[.recipe, slug] != nil || state.session[.enrollment, slug] != nil
      return isKnown ? .applies(slug) : .refused("the session has no recipe \(slug) any more")
    case nil: return .refused("the event is about no flag, no feature and no recipe")
    }
  }
}

extension State {
  mutating func chooseKind(_ kind: String) -> [Effect] {
    if kind == "all" {
      events.showAllKinds()
    } else if events.kinds.contains(kind) {
      events.toggleKind(kind)
    } else if !kind.isEmpty {
      status = .refusal(unknown("kind", kind, among: events.kinds))
    } else {
      overlay = .choice(
        "Kinds of events",
        [(Invocation("kinds", "all"), "all", "")]
          + events.kinds.map { kind in
            (Invocation("kinds", kind), kind, events.hiddenKinds.contains(kind) ? "left out; show it" : "leave it out")
          })
    }
    return []
  }

  mutating func add(_ new: [SessionEvent], isWhole: Bool, from first: Int64) -> [Effect] {
    events.add(new, isWhole: isWhole, from: first)
    return []
  }

  mutating func add(earlier new: [SessionEvent]) -> [Effect] {
    events.add(earlier: new)
    return []
  }
}
