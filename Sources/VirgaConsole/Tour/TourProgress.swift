package import VirgaCanvas
import VirgaJSON
package import VirgaSession

/// A guided tour in progress: its current stop, and whether it continues automatically.
package struct TourProgress: Sendable {
  private let stops: [Tour.Stop]
  /// The number of the current stop, from 1; 0 before the first.
  package private(set) var number = 0
  /// Whether it stays at the stop until the person continues.
  package var isPaused = false

  /// Starts a tour; without stops, there is none.
  package init(_ stops: [Tour.Stop] = []) { self.stops = stops }

  /// Whether there are further stops.
  package var goesOn: Bool { number < stops.count }

  /// Moves to the next stop; nil after the last.
  package mutating func next() -> Tour.Stop? {
    guard goesOn else { return nil }
    number += 1
    return stops[number - 1]
  }

  /// Moves to the previous stop; returns false at the first.
  package mutating func back() -> Bool {
    guard number > 1 else { return false }
    number -= 1
    return true
  }

  /// The stops up to the current one.
  package var reached: ArraySlice<Tour.Stop> { stops.prefix(number) }

  /// The caption of the current stop; nil before the first.
  package var caption: TourCaption? {
    guard number > 0 else { return nil }
    return TourCaption(text: stops[number - 1].caption, number: number, count: stops.count, isPaused: isPaused)
  }
}

/// The caption of a guided tour at a stop.
package struct TourCaption: Equatable, Sendable {
  /// The text.
  package var text: String
  /// The stop's number, from 1.
  package var number: Int
  /// The number of stops.
  package var count: Int
  var isPaused = false

  func lines(columns: Int) -> [DisplayText] {
    DisplayText("\(number)/\(count)  \(text)").wrapped(to: columns - 2)
  }
}

/// An action of a person in a guided tour.
package enum TourStep: Equatable, Sendable {
  /// Goes to the next stop.
  case goOn
  /// Goes to the stop before.
  case goBack
  /// Pauses it, or continues it automatically.
  case pause
  /// Ends it without doing anything else.
  case end
  /// Ends it with an event that then acts as usual.
  case leave

  /// The step of an event while a caption is shown; nil if it is none.
  package init?(_ event: TerminalEvent, in state: State) {
    guard state.messages.caption != nil else { return nil }
    switch event {
    case .key("Space"), .key("Enter"), .key("Right"): self = .goOn
    case .key("Backspace"), .key("Left"): self = .goBack
    case .key("p"): self = .pause
    case .key("Esc"), .key("q"): self = .end
    case .key, .paste: self = .leave
    case .mouse(let mouse) where mouse.action == .press:
      self = HintLine.hint(at: mouse.point, in: state)?.step ?? .leave
    case .mouse, .resize, .focus: return nil
    }
  }
}

/// The changes that a guided tour made; they can be undone and are not the person's work.
package struct TourTrace: Equatable, Sendable {
  private let start: Session
  /// The session at the start, with unapplied texts as drafts, and only the tour's changes since then.
  package private(set) var session: Session

  /// Runs a line of a guided tour.
  ///
  /// The tour's changes and typing are not the person's work, but what they did at the stop before is.
  static func run(_ line: String, in state: inout State) -> Outcome {
    let before = sessionWithTexts(of: state)
    if state.recording.tour == nil { state.recording.tour = TourTrace(start: state.session, session: before) }
    let outcome = state.runLine(line)
    let after = sessionWithTexts(of: state)
    state.recording.tour?.add(from: before, to: after)
    return outcome
  }

  private mutating func add(from before: Session, to after: Session) {
    var entries: [EntryKey: JSONValue] = [:]
    for key in Set(session.keys + after.keys) {
      entries[key] = after[key] == before[key] ? session[key] : after[key]
    }
    let known = Set(before.operations.map(\.id))
    session = Session(
      entries: entries, operations: session.operations + after.operations.filter { !known.contains($0.id) })
  }

  /// The session with each unapplied text as a draft.
  private static func sessionWithTexts(of state: State) -> Session {
    var session = state.session
    for id in state.editing.unapplied(in: state.session) {
      session.keepDraft(state.editing.unappliedText(of: id, in: state.session), of: id, over: nil)
    }
    return session
  }

  /// Undoes everything since the tour began and restores all screens, for a replay.
  ///
  /// The event log keeps its events.
  static func restart(_ state: inout State) -> Outcome {
    guard let start = state.recording.tour?.start else { return [] }
    state.recording.tour = nil
    var effects: [Effect] = []
    while let operation = state.session.undoable, operation.id > start.undoable?.id ?? 0, state.session.undo() != nil {
      effects.append(.undo(operation))
    }
    for feature in Set([state.session, start].flatMap { $0.all(.draft).keys }).sorted().map(\.text) {
      let draft = start[.draft, feature]?.stringValue
      guard state.session[.draft, feature]?.stringValue != draft else { continue }
      let edit = start[.draftBase, feature]
      state.session.keepDraft(draft, of: feature, over: edit)
      effects.append(.keepDraft(draft, feature: feature, over: edit))
    }
    resetScreens(of: &state)
    state.readLayers()
    return .done(effects)
  }

  /// Resets each screen to its initial state; keeps what was loaded.
  private static func resetScreens(of state: inout State) {
    let new = State(size: state.size, options: state.options)
    (state.focus, state.navigation, state.search) = (new.focus, new.navigation, new.search)
    (state.overlay, state.editing, state.status, state.input.pendingKeys) = (nil, new.editing, nil, [])
    (state.table, state.problems.list.scroll, state.features.isAboutFeature) = (new.table, Scroll(), false)
    state.features.list.filter = FilterField()
    state.features.list.refilter()
    state.channels.reset()
  }
}
