import VirgaCanvas
import VirgaJSON
import VirgaSession

/// Somebody on a guided tour: at which stop, whether it goes on by itself, and the way back.
package struct TourWalk: Sendable {
  private let stops: [Tour.Stop]
  /// What the console was before each stop that was reached.
  private var befores: [State] = []
  /// Whether it stays where it is until somebody says otherwise.
  package private(set) var isPaused = false

  /// The beginning of a tour; without stops there is none.
  package init(_ stops: [Tour.Stop] = []) { self.stops = stops }

  /// The number of the stop that was reached last, from 1; 0 before the first.
  package var number: Int { befores.count }

  /// Whether there are stops to come.
  package var goesOn: Bool { number < stops.count }

  /// Goes on to the next stop from a console as it is now; nil behind the last.
  package mutating func next(from state: State) -> Tour.Stop? {
    guard goesOn else { return nil }
    befores.append(state)
    return stops[number - 1]
  }

  /// Goes back, so that what comes next is the stop before; gives what the console was before it, nil at the first stop.
  package mutating func back() -> State? {
    guard number > 1 else { return nil }
    befores.removeLast()
    return befores.popLast()
  }

  /// Stops going on by itself, or goes on again.
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
  /// Notes what a guided tour did since an earlier moment, with what it typed: that is nobody's work.
  ///
  /// What somebody else did at the stop before stays theirs.
  mutating func noteTour(since earlier: State) -> [Effect] {
    let (before, after) = (earlier.sessionWithTexts, sessionWithTexts)
    let noted = toured ?? before
    var entries: [EntryKey: JSONValue] = [:]
    for key in Set(noted.keys + after.keys) {
      entries[key] = after[key] == before[key] ? noted[key] : after[key]
    }
    let earlierOperations = Set(before.operations.map(\.id))
    let new = after.operations.filter { !earlierOperations.contains($0.id) }
    toured = Session(entries: entries, operations: noted.operations + new)
    return []
  }

  /// The session, with each text that is typed and not applied as a draft.
  private var sessionWithTexts: Session {
    var session = session
    for id in unapplied { session.keepDraft(unappliedText(of: id), of: id, over: nil) }
    return session
  }

  /// Makes everything as it was earlier, what was done to the session since by undo; the events stay, for they happened.
  mutating func rewind(to earlier: State) -> [Effect] {
    var effects: [Effect] = []
    let last = earlier.session.undoable?.id ?? 0
    while let operation = session.undoable, operation.id > last, session.undo() != nil {
      effects.append(.undo(operation))
    }
    for feature in Set([session, earlier.session].flatMap { $0.keys.filter { $0.kind == .draft }.map(\.name) }).sorted()
    {
      let draft = earlier.session[.draft, feature]?.stringValue
      guard session[.draft, feature]?.stringValue != draft else { continue }
      let edit = earlier.session[.draftBase, feature]
      session.keepDraft(draft, of: feature, over: edit)
      effects.append(.keepDraft(draft, feature: feature, over: edit))
    }
    var rewound = earlier
    (rewound.session, rewound.events, rewound.messages) = (session, events, messages)
    (rewound.size, rewound.hasMouse, rewound.now, rewound.options) = (size, hasMouse, now, options)
    self = rewound
    readLayers()
    return effects
  }
}
