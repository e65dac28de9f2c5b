package import VirgaCanvas
import VirgaJSON
package import VirgaSession
package import VirgaTargeting

/// A guided tour in progress: its current stop, and whether it continues automatically.
package struct TourProgress: Sendable {
  private let stops: [Tour.Stop]
  /// Whether the person ended the tour at the current stop.
  package var isEnded = false
  /// When the current stop was reached, by the machine's clock.
  private var arrivalAtStop = Instant.epoch
  /// The number of the current stop, from 1; 0 before the first.
  package private(set) var stopNumber = 0
  /// Whether it stays at the stop until the person continues.
  package var isPaused = false

  /// Creates a tour before its first stop; one without stops has ended already.
  package init(_ stops: [Tour.Stop] = []) { self.stops = stops }

  /// Whether another stop follows; false once the person ended the tour.
  package var hasNextStop: Bool { stopNumber < stops.count && !isEnded }

  /// Moves to the next stop; nil after the last.
  package mutating func next(at now: Instant) -> Tour.Stop? {
    guard hasNextStop else { return nil }
    stopNumber += 1
    arrivalAtStop = now
    return stops[stopNumber - 1]
  }

  /// The console's time when the machine's clock shows `now`.
  ///
  /// It stands still at a stop. From the last stop on, or once the person ended the tour, it runs
  /// as the machine's clock does; without stops, it is the machine's time.
  package func time(_ now: Instant) -> Instant {
    guard !stops.isEmpty else { return now }
    // Stops are numbered from 1; before the first stop, the time is already that of the first one.
    let index = max(stopNumber - 1, 0)
    let timeOfStop = Tour.time(ofStop: index)
    // Once the person ended the tour, it has no next stop either.
    if hasNextStop { return timeOfStop }
    // Never negative, even if the machine's clock was set back.
    let secondsAtStop = max(0, now.seconds - arrivalAtStop.seconds)
    return Instant(seconds: timeOfStop.seconds + secondsAtStop)
  }

  /// The caption of the current stop; nil before the first.
  package var caption: TourCaption? {
    guard stopNumber > 0 else { return nil }
    return TourCaption(
      text: stops[stopNumber - 1].caption, number: stopNumber, count: stops.count,
      isPaused: isPaused)
  }
}

/// The caption of a guided tour at a stop.
package struct TourCaption: Equatable, Sendable {
  package var text: String
  /// The stop's number, from 1.
  package var number: Int
  package var count: Int
  var isPaused = false

  /// The caption after its number, as in `3/18  In release …`, wrapped for an area that has a blank
  /// column on each side.
  func lines(columns: Int) -> [DisplayText] {
    let blankColumns = 2
    return DisplayText("\(number)/\(count)  \(text)").wrapped(to: columns - blankColumns)
  }
}

/// An action of a person in a guided tour.
package enum TourStep: Equatable, Sendable {
  case goOn
  /// Pauses it, or continues it automatically.
  case pause
  /// Ends it without doing anything else.
  case end
  /// Ends it with an event that then acts as usual.
  case leave

  /// The step that an event makes while a caption is shown.
  ///
  /// Nil without a caption, and for an event other than a key, a pasted text or a press of a mouse
  /// button. A press on a hint makes the step of that hint.
  package init?(_ event: TerminalEvent, in model: borrowing Model) {
    guard model.messages.caption != nil else { return nil }
    switch event {
    case .key("Space"), .key("Enter"), .key("Right"): self = .goOn
    case .key("p"): self = .pause
    case .key("Esc"), .key("q"): self = .end
    // Anything else ends the tour too, but then acts as usual.
    case .key, .paste: self = .leave
    case .mouse(let mouse) where mouse.action == .press:
      self = HintLine.hint(at: mouse.point, in: model)?.step ?? .leave
    case .mouse, .resize, .focus, .background: return nil
    }
  }
}

/// The changes that a guided tour made; they can be undone and are not the person's work.
package struct TourTrace: Equatable, Sendable {
  /// The session at the start, with unapplied texts as drafts, and only the tour's changes since
  /// then.
  package private(set) var session: Session

  /// Runs a command line of a guided tour, and records what that changed as the tour's work.
  ///
  /// What the person did at the stop before was changed earlier, so it is not recorded.
  static func run(_ line: String, in model: inout Model) -> Outcome {
    let before = sessionWithUnappliedTexts(of: model)
    // Nil until the tour runs its first line.
    if model.tour == nil { model.tour = TourTrace(session: before) }
    let outcome = model.runLine(line)
    let after = sessionWithUnappliedTexts(of: model)
    model.tour?.recordChanges(from: before, to: after)
    return outcome
  }

  /// Applies the entries that differ between two states of the model's session to the session of
  /// the tour, and adds the operations that are new.
  private mutating func recordChanges(from before: Session, to after: Session) {
    var entries: [EntryKey: JSONValue] = [:]
    for key in Set(session.keys + after.keys) {
      let isChanged = after[key] != before[key]
      // Entries that did not change stay as they are in the session of the tour.
      entries[key] = isChanged ? after[key] : session[key]
    }
    let idsBefore = Set(before.operations.map(\.id))
    let newOperations = after.operations.filter { !idsBefore.contains($0.id) }
    session = Session(
      entries: entries, operations: Array(session.operations) + newOperations)
  }

  /// The session with the unapplied text of each edit as a draft, so that typing counts as a change
  /// too.
  ///
  /// The base of these drafts is nil, because nobody applies them: they are only compared.
  private static func sessionWithUnappliedTexts(of model: Model) -> Session {
    var session = model.session
    for id in model.features.editing.unappliedIDs(in: model.session) {
      session.keepDraft(
        model.features.editing.unappliedText(of: id, in: model.session), of: id, over: nil)
    }
    return session
  }
}
