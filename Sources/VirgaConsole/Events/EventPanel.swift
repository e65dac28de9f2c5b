import VirgaCanvas
import VirgaJSON
import VirgaSession

/// The event under the cursor as JSON.
enum EventPanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.event] else { return }
    let inside = area.inset(by: 1)
    let title = state.events.selected?.shownKind ?? "Event"
    let lines = lines(of: state)
    let reach = Prose.reach(from: state.events.detailsTop, rows: inside.rows, of: lines.count)
    canvas.drawBorder(area, title: DisplayText(title), note: reach, hasFocus: state.focus == .event)
    for (row, line) in lines.dropFirst(state.events.detailsTop).prefix(inside.rows).enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
    if state.focus == .event, state.overlay == nil { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  static func lines(of state: State) -> [DisplayText] {
    guard let event = state.events.selected else { return [] }
    return DisplayText.lines(JSONValue.object(event.json).pretty())
  }
}

/// How often each feature has an event, and when: a bar per stretch of time.
enum CountPanel {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.counts] else { return }
    let inside = area.inset(by: 1)
    let counts = state.events.counts
    canvas.drawBorder(area, title: "Per feature", hasFocus: state.focus == .counts)
    guard !counts.isEmpty else {
      canvas.draw(
        "no event is about a feature", at: inside.origin.moved(columns: 1), style: .dim, within: inside.columns - 2)
      return
    }
    let digits = counts.map { "\($0.count)".count }.max() ?? 1
    let widest = counts.map { DisplayText($0.feature).columns }.max() ?? 0
    let names = min(widest, max(10, inside.columns - EventLog.stretches - digits - 20))
    let most = counts.flatMap(\.history).max() ?? 1
    for (row, count) in counts.prefix(inside.rows).enumerated() {
      var line = StyledLine(DisplayText(count.feature).truncated(to: names).padded(to: names + 2))
      line.add(DisplayText(String(count.history.map { bar($0, of: most) })), .accent)
      line.add(DisplayText("\(count.count)").paddedAtStart(to: digits + 2))
      if count.suppressed > 0 { line.add(DisplayText("  \(count.suppressed) suppressed"), .dim) }
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
  }

  private static func bar(_ count: Int, of most: Int) -> Character {
    count == 0 ? " " : bars[min((count * bars.count - 1) / max(most, 1), bars.count - 1)]
  }
}
