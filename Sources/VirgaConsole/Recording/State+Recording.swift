import VirgaJSON
import VirgaSession

// Commands are recorded, never keys: what was typed, clicked or walked to is recorded as the command that does the same.
extension State {
  /// Notes a command that was run.
  ///
  /// Commands that only open a list or begin to type are left out: what is chosen or typed is noted when it is done. So are
  /// those that move a cursor, for which ``recordPlace(after:typing:)`` names the line.
  mutating func record(_ invocation: Invocation, of command: Command, isBeginning: Bool, hasEffects: Bool) {
    let isRefused = status?.kind == .refusal && !hasEffects
    guard options.isRecorded, runDepth <= 1, !isRefused, !isBeginning || !invocation.argument.isEmpty else { return }
    switch command.name {
    case _ where Self.unrecorded.contains(command.name): return
    case _ where Self.moving.contains(command.name) && parts.scroll(of: focus) != nil: return
    case "edit": if invocation.argument.isEmpty { return }
    case "leave-edit": if focus == .editor { return }
    case "discard-edit", "show-merged": break
    default: if CommandTable.isForText(command.context) || command.context == .picker { return }
    }
    for recorded in recordedAs ?? [invocation] { note(recorded) }
  }

  /// Whether keys go to another line than before, or to the same from its beginning.
  func beginsToType(since typed: TypedLine?) -> Bool {
    guard let line = typedLine else { return false }
    let isSame = line.typing == typed?.typing && line.panel == typed?.panel
    return !isSame || self[line.field].isEmpty
  }

  /// Notes a command that does what was just done.
  mutating func note(_ invocation: Invocation) {
    if options.isRecorded { performed.append(Recording.Line(invocation.line)) }
  }

  /// Notes a text that was kept as a draft because its editor was left: first, so that a replay leaves it the same way.
  mutating func noteDraft(_ text: String, of id: String) {
    let line = Invocation("set-draft", "\(id) \(JSONValue.string(text).compact)").line
    if options.isRecorded { performed.insert(Recording.Line(line), at: 0) }
  }

  /// Where a person is who types a line, before another event: what was typed so far is not noted yet.
  func typedPlace(before event: Event) -> RecordedPlace? {
    options.isRecorded && event.isOfPerson && typedLine != nil ? RecordedPlace(self) : nil
  }

  /// Notes where a person went without a command that was noted, or before it while a line was typed.
  mutating func recordPlace(after event: Event, typing: RecordedPlace?) {
    guard options.isRecorded else { return }
    if !performed.isEmpty, let typing {
      performed = way(to: typing) + performed
      recordedPlace = typing
    }
    guard pendingKeys.isEmpty, typedLine == nil, overlay == nil else { return }
    let here = RecordedPlace(self)
    if event.isOfPerson, performed.isEmpty { performed = way(to: here) }
    recordedPlace = here
  }

  /// The lines that lead to a place from the one that was noted last.
  private func way(to place: RecordedPlace) -> [Recording.Line] {
    guard let recordedPlace, recordedPlace != place else { return [] }
    return place.commands(from: recordedPlace).map { Recording.Line($0.line, isPlace: true) }
  }

  private static let unrecorded: Set<String> = [
    "quit", "suspend", "repaint", "help", "command", "edit-value", "open-editor", "keep-draft", "focus",
    "flag-layer", "type", "press", "back", "forward", "next-problem", "previous-problem", "go-to-problem",
  ]

  private static let moving: Set<String> = [
    "up", "down", "first", "last", "half-page-up", "half-page-down", "page-up", "page-down", "next-match",
    "previous-match", "line",
  ]
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
    Command(
      "no-filter", "drop the filter", help: "Drops the filter or the search of the panel in focus, and nothing else.",
      run: { state, _ in
        state.dropFilter()
        return []
      }),
    Command(
      "set-draft", "set the draft", argument: .text, isMutating: true,
      help: "A feature and a text as JSON: what the config editor holds that is not applied.",
      run: { state, argument in state.setDraft(argument) }),
  ]
}

extension State {
  mutating func dropFilter() {
    switch focus {
    case .features:
      list.filter = TextField()
      list.refresh(workspace)
    case .values: table.search = TextField()
    case .reason: experiments.expression = FilterField()
    case search.panel: search = TextSearch()
    default:
      guard focus == screen.panels.first, let filter = parts.filter else { return }
      self[filter] = FilterField()
      parts.filterChanged(&self)
    }
  }

  mutating func setDraft(_ argument: String) -> [Effect] {
    guard let (id, text) = Self.draft(in: argument) else {
      status = .refusal("name a feature and a text as JSON, as in set-draft homescreen \"{\"")
      return []
    }
    showText(of: id)
    replaceEditor(of: id, with: text)
    editing.editors[id]?.noteApplied(false)
    let version = editing.editors[id]?.version ?? 0
    editing.ties[id]?.version = version
    editing.ties[id]?.draft = text
    guard session[.draft, id]?.stringValue != text else { return [] }
    do throws(Refusal) {
      return perform(try draftOperation(text, of: id))
    } catch {
      status = .refusal(error.description)
      return []
    }
  }

  /// A feature's id, which may have blanks in it, and behind it a text as JSON.
  private static func draft(in argument: String) -> (id: String, text: String)? {
    argument.indices.lazy.filter { argument[$0] == " " }.compactMap { blank in
      let json = try? JSONValue.parse(String(argument[argument.index(after: blank)...]))
      return (json?.stringValue).map { (String(argument[..<blank]), $0) }
    }.first
  }
}
