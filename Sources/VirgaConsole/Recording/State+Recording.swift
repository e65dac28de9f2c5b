import VirgaJSON
import VirgaSession

// Commands are recorded, never keys: what was typed, clicked or walked to is recorded as the command that does the same.
extension State {
  /// Notes a command that was run.
  ///
  /// What is typed or chosen is noted when that is done, and a command that moves the cursor as the line where it ends.
  mutating func record(_ invocation: Invocation, of command: Command) {
    guard options.isRecorded, recording.depth <= 1 else { return }
    switch command.recorded {
    case .nothing: return
    case .cursor where view?.list(in: self) != nil: return
    case .itself where CommandTable.isForText(command.context) || command.context == .picker: return
    case .itself, .always, .cursor: break
    }
    for recorded in recording.instead ?? [invocation] { note(recorded) }
  }

  /// Whether keys go to another line than before, or to the same from its beginning.
  func beginsToType(since typed: TypedLine?) -> Bool {
    guard let line = typedLine else { return false }
    let isSame = line.typing == typed?.typing && line.panel == typed?.panel
    return !isSame || self[keyPath: line.field].isEmpty
  }

  /// Notes a command that does what was just done.
  mutating func note(_ invocation: Invocation) {
    if options.isRecorded { recording.performed.append(Recording.Line(invocation.line)) }
  }

  /// Notes a text that was kept as a draft because its editor was left: first, so that a replay leaves it the same way.
  mutating func noteDraft(_ text: String, of id: String) {
    let line = Invocation("set-draft", "\(id) \(JSONValue.string(text).compact)").line
    if options.isRecorded { recording.performed.insert(Recording.Line(line), at: 0) }
  }

  /// Where a person is who types a line, before another event: what was typed so far is not noted yet.
  func typedPlace(before event: Event) -> RecordedPlace? {
    options.isRecorded && event.isOfPerson && typedLine != nil ? RecordedPlace(self) : nil
  }

  /// Notes where a person went without a command that was noted, or before it while a line was typed.
  mutating func recordPlace(after event: Event, typing: RecordedPlace?) {
    guard options.isRecorded else { return }
    if !recording.performed.isEmpty, let typing {
      recording.performed = way(to: typing) + recording.performed
      recording.place = typing
    }
    guard input.pendingKeys.isEmpty, typedLine == nil, overlay == nil else { return }
    let here = RecordedPlace(self)
    if event.isOfPerson, recording.performed.isEmpty { recording.performed = way(to: here) }
    recording.place = here
  }

  /// The lines that lead to a place from the one that was noted last.
  private func way(to place: RecordedPlace) -> [Recording.Line] {
    guard let start = recording.place, start != place else { return [] }
    return place.commands(from: start).map { Recording.Line($0.line, isPlace: true) }
  }
}

extension Event {
  /// Whether a person did it, or a script in a person's place.
  fileprivate var isOfPerson: Bool {
    switch self {
    case .terminal, .command, .plain: true
    default: false
    }
  }
}

extension CommandTable {
  /// What a recording says in place of keys that mean more than one thing.
  static let recordedCommands: [Command] = [
    Command("no-filter", "drop the filter") { state in state.dropFilter() }
      .help("Drops the filter or the search of the panel in focus, and nothing else."),
    Command("set-draft", "set the draft") { state, argument in state.setDraft(argument) }.argument(.text).mutating()
      .help("A feature and a text as JSON: what the config editor holds that is not applied."),
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
      return .refused("name a feature and a text as JSON, as in set-draft homescreen \"{\"")
    }
    editing.open(id, of: session)
    editing.replaceText(of: id, with: text)
    let outcome = saveDraft(of: id)
    return session[.draft, id] == nil || outcome.message != nil
      ? outcome : outcome.saying(.note("kept a draft of the edit of \(id)"))
  }

  /// A feature's id, which may have blanks in it, and behind it a text as JSON.
  private static func draft(in argument: String) -> (id: String, text: String)? {
    argument.indices.lazy.filter { argument[$0] == " " }.compactMap { blank in
      let json = try? JSONValue.parse(String(argument[argument.index(after: blank)...]))
      return (json?.stringValue).map { (String(argument[..<blank]), $0) }
    }.first
  }
}
