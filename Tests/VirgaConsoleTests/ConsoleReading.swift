import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaHandoff
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

/// Whatever keys, commands and clicks can be sent to.
protocol ConsoleInput {
  mutating func send(_ event: Event)
}

extension ConsoleInput {
  /// Presses keys one after the other, as `j`, `Ctrl-D` or `Esc`.
  mutating func press(_ keys: KeyPress...) {
    for key in keys { send(.terminal(.key(key))) }
  }

  mutating func type(_ text: String) {
    for character in text { send(.terminal(.key(KeyPress(character)))) }
  }

  mutating func run(_ lines: String...) {
    for line in lines { send(.command(line)) }
  }

  mutating func paste(_ text: String) { send(.terminal(.paste(text))) }

  mutating func click(_ column: Int, _ row: Int, _ action: MouseEvent.Action = .press) {
    send(.terminal(.mouse(MouseEvent(action, button: .left, at: Point(column: column, row: row)))))
  }

  /// Does what a table of a test says: `:` begins a command, `'` a text to type, anything else is keys between blanks.
  mutating func act(_ steps: [String], at location: SourceLocation = #_sourceLocation) {
    for step in steps {
      if step.hasPrefix(":"), step.count > 1 {
        run(String(step.dropFirst()))
      } else if step.hasPrefix("'") {
        type(String(step.dropFirst()))
      } else {
        for name in step.split(separator: " ") {
          guard let key = KeyPress(String(name)) else {
            Issue.record("\(name) is not a key", sourceLocation: location)
            return
          }
          press(key)
        }
      }
    }
  }

  mutating func act(_ steps: String..., at location: SourceLocation = #_sourceLocation) { act(steps, at: location) }
}

extension StatusMessage {
  /// What an operation did, also to other recipes.
  static func did(_ done: String, _ moves: Move...) -> StatusMessage { note(done).moving(moves) }
}

// What a test reads of a console.
extension ConsoleDriver {
  var lines: [String] { frame(of: state).lines() }
  var status: String? { state.status?.text.plain }
  var message: StatusMessage? { state.status }
  var selected: String? { state.selectedFeature?.id }
  var path: String? { state.table.selectedRow?.pathText }
  /// The ids of the marked features.
  var marked: [String] { state.features.list.markedItems.map(\.name) }
  /// The ids in the list, from top to bottom.
  var ids: [String] { state.features.list.shown.map(\.name) }
  /// The lines of the list over the screen, from top to bottom.
  var titles: [String] { state.overlay?.lines.map(\.title.plain) ?? [] }
  /// What stands behind each line of the list over the screen.
  var details: [String] { state.overlay?.lines.map(\.detail.plain) ?? [] }
  /// The lines of the list over the screen, each with its keys and details.
  var listLines: [String] { state.overlay?.lines.map { "\($0.keys) \($0.title) \($0.detail)" } ?? [] }
  /// The names of the commands in the list over the screen.
  var listed: [String] { state.overlay?.lines.compactMap(\.invocation?.name) ?? [] }
  /// The line under the cursor of the list over the screen.
  var chosen: String? { state.overlay?.selected?.title.plain }
  /// What stands in the field of the list over the screen.
  var field: String? { state.overlay?.field.text }
  /// The last line of the screen.
  var hints: String { lines.last ?? "" }
  /// What the messages say, from the oldest on.
  var messages: [String] { state.messages.entries.map(\.message.text.plain) }

  /// Whether a line of the screen has all these texts.
  func sees(_ texts: String...) -> Bool { lines.contains { line in texts.allSatisfy(line.contains) } }

  /// The row of the screen in which a text stands first.
  func row(of text: String, at location: SourceLocation = #_sourceLocation) throws -> Int {
    try #require(lines.firstIndex { $0.contains(text) }, "nothing says \(text)", sourceLocation: location)
  }

  /// What the last event copied, and what that was called.
  func copied(at location: SourceLocation = #_sourceLocation) throws -> (text: String, what: String) {
    let found = effects.compactMap { if case .copy(let text, let what) = $0 { (text, what) } else { nil } }
    return try #require(found.first, "nothing was copied: \(effects)", sourceLocation: location)
  }

  /// The file that the last event wrote.
  func written(at location: SourceLocation = #_sourceLocation) throws -> FileDraft {
    let found = effects.compactMap { if case .write(let draft) = $0 { draft } else { nil } }
    return try #require(found.first, "nothing was written: \(effects)", sourceLocation: location)
  }

  /// Shows the session as another process leaves it.
  mutating func elsewhere(
    _ process: String = "elsewhere 1", _ make: (Operations) throws -> SessionOperation
  ) throws {
    var surroundings = state.surroundings
    surroundings.process = process
    var session = state.session
    session.perform(try make(session.operations(in: surroundings)))
    send(.session(session))
  }
}
