import VirgaCanvas
import VirgaExperiments
import VirgaManifest
import VirgaSession

/// The list of features with its filter.
enum FeaturePanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.features] else { return }
    let hasFocus = state.focus == .features
    let all = state.workspace.features.count
    let shown = state.list.rows.count
    let selection = state.list.selection == .all ? "" : " · \(state.list.selection.rawValue)"
    let whole = DisplayText((shown == all ? "Features \(all)" : "Features \(shown) of \(all)") + selection)
    let counts = counts(of: state)
    // Where both have no room, what was marked or overridden says more than how many features there are.
    let givesWay = !counts.isEmpty && whole.columns + counts.columns + 9 > area.columns
    let title = givesWay && (shown == all || !state.list.marked.isEmpty) ? Panel.features.title : nil
    canvas.drawBorder(area, title: title.map { DisplayText($0) } ?? whole, note: counts, hasFocus: hasFocus)
    drawFilter(state, in: state.layout.inside(.features).top(1), on: &canvas)
    let rows = state.layout.listRows
    guard shown > 0 else {
      drawEmpty(state, in: rows, on: &canvas)
      return
    }
    let errors = state.workspace.errorCounts(in: state.channel)
    for (line, place) in state.list.scroll.window(count: shown, height: rows.rows).enumerated() {
      let row = state.list.rows[place]
      draw(
        row, of: state.list.id(of: row, in: state.workspace), isSelected: place == state.list.scroll.cursor, errors,
        state,
        in: rows.line(line), on: &canvas)
    }
  }

  /// How many features are in experiments, in rollouts, and overridden: `◆1 ◇1 ●2`.
  private static func counts(of state: State) -> DisplayText {
    let owners = state.layers.enrolled.values.compactMap(\.owners.first)
    let experiments = owners.count { !$0.isRollout }
    let counts = [
      (Marks.experiment, experiments), (Marks.rollout, owners.count - experiments),
      (Marks.overridden, state.layers.overridden.count),
    ]
    if !state.list.marked.isEmpty { return DisplayText("\(state.list.marked.count) marked") }
    return counts.filter { $0.1 > 0 }.map { $0.0 + DisplayText("\($0.1)") }.joined(separator: " ")
  }

  private static func drawFilter(_ state: State, in line: Rectangle, on canvas: inout Canvas) {
    let field = state.list.filter
    let start = line.origin.moved(columns: 1)
    canvas.draw("/", at: start, style: state.list.isTyping ? .accent.bold() : .dim)
    let typed = DisplayText(field.text)
    let room = line.columns - 4
    guard state.list.isTyping || !field.isEmpty else {
      canvas.draw("filter", at: start.moved(columns: 2), style: .dim, within: room)
      let lost = state.lostEdits.count
      if lost > 0 {
        let text = lost == 1 ? "! 1 edit of no feature, O" : "! \(lost) edits of no feature, O"
        canvas.drawEnding(DisplayText(text), at: start.moved(columns: line.columns - 2), style: .warning)
      }
      return
    }
    let before = DisplayText(field.beforeCaret)
    let hidden = max(0, before.columns - room + 1)
    canvas.draw(typed.dropping(hidden), at: start.moved(columns: 2), style: .match, within: room, ellipsis: .empty)
    if state.list.isTyping { canvas.cursor = start.moved(columns: 2 + before.columns - hidden) }
  }

  private static func drawEmpty(_ state: State, in area: Rectangle, on canvas: inout Canvas) {
    let text: DisplayText =
      if state.workspace.manifest == nil {
        state.wordsWithoutManifest
      } else if state.list.filter.isEmpty {
        state.list.selection == .all
          ? "the manifest has no features"
          : DisplayText("no feature is listed as \(state.list.selection.rawValue); Esc lists all")
      } else {
        "no feature fits; Esc clears the filter"
      }
    for (row, line) in text.wrapped(to: area.columns - 2).prefix(area.rows).enumerated() {
      canvas.draw(line, at: area.origin.moved(columns: 1, rows: row), style: .dim)
    }
  }

  private static func draw(
    _ row: FeatureList.Row, of id: String, isSelected: Bool, _ problems: [String: Int], _ state: State,
    in line: Rectangle, on canvas: inout Canvas
  ) {
    let hasFocus = state.focus == .features
    let base: Style = isSelected && !hasFocus ? .text.bold() : .text
    if isSelected { canvas.draw(Marks.cursor, at: line.origin, style: .accent.bold()) }
    if let owners = state.layers.enrolled[id]?.owners, let owner = owners.first {
      canvas.draw(owner.isRollout ? Marks.rollout : Marks.experiment, at: line.origin.moved(columns: 1), style: .accent)
    }
    if state.list.marked.contains(id) {
      canvas.draw(Marks.marked, at: line.origin.moved(columns: 3), style: .accent.bold())
    } else if state.session[.draft, id] != nil, !(isSelected && state.isInEditor) {
      canvas.draw(Marks.draft, at: line.origin.moved(columns: 3), style: .changed)
    }
    if state.orphans[EntryKey(.edit, id)] != nil {
      canvas.draw(Marks.problem, at: line.origin.moved(columns: 2), style: .warning.bold())
    } else if state.layers.overridden.contains(id) {
      canvas.draw(Marks.overridden, at: line.origin.moved(columns: 2), style: .changed.bold())
    } else if state.changes[id, default: 0] > 0 {
      canvas.draw(Marks.changed, at: line.origin.moved(columns: 2), style: .changed)
    }
    var room = line.columns - 5
    if let count = problems[id] {
      let text = DisplayText("\(count)") + Marks.problem
      canvas.drawEnding(text, at: Point(column: line.endColumn - 1, row: line.row), style: .error)
      room -= text.columns + 1
    }
    let start = line.origin.moved(columns: 4)
    let inner = state.list.inner(of: row)
    let isFound = inner == nil && !state.list.filter.isEmpty
    // Names that begin alike are told apart by their ends; where letters are underlined each stays in its place.
    let name = isFound ? DisplayText(id) : DisplayText(id).truncatedInside(to: room)
    let used = canvas.draw(name, at: start, style: base, within: room)
    if isFound, let match = Filter(state.list.filter.text).match(id) {
      underline(match.offsets, of: id, at: start, within: min(used, room), on: &canvas)
    }
    if let inner, room - used > 4 {
      canvas.draw(DisplayText(" · " + inner), at: start.moved(columns: used), style: .dim, within: room - used)
    }
    guard isSelected else { return }
    if hasFocus { canvas.select(line) }
    if canvas.cursor == nil, hasFocus, state.overlay == nil { canvas.cursor = line.origin.moved(columns: 1) }
  }

  private static func underline(
    _ offsets: [Int], of id: String, at start: Point, within columns: Int, on canvas: inout Canvas
  ) {
    guard !offsets.isEmpty else { return }
    let bytes = Array(id.utf8)
    for offset in offsets where offset < bytes.count {
      let column = DisplayText(String(decoding: bytes[..<offset], as: UTF8.self)).columns
      guard column < columns else { continue }
      let cell = Rectangle(column: start.column + column, row: start.row, columns: 1, rows: 1)
      canvas.restyle(cell) { Style(.match, $0.emphasis.union(.bold)) }
    }
  }
}
