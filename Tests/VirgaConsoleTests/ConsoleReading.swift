import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaWorkbench

/// A receiver of keys, commands and clicks.
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

  /// Performs steps: `:` begins a command, `'` a text to type, and anything else is a list of keys
  /// between blanks.
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

  mutating func act(_ steps: String..., at location: SourceLocation = #_sourceLocation) {
    act(steps, at: location)
  }

  /// Performs steps and expects what holds after them.
  mutating func act(
    _ steps: String..., at location: SourceLocation = #_sourceLocation, holds: (Self) -> Bool
  ) {
    act(steps, at: location)
    expect(holds, at: location)
  }

  /// Sends an event and expects what holds after it.
  mutating func send(
    _ event: Event, at location: SourceLocation = #_sourceLocation, holds: (Self) -> Bool
  ) {
    send(event)
    expect(holds, at: location)
  }

  /// Clicks and expects what holds after it.
  mutating func click(
    _ column: Int, _ row: Int, _ action: MouseEvent.Action = .press,
    at location: SourceLocation = #_sourceLocation,
    holds: (Self) -> Bool
  ) {
    click(column, row, action)
    expect(holds, at: location)
  }

  private func expect(_ holds: (Self) -> Bool, at location: SourceLocation) {
    // Outside of the macro, which would spell the whole console out.
    let isMet = holds(self)
    #expect(isMet, "\(seen)", sourceLocation: location)
  }

  private var seen: String {
    (self as? ConsoleDriver).map { "\($0.status ?? "")\n\($0.lines.joined(separator: "\n"))" } ?? ""
  }
}

extension StatusMessage {
  /// What an operation did, also to other recipes.
  static func did(_ done: String, _ moves: Move...) -> StatusMessage { info(done).and(moves) }
}

extension StatusMessage.Move {
  init(
    _ slug: String, from old: String? = nil, to new: String? = nil, losing: [String] = [],
    wasForced: Bool = false
  ) {
    self.init(
      enrollment: .init(slug: slug, old: old, new: new, taker: nil, wasForced: wasForced),
      lostFeatures: losing)
  }
}

extension ConsoleDriver {
  /// Performs steps and expects what the status line says.
  mutating func act(
    _ steps: String..., says message: StatusMessage?, at location: SourceLocation = #_sourceLocation
  ) {
    act(steps, at: location)
    #expect(self.message == message, "after \(steps)", sourceLocation: location)
  }

  /// This console after some steps.
  func after(_ steps: String...) -> ConsoleDriver {
    var console = self
    console.act(steps)
    return console
  }

  /// What the console drew after the last event.
  var frame: Canvas { VirgaConsole.frame(of: model) }
  var lines: [String] { frame.lines() }
  var size: Size { model.size }
  var status: String? { model.status?.text.plain }
  var message: StatusMessage? { model.status }
  /// The last failure that was not dismissed.
  var failure: StatusMessage? { model.messages.undismissedFailure }

  var session: Session { model.session }
  var workspace: Workspace { model.workspace }
  var manifest: Manifest? { model.workspace.manifest }
  var channel: String? { model.channel }
  var clientChanges: [EntryChange] { model.clientChanges.all }
  var mismatchedOverrides: [EntryKey: String] { model.issues.mismatchedOverrides }

  var features: FeaturesScreen { model.features }
  var flags: FlagsScreen { model.flags }
  var channels: ChannelsScreen { model.channels }
  var experiments: ExperimentsScreen { model.experiments }
  var events: EventsScreen { model.events }

  /// The name of the screen that is shown.
  var screen: Screen { model.screen }
  var focus: Panel { model.focus }
  /// The list or question over the screen.
  var picker: Picker? { model.overlay }
  /// The config editor of the selected feature.
  var editor: ConfigEditor? { model.editor }
  var search: TextSearch { model.search }
  var searchMatches: [Int] { model.search.matches(in: model) }
  var isTyping: Bool { model.isTyping }
  var typedLine: TypedLine? { model.typedLine }
  var pendingKeys: [KeyPress] { model.input.pendingKeys }
  /// The places that Backspace goes back to, latest last.
  var history: [NavigationEntry] { model.navigation.backEntries }

  var selected: String? { model.selectedFeature?.id }
  var path: String? { model.features.values.selectedRow?.pathText }
  /// The ids of the marked features.
  var marked: [String] { model.features.list.markedItems.map(\.name) }
  /// The ids in the list, from top to bottom.
  var ids: [String] { model.features.list.shownItems.map(\.name) }
  /// The titles in the open list, from top to bottom.
  var titles: [String] { model.overlay?.lines.map(\.title.plain) ?? [] }
  /// The details of the lines in the open list.
  var details: [String] { model.overlay?.lines.map(\.detail.plain) ?? [] }
  /// The lines of the open list, each with its keys, title and detail.
  var listLines: [String] {
    model.overlay?.lines.map { "\($0.leading) \($0.title) \($0.detail)" } ?? []
  }
  /// The names of the commands in the open list.
  var listed: [String] { model.overlay?.lines.compactMap(\.invocation?.name) ?? [] }
  /// The selected line of the open list.
  var chosen: String? { model.overlay?.selected?.title.plain }
  /// The text in the field of the open list.
  var field: String? { model.overlay?.field.text }
  /// The last line of the screen.
  var hints: String { lines.last ?? "" }
  /// The logged messages, oldest first.
  var messages: [String] { model.messages.entries.map(\.message.text.plain) }

  var loggedMessages: [(time: Instant, message: StatusMessage)] { model.messages.entries }
  /// The file that has the session as it is now.
  var writtenFile: String? { model.writtenFile }

  var layout: Layout { model.layout }
  /// The area of a panel; nil if it is not shown.
  func area(of panel: Panel) -> Rectangle? { layout.panels[panel] }
  /// The number of items in the list of the panel in focus.
  var itemCount: Int { model.view?.list(in: model)?.count ?? 0 }
  /// The rows that the content of a panel has.
  func height(of panel: Panel) -> Int { model.height(of: panel) }
  /// The number of lines in a panel of text, whether shown or not.
  func lineCount(of panel: Panel) -> Int? { screen.view(of: panel)?.lines(of: model).count }
  func top(of panel: Panel) -> Int { model.navigation.textScrolls[panel]?.top ?? 0 }

  /// What plain mode prints of the panel in focus.
  var plainLines: [String] { PlainText.panelLines(of: model) }
  /// What plain mode prints after the last event.
  func changes(in text: inout PlainText) -> [String] { text.changes(in: model) }

  /// The commands that the hint line names.
  var hintedCommands: [String] { HintLine.placedHints(model).compactMap(\.hint.command) }
  /// What a command is called here.
  func title(ofCommand name: String) -> String? {
    CommandTable.command(named: name)?.title(in: model)
  }
  /// The keys that run a command here.
  func keys(of command: Command) -> [[KeyPress]] {
    model.keys(of: command, in: model.keyContexts)
  }
  /// A text with the keys of the commands that it names, as in `{undo}`.
  func naming(keysIn text: String) -> String { model.naming(keysIn: text) }

  var time: Instant { model.input.now }
  /// The console's name in operations.
  var process: String { model.options.process }
  var operationContext: OperationContext { model.operationContext }
  var sessionFlags: SessionFlags? { model.sessionFlags }
  /// The ids of all flags.
  var knownFlags: [String] { model.shared.flagIDs }

  /// The results of a simulation of clients like the one on screen.
  func simulate(clients: Int) async throws -> [SimulatedRecipe] {
    try await SimulationRun.simulation(in: model).run(clients: clients, seed: 1)
  }

  /// Whether one line of the screen contains all these texts.
  func sees(_ texts: String...) -> Bool {
    lines.contains { line in texts.allSatisfy(line.contains) }
  }

  /// The first row of the screen that contains a text.
  func row(of text: String, at location: SourceLocation = #_sourceLocation) throws -> Int {
    try #require(
      lines.firstIndex { $0.contains(text) }, "nothing says \(text)", sourceLocation: location)
  }

  /// Expects that only single signs are red, and the text in an editor that a problem underlines.
  func expectRedSignsOnly(at location: SourceLocation = #_sourceLocation) {
    let canvas = frame
    func isRed(_ point: Point) -> Bool {
      let style = canvas[point].style
      let isInRedRole = [.error, .warning].contains(style.role)
      let isUnderlined = style.emphasis.contains(.underline)
      return isInRedRole && !isUnderlined && canvas.glyph(at: point) != " "
    }
    for row in 0..<canvas.size.rows {
      let redWord = (1..<canvas.size.columns).first { column in
        let point = Point(column: column, row: row)
        return isRed(point) && isRed(point.moved(columns: -1))
      }
      #expect(redWord == nil, "\(lines[row])", sourceLocation: location)
    }
  }

  /// The text that the last event copied, with its description.
  func copied(at location: SourceLocation = #_sourceLocation) throws -> (text: String, what: String)
  {
    let found = effects.compactMap {
      if case .copy(let text, let what) = $0 { (text, what) } else { nil }
    }
    return try #require(found.first, "nothing was copied: \(effects)", sourceLocation: location)
  }

  /// The file that the last event wrote.
  func written(at location: SourceLocation = #_sourceLocation) throws -> OutputFile {
    let found = effects.compactMap { if case .write(let draft) = $0 { draft } else { nil } }
    return try #require(found.first, "nothing was written: \(effects)", sourceLocation: location)
  }

  /// Changes the session as another process would.
  mutating func elsewhere(
    _ process: String = "elsewhere 1", _ make: (Operations) throws -> SessionOperation
  ) throws {
    var operationContext = self.operationContext
    operationContext.process = process
    var session = self.session
    session.perform(try make(session.operations(in: operationContext)))
    send(.session(session))
  }
}
