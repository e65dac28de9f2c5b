import Testing
import VirgaCanvas
import VirgaConsole
import VirgaManifest
import VirgaTestSupport

/// Random keys, clicks, sizes and pastes: whatever happens, the state stays whole and a frame can be drawn.
@Suite struct FuzzTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func randomEventsKeepTheStateWhole(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var console = try ConsoleDriver()
    for step in 0..<1_500 {
      let event = randomEvent(&random)
      console.send(event)
      if console.effects.contains(.quit) { continue }
      if let broken = brokenInvariant(of: console.state) {
        Issue.record("step \(step), \(event): \(broken)")
        return
      }
    }
  }

  private func randomEvent(_ random: inout SeededRandom) -> Event {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4:
      return .terminal(
        .resize(Size(columns: .random(in: 0...220, using: &random), rows: .random(in: 0...70, using: &random))))
    case 4..<6: return .terminal(.resize(Size(columns: 120, rows: 40)))
    case 6..<14:
      let point = Point(column: .random(in: -1...130, using: &random), row: .random(in: -1...45, using: &random))
      let actions: [MouseEvent.Action] = [.press, .press, .release, .drag, .wheelUp, .wheelDown]
      return .terminal(.mouse(MouseEvent(actions.randomElement(using: &random)!, button: .left, at: point)))
    case 14..<15: return .terminal(.paste("pasted\u{1B}[31m text\n"))
    case 15..<40:
      let letters = Array("abcdeghijklmnoprstuvwxyz /?:-=[]{}+_%")
      return .terminal(.key(KeyPress(letters.randomElement(using: &random)!)))
    default:
      let commands = CommandTable.all.flatMap(\.keys).flatMap { $0 }
      return .terminal(.key(commands.randomElement(using: &random)!))
    }
  }

  private func brokenInvariant(of state: State) -> String? {
    let canvas = frame(of: state)
    let lines = canvas.lines(trimmed: false)
    if lines.count != state.size.rows { return "the frame has \(lines.count) lines" }
    if let wide = lines.first(where: { DisplayText($0).columns != state.size.columns }) {
      return "a line is off: \(wide)"
    }
    if let cursor = canvas.cursor, !canvas.bounds.contains(cursor), !canvas.bounds.isEmpty {
      return "the cursor is off: \(cursor)"
    }
    if !state.list.rows.isEmpty, state.list.selectedRow == nil { return "no feature is selected" }
    if !state.table.rows.isEmpty, state.table.selectedRow == nil { return "no value is selected" }
    if state.selectedFeature?.id != state.table.featureID { return "the table shows another feature" }
    if let channel = state.channel, !state.workspace.channels.contains(channel) { return "the channel is unknown" }
    return nil
  }
}
