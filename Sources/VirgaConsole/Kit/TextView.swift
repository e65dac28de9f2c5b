import VirgaCanvas

/// Where a text is scrolled to.
struct TextScroll: Equatable, Sendable {
  /// The first line in the window.
  var top = 0
  /// What the text was about when it was last drawn; it starts at its top when it is about something else.
  fileprivate var subject = ""
}

/// A panel that shows a text.
struct TextView: PanelView {
  let panel: Panel
  let scroll: StatePath<TextScroll>
  let title: @Sendable (State) -> DisplayText
  var note: @Sendable (State) -> DisplayText = { _ in .empty }
  /// The column of the caret if the first line is being typed.
  var caret: @Sendable (State) -> Int? = { _ in nil }
  /// What the text is about: it starts at its top when that changes.
  let subject: @Sendable (State) -> String
  /// The lines, wrapped to so many columns.
  let text: @Sendable (State, _ columns: Int) -> [StyledLine]

  var top: StatePath<TextScroll>? { scroll }
  var isFiltered: Bool { false }
  var isMarkable: Bool { false }

  func draw(_ state: State, on canvas: inout Canvas) {
    TextPanel.draw(panel, title: title(state), note: note(state), of: state, on: &canvas)
    if let caret = caret(state) {
      let inside = state.layout.inside(panel)
      canvas.cursor = inside.origin.moved(columns: 1 + min(caret, inside.columns - 3))
    }
  }

  func count(in state: State) -> Int { lines(of: state).count }
  func list(in state: State) -> (any ListActions)? { nil }
  func withList(in state: inout State, _ change: (inout any ListActions) -> Void) {}
  func lines(of state: State) -> [StyledLine] { text(state, state.layout.inside(panel).columns - 2) }
  func words(forRow row: Int, of state: State) -> String {
    lines(of: state).dropFirst(row).first.map { PlainWords.of($0.plain.plain) } ?? ""
  }

  func settle(_ state: inout State) {
    let subject = subject(state)
    if state[keyPath: scroll].subject != subject { state[keyPath: scroll] = TextScroll(subject: subject) }
    guard state[keyPath: scroll].top != 0, state.layout.panels[panel] != nil else { return }
    let last = max(count(in: state) - rowsArea(in: state).rows, 0)
    state[keyPath: scroll].top = min(max(state[keyPath: scroll].top, 0), last)
  }
}
