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
  private var start = Instant.epoch
  /// The number of the current stop, from 1; 0 before the first.
  package private(set) var number = 0
  /// Whether it stays at the stop until the person continues.
  package var isPaused = false

  /// Starts a tour; without stops, there is none.
  package init(_ stops: [Tour.Stop] = []) { self.stops = stops }

  /// Whether there are further stops.
  package var goesOn: Bool { number < stops.count && !isEnded }

  /// Moves to the next stop; nil after the last.
  package mutating func next(at now: Instant) -> Tour.Stop? {
    guard goesOn else { return nil }
    number += 1
    start = now
    return stops[number - 1]
  }

  /// The console's time when the machine's clock shows `now`: the same at each stop until the tour
  /// ends.
  package func time(_ now: Instant) -> Instant {
    guard !stops.isEmpty else { return now }
    let fixed = Tour.time(ofStop: max(number - 1, 0))
    return goesOn ? fixed : Instant(seconds: fixed.seconds + max(0, now.seconds - start.seconds))
  }

  /// The caption of the current stop; nil before the first.
  package var caption: TourCaption? {
    guard number > 0 else { return nil }
    return TourCaption(
      text: stops[number - 1].caption, number: number, count: stops.count, isPaused: isPaused)
  }
}

/// The caption of a guided tour at a stop.
package struct TourCaption: Equatable, Sendable {
  package var text: String
  /// The stop's number, from 1.
  package var number: Int
  package var count: Int
  var isPaused = false

  func lines(columns: Int) -> [DisplayText] {
    DisplayText("\(number)/\(count)  \(text)").wrapped(to: columns - 2)
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

  /// The step of an event while a caption is shown; nil if it is none.
  package init?(_ event: TerminalEvent, in model: borrowing Model) {
    guard model.messages.caption != nil else { return nil }
    switch event {
    case .key("Space"), .key("Enter"), .key("Right"): self = .goOn
    case .key("p"): self = .pause
    case .key("Esc"), .key("q"): self = .end
    case .key, .paste: self = .leave
    case .mouse(let mouse) where mouse.action == .press:
      self = HintLine.hint(at: mouse.point, in: model)?.step ?? .leave
    case .mouse, .resize, .focus: return nil
    }
  }
}

/// The changes that a guided tour made; they can be undone and are not the person's work.
package struct TourTrace: Equatable, Sendable {
  /// The session at the start, with unapplied texts as drafts, and only the tour's changes since
  /// then.
  package private(set) var session: Session

  /// Runs a line of a guided tour.
  ///
  /// The tour's changes and typing are not the person's work, but what they did at the stop before
  /// is.
  static func run(_ line: String, in model: inout Model) -> Outcome {
    let before = sessionWithTexts(of: model)
    if model.tour == nil { model.tour = TourTrace(session: before) }
    let outcome = model.runLine(line)
    let after = sessionWithTexts(of: model)
    model.tour?.add(from: before, to: after)
    return outcome
  }

  private mutating func add(from before: Session, to after: Session) {
    var entries: [EntryKey: JSONValue] = [:]
    for key in Set(session.keys + after.keys) {
      entries[key] = after[key] == before[key] ? session[key] : after[key]
    }
    let known = Set(before.operations.map(\.id))
    session = Session(
      entries: entries,
      operations: Array(session.operations) + after.operations.filter { !known.contains($0.id) })
  }

  /// The session with each unapplied text as a draft.
  private static func sessionWithTexts(of model: Model) -> Session {
    var session = model.session
    for id in model.features.editing.unapplied(in: model.session) {
      session.keepDraft(
        model.features.editing.unappliedText(of: id, in: model.session), of: id, over: nil)
    }
    return session
  }
}
