import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaWorkbench

/// Screen 2: every flag with its three checks.
enum FlagScreen: ScreenParts {
  static let panels: [Panel] = [.flags, .flag, .flagKeys]
  static var filter: StatePart<FilterField>? { StatePart({ $0.flags.filter }, { $0.flags.filter = $1 }) }

  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle] {
    let isAlone = Layout.arrangement(of: state.size) == .alone
    if isAlone, body.rows < 14 { return [state.focus == .flag ? .flag : .flags: body] }
    let rows = min(max(body.rows * 2 / 5, 6), 18)
    let below = body.bottom(rows)
    let keys = body.columns >= 110 ? min(max(body.columns * 2 / 5, 46), 60) : 0
    var areas: [Panel: Rectangle] = [.flags: body.droppingBottom(rows), .flag: below.droppingRight(keys)]
    if keys > 0 { areas[.flagKeys] = below.right(keys) }
    return areas
  }

  static func isOffered(_ panel: Panel, in state: State) -> Bool { panel != .flagKeys }

  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    switch panel {
    case .flags: FlagPanel.draw(state, on: &canvas)
    case .flag: FlagDetails.draw(state, on: &canvas)
    default: FlagKeys.draw(state, on: &canvas)
    }
  }

  static func settle(_ state: inout State) {
    state.flags.refresh(state.workspace, session: state.session, channel: state.channel)
    let subject = state.flags.selectedRow?.id
    if subject != state.flags.detailsSubject { state.flags.detailsTop = 0 }
    state.flags.detailsSubject = subject
    let columns = state.layout.inside(.flag).columns - 2
    state.flags.settleDetails(generation: state.sessionGeneration, channel: state.channel, columns: columns)
    if state.layout.panels[.flag] != nil, state.flags.keptDetails(columns: columns) == nil {
      state.flags.keepDetails(FlagDetails.lines(of: state, columns: columns))
    }
    settleLists(&state)
  }

  static func scroll(of panel: Panel) -> StatePart<Scroll>? {
    panel == .flags ? StatePart({ $0.flags.scroll }, { $0.flags.scroll = $1 }) : nil
  }

  static func count(in panel: Panel, of state: State) -> Int {
    panel == .flags ? state.flags.lines.count : lines(of: panel, in: state)?.count ?? 0
  }

  static let searched: [Panel] = [.flag]

  static func lines(of panel: Panel, in state: State) -> [StyledLine]? {
    guard panel == .flag else { return nil }
    return FlagDetails.lines(of: state, columns: state.layout.inside(.flag).columns - 2)
  }

  static func top(of panel: Panel) -> StatePart<Int>? {
    panel == .flag ? StatePart({ $0.flags.detailsTop }, { $0.flags.detailsTop = $1 }) : nil
  }

  static func rowsArea(of panel: Panel, in state: State) -> Rectangle {
    panel == .flags ? state.layout.inside(.flags).droppingTop(2) : state.layout.inside(panel)
  }

  static func cursorMoved(in panel: Panel, of state: inout State) {
    state.flags.detailsTop = 0
    state.flags.awaited = nil
  }

  static func marks(in state: State) -> StatePart<NameSet>? {
    state.focus == .flags ? StatePart({ $0.flags.marked }, { $0.flags.marked = $1 }) : nil
  }

  /// The flag under the cursor; of a heading all flags of the section.
  static func markable(in state: State) -> [String] {
    guard let section = state.flags.selectedSection else { return state.flags.selectedRow.map { [$0.id] } ?? [] }
    return state.flags.rows(in: section).map(\.id)
  }

  static func allMarkable(in state: State) -> [String] {
    guard let rows = state.flags.flags?.catalogue.rows else { return [] }
    return state.flags.shownPlaces.map { rows[$0].id }
  }

  static func feature(in state: State) -> String? { state.flags.selectedRow?.feature }
  static func features(in state: State) -> [String] { state.flags.subjects.compactMap(\.feature).withoutRepeats }

  static func isHeading(_ line: Int, in state: State) -> Bool {
    if case .heading = state.flags.lines[line] { true } else { false }
  }

  /// The best fit gets the cursor while a filter is typed; without one the flag that was found keeps it.
  static func filterChanged(_ state: inout State) {
    let found = state.flags.selectedRow?.id
    state.flags.awaited = nil
    state.flags.scroll = Scroll()
    state.flags.refresh(state.workspace, session: state.session, channel: state.channel)
    if state.flags.filter.field.isEmpty {
      if let found { _ = state.flags.select(found) }
    } else {
      state.flags.goToFirstFlag()
    }
  }

  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    if panel == .flags, point.row == state.layout.inside(.flags).row { return startFilter("", in: &state) }
    return clickRow(at: point, in: panel, isSecond: isSecond, of: &state)
  }

  static func open(_ panel: Panel, of state: inout State) -> [Effect] {
    panel == .flags ? state.run(Invocation("go-to-flag-feature")) : []
  }

  static func clear(_ state: inout State) -> [Effect] {
    if state.focus != .flags {
      state.focus = .flags
    } else if !state.flags.filter.field.isEmpty {
      state.flags.filter.field = TextField()
      filterChanged(&state)
    } else {
      state.flags.selection = .all
    }
    return []
  }
}

extension Panel {
  /// The list of flags.
  package static let flags = Panel("flags", on: .flags, title: "Flags")
  /// What there is to know about the flag under the cursor.
  package static let flag = Panel("flag", on: .flags, title: "Flag")
  /// What can be done to it.
  package static let flagKeys = Panel("flag-keys", on: .flags, title: "Change")
}
