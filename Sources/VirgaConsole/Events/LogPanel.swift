import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// The list of events.
enum LogPanel {
  private struct Widths {
    var time: Int
    var kind: Int
    var feature: Int
    var summary: Int
    var process: Int
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.log] else { return }
    let log = state.events
    let all = log.count
    let title = log.lines.count == all ? "Events \(all)" : "Events \(log.lines.count) of \(all)"
    canvas.drawBorder(area, title: DisplayText(title), note: note(state), hasFocus: state.focus == .log)
    let inside = area.inset(by: 1)
    drawFilter(log, in: inside.top(1), on: &canvas)
    let rows = EventScreen.rowsArea(of: .log, in: state)
    let widths = widths(in: rows.columns - 2, of: log)
    drawHeads(widths, in: inside.line(1), on: &canvas)
    guard !log.lines.isEmpty else {
      let text =
        all > 0
        ? "no event passes; \(ways(state))" : "nothing has happened; \(state.keyName(of: "expose")) exposes a feature"
      canvas.draw(DisplayText(text), at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    for (line, place) in log.scroll.window(count: log.lines.count, height: rows.rows).enumerated() {
      let event = log.event(inLine: place)
      draw(event, widths, own: state.options.process, in: rows.line(line), on: &canvas)
      if !log.marked.isEmpty, log.marked.contains("\(event.id)") {
        canvas.draw(Marks.marked, at: rows.line(line).origin.moved(columns: 2), style: .accent.bold())
      }
      guard place == log.scroll.cursor else { continue }
      canvas.draw(Marks.cursor, at: rows.line(line).origin.moved(columns: 1), style: .accent.bold())
      guard state.focus == .log else { continue }
      canvas.select(rows.line(line))
      if canvas.cursor == nil, state.overlay == nil { canvas.cursor = rows.line(line).origin.moved(columns: 1) }
    }
  }

  /// What brings events back that are left out.
  private static func ways(_ state: State) -> String {
    [
      state.events.filter.field.isEmpty ? nil : "\(state.keyName(of: "clear")) clears the filter",
      state.events.hiddenKinds.isEmpty ? nil : "\(state.keyName(of: "kinds")) shows kinds that are left out",
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func note(_ state: State) -> DisplayText {
    let log = state.events
    let marked = log.marked.isEmpty ? "" : "\(log.marked.count) marked"
    let paused = log.waitingCount > 0 ? "paused · \(log.waitingCount) new" : "paused"
    let pace = log.pausedAt != nil ? paused : log.isFollowing ? "following" : ""
    let isExposed = log.kinds.isEmpty || log.kinds.contains("exposure")
    let exposed = isExposed ? "" : "no exposure yet: \(state.keyName(of: "expose")) on a feature"
    return DisplayText([marked, exposed, pace].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func drawFilter(_ log: EventLog, in line: Rectangle, on canvas: inout Canvas) {
    log.filter.draw(in: line, on: &canvas)
    var column = 7 + max(6, DisplayText(log.filter.text).columns)
    for (place, kind) in log.kinds.enumerated() {
      let text = DisplayText((log.hiddenKinds.contains(kind) ? "–" : "") + kind)
      let rest = log.kinds.count - place
      // Behind any but the last there has to be room for the number of those that are left out.
      guard column + text.columns + (rest > 1 ? 5 : 1) < line.columns else {
        canvas.draw(DisplayText("+\(rest)"), at: line.origin.moved(columns: column), style: .dim)
        break
      }
      canvas.draw(
        text, at: line.origin.moved(columns: column), style: log.hiddenKinds.contains(kind) ? .dim : .text)
      column += text.columns + 1
    }
  }

  private static func widths(in columns: Int, of log: EventLog) -> Widths {
    // `enrollment_status` and `malformed_feature` are the longest names; a narrow list does without milliseconds for them.
    let time = columns >= 100 ? 12 : 8
    let kind = columns >= 70 ? 17 : 11
    let fixed = 2 + time + 1 + kind + 1
    let left = max(columns - fixed, 10)
    let process = left >= 60 ? min(max(left / 5, 14), 24) : left >= 44 && hasSeveralProcesses(log) ? 10 : 0
    let feature = min(max(left / 4, 10), 30)
    return Widths(
      time: time, kind: kind, feature: feature, summary: max(left - feature - process - 2, 0), process: process)
  }

  /// Whether the column of processes says anything: not where all events that are listed are of one.
  private static func hasSeveralProcesses(_ log: EventLog) -> Bool {
    guard !log.lines.isEmpty else { return false }
    let first = log.event(inLine: 0).process
    // Among as many as anybody looks through: each key would wait for more.
    return log.lines.indices.suffix(1_000).contains { log.event(inLine: $0).process != first }
  }

  private static func drawHeads(_ widths: Widths, in line: Rectangle, on canvas: inout Canvas) {
    draw(
      ["Time", "Event", "Feature", "Recipe · branch", "From"], styles: Array(repeating: .dim.bold(), count: 5), widths,
      in: line, on: &canvas)
  }

  private static func draw(
    _ event: SessionEvent, _ widths: Widths, own: String, in line: Rectangle, on canvas: inout Canvas
  ) {
    let kind: Style =
      event.suppressed != nil
      ? .dim : event.kind == "exposure" ? .experiment : event.isAboutOperation ? .changed : .text
    draw(
      [
        clock(event, columns: widths.time), DisplayText(event.shownKind).truncatedInside(to: widths.kind),
        DisplayText(event.feature ?? "–"), event.summary(in: widths.summary),
        DisplayText(event.process == own ? SessionEvent.you : event.process),
      ], styles: [.dim, kind, .text, event.suppressed == nil ? .text : .dim, .dim], widths, in: line, on: &canvas)
  }

  private static func draw(
    _ texts: [DisplayText], styles: [Style], _ widths: Widths, in line: Rectangle, on canvas: inout Canvas
  ) {
    var column = 3
    for (index, width) in [widths.time, widths.kind, widths.feature, widths.summary, widths.process].enumerated()
    where width > 0 {
      canvas.draw(texts[index], at: line.origin.moved(columns: column), style: styles[index], within: width)
      column += width + 1
    }
  }

  /// The time of day in UTC, to the millisecond where there is room.
  private static func clock(_ event: SessionEvent, columns: Int) -> DisplayText {
    let text = event.time.description
    guard let mark = text.firstIndex(of: "T") else { return DisplayText(text) }
    let time = text[text.index(after: mark)...].dropLast()
    let parts = (time.contains(".") ? String(time) : time + ".") + "000"
    return DisplayText(String(parts.prefix(columns)))
  }
}
