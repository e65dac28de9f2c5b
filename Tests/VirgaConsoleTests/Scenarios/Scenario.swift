import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

/// A person at the console who presses the keys of commands, types, and reads the screen.
///
/// Keys are looked up by the command's name so that scenarios do not depend on key bindings.
struct Scenario {
  private(set) var console: ConsoleDriver
  private let store: SessionStore
  /// The files and clipboard contents that the console produced.
  private(set) var delivered: [String] = []

  /// A console with the demo, its recipes and flags.
  init(_ size: Size = Size(columns: 120, rows: 40), channel: String = "nightly") throws {
    console = try FlagDriver.console(size, channel: channel)
    console.offer(HandoffTarget.known + HandoffTarget.demoBuilds)
    store = try .memory(console.state.session)
    try console.openDemoRecipes()
    try answer()
  }

  /// Presses the keys of a command, which must run that command in the current context.
  mutating func press(_ names: String..., at location: SourceLocation = #_sourceLocation) throws {
    for name in names {
      let command = try #require(CommandTable.command(named: name), "\(name)", sourceLocation: location)
      let keys = try #require(
        console.state.keys(of: command).first, "no key means \(name) here", sourceLocation: location)
      for key in keys {
        console.press(key)
        try answer()
      }
    }
  }

  /// Types a text.
  mutating func type(_ text: String) throws {
    console.type(text)
    try answer()
  }

  /// Chooses the line of a list that begins with the typed text.
  mutating func choose(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
    #expect(console.state.overlay != nil, "there is no list to choose from", sourceLocation: location)
    if !console.state.isTyping { try press("filter", at: location) }
    try type(text)
    try press("choose", at: location)
  }

  /// Expects each text on a line of the screen.
  func expect(_ texts: String..., at location: SourceLocation = #_sourceLocation) {
    let lines = console.lines
    for text in texts where !lines.contains(where: { $0.contains(text) }) {
      Issue.record("nothing says “\(text)” on\n\(lines.joined(separator: "\n"))", sourceLocation: location)
    }
  }

  /// Expects a line of the screen with all these words, in order.
  func expectLine(_ words: String..., at location: SourceLocation = #_sourceLocation) {
    let lines = console.lines
    let isThere = lines.contains { line in
      var rest = line[...]
      return words.allSatisfy { word in
        guard let found = rest.firstRange(of: word) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }
    if !isThere {
      Issue.record("no line has \(words) on\n\(lines.joined(separator: "\n"))", sourceLocation: location)
    }
  }

  /// Expects the panel in focus.
  func expect(in panel: Panel, at location: SourceLocation = #_sourceLocation) {
    #expect(console.state.focus.name == panel.name, sourceLocation: location)
  }

  private mutating func answer() throws {
    for effect in console.effects {
      switch effect {
      case .commit(let operation): _ = try store.perform(operation)
      case .undo(let operation): _ = try store.undo(operation, at: .epoch, by: "tests 1")
      case .redo(let operation): _ = try store.redo(operation, at: .epoch, by: "tests 1")
      case .copy(let text, _): delivered.append(text)
      case .write(let draft): delivered.append(draft.text)
      default: break
      }
    }
    if !console.effects.isEmpty { console.send(.events(try store.events(), isWhole: true)) }
  }
}
