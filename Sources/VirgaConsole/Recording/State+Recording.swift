import VirgaJSON
import VirgaSession

// Commands are recorded, never keys: typing, clicks and motions are recorded as equivalent commands.
extension State {
  /// Records a command that was run.
  ///
  /// Typing and choosing are recorded when done; a command that moves the cursor, as the line where it ends.
  mutating func record(_ invocation: Invocation, of command: Command) {
    guard options.isRecorded, recording.depth <= 1 else { return }
    switch command.recorded {
    case .nothing: return
    case .cursor where view?.list(in: self) != nil: return
    case .itself where CommandTable.isForText(command.context) || command.context == .picker: return
    case .itself, .always, .cursor: break
    }
    for recorded in recording.instead ?? [invocation] { record(recorded) }
  }

  func beginsToType(since typed: TypedLine?) -> Bool {
    guard let line = typedLine else { return false }
    let isSame = line.typing == typed?.typing && line.panel == typed?.panel
    return !isSame || self[keyPath: line.field].isEmpty
  }

  mutating func record(_ invocation: Invocation) {
    if options.isRecorded { recording.performed.append(Recording.Line(invocation.line)) }
  }

  /// Records, as first line, a text that became a draft when its editor was left.
  mutating func recordDraft(_ text: String, of id: String) {
    let line = Invocation("set-draft", "\(id) \(JSONValue.string(text).compact)").line
    if options.isRecorded { recording.performed.insert(Recording.Line(line), at: 0) }
  }

  /// The view of a person who is typing a line, before another event; the typing is not recorded yet.
  func typedView(before event: Event) -> RecordedView? {
    options.isRecorded && event.isFromUser && typedLine != nil ? RecordedView(self) : nil
  }

  /// Records where a person went without a recorded command, or before it while typing.
  mutating func recordView(after event: Event, typing: RecordedView?) {
    guard options.isRecorded else { return }
    if !recording.performed.isEmpty, let typing {
      recording.performed = way(to: typing) + recording.performed
      recording.view = typing
    }
    guard input.pendingKeys.isEmpty, typedLine == nil, overlay == nil else { return }
    let here = RecordedView(self)
    if event.isFromUser, recording.performed.isEmpty { recording.performed = way(to: here) }
    recording.view = here
  }

  private func way(to view: RecordedView) -> [Recording.Line] {
    guard let start = recording.view, start != view else { return [] }
    return view.commands(from: start).map { Recording.Line($0.line, isMove: true) }
  }
}

extension Event {
  fileprivate var isFromUser: Bool {
    switch self {
    case .terminal, .command, .plain: true
    default: false
    }
  }
}

enum RecordingCommands {
  static let all: [Command] = [
    Command("no-filter", "drop the filter") { state in state.dropFilter() }
      .help("Drops the filter or the search of the panel in focus, and nothing else."),
    Command("set-draft", "set the draft") { state, argument in state.setDraft(argument) }.argument(.text).mutating()
      .help("A feature and a text as JSON: the unapplied text of the config editor."),
  ]
}

extension State {
  mutating func dropFilter() {
    switch focus {
    case .values: table.search = FilterField()
    case .reason: experiments.expression = FilterField()
    case search.panel: search = TextSearch()
    default:
      guard focus == screen.panels.first, let filter = parts.filter else { return }
      self[keyPath: filter] = FilterField()
      parts.filterChanged(&self)
    }
  }

  mutating func setDraft(_ argument: String) -> Outcome {
    guard let (id, text) = Self.draft(in: argument) else {
      return .refused(.draftExpected)
    }
    editing.open(id, of: session)
    editing.replaceText(of: id, with: text)
    let outcome = saveDraft(of: id)
    return session[.draft, id] == nil || outcome.message != nil
      ? outcome : outcome.saying(.keptDraft(id))
  }

  /// A feature's id, which may contain blanks, followed by a text as JSON.
  private static func draft(in argument: String) -> (id: String, text: String)? {
    argument.indices.lazy.filter { argument[$0] == " " }.compactMap { blank in
      let json = try? JSONValue.parse(String(argument[argument.index(after: blank)...]))
      return (json?.stringValue).map { (String(argument[..<blank]), $0) }
    }.first
  }
}
