import VirgaCanvas
import VirgaJSON

/// The actions for the flag under the cursor, from the command table; disabled ones say why.
struct FlagKeys: PanelView {
  let panel = Panel.flagKeys

  private static let commands = [
    "cycle-flag", "flag-layer", "choose-value", "unset-flag", "drop-flag", "lock-flag", "draw", "draw-again", "weights",
    "simulate-shares", "test-override", "mark", "go-to-flag-feature",
  ].compactMap { CommandTable.command(named: $0) }

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[panel] else { return }
    let inside = area.inset(by: 1)
    let count = state.flags.list.markCount
    canvas.drawBorder(area, title: count > 0 ? DisplayText("Change \(count) marked") : "Change", hasFocus: false)
    for (row, line) in lines(of: state).prefix(inside.rows).enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
  }

  func lines(of state: State) -> [StyledLine] {
    var lines: [StyledLine] = []
    for command in Self.commands {
      guard case .applies = command.availability(in: state), let keys = state.options.keys.keys(of: command).first
      else { continue }
      let key = DisplayText(keys.map(\.description).joined(separator: " "))
      lines.append(
        StyledLine(
          of: (key.paddedAtStart(to: 6), .accent.bold()), ("  ", .text),
          (DisplayText(command.shownTitle?(state) ?? command.title), .text)))
    }
    return lines
  }
}
