import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
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
  static func leaving(in state: State) -> Question? {
    guard state.options.isInMemory || state.files.isSessionLost, state.writtenFile == nil else { return nil }
    let sessionContents = state.sessionContents(besides: state.recording.tour?.session)
    guard !sessionContents.isEmpty else { return nil }
    let title = "Leave and lose \(sessionContents.words)?"
    // The border has the number of lines next to the title.
    let isWhole = DisplayText(title).columns <= state.size.columns - PickerPanel.besidesTitle
    let what: DisplayText = isWhole ? .empty : DisplayText("\(sessionContents.words) would be lost.")
    let answers = [
      PickerLine(
        invocation: Invocation("session-export"), title: "write the session to a file first",
        detail: "session-import reads it again; \(state.keyName(of: "close-list")) stays", sentence: what),
      PickerLine(
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
      whole.detail = DisplayText("= \(ValueText.short(first.value))")
      return [whole]
    }
    whole.detail = DisplayText("all \(values.count) values")
    let lines = values.prefix(maxValues).map { path, value in
      PickerLine(
        invocation: dropping(path, of: id), title: DisplayText("  ▸ \(path)"),
        detail: DisplayText("= \(ValueText.short(value))"), searched: DisplayText(id), whole: whole.id)
    }
    let more = values.count - lines.count
    guard more > 0 else { return [whole] + lines }
    let rest = PickerLine(
      invocation: Invocation("select", id), title: DisplayText("  and \(more) more: go to \(id)"), whole: whole.id)
    return [whole] + lines + [rest]
  }

  private static let maxValues = 100

  private static func dropping(_ key: EntryKey) -> Invocation {
    Invocation("drop", "\(key.kind.rawValue) \(key.name)")
  }

  private static func dropping(_ path: JSONPath, of id: String) -> Invocation {
    Invocation("drop", "edit \(id) \(path)")
  }

  // The changes of the client: not overrides, and listed below them.

  /// A line for each change of the client, which choosing it resets, under a heading; empty if there are none.
  static func clientChanges(in state: State) -> [PickerLine] {
    let lines = changes(state.findings.clientChanges.all, in: state)
    let rest = state.options.isReadOnly ? "" : ": Enter resets one"
    return lines.isEmpty ? [] : [.heading("client changes (not overrides)\(rest)")] + lines
  }

  static func changes(_ changes: [EntryChange], in state: State) -> [PickerLine] {
    zip(changes, state.words(of: changes)).map { change, words in
      PickerLine(
        invocation: Invocation("reset-client", change.key.argument), keys: DisplayText(change.clientTitle),
        title: DisplayText(change.key.name), detail: DisplayText(words))
    }
  }
}

extension State {
  /// The arguments of `reset-client`, each with its change.
  var resettable: [(argument: String, detail: String)] {
    zip(findings.clientChanges.all, words(of: findings.clientChanges.all)).map { ($0.key.argument, $1) }
      + [("all", findings.clientChanges.all.count.pluralizing("change"))]
  }

  fileprivate func words(of changes: [EntryChange]) -> [String] {
    let before = changes.isEmpty ? [:] : untouchedAttributes
    return changes.map { $0.words(before: before[$0.key.name]) }
  }

  private var untouchedAttributes: [Name: ExpressionValue] {
    var untouched = session
    let changes = findings.clientChanges.all.map(\.inverse)
    untouched.perform(SessionOperation("reset", changes: changes, time: input.now, process: options.process))
    return untouched.client(in: operationContext).context(with: untouched.enrollments.records).attributes
  }

  /// Resets one listed change of the client, or all; without an argument, asks for one.
  mutating func resetClient(_ argument: String) -> Outcome {
    guard !argument.isEmpty else { return .prompt("reset-client ") }
    let changes = findings.clientChanges.all.filter { argument == "all" || $0.key.argument == argument }
    let isEntry =
      argument == "all" || argument.split(separator: " ").first.flatMap { EntryKind(rawValue: String($0)) } != nil
    if changes.isEmpty, recording.isInScript, isEntry { return alreadyDone(.noClientChanges) }
    guard !changes.isEmpty else {
      return .refused(.unknown("change", argument, among: resettable.map(\.argument)))
    }
    return perform { operations throws(Refusal) in try operations.revert(changes) }
  }
}

extension EntryKey {
  var argument: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}

extension EntryChange {
  fileprivate var clientTitle: String {
    switch key.kind {
    case .context: "attribute"
    case .participation: "takes part in"
    default: key.kind.title
    }
  }

  /// The new and the old value; an attribute that nobody set may have had a default.
  fileprivate func words(before: ExpressionValue?) -> String {
    switch key.kind {
    case .clock:
      new.map { $0["at"]?.stringValue.map { "is stopped at \($0)" } ?? "was moved" } ?? "is the time of day again"
    case .participation: new == false ? "opted out" : "takes part again"
    case .behavior: new == nil ? "forgotten" : "its counts changed"
    default:
      "\(new.map(ValueText.short) ?? "unset"), was "
        + (old.map(ValueText.short) ?? before.flatMap { $0.json.isNull ? nil : ValueText.short($0.json) } ?? "unset")
    }
  }
}
