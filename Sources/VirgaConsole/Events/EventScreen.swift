import VirgaCanvas
import VirgaJSON
import VirgaSession

/// Screen 5: what happened, as it happens.
enum EventScreen: ScreenParts {
  static let panels: [Panel] = [.log, .event, .counts]
  static var filter: StatePart<FilterField>? { StatePart({ $0.events.filter }, { $0.events.filter = $1 }) }

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    if Layout.arrangement(of: state.size) == .alone, body.rows < 14 { return [state.focus: body] }
    let rows = min(max(body.rows / 3, 6), 14)
    let lower = body.bottom(rows)
    guard body.columns >= 100 else {
      return [.log: body.droppingBottom(rows), state.focus == .counts ? .counts : .event: lower]
    }
    let counts = min(max(body.columns * 3 / 8, 40), 60)
    return [.log: body.droppingBottom(rows), .event: lower.droppingRight(counts), .counts: lower.right(counts)]
  }

  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    switch panel {
    case .log: LogPanel.draw(state, on: &canvas)
    case .counts: CountPanel.draw(state, on: &canvas)
    default: EventPanel.draw(state, on: &canvas)
    }
  }

  static func scroll(of panel: Panel) -> StatePart<Scroll>? {
    switch panel {
    case .log: StatePart({ $0.events.scroll }, { $0.events.scroll = $1 })
    case .counts: StatePart({ $0.events.countScroll }, { $0.events.countScroll = $1 })
    default: nil
    }
  }

  static func count(in panel: Panel, of state: State) -> Int {
    switch panel {
    case .log: state.events.lines.count
    case .counts: state.events.counts.count
    default: lines(of: panel, in: state)?.count ?? 0
    }
  }

  static let searched: [Panel] = [.event, .counts]

  static func lines(of panel: Panel, in state: State) -> [StyledLine]? {
    switch panel {
    case .event: EventPanel.lines(of: state, columns: state.layout.inside(.event).columns - 2)
    case .counts: CountPanel.lines(of: state)
    default: nil
    }
  }

  static func top(of panel: Panel) -> StatePart<Int>? {
    panel == .event ? StatePart({ $0.events.detailsTop }, { $0.events.detailsTop = $1 }) : nil
  }

  static func rowsArea(of panel: Panel, in state: State) -> Rectangle {
    let inside = state.layout.inside(panel)
    return panel == .log ? inside.droppingTop(2) : inside
  }

  static func cursorMoved(in panel: Panel, of state: inout State) {
    guard panel == .log else { return }
    state.events.detailsTop = 0
    state.flags.awaited = nil
  }

  /// The flag of an event is known before anybody goes there: it is named beside the key that does.
  static func settle(_ state: inout State) {
    settleLists(&state)
    if let event = state.events.selected, state.flagEntry(of: event) != nil { state.findFlagNames() }
  }

  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    if panel == .log, point.row == state.layout.inside(.log).row { return startFilter("", in: &state) }
    return clickRow(at: point, in: panel, isSecond: isSecond, of: &state)
  }

  static func open(_ panel: Panel, of state: inout State) -> [Effect] {
    switch panel {
    case .log: state.run(Invocation("go-to-event"))
    case .counts: state.run(Invocation("only-this-feature"))
    default: []
    }
  }

  static func filterChanged(_ state: inout State) { state.events.refresh() }

  static func feature(in state: State) -> String? {
    state.focus == .counts ? state.events.selectedCount?.feature : state.events.selected?.feature
  }

  static func features(in state: State) -> [String] {
    guard state.focus != .counts, !state.events.marked.isEmpty else { return feature(in: state).map { [$0] } ?? [] }
    return state.events.subjects.compactMap(\.feature).withoutRepeats
  }

  static func marks(in state: State) -> StatePart<NameSet>? {
    state.focus == .log ? StatePart({ $0.events.marked }, { $0.events.marked = $1 }) : nil
  }
  static func markable(in state: State) -> [String] { state.events.selected.map { ["\($0.id)"] } ?? [] }
  static func allMarkable(in state: State) -> [String] { state.events.shown.map { "\($0.id)" } }
}

extension Panel {
  /// What happened, a line each.
  package static let log = Panel("log", on: .events, title: "Events")
  /// The event under the cursor in full.
  package static let event = Panel("event", on: .events, title: "Event")
  /// How often each feature has an event.
  package static let counts = Panel("counts", on: .events, title: "Per feature")
}
