import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

extension Picker {
  /// All overrides and changes of the client; choosing one drops or resets it.
  static func overrides(in state: State) -> Picker {
    let overrides = PickerLine.overrides(state.session.overrides, in: state)
    let client = PickerLine.clientChanges(in: state)
    let isReadOnly = state.options.isReadOnly
    guard !overrides.isEmpty else {
      let rest = client.isEmpty ? "" : isReadOnly ? "; of the client" : "; of the client: Enter resets one"
      return Picker("No override\(rest)", lines: Array(client.dropFirst()))
    }
    return Picker(isReadOnly ? "Overrides" : "Overrides: Enter drops one", lines: overrides + client)
  }
}

extension Question {
  /// Asks whether to lose unsaved contents, and lists them; nil if there are none.
  static func leaving(in state: State) -> Question? {
    guard state.options.isInMemory || state.files.isSessionLost, state.writtenFile == nil else { return nil }
    let sessionContents = state.sessionContents(besides: state.recording.tour?.session)
    guard !sessionContents.isEmpty else { return nil }
    let title = "Leave and lose \(sessionContents.words)?"
    // The border has the number of lines next to the title.
    let isWhole = DisplayText(title).columns <= state.size.columns - PickerPanel.besidesTitle
    let what: DisplayText = isWhole ? .empty : DisplayText("\(sessionContents.words) would be lost.")
    let answers = [
      Answer(
        invocation: Invocation("session-export"), title: "write the session to a file first",
        detail: "session-import reads it again; \(state.keyName(of: "close-list")) stays", sentence: what),
      Answer(
        invocation: .confirmed("quit"), title: "leave", detail: "the session is in memory only", sentence: what),
    ]
    let held = state.held(besides: state.recording.tour?.session)
    let drafts = held.drafts.map {
      PickerLine(keys: "draft", title: DisplayText($0), detail: "unapplied text")
    }
    let lost =
      PickerLine.overrides(held.overrides, in: state) + drafts + PickerLine.changes(held.clientChanges, in: state)
    return Question(
      asked: isWhole ? title : "Leave and lose the session?", answers: answers,
      listed: lost.map { PickerLine(keys: $0.keys, title: $0.title, detail: $0.detail, applies: false) })
  }
}

extension PickerLine {
  /// A line for each override and each edited value, which choosing it drops.
  static func overrides(_ keys: [EntryKey], in state: State) -> [PickerLine] {
    keys.flatMap { key in key.kind == .edit ? edit(of: key.name, in: state) : [line(of: key, in: state)] }
  }

  private static func line(of key: EntryKey, in state: State) -> PickerLine {
    let value = state.session[key] ?? .null
    let detail =
      state.findings.orphans[key].map { "! \($0)" } ?? (key.kind == .branch ? "" : words(of: value, key.kind))
    return PickerLine(
      invocation: dropping(key), keys: DisplayText(key.title(in: state.workspace.manifest)),
      title: DisplayText(key.kind == .branch ? key.words(value, in: nil) : state.flags.id(reading: key) ?? key.name),
      detail: DisplayText(detail), searched: DisplayText(key.name))
  }

  /// A value as the screens show it: on or off for a flag.
  private static func words(of value: JSONValue, _ kind: EntryKind) -> String {
    switch kind {
    case .preference, .debug: State.word(value)
    case .lock: value == true ? "unlocked" : "locked"
    default: ValueText.short(value)
    }
  }

  private static func edit(of id: String, in state: State) -> [PickerLine] {
    let key = EntryKey(.edit, id)
    let values = state.session.editedValues(of: id)
    guard let first = values.first, !first.path.isRoot, state.findings.orphans[key] == nil else {
      return [line(of: key, in: state)]
    }
    var whole = line(of: key, in: state)
    guard values.count > 1 else {
      // Drop only this value, even if the edit sets others later.
      whole.invocation = dropping(first.path, of: id)
      whole.title = DisplayText("\(id) ▸ \(first.path)")
      return [with(first.value, whole)]
    }
    whole.detail = DisplayText("all \(values.count) values")
    let lines = values.prefix(maxValues).map { path, value in
      let line = PickerLine(
        invocation: dropping(path, of: id), title: DisplayText("  ▸ \(path)"), searched: DisplayText(id),
        whole: whole.id)
      return with(value, line)
    }
    let more = values.count - lines.count
    guard more > 0 else { return [whole] + lines }
    let rest = PickerLine(
      invocation: Invocation("select", id), title: DisplayText("  and \(more) more: go to \(id)"), whole: whole.id)
    return [whole] + lines + [rest]
  }

  private static func with(_ value: JSONValue, _ line: PickerLine) -> PickerLine {
    var line = line
    line.detail = DisplayText("= \(ValueText.short(value))")
    return line
  }

  private static let maxValues = 100

  private static func dropping(_ key: EntryKey) -> Invocation {
    Invocation("drop", "\(key.kind.rawValue) \(key.name)")
  }

  private static func dropping(_ path: JSONPath, of id: String) -> Invocation {
    Invocation("drop", "edit \(id) \(path)")
  }
}
