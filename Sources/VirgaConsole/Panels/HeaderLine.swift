import VirgaCanvas
import VirgaManifest
import VirgaSource

/// The first line: what is open, for which channel, and how much of it.
enum HeaderLine {
  static func draw(_ state: State, on canvas: inout Canvas) {
    let area = state.layout.header
    canvas.fill(area, style: .header)
    var column = 1
    column += canvas.draw("virga", at: Point(column: column, row: area.row), style: .header.bold()) + 2
    let name = DisplayText(state.workspace.manifest?.name ?? state.options.manifestName)
    var place = name
    if let channel = state.channel { place += DisplayText(" ▸ ") + DisplayText(channel) }
    column += canvas.draw(
      place, at: Point(column: column, row: area.row), style: .header, within: max(0, area.columns - column - 1))
    let counts = counts(of: state)
    for count in (1...counts.count).reversed() {
      let text = counts.prefix(count).joined(separator: " · ")
      guard text.columns + column + 3 <= area.columns else { continue }
      canvas.drawEnding(text, at: Point(column: area.endColumn - 1, row: area.row), style: .header)
      break
    }
  }

  /// What is counted, the most important first.
  private static func counts(of state: State) -> [DisplayText] {
    let errors = state.workspace.count(.error, in: state.channel)
    guard state.workspace.manifest != nil else {
      return [errors == 0 ? "reading …" : "! " + counted(errors, "error")]
    }
    let warnings = state.workspace.count(.warning, in: state.channel)
    let hints = state.workspace.count(.hint, in: state.channel)
    var parts: [DisplayText] = []
    if state.workspace.isStale { parts.append("! files broken, last good state") }
    if state.workspace.manifest?.isComplete == false { parts.append("! incomplete") }
    if errors > 0 { parts.append("! " + counted(errors, "error")) }
    if warnings > 0 { parts.append(counted(warnings, "warning")) }
    if errors == 0, warnings == 0 { parts.append("no problems") }
    parts.append(counted(state.workspace.features.count, "feature"))
    parts.append(counted(state.workspace.manifest?.files.count ?? 0, "file"))
    parts.append(counted(state.workspace.channels.count, "channel"))
    if hints > 0 { parts.append(counted(hints, "hint")) }
    return parts
  }

  static func counted(_ count: Int, _ noun: String) -> DisplayText {
    DisplayText(count == 0 ? "no \(noun)s" : count == 1 ? "1 \(noun)" : "\(count) \(noun)s")
  }
}
