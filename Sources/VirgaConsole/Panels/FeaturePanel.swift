import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The list of features with its filter.
enum FeaturePanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.features] else { return }
    let hasFocus = state.focus == .features
    let all = state.workspace.features.count
    let shown = state.list.rows.count
    let selection = state.list.selection == .all ? "" : " · \(state.list.selection.rawValue)"
    let count = (shown == all ? "\(all)" : "\(shown) of \(all)") + selection
    let name = DisplayText(Panel.features.title)
    let isMarked = !state.list.marked.isEmpty
    let counts = isMarked ? [DisplayText("\(state.list.marked.count) marked")] : counts(of: state)
    // What is marked, in experiments or overridden says more than how many features there are, unless some are left out.
    let isWhole = shown == all && selection.isEmpty || isMarked
    let titles = [name + DisplayText(" " + count)] + (isWhole ? [name] : []) + [DisplayText(count)]
    // A title alone comes nearer to the edge than a note beside it does.
    let wanted = counts.isEmpty ? -3 : counts.joined(separator: " ").columns
    let title = titles.first { room(beside: $0, in: area) >= wanted } ?? DisplayText(count)
    canvas.drawBorder(
      area, title: title, note: fitting(counts, in: room(beside: title, in: area)), hasFocus: hasFocus)
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
        row, of: state.list.id(of: row), isSelected: place == state.list.scroll.cursor, errors, state,
        in: rows.line(line), on: &canvas)
    }
  }

  /// How many columns are left for a note beside a title, with what stands between them.
  private static func room(beside title: DisplayText, in area: Rectangle) -> Int { area.columns - title.columns - 9 }

  /// How many features are in experiments, in rollouts, and overridden: `◆1`, `◇1`, `●2`.
  private static func counts(of state: State) -> [DisplayText] {
    let owners = state.layers.enrolled.values.compactMap(\.owners.first)
    let experiments = owners.count { !$0.isRollout }
    return [
      (Marks.experiment, experiments), (Marks.rollout, owners.count - experiments),
      (Marks.overridden, state.layers.overridden.count),
    ].filter { $0.1 > 0 }.map { $0.0 + DisplayText("\($0.1)") }
  }

  /// The counts beside each other; where there is no room for all, the last ones count most.
  private static func fitting(_ counts: [DisplayText], in columns: Int) -> DisplayText {
    var counts = counts
    while counts.count > 1, counts.joined(separator: " ").columns > columns { counts.remove(at: counts.count - 2) }
    return counts.joined(separator: " ")
  }

  private static func drawFilter(_ state: State, in line: Rectangle, on canvas: inout Canvas) {
    FilterField(state.list.filter, isTyping: state.list.isTyping).draw(in: line, on: &canvas)
    let lost = state.lostEdits.count
    guard lost > 0, state.list.filter.isEmpty, !state.list.isTyping else { return }
    let text = "! \(lost.counted("edit")) of no feature, \(state.keyName(of: "overrides"))"
    canvas.drawEnding(DisplayText(text), at: Point(column: line.endColumn - 1, row: line.row), style: .warning)
  }

  private static func drawEmpty(_ state: State, in area: Rectangle, on canvas: inout Canvas) {
    let clear = state.keyName(of: "clear")
    let text: DisplayText =
      if state.workspace.manifest == nil {
        state.wordsWithoutManifest
      } else if state.list.filter.isEmpty {
        state.list.selection == .all
          ? state.wordsWithoutFeatures
          : DisplayText("no feature is listed as \(state.list.selection.rawValue); \(clear) lists all")
      } else {
        state.list.selection == .all
          ? DisplayText("no feature fits; \(clear) clears the filter")
          : DisplayText(
            "no feature fits of those listed as \(state.list.selection.rawValue); \(clear) clears the filter, then lists all"
          )
      }
    for (row, line) in text.wrapped(to: area.columns - 2).prefix(area.rows).enumerated() {
      canvas.draw(line, at: area.origin.moved(columns: 1, rows: row), style: .dim)
    }
  }

  private static func draw(
    _ row: FeatureList.Row, of id: String, isSelected: Bool, _ problems: NameTable<Int>, _ state: State,
    in line: Rectangle, on canvas: inout Canvas
  ) {
    let hasFocus = state.focus == .features
    let base: Style = isSelected && !hasFocus ? .text.bold() : .text
    if isSelected { canvas.draw(Marks.cursor, at: line.origin, style: .accent.bold()) }
    if let owners = state.layers.enrolled[id]?.owners, let owner = owners.first {
      canvas.draw(owner.isRollout ? Marks.rollout : Marks.experiment, at: line.origin.moved(columns: 1), style: .accent)
    }
    let isDraft = state.session[.draft, id] != nil && !(isSelected && state.isInEditor)
    let isMarked = state.list.marked.contains(id)
    if isMarked || isDraft {
      canvas.draw(
        isMarked ? Marks.marked : Marks.draft, at: line.origin.moved(columns: 3),
        style: isMarked ? .accent.bold() : .changed)
    }
    if state.orphans[EntryKey(.edit, id)] != nil || state.misfits.features.contains(id) {
      canvas.draw(Marks.problem, at: line.origin.moved(columns: 2), style: .warning.bold())
    } else if state.layers.overridden.contains(id) {
      canvas.draw(Marks.overridden, at: line.origin.moved(columns: 2), style: .changed.bold())
    } else if state.changes[id, default: 0] > 0 {
      canvas.draw(Marks.changed, at: line.origin.moved(columns: 2), style: .changed)
    }
    // A mark stands apart from the name.
    let start = line.origin.moved(columns: isMarked || isDraft ? 5 : 4)
    var room = line.endColumn - 1 - start.column
    if let count = problems[id] {
      let text = DisplayText("\(count)") + Marks.problem
      canvas.drawEnding(text, at: Point(column: line.endColumn - 1, row: line.row), style: .error)
      room -= text.columns + 1
    }
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
