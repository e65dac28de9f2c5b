import VirgaJSON
import VirgaSession

// Commands are recorded, never keys: typing, clicks and motions are recorded as equivalent commands.
extension RunRecord {
  mutating func record(_ invocation: Invocation) { performed.append(Recording.Line(invocation.line)) }

  /// Records, as first line, a text that became a draft when its editor was left.
  mutating func recordDraft(_ text: String, of id: String) {
    let line = Invocation("set-draft", "\(id) \(JSONValue.string(text).compact)").line
    performed.insert(Recording.Line(line), at: 0)
  }

  /// Records a command that was run.
  ///
  /// Typing and choosing are recorded when done; a command that moves the cursor of a list, as the line where it ends.
  mutating func record(_ invocation: Invocation, of command: Command, inList isInList: Bool) {
    guard depth <= 1 else { return }
    switch command.recorded {
    case .nothing: return
    case .cursor where isInList: return
    case .itself where command.context.isForText || command.context == .picker: return
    case .itself, .always, .cursor: for recorded in instead ?? [invocation] { record(recorded) }
    }
  }

  /// Records where a person went without a recorded command, or before it while typing.
  ///
  /// - Parameter typing: The view before the event, if the person was typing then.
  mutating func recordView(after event: Event, typing: RecordedView?, in model: Model) {
    if !performed.isEmpty, let typing {
      performed = way(to: typing) + performed
      view = typing
    }
    guard model.input.pendingKeys.isEmpty, model.typedLine == nil, model.overlay == nil else { return }
    let here = RecordedView(model)
    if event.isUserInput, performed.isEmpty { performed = way(to: here) }
    view = here
  }

  private func way(to view: RecordedView) -> [Recording.Line] {
    guard let start = self.view, start != view else { return [] }
    return view.commands(from: start).map { Recording.Line($0.line, isMove: true) }
  }
}

enum RecordingCommands {
  static let all: [Command] = [
    Command("no-filter", "drop the filter") { model in
      guard let filter = RecordedView.filter(of: model.focus, in: model) else { return [] }
      model[keyPath: filter] = FilterField()
      if model.focus == model.search.panel { model.search = TextSearch() }
      if model.focus == model.screen.panels.first { model.parts.filterChanged(&model) }
      return []
    }
    .help("Drops the filter or the search of the panel in focus, and nothing else."),
    Command("set-draft", "set the draft") { model, argument in
      guard let (id, text) = draft(in: argument) else { return .refused(.draftExpected) }
      model.editing.open(id, of: model.session)
      model.editing.editors[id]?.replaceAll(with: text)
      let outcome = Drafts.save(id, &model)
      return model.session[.draft, id] == nil || outcome.message != nil ? outcome : outcome.saying(.keptDraft(id))
    }
    .argument(.text).mutating().help("A feature and a text as JSON: the unapplied text of the config editor."),
  ]

  /// A feature's id, which may contain blanks, followed by a text as JSON.
  private static func draft(in argument: String) -> (id: String, text: String)? {
    argument.indices.lazy.filter { argument[$0] == " " }.compactMap { blank in
      let json = try? JSONValue.parse(String(argument[argument.index(after: blank)...]))
      return (json?.stringValue).map { (String(argument[..<blank]), $0) }
    }.first
  }
}
