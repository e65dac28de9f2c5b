import Testing
import VirgaCanvas
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

/// A console whose session is in a store in memory, so that changes are recorded as events.
struct StoredConsole {
  var console: ConsoleDriver
  let store: SessionStore
  /// The files and clipboard contents that the console produced.
  private(set) var delivered: [String] = []

  /// A console with the demo, its recipes and flags.
  init(_ size: Size = Size(columns: 120, rows: 40), channel: String = "nightly") throws {
    console = FlagDriver.console(size, channel: channel)
    console.configure { $0.handoffTargets = HandoffTarget.known + HandoffTarget.demoBuilds }
    store = try .memory(console.session)
    console.openDemoRecipes()
    try answer()
  }

  /// Stores what the last event did, and shows the events.
  mutating func answer() throws {
    for effect in console.effects {
      switch effect {
      case .commit(let operation): _ = try store.perform(operation)
      case .undo(let operation): _ = try store.undo(operation, at: .epoch, by: "tests 1")
      case .redo(let operation): _ = try store.redo(operation, at: .epoch, by: "tests 1")
      case .keepDraft(let text, let feature, let edit):
        try store.keepDraft(text, of: feature, over: edit)
      case .keepEntry(let key, let value): try store.storeWithoutUndo(value, as: key)
      case .copy(let text, _): delivered.append(text)
      case .write(let draft): delivered.append(draft.text)
      default: break
      }
    }
    if !console.effects.isEmpty { console.send(.events(try store.events(), replacesAll: true)) }
  }
}

/// A person at the console who presses the keys of commands, types, and reads the screen.
///
/// Keys are looked up by the command's name so that scenarios do not depend on key bindings.
extension StoredConsole {
  /// Performs steps.
  ///
  /// `'` begins a text to type, `>` one that a line of the open list begins with, to choose it, and
  /// `?` texts that a line of the screen has, in this order and with `…` between them. Anything
  /// else is a list of commands, whose keys must run them in the current context.
  mutating func play(_ steps: String..., at location: SourceLocation = #_sourceLocation) throws {
    for step in steps {
      let text = String(step.dropFirst())
      switch step.first {
      case "'": try type(text)
      case "?": expect(text.split(separator: " … "), at: location)
      case ">":
        #expect(
          console.picker != nil, "there is no list to choose from", sourceLocation: location)
        if !console.isTyping { try press("filter", at: location) }
        try type(text)
        try press("choose", at: location)
      default: for name in step.split(separator: " ") { try press(String(name), at: location) }
      }
    }
  }

  private mutating func press(_ name: String, at location: SourceLocation) throws {
    let command = try #require(
      CommandTable.command(named: name), "\(name)", sourceLocation: location)
    let all = console.keys(of: command)
    let keys = try #require(all.first, "no key means \(name) here", sourceLocation: location)
    for key in keys {
      console.press(key)
      try answer()
    }
  }

  private mutating func type(_ text: String) throws {
    console.type(text)
    try answer()
  }

  private func expect(_ words: [Substring], at location: SourceLocation) {
    let isThere = console.lines.contains { line in
      var rest = line[...]
      return words.allSatisfy { word in
        guard let found = rest.firstRange(of: word) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }
    if !isThere {
      Issue.record(
        "no line has \(words) on\n\(console.lines.joined(separator: "\n"))",
        sourceLocation: location)
    }
  }
}
