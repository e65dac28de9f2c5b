import VirgaCanvas
import VirgaJSON
import VirgaSession

/// The panels of screen 5, and what common keys do with events.
extension EventsScreen: ConsoleScreen {
  static let path: ModelPath<EventsScreen> = \.events
  static let views: [any PanelView] = [EventLogPanel(), EventPanel(), EventCountPanel()]

  /// The list above the event and the counts per feature, which are on its right in a wide
  /// terminal; a small terminal with few rows shows only the panel with the focus.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isSmall = model.layout.arrangement == .onePanel
    if isSmall, body.rows < Self.minRowsOfTwoPanels { return [model.focus: body] }
    return body.columns >= Self.minColumnsOfPanelsBeside
      ? Self.areasSideBySide(in: body) : Self.areasBelowEachOther(in: body, focus: model.focus)
  }

  /// The list, and in a third of the rows below it, within bounds, the event and the counts; a
  /// narrow terminal shows only one of these two, the counts if they have the focus.
  private static func areasBelowEachOther(in body: Rectangle, focus: Panel) -> [Panel: Rectangle] {
    let lowerRows = min(max(body.rows / 3, minLowerRows), maxLowerRows)
    let log = body.droppingBottom(lowerRows)
    let lower = body.bottom(lowerRows)
    guard body.columns >= minColumnsOfTwoPanels else {
      let lowerPanel: Panel = focus == .counts ? .counts : .event
      return [.log: log, lowerPanel: lower]
    }
    // The counts get three eighths of the columns, within bounds.
    let countColumns = min(max(body.columns * 3 / 8, minCountColumns), maxCountColumns)
    return [
      .log: log, .event: lower.droppingRight(countColumns), .counts: lower.right(countColumns),
    ]
  }

  /// The list, and on its right, in a quarter of the columns within bounds, the event above the
  /// counts, which get a third of the rows.
  private static func areasSideBySide(in body: Rectangle) -> [Panel: Rectangle] {
    let quarter = body.columns / 4
    let columns = min(max(quarter, minCountColumns), maxCountColumns)
    let right = body.right(columns)
    let third = right.rows / 3
    return [
      .log: body.droppingRight(columns), .event: right.droppingBottom(third),
      .counts: right.bottom(third),
    ]
  }

  /// The fewest columns in which the list leaves room for panels beside it.
  private static let minColumnsOfPanelsBeside = 160
  /// The fewest rows in which a small terminal shows more than the panel with the focus.
  private static let minRowsOfTwoPanels = 14
  /// The fewest columns in which both the event and the counts are below the list.
  private static let minColumnsOfTwoPanels = 100
  /// The bounds of the rows below the list.
  private static let minLowerRows = 6
  private static let maxLowerRows = 14
  /// The bounds of the columns of the counts.
  private static let minCountColumns = 40
  private static let maxCountColumns = 60

  /// Counts the listed events of each feature, those in folds too.
  mutating func updateAfterLayout(_ shared: Shared) {
    featureCounts.show(FeatureCount.counts(of: listedAndFolded))
  }

  /// Requests the session's events when the screen is shown first; reading the whole history takes
  /// time.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    guard shared.screen == .events, !isRequested else { return [] }
    isRequested = true
    return [.followEvents]
  }

  /// Adds events of the session that were loaded, and runs the command that waited for them, if one
  /// did.
  ///
  /// Nil for any other `event` of the console.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    // The session no longer has events with ids below `first`.
    guard case .events(let new, let replacesAll, let first) = event else { return nil }
    // Reading the changes of all operations takes time, so it is done only if it is needed.
    let hasOperations = new.contains { $0.kind == SessionEvent.operationKind }
    add(
      new, replacesAll: replacesAll, from: first,
      changeCounts: hasOperations ? shared.session.operations.changeCounts : [:])
    return commandAwaitingEvents.take().map { .runs([$0]) } ?? []
  }

  /// The feature under the cursor of the counts, or else that of the selected event.
  func feature(_ shared: Shared) -> String? {
    shared.focus == .counts ? featureCounts.selected?.feature : selected?.feature
  }

  /// The features of the marked events, each once; without marks, and in the panel of counts, which
  /// has a cursor of its own, the one under the cursor.
  func features(_ shared: Shared) -> [String] {
    let usesMarks = shared.focus != .counts && list.markCount > 0
    guard usesMarks else { return feature(shared).map { [$0] } ?? [] }
    return markedOrMatching.compactMap(\.feature).withoutRepeats
  }

  /// What is copied of the selected event: its summary; feature, recipe and branch, or its kind if
  /// it has none of these; JSON; or a command.
  ///
  /// If the summary is empty, the kind is copied as the list shows it (`shownKind`).
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    guard let event = selected else { return .nothing(.noEventSelected) }
    switch part {
    case .value:
      return .text("what the event says") {
        event.summary.isEmpty ? event.shownKind : event.summary
      }
    case .id:
      let parts = [event.feature, event.slug, event.branch].compactMap(\.self)
      guard !parts.isEmpty else { return .text("the kind \(event.kind)") { event.kind } }
      return .text("feature, recipe and branch") { parts.joined(separator: " ") }
    case .json: return copiedJSON(of: event)
    case .command: return Self.copiedCommand(about: event, in: model)
    }
  }

  /// The marked events as JSON, or else the event under the cursor, with those that are folded
  /// below it.
  private func copiedJSON(of event: SessionEvent) -> CopyResult {
    let isFolded = list.selected?.isOpen == false
    guard list.markCount > 0 || isFolded else {
      return .text("the event") { JSONValue.object(event.json).pretty() }
    }
    // Several events are copied as the text of a file of them, which is not written.
    let events = list.markCount > 0 ? markedOrMatching : events(inLinesOf: [event.id])
    let file = OutputFile(path: "", events: events)
    return .text(file.what) { file.text }
  }

  /// The command that repeats an exposure; for any other event, the one that prints all events.
  private static func copiedCommand(about event: SessionEvent, in model: Model) -> CopyResult {
    guard event.kind == "exposure", let feature = event.feature else {
      return .text("the command that prints the events") {
        model.options.sessionCommand(["events"], [])
      }
    }
    return .text("the command that exposes \(feature)") {
      // The options that name the session come between the two lists of words.
      let recipe = event.slug.map { ["--recipe", $0] } ?? []
      return model.options.sessionCommand(["expose"], recipe + ["--", feature])
    }
  }
}

extension Panel {
  static let log = Panel(name: "log", screen: .events, title: "Events")
  static let event = Panel(name: "event", screen: .events, title: "Event")
  static let counts = Panel(name: "counts", screen: .events, title: "Per feature")
}
