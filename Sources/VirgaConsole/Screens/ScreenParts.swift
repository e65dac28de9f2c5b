import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

/// What a screen is made of: functions of the state, which alone remembers anything.
///
/// A screen is added in five steps. Its state is a struct of its own in `State`; its panels are constants of `Panel`;
/// its commands, in the contexts `.screen(…)` and `.panel(…)`, are listed in `CommandTable.all`; a type conforms to
/// this protocol; and `Screen.parts` names the type, from when on the screen has its tab and its digit. A list needs
/// little: with `scroll(of:)`, `count(in:of:)` and `rowsArea(of:in:)` its cursor moves, slides and follows clicks, and
/// with `filter` it is narrowed by `/`. A text needs `lines(of:in:)` and `top(of:)` to be moved and drawn by ``TextPanel``;
/// it is searched, as is a list that nothing filters, where it has `lines(of:in:)` and is one of `searched`.
protocol ScreenParts: SendableMetatype {
  /// The panels in the order in which `Tab` goes through them; the first has the focus at the beginning.
  static var panels: [Panel] { get }

  /// How the panels are drawn and used that are lists or texts.
  static var views: [any PanelView] { get }

  /// Where the panels stand in the room between the first line and the last two; a panel that is left out is not seen.
  static func areas(in body: Rectangle, of state: State) -> [Panel: Rectangle]
  /// Whether `Tab` stops at a panel.
  static func isOffered(_ panel: Panel, in state: State) -> Bool
  /// Draws a panel that is seen.
  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas)
  /// Draws what lies over the panels; nothing lies over that but a list to choose from.
  static func drawOver(_ state: State, on canvas: inout Canvas)
  /// Makes the screen's state whole after an event while the screen is shown; the layout has been made.
  static func settle(_ state: inout State)

  /// The cursor and the window of a panel that is a list.
  static func scroll(of panel: Panel) -> StatePart<Scroll>?
  /// How many lines a panel has.
  static func count(in panel: Panel, of state: State) -> Int
  /// Where the lines of a panel stand, without border and heads.
  static func rowsArea(of panel: Panel, in state: State) -> Rectangle
  /// The panels that are searched: texts, and lists that nothing filters.
  static var searched: [Panel] { get }
  /// The lines of a panel that is searched.
  static func lines(of panel: Panel, in state: State) -> [StyledLine]?
  /// The first line of a text that is seen.
  static func top(of panel: Panel) -> StatePart<Int>?
  /// Notes that the cursor of a list moved.
  static func cursorMoved(in panel: Panel, of state: inout State)
  /// Moves the cursor, or a text without a cursor, by lines.
  static func move(by rows: Int, in panel: Panel, of state: inout State)
  /// Moves what is seen by lines, as the wheel does; the cursor of a list is taken along only in the panel in focus,
  /// and only where it would go out of sight.
  static func slide(by rows: Int, in panel: Panel, of state: inout State)
  /// Takes a click in a panel, which has the focus now.
  ///
  /// - Parameter isSecond: Whether it is the second of a double click.
  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect]
  /// Follows the mouse while its button is held.
  static func drag(to point: Point, in panel: Panel, of state: inout State)
  /// Opens the line under the cursor, as a double click on it does.
  static func open(_ panel: Panel, of state: inout State) -> [Effect]

  /// The filter that `/` types into.
  static var filter: StatePart<FilterField>? { get }
  /// Finds the lines again after the filter changed.
  static func filterChanged(_ state: inout State)
  /// The line that keys go to; nil where keys are commands, or text of the config editor.
  static func typedLine(in state: State) -> TypedLine?
  /// Follows what was typed into the line.
  static func lineChanged(_ state: inout State) -> [Effect]
  /// Lets keys be commands again, and acts on what was typed.
  static func keepLine(_ state: inout State) -> [Effect]
  /// Lets keys be commands again; what was typed stays.
  static func stopTyping(_ state: inout State)
  /// What the lists of the screen are filtered by or searched for.
  static func searchTerm(in state: State) -> String?
  /// Goes to the next or the previous match in the list in focus.
  static func findNext(_ step: Int, in state: inout State) -> [Effect]
  /// Whether a line of the screen's first list is a heading, which nobody looks for.
  static func isHeading(_ line: Int, in state: State) -> Bool
  /// Begins to filter or search, or does it at once for an argument.
  static func startFilter(_ argument: String, in state: inout State) -> [Effect]
  /// Leaves exactly one level: a filter, a search, a panel.
  static func clear(_ state: inout State) -> [Effect]
  /// Where the names are kept that are marked in the list in focus; nil where nothing can be marked.
  static func marks(in state: State) -> StatePart<NameSet>?
  /// The names by which what is under the cursor is marked: one, or those of a section under its heading.
  static func markable(in state: State) -> [String]
  /// The names of all that the list in focus shows.
  static func allMarkable(in state: State) -> [String]
  /// The commands that lead back to what is under the cursor.
  static func way(in state: State) -> [Invocation]
  /// A part of what is under the cursor, to be copied.
  static func copy(_ part: CopyPart, in state: State) -> Copying
  /// The feature that what is under the cursor is about.
  static func feature(in state: State) -> String?
  /// The features that a command about features acts on: those of all that is marked, else that under the cursor.
  static func features(in state: State) -> [String]
  /// The features that can be exposed from where the cursor is, or why there is none.
  static func exposed(in state: State) -> Result<[String], Refusal>
  /// Grows the panel in focus by columns, or shrinks it.
  static func grow(by columns: Int, _ state: inout State)
}

extension ScreenParts {
  static var views: [any PanelView] { [] }

  /// How a panel is drawn and used; nil for one that the screen draws itself.
  static func view(of panel: Panel) -> (any PanelView)? { views.first { $0.panel == panel } }

  static func isOffered(_ panel: Panel, in state: State) -> Bool { true }

  static func draw(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    view(of: panel)?.draw(state, on: &canvas)
  }

  static func drawOver(_ state: State, on canvas: inout Canvas) {}

  static func settle(_ state: inout State) { settleLists(&state) }

  /// Keeps every cursor in its list and every window around its cursor.
  static func settleLists(_ state: inout State) {
    for panel in panels {
      if let view = view(of: panel) {
        view.settle(&state)
      } else if state.layout.panels[panel] != nil {
        settle(panel, of: &state)
      } else if let path = scroll(of: panel) {
        state[path].move(by: 0, in: count(in: panel, of: state))
      }
    }
  }

  /// Keeps a text from being moved beyond its end.
  private static func settleText(_ panel: Panel, of state: inout State) {
    guard let top = top(of: panel), state[top] != 0 else { return }
    let most = max(count(in: panel, of: state) - rowsArea(of: panel, in: state).rows, 0)
    state[top] = min(max(state[top], 0), most)
  }

  /// Keeps the cursor of a list in it and the window around the cursor.
  static func settle(_ panel: Panel, of state: inout State) {
    guard let path = scroll(of: panel) else { return settleText(panel, of: &state) }
    state[path].settle(count: count(in: panel, of: state), height: rowsArea(of: panel, in: state).rows)
  }

  static func scroll(of panel: Panel) -> StatePart<Scroll>? {
    guard let view = view(of: panel), view.top == nil else { return nil }
    return StatePart(
      { view.list(in: $0)?.scroll ?? Scroll() }, { state, scroll in view.withList(in: &state) { $0.scroll = scroll } })
  }
  static func count(in panel: Panel, of state: State) -> Int {
    view(of: panel)?.count(in: state) ?? lines(of: panel, in: state)?.count ?? 0
  }
  static var searched: [Panel] { views.filter { !$0.isFiltered }.map(\.panel) }
  static func lines(of panel: Panel, in state: State) -> [StyledLine]? { view(of: panel)?.lines(of: state) }
  static func top(of panel: Panel) -> StatePart<Int>? {
    guard let top = view(of: panel)?.top else { return nil }
    return StatePart({ $0[keyPath: top].top }, { $0[keyPath: top].top = $1 })
  }
  static func rowsArea(of panel: Panel, in state: State) -> Rectangle {
    view(of: panel)?.rowsArea(in: state) ?? state.layout.inside(panel)
  }
  static func cursorMoved(in panel: Panel, of state: inout State) {}

  static func move(by rows: Int, in panel: Panel, of state: inout State) {
    moveLines(by: rows, in: panel, of: &state)
  }

  /// Moves the cursor of a list, or a text.
  static func moveLines(by rows: Int, in panel: Panel, of state: inout State) {
    guard let path = scroll(of: panel) else {
      if let top = top(of: panel) { state[top] += rows }
      return
    }
    state[path].move(by: rows, in: count(in: panel, of: state))
    cursorMoved(in: panel, of: &state)
  }

  static func slide(by rows: Int, in panel: Panel, of state: inout State) {
    guard let path = scroll(of: panel) else { return move(by: rows, in: panel, of: &state) }
    let height = rowsArea(of: panel, in: state).rows
    // Keys act on the cursor of the panel in focus, which therefore stays in sight.
    let takesCursor = panel == state.focus
    let before = state[path].cursor
    state[path].slide(
      by: rows, in: count(in: panel, of: state), height: height, takingCursor: takesCursor)
    if state[path].cursor != before { cursorMoved(in: panel, of: &state) }
  }

  /// Has the windows of all lists be around their cursors again.
  static func comeBack(_ state: inout State) {
    for case let path? in panels.map(scroll) where state[path].isAway { state[path].comeBack() }
  }

  static func click(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    if view(of: panel)?.isFiltered == true, point.row == state.layout.inside(panel).row {
      return startFilter("", in: &state)
    }
    return clickRow(at: point, in: panel, isSecond: isSecond, of: &state)
  }

  /// Puts the cursor on the line that was clicked, and opens it where that was done twice in a row.
  static func clickRow(at point: Point, in panel: Panel, isSecond: Bool, of state: inout State) -> [Effect] {
    let area = rowsArea(of: panel, in: state)
    guard let path = scroll(of: panel), area.contains(point) else { return [] }
    let row = state[path].top + point.row - area.row
    guard row < count(in: panel, of: state) else { return [] }
    // The list may have moved under the mouse: what the first of the two clicks chose is what is opened.
    if isSecond { return open(panel, of: &state) }
    state[path].cursor = row
    cursorMoved(in: panel, of: &state)
    return []
  }

  static func drag(to point: Point, in panel: Panel, of state: inout State) {}

  static func open(_ panel: Panel, of state: inout State) -> [Effect] { [] }

  static var filter: StatePart<FilterField>? {
    guard let view = views.first(where: \.isFiltered) else { return nil }
    return StatePart(
      { view.list(in: $0)?.filter ?? FilterField() },
      { state, filter in view.withList(in: &state) { $0.filter = filter } })
  }
  static func filterChanged(_ state: inout State) {
    views.first(where: \.isFiltered)?.withList(in: &state) { $0.refilter(toBest: false) }
  }

  static func typedLine(in state: State) -> TypedLine? { filterLine(in: state) }

  /// The screen's filter, where it is typed.
  static func filterLine(in state: State) -> TypedLine? {
    guard let filter, state[filter].isTyping else { return nil }
    let field = StatePart({ $0[filter].field }, { $0[filter].field = $1 })
    return TypedLine(typing: .filter, panel: panels.first, field: field)
  }

  static func lineChanged(_ state: inout State) -> [Effect] {
    filterChanged(&state)
    return []
  }

  static func keepLine(_ state: inout State) -> [Effect] {
    stopTyping(&state)
    return []
  }

  static func stopTyping(_ state: inout State) {
    if let filter { state[filter].isTyping = false }
  }

  static func startFilter(_ argument: String, in state: inout State) -> [Effect] {
    guard let filter else {
      state.status = .refusal("there is nothing to filter here")
      return []
    }
    if let first = panels.first { state.focus = first }
    let old = state[filter].text
    state[filter].field = TextField(argument)
    state[filter].isTyping = argument.isEmpty
    if argument != old { filterChanged(&state) }
    return []
  }

  static func searchTerm(in state: State) -> String? { filter.map { state[$0].text } }

  static func findNext(_ step: Int, in state: inout State) -> [Effect] { goToLine(step, in: &state) }

  /// Goes to another line of the screen's first list, past headings, and says where it is.
  static func goToLine(_ step: Int, in state: inout State) -> [Effect] {
    guard let list = panels.first, let path = scroll(of: list) else { return [] }
    let places = (0..<count(in: list, of: state)).filter { !isHeading($0, in: state) }
    guard !places.isEmpty else { return [] }
    let cursor = state[path].cursor
    let here = step > 0 ? places.firstIndex { $0 > cursor } : places.lastIndex { $0 < cursor }
    let place = here ?? (step > 0 ? 0 : places.count - 1)
    state.focus = list
    state[path].cursor = places[place]
    cursorMoved(in: list, of: &state)
    state.status = .place("\(place + 1) of \(places.count)")
    return []
  }

  static func isHeading(_ line: Int, in state: State) -> Bool {
    panels.first.flatMap(view)?.list(in: state)?.isHeading(line) ?? false
  }

  static func clear(_ state: inout State) -> [Effect] {
    if let first = panels.first, state.focus != first {
      state.focus = first
    } else if let filter, !state[filter].field.isEmpty {
      state[filter].field = TextField()
      filterChanged(&state)
    }
    return []
  }

  static func marks(in state: State) -> StatePart<NameSet>? { nil }
  static func markable(in state: State) -> [String] { [] }
  static func allMarkable(in state: State) -> [String] { [] }
  static func way(in state: State) -> [Invocation] { [] }
  static func copy(_ part: CopyPart, in state: State) -> Copying { .nothing("there is nothing to copy here") }
  static func feature(in state: State) -> String? { state.selectedFeature?.id }
  static func features(in state: State) -> [String] { feature(in: state).map { [$0] } ?? [] }
  static func exposed(in state: State) -> Result<[String], Refusal> {
    let ids = features(in: state)
    return ids.isEmpty ? .failure(Refusal("nothing here is about a feature")) : .success(ids)
  }
  static func grow(by columns: Int, _ state: inout State) {}
}
