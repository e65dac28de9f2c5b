import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

/// A console that records everything done to it.
struct RecordedConsole: ConsoleInput {
  var console: ConsoleDriver
  private var recording = Recording()
  /// The script so far.
  private(set) var lines: [String] = []
  private var happened: [(event: Event, performed: [Recording.Line], focus: Panel, status: String?)] = []

  /// The actions so far, for failure messages.
  var done: [String] {
    happened.map { "\($0.event) → \($0.performed.map(\.text)) \($0.focus.name) \($0.status ?? "")" }
  }

  /// The demo with recipes and flags.
  init() throws {
    console = try FlagDriver.withRecipes()
    console.record()
  }

  /// A new console that has run the script.
  func replayed() throws -> ConsoleDriver {
    var console = try RecordedConsole().console
    for line in lines { console.run(line) }
    return console
  }

  mutating func send(_ event: Event) {
    console.send(event)
    let addition = recording.add(console.state.recording.performed)
    if addition.replacesLast { lines.removeLast() }
    lines += addition.lines.map(\.text)
    happened.append((event, console.state.recording.performed, console.state.focus, console.status))
  }

  /// Performs random actions, then ends typing and closes lists.
  mutating func act(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<60 { act(&random) }
    if console.state.overlay != nil || !console.state.input.pendingKeys.isEmpty { press("Esc") }
    run("features")
  }

  private mutating func act(_ random: inout SeededRandom) {
    let ends: [KeyPress] = ["Enter", "Esc"]
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: click(.random(in: 0..<120, using: &random), .random(in: 0..<40, using: &random))
    case 3: click(.random(in: 0..<120, using: &random), .random(in: 0..<40, using: &random), .wheelDown)
    case 4:
      type("/" + ["home", "pocket", "tab", "s"].randomElement(using: &random)!)
      press(ends.randomElement(using: &random)!)
    case 5: editConfig(&random)
    case 6:
      act(":select homescreen", ":go greeting", "e", "'" + ["x", "y z"].randomElement(using: &random)!)
      press(ends.randomElement(using: &random)!)
    case 7: run(["select homescreen", "select search", "flags", "experiments"].randomElement(using: &random)!)
    default: press(Self.keys.randomElement(using: &random)!)
    }
  }

  private mutating func editConfig(_ random: inout SeededRandom) {
    act(":select homescreen", "i Alt-a")
    let texts = [#"{"greeting": "a"}"#, #"{"sections-enabled": {"pocket": false}}"#, #"{"greeting": 1}"#, "{"]
    type(texts.randomElement(using: &random)!)
    press(["Ctrl-S", "Ctrl-Q", "Esc"].randomElement(using: &random)!)
    if Bool.random(using: &random) { press("Esc", "Esc", "Esc") }
  }

  /// Keys of commands without external dependencies.
  private static let keys: [KeyPress] = CommandTable.all.filter { command in
    command.context != .panel(.editor)
      && !["quit", "suspend", "simulate", "reload", "draw-again", "filter-list"].contains(command.name)
  }.flatMap(\.keys).flatMap(\.self)
}
