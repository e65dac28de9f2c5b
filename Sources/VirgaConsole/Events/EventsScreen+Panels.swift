import VirgaCanvas
import VirgaJSON
import VirgaSession

/// The panels of screen 5, and what common keys do with events.
extension EventsScreen: ConsoleScreen {
  static let path: ModelPath<EventsScreen> = \.events
  static let views: [any PanelView] = [EventLogPanel(), EventPanel(), EventCountPanel()]

  /// The list above the event and the counts per feature.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isAlone = model.layout.arrangement == .alone
    if isAlone, body.rows < Self.minRowsOfTwoPanels { return [model.focus: body] }
    // The lower panels get a third of the rows, from 6 to 14.
    let rows = min(max(body.rows / 3, 6), 14)
    let lower = body.bottom(rows)
    guard body.columns >= Self.minColumnsOfTwoPanels else {
      return [.log: body.droppingBottom(rows), model.focus == .counts ? .counts : .event: lower]
    }
    let counts = min(max(body.columns * 3 / 8, 40), 60)
    return [
      .log: body.droppingBottom(rows), .event: lower.droppingRight(counts),
      .counts: lower.right(counts),
    ]
  }

  /// In a lower terminal, the panels take turns.
  private static let minRowsOfTwoPanels = 14
  /// In a narrower terminal, the event and the counts take turns below the list.
  private static let minColumnsOfTwoPanels = 100

  /// Counts the shown events of each feature.
  mutating func followLayout(_ shared: Shared) {
    perFeature.show(FeatureCount.counts(of: shown))
  }

  /// Requests the session's events when the screen is shown first; reading the whole history takes
  /// time.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome {
    guard shared.screen == .events, !isRequested else { return [] }
    isRequested = true
    return [.followEvents]
  }

  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? {
    guard case .events(let new, let isWhole, let first) = event else { return nil }
    add(new, isWhole: isWhole, from: first)
    return awaiting.take().map { .runs([$0]) } ?? []
  }

  func feature(_ shared: Shared) -> String? {
    shared.focus == .counts ? perFeature.selected?.feature : selected?.feature
  }

  func features(_ shared: Shared) -> [String] {
    guard shared.focus != .counts, list.markCount > 0 else {
      return feature(shared).map { [$0] } ?? []
    }
    return subjects.compactMap(\.feature).withoutRepeats
  }

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
    case .json where list.markCount > 0:
      let marked = OutputFile(path: "", events: subjects)
      return .text(marked.what) { marked.text }
    case .json: return .text("the event") { JSONValue.object(event.json).pretty() }
    case .command:
      guard event.kind == "exposure", let feature = event.feature else {
        return .text("the command that prints the events") {
          model.options.sessionCommand(["events"], [])
        }
      }
      return .text("the command that exposes \(feature)") {
        model.options.sessionCommand(
          ["expose"], (event.slug.map { ["--recipe", $0] } ?? []) + ["--", feature])
      }
    }
  }
}

extension Panel {
  static let log = Panel(name: "log", screen: .events, title: "Events")
  static let event = Panel(name: "event", screen: .events, title: "Event")
  static let counts = Panel(name: "counts", screen: .events, title: "Per feature")
}
