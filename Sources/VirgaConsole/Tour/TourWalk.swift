import VirgaCanvas
import VirgaJSON
import VirgaSession

/// A guided tour in progress: which stop it has reached, and whether it moves on by itself.
package struct TourWalk: Sendable {
  private let stops: [Tour.Stop]
  /// The number of the stop that was reached last, from 1; 0 before the first.
  package private(set) var number = 0
  /// Whether it stays at a stop until the person moves on.
  package private(set) var isPaused = false

  /// The beginning of a tour; without stops there is none.
  package init(_ stops: [Tour.Stop] = []) { self.stops = stops }

  /// Whether there are stops to come.
  package var goesOn: Bool { number < stops.count }

  /// Moves to the next stop; nil after the last.
  package mutating func next() -> Tour.Stop? {
    guard goesOn else { return nil }
    number += 1
    return stops[number - 1]
  }

  /// Moves to the stop before; false at the first.
  package mutating func back() -> Bool {
    guard number > 1 else { return false }
    number -= 1
    return true
  }

  /// The stops from the first to the one that was reached.
  package var reached: ArraySlice<Tour.Stop> { stops.prefix(number) }

  /// Pauses the tour, or lets it move on again.
  package mutating func togglePause() { isPaused.toggle() }

  /// What is said at the stop that was reached; nil before the first.
  package var caption: TourCaption? {
    guard number > 0 else { return nil }
    return TourCaption(
      text: stops[number - 1].caption, number: number, count: stops.count, isPaused: isPaused)
  }
}

/// What a guided tour says at a stop.
package struct TourCaption: Equatable, Sendable {
  /// What is said.
  package var text: String
  /// The stop's number, from 1.
  package var number: Int
  /// How many stops there are.
  package var count: Int
  /// Whether the tour waits here.
  package var isPaused = false

  /// The caption of a stop.
  package init(text: String, number: Int, count: Int, isPaused: Bool = false) {
    (self.text, self.number, self.count, self.isPaused) = (text, number, count, isPaused)
  }

  /// What stands above the last line: where one is, and what is said.
  func lines(columns: Int) -> [DisplayText] {
    DisplayText("\(number)/\(count)\(isPaused ? " paused" : "")  \(text)").wrapped(to: columns - 2)
  }
}

extension State {
  /// Runs a line of a guided tour.
  ///
  /// What the tour changes or types is not the person's work; what they did at the stop before stays theirs.
  mutating func runTourLine(_ line: String) -> Outcome {
    let before = sessionWithTexts
    if recording.tour == nil { recording.tour = TourTrace(start: session, now: before) }
    let outcome = runLine(line)
    let after = sessionWithTexts
    recording.tour?.add(from: before, to: after)
    return outcome
  }

  /// The session, with each text that is typed and not applied as a draft.
  private var sessionWithTexts: Session {
    var session = session
    for id in unapplied { session.keepDraft(unappliedText(of: id), of: id, over: nil) }
    return session
  }

  /// Undoes everything since the tour began and leaves all screens as they were then, so that its lines can be replayed.
  ///
  /// The event log keeps what happened.
  mutating func restartTour() -> Outcome {
    guard let start = recording.tour?.start else { return [] }
    recording.tour = nil
    var effects: [Effect] = []
    while let operation = session.undoable, operation.id > start.undoable?.id ?? 0, session.undo() != nil {
      effects.append(.undo(operation))
    }
    for feature in NameSet([session, start].flatMap { $0.all(.draft).keys }).sorted() {
      let draft = start[.draft, feature]?.stringValue
      guard session[.draft, feature]?.stringValue != draft else { continue }
      let edit = start[.draftBase, feature]
      session.keepDraft(draft, of: feature, over: edit)
      effects.append(.keepDraft(draft, feature: feature, over: edit))
    }
    resetScreens()
    readLayers()
    return .done(effects)
  }

  /// Shows each screen as a new console does; what was loaded stays.
  private mutating func resetScreens() {
    let new = State(size: size, options: options)
    (focus, trail, search) = (new.focus, new.trail, new.search)
    (overlay, editing, status, input.pendingKeys) = (nil, new.editing, nil, [])
    (table, problems.list.scroll, features.isAboutFeature) = (new.table, Scroll(), false)
    features.list.filter = FilterField()
    features.list.refilter()
    channels.reset()
  }
}
