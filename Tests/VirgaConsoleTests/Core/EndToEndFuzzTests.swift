import Testing
import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

/// 10,000 random keys, commands, clicks, sizes, pastes, late replies and external changes.
///
/// After each event ``FuzzedConsole`` checks its invariants. The cursor of every list, table and
/// text is on an item. The panel in focus belongs to the screen and is visible. The channel belongs
/// to the manifest. Problems are inside their text. A read-only console changes nothing. Each
/// change can be undone, which restores an equal session, and redone. Then the frame is drawn: it
/// has the terminal's size, each changed line fills its row without control characters, the cursor
/// and the panels' corners are in place, and the commands of the hint line are available.
///
/// `VIRGA_FUZZ_EVENTS=1000000` runs more events, `VIRGA_FUZZ_SEED` other ones.
@Suite("Random events on every screen") struct EndToEndFuzzTests {
  private static let runs = 8
  private static let steps = number("VIRGA_FUZZ_EVENTS", or: 10_000) / runs
  private static let seeds = (0..<runs).map { UInt64(number("VIRGA_FUZZ_SEED", or: 1) + $0) }
  /// The demo, and a manifest with texts that are hard to draw.
  private static let manifests =
    [ConsoleDriver.demo] + [try? ConsoleDriver.manifest(OddText.yaml)].compactMap(\.self)
  private static let keys = CommandTable.all.flatMap(\.keys).flatMap(\.self)

  private static func number(_ name: String, or usual: Int) -> Int {
    Repository.environment(name).flatMap(Int.init) ?? usual
  }

  @Test("the manifest with hard-to-draw texts has no problems") func oddManifest() throws {
    let manifest = try ConsoleDriver.manifest(OddText.yaml)
    #expect(manifest.problems.map(\.message) == [])
    #expect(Self.manifests.count == 2)
    #expect(manifest.feature("odd")?.variables.count == 2)
  }

  @Test("random events keep the state consistent", arguments: seeds) func staysWhole(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var driver = FlagDriver.withRecipes()
    if seed == Self.seeds.last { driver.makeReadOnly() }
    var console = FuzzedConsole(driver.model)
    for step in 0..<Self.steps {
      let isAnswer = Int.random(in: 0..<12, using: &random) == 0
      let event = (isAnswer ? console.popAnswer(&random) : nil) ?? randomEvent(&random)
      console.send(event)
      if let broken = console.broken() ?? console.brokenFrame() {
        Issue.record("seed \(seed), step \(step), \(event): \(broken)")
        return
      }
    }
  }

  private func randomEvent(_ random: inout SeededRandom) -> Event {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4:
      return .terminal(
        .resize(
          Size(
            columns: .random(in: 0...220, using: &random), rows: .random(in: 0...70, using: &random)
          )))
    case 4..<6: return .terminal(.resize(Size(columns: 120, rows: 40)))
    case 6..<14:
      let point = Point(
        column: .random(in: -1...130, using: &random), row: .random(in: -1...45, using: &random))
      let actions: [MouseEvent.Action] = [.press, .press, .release, .drag, .wheelUp, .wheelDown]
      return .terminal(
        .mouse(MouseEvent(actions.randomElement(using: &random)!, button: .left, at: point)))
    case 14..<15: return .terminal(.paste(pastedText(&random)))
    case 15..<35:
      let letters = Array("abcdeghijklmnoprstuvwxyz /?:-=[]{}+_%12345")
      return .terminal(.key(KeyPress(letters.randomElement(using: &random)!)))
    case 35..<38: return outsideEvent(&random)
    case 38..<55: return .command(commandLine(&random))
    default:
      return .terminal(.key(Self.keys.randomElement(using: &random)!))
    }
  }

  /// A text that is hard to draw; sometimes so large that it is checked in the background.
  private func pastedText(_ random: inout SeededRandom) -> String {
    let odd = OddText.all.randomElement(using: &random)!
    guard Int.random(in: 0..<20, using: &random) == 0 else { return "pasted \(odd)\n" }
    return "{"
      + String(repeating: "\"greeting\": \"\(odd.filter { $0 != "\"" })\",\n", count: 1_000)
  }

  /// The name of a command, with a valid or invalid argument.
  private func commandLine(_ random: inout SeededRandom) -> String {
    let command = CommandTable.all.randomElement(using: &random)!
    guard command.argument != nil, Bool.random(using: &random) else { return command.name }
    if Int.random(in: 0..<4, using: &random) == 0 {
      return "\(command.name) \(OddText.all.randomElement(using: &random)!)"
    }
    let arguments = [
      "nightly", "release", "homescreen", "search", "pocket", "out.csv", "exposure", "true",
    ]
    return "\(command.name) \(arguments.randomElement(using: &random)!)"
  }

  private func outsideEvent(_ random: inout SeededRandom) -> Event {
    let id = Int64.random(in: 1...9, using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 22: return .sessionLost("the disk is full")
    case 23:
      return .working(
        Bool.random(using: &random) ? nil : "reading \(OddText.all.randomElement(using: &random)!)")
    case 24: return .events([EventSamples.event(-id)], replacesAll: false, first: -id)
    case 25: return .flags(FlagFiles([SourceText(name: "f.json", text: #"[{"name": "Reader"}]"#)]))
    case 26:
      let text = OddText.all.randomElement(using: &random)!
      return .caption(
        Bool.random(using: &random) ? nil : TourCaption(text: text, number: 1, count: 2))
    case 27: return .simulation(Int(id), done: nil, [])
    case 28:
      return .loaded(
        nil, [Problem(.error, "malformed-yaml", "\(OddText.all.randomElement(using: &random)!)")])
    case 29: return .plain(commandLine(&random))
    case 0: return .loaded(Self.manifests.randomElement(using: &random)!, [])
    case 1..<8: return .events([EventSamples.event(id)], replacesAll: false)
    case 8..<15: return .events(EventSamples.few, replacesAll: true)
    case 15..<22:
      let edit: JSONValue = ["sections-enabled": ["pocket": .boolean(Bool.random(using: &random))]]
      if Bool.random(using: &random) {
        let odd = OddText.all.randomElement(using: &random)!
        return .session(
          Session(entries: [
            EntryKey(.edit, "odd"): ["text": .string(odd), "map": [odd: .string(odd)]]
          ]))
      }
      return .session(Session(entries: [EntryKey(.edit, "homescreen"): edit]))
    default:
      return .outcome(.failure("outside \(OddText.all.randomElement(using: &random)!) went wrong"))
    }
  }
}
