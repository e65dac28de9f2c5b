import VirgaCanvas
import VirgaJSON
import VirgaSession

extension CommandTable {
  /// What happened.
  static let eventCommands: [Command] = [
    Command(
      "go-to-event", "go to the feature", keys: ["Enter"], in: .panel(.log), hint: 1,
      help: "Goes to the feature that the event is about.", when: Self.hasEventFeature,
      run: { state, _ in
        guard let feature = state.events.selected?.feature else { return [] }
        _ = state.selectFeature(feature)
        state.show(.features)
        return []
      }),
    Command(
      "pause", "pause or go on", keys: ["p"], in: .screen(.events), hint: 2,
      help: "Stops the list where it is; what happens meanwhile is counted and shown later.",
      run: { state, _ in
        state.events.togglePause()
        return []
      }),
    Command(
      "kinds", "choose kinds", keys: ["f"], in: .screen(.events), argument: .oneOf { ["all"] + $0.events.kinds },
      hint: 3, help: "Leaves a kind of event out, or shows it again.",
      run: { state, argument in state.chooseKind(argument) }),
    Command(
      "copy-event", "copy the event as JSON", keys: ["y j", "y v"], in: .screen(.events), when: Self.hasEvent,
      run: { state, _ in
        guard let event = state.events.selected else { return [] }
        return [.copy(JSONValue.object(event.json).pretty(), what: "the event")]
      }),
    Command(
      "copy-event-feature", "copy the feature's id", keys: ["y i"], in: .screen(.events), when: Self.hasEventFeature,
      run: { state, _ in
        guard let feature = state.events.selected?.feature else { return [] }
        return [.copy(feature, what: "the id \(feature)")]
      }),
    Command(
      "export-events", "write the events", keys: ["w"], in: .screen(.events), argument: .text, hint: 4,
      help: "Writes the events that are shown to a file, a JSON object on each line.",
      when: { $0.events.lines.isEmpty ? .refused("no event is shown") : .applies() },
      run: { state, argument in
        guard !argument.isEmpty else {
          state.overlay = .palette(in: state, typed: "export-events events.ndjson")
          return []
        }
        let text = state.events.shown.map { JSONValue.object($0.json).compact + "\n" }.joined()
        return state.write(text, to: argument, what: "\(state.events.lines.count) events")
      }),
  ]

  @Sendable static func hasEvent(_ state: State) -> Command.Availability {
    state.events.selected == nil ? .refused("there is no event under the cursor") : .applies()
  }

  @Sendable static func hasEventFeature(_ state: State) -> Command.Availability {
    guard let event = state.events.selected else { return .refused("there is no event under the cursor") }
    return event.feature.map { .applies($0) } ?? .refused("the event is about no feature")
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

  /// Takes in what happened.
  mutating func take(_ new: [SessionEvent], isWhole: Bool, first: Int64) -> [Effect] {
    events.take(new, isWhole: isWhole, first: first)
    return []
  }

  /// Takes in what happened before.
  mutating func take(earlier page: EventPage) -> [Effect] {
    events.take(earlier: page)
    return []
  }
}
