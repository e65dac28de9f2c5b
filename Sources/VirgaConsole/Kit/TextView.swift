import VirgaCanvas

struct TextScroll: Equatable, Sendable {
  var top = 0
  /// The subject when last drawn; another one scrolls back to the top.
  fileprivate var subject = ""
}

struct TextView: PanelView {
  let panel: Panel
  let scroll: StatePath<TextScroll>
  let title: @Sendable (State) -> DisplayText
  var subtitle: @Sendable (State) -> DisplayText = { _ in .empty }
  /// The column of the caret, if the first line is being typed.
  var caret: @Sendable (State) -> Int? = { _ in nil }
  let subject: @Sendable (State) -> String
  let text: @Sendable (State, _ columns: Int) -> [StyledLine]

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[panel] else { return }
    let (inside, lines, hasFocus) = (area.inset(by: 1), lines(of: state), state.focus == panel)
    let top = min(state[keyPath: scroll].top, max(0, lines.count - inside.rows))
    let reach = Prose.reach(from: top, rows: inside.rows, of: lines.count)
    var title = title(state)
    let isInText = !wholeTitle(of: state, columns: inside.columns - 2).isEmpty
    if isInText || !reach.isEmpty && title.columns + reach.columns + 9 > area.columns {
      title = DisplayText(panel.title)
    }
    let notes = Self.notes(subtitle(state), reach, beside: title, in: area)
    canvas.drawBorder(area, title: title, subtitle: notes, hasFocus: hasFocus)
    canvas.draw(lines.dropFirst(top), in: inside)
    let caret = caret(state)
    if caret != nil || hasFocus && state.overlay == nil {
      canvas.cursor = inside.origin.moved(columns: 1 + min(caret ?? 0, inside.columns - 3))
    }
  }

  /// The width of a scroll position such as `15 of 53 lines` with its border.
  private static var maxSubtitleWidth: Int { 20 }

  /// The title as lines above the text, if it may not fit in the border.
  func wholeTitle(of state: State, columns: Int) -> [StyledLine] {
    let title = title(state)
    let isShort = title.columns <= max(Self.maxSubtitleWidth, columns - Self.maxSubtitleWidth)
    return isShort ? [] : title.wrapped(to: columns).map { StyledLine($0, .title) }
  }

  /// The rows that the whole text needs at a width, border included.
  func wantedRows(_ state: State, columns: Int) -> Int {
    [wholeTitle, text].flatMap { $0(state, columns - 4) }.count + 2
  }

  /// The subtitle and the scroll position in a border; only the latter if both do not fit.
  static func notes(
    _ subtitle: DisplayText, _ reach: DisplayText, beside title: DisplayText, in area: Rectangle
  ) -> DisplayText {
    let both = [subtitle, reach].filter { !$0.isEmpty }.joined(separator: " · ")
    return reach.isEmpty || title.columns + both.columns + 9 <= area.columns ? both : reach
  }

  func lines(of state: State) -> [StyledLine] {
    let columns = state.layout.inside(panel).columns - 2
    return wholeTitle(of: state, columns: columns) + text(state, columns)
  }

  func top(in state: State) -> Int? { state[keyPath: scroll].top }
  func show(from top: Int, in state: inout State) { state[keyPath: scroll].top = top }

  func reconcile(_ state: inout State) {
    let subject = subject(state)
    if state[keyPath: scroll].subject != subject { state[keyPath: scroll] = TextScroll(subject: subject) }
    guard state[keyPath: scroll].top != 0, state.layout.panels[panel] != nil else { return }
    let last = max(count(in: state) - rowsArea(in: state).rows, 0)
    state[keyPath: scroll].top = min(max(state[keyPath: scroll].top, 0), last)
  }
}
