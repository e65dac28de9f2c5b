import Testing
import VirgaCanvas
import VirgaConsole
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport

/// Random keys, commands, clicks, sizes, pastes and changes from outside: whatever happens, the state stays whole, frames
/// can be drawn, and what was done can be undone.
///
/// `VIRGA_FUZZ_EVENTS=1000000` makes a longer run of it, `VIRGA_FUZZ_SEED` another one.
@Suite("Random events on every screen") struct FuzzTests {
  private static let runs = 8
  private static let steps = number("VIRGA_FUZZ_EVENTS", or: 100_000) / runs
  private static let seeds = (0..<runs).map { UInt64(number("VIRGA_FUZZ_SEED", or: 1) + $0) }
  /// The state is looked at after each event; a frame is drawn after so many, and wherever the size changed.
  private static let stepsPerFrame = 16
  /// The demo, and one whose texts are hard to draw.
  private static let manifests: [Manifest] = {
    let folder = Repository.root + "/manifests"
    let loader = ManifestLoader(files: .disk(), workingFolder: folder, options: LoadingOptions())
    return [try? loader.load("cirrus.fml.yaml"), try? ConsoleDriver.manifest(OddText.yaml)].compactMap(\.self)
  }()
  private static let keys = CommandTable.all.flatMap(\.keys).flatMap(\.self)

  private static func number(_ name: String, or usual: Int) -> Int {
    Repository.environment(name).flatMap(Int.init) ?? usual
  }

  @Test("the texts that are hard to draw are in a manifest without problems") func oddManifest() throws {
    let manifest = try ConsoleDriver.manifest(OddText.yaml)
    #expect(manifest.problems.map(\.message) == [])
    #expect(Self.manifests.count == 2)
    #expect(manifest.feature("odd")?.variables.count == 2)
  }

  @Test("random events keep the state whole", arguments: seeds) func staysWhole(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var console = try FlagDriver.console()
    try console.openDemoRecipes()
    for step in 0..<Self.steps {
      let event = randomEvent(&random)
      console.send(event)
      let isDrawn = step % Self.stepsPerFrame == 0 || event.isResize
      let broken = brokenList(of: console.state) ?? brokenUndo(console)
      if let broken = broken ?? (isDrawn ? brokenFrame(of: console.state) : nil) {
        Issue.record("seed \(seed), step \(step), \(event): \(broken)")
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
    case 14..<15: return .terminal(.paste("pasted \(OddText.all.randomElement(using: &random)!)\n"))
    case 15..<35:
      let letters = Array("abcdeghijklmnoprstuvwxyz /?:-=[]{}+_%12345")
      return .terminal(.key(KeyPress(letters.randomElement(using: &random)!)))
    case 35..<38: return outsideEvent(&random)
    case 38..<55: return .command(commandLine(&random))
    default:
      return .terminal(.key(Self.keys.randomElement(using: &random)!))
    }
  }

  /// A command by its name, with an argument that may or may not be one of its own.
  private func commandLine(_ random: inout SeededRandom) -> String {
    let command = CommandTable.all.randomElement(using: &random)!
    guard command.argument != nil, Bool.random(using: &random) else { return command.name }
    if Int.random(in: 0..<4, using: &random) == 0 {
      return "\(command.name) \(OddText.all.randomElement(using: &random)!)"
    }
    let arguments = ["nightly", "release", "homescreen", "search", "pocket", "out.csv", "exposure", "true"]
    return "\(command.name) \(arguments.randomElement(using: &random)!)"
  }

  private func outsideEvent(_ random: inout SeededRandom) -> Event {
    let id = Int64.random(in: 1...9, using: &random)
    switch Int.random(in: 0..<30, using: &random) {
    case 0: return .loaded(Self.manifests.randomElement(using: &random)!, [])
    case 1..<8: return .events([EventSamples.event(id)], isWhole: false)
    case 8..<15: return .events(EventSamples.few, isWhole: true)
    case 15..<22:
      let edit: JSONValue = ["sections-enabled": ["pocket": .boolean(Bool.random(using: &random))]]
      if Bool.random(using: &random) {
        let odd = OddText.all.randomElement(using: &random)!
        return .session(Session(entries: [EntryKey(.edit, "odd"): ["text": .string(odd), "map": [odd: .string(odd)]]]))
      }
      return .session(Session(entries: [EntryKey(.edit, "homescreen"): edit]))
    default: return .outcome(.failure("outside \(OddText.all.randomElement(using: &random)!) went wrong"))
    }
  }

  private func brokenFrame(of state: State) -> String? {
    let canvas = frame(of: state)
    let lines = canvas.lines(trimmed: false)
    if lines.count != state.size.rows { return "the frame has \(lines.count) lines" }
    if let wide = lines.first(where: { DisplayText($0).columns != state.size.columns }) {
      return "a line is off: \(wide)"
    }
    if let cursor = canvas.cursor, !canvas.bounds.contains(cursor), !canvas.bounds.isEmpty {
      return "the cursor is off: \(cursor)"
    }
    return nil
  }

  private func brokenList(of state: State) -> String? {
    if !state.screen.panels.contains(state.focus) { return "\(state.focus.name) is no panel of its screen" }
    if state.layout.arrangement != .tooSmall, state.layout.panels[state.focus] == nil {
      return "the panel in focus, \(state.focus.name), is not seen"
    }
    if let overlay = state.overlay, !overlay.lines.isEmpty, overlay.selected == nil { return "no line is selected" }
    if !state.list.rows.isEmpty, state.list.selectedRow == nil { return "no feature is selected" }
    if state.screen == .features {
      if !state.table.rows.isEmpty, state.table.selectedRow == nil { return "no value is selected" }
      if state.selectedFeature?.id != state.table.featureID { return "the table shows another feature" }
    }
    if state.screen == .channels, state.channels.lineCount > 0, state.channels.selectedLine == nil {
      return "no line of the matrix is selected"
    }
    if state.screen == .flags, !state.flags.lines.isEmpty, state.flags.selectedLine == nil {
      return "no flag is selected"
    }
    if state.screen == .experiments, !state.experiments.rows.isEmpty, state.experiments.selectedRow == nil {
      return "no recipe is selected"
    }
    if state.screen == .events, !state.events.lines.isEmpty, state.events.selected == nil {
      return "no event is selected"
    }
    if let channel = state.channel, !state.workspace.channels.contains(channel) { return "the channel is unknown" }
    return nil
  }

  /// What was done can be taken back and done again, and leaves the same session.
  private func brokenUndo(_ console: ConsoleDriver) -> String? {
    let isCommit = console.effects.contains { if case .commit(let done) = $0 { done.canBeUndone } else { false } }
    guard isCommit else { return nil }
    var session = console.state.session
    guard session.undo() != nil, session.redo() != nil else { return "what was done cannot be undone" }
    return session == console.state.session ? nil : "undo and redo leave another session"
  }
}

extension Event {
  fileprivate var isResize: Bool {
    if case .terminal(.resize) = self { true } else { false }
  }
}
