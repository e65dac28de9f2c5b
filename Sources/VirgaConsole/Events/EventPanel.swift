import VirgaCanvas
import VirgaJSON
import VirgaSession

/// The event under the cursor as JSON.
enum EventPanel {
  /// What tells one event from the next; where there is little room the rest waits below.
  private static let first = ["slug", "branch", "reason", "suppressed", "feature", "time", "kind", "id"]

  static func draw(_ state: State, on canvas: inout Canvas) {
    TextPanel.draw(
      .event, title: DisplayText(state.events.selected?.shownKind ?? "Event"), of: state, on: &canvas)
  }

  static func lines(of state: State, columns: Int) -> [StyledLine] {
    guard let event = state.events.selected else { return [] }
    let indent: DisplayText = .blanks(4)
    return DisplayText.lines(JSONValue.object(ordered(event.json)).pretty()).flatMap { line in
      guard line.columns > columns, columns > 2 * indent.columns else { return [StyledLine(line)] }
      let blanks = line.prefix(blanksBefore(line))
      let words = line.dropping(blanks.columns).wrapped(to: columns - blanks.columns - indent.columns)
      return words.enumerated().map { StyledLine(blanks + ($0 == 0 ? .empty : indent) + $1) }
    }
  }
}

extension EventPanel {
  private static func ordered(_ event: JSONObject) -> JSONObject {
    var ordered = JSONObject()
    for key in first { if let value = event[key] { ordered[key] = value } }
    for (key, value) in event where !first.contains(key) { ordered[key] = value }
    return ordered
  }

  private static func blanksBefore(_ line: DisplayText) -> Int { line.plain.utf8.prefix { $0 == 0x20 }.count }
}

/// How often each feature has an event, and when: a bar per stretch of time.
enum CountPanel {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.counts] else { return }
    let inside = area.inset(by: 1)
    let hasFocus = state.focus == .counts
    let lines = lines(of: state)
    canvas.drawBorder(area, title: DisplayText("Per feature \(lines.count)"), hasFocus: hasFocus)
    guard !lines.isEmpty else {
      canvas.draw(
        "no event is about a feature", at: inside.origin.moved(columns: 1), style: .dim, within: inside.columns - 2)
      return
    }
    let scroll = state.events.countScroll
    for (row, place) in scroll.window(count: lines.count, height: inside.rows).enumerated() {
      let line = inside.line(row)
      canvas.draw(lines[place], at: line.origin.moved(columns: 1), within: line.columns - 2)
      guard hasFocus, place == scroll.cursor else { continue }
      canvas.select(line)
      if state.overlay == nil { canvas.cursor = line.origin.moved(columns: 1) }
    }
  }

  /// A line for each feature.
  static func lines(of state: State) -> [StyledLine] {
    let counts = state.events.counts
    let columns = state.layout.inside(.counts).columns
    let digits = counts.map { "\($0.count)".count }.max() ?? 1
    let widest = counts.map { DisplayText($0.feature).columns }.max() ?? 0
    let names = min(widest, max(10, columns - EventLog.stretches - digits - 20))
    let most = counts.flatMap(\.history).max() ?? 1
    return counts.map { count in
      var line = StyledLine(DisplayText(count.feature).truncated(to: names).padded(to: names + 2))
      line.add(DisplayText(String(count.history.map { bar($0, of: most) })), .accent)
      line.add(DisplayText("\(count.count)").paddedAtStart(to: digits + 2))
      if count.suppressed > 0 { line.add(DisplayText("  \(count.suppressed) suppressed"), .dim) }
      return line
    }
  }

  private static func bar(_ count: Int, of most: Int) -> Character {
    count == 0 ? " " : bars[min((count * bars.count - 1) / max(most, 1), bars.count - 1)]
  }
}
