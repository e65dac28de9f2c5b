import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The overrides of the session, and the changes of the client, which are not overrides and are
/// listed below them.
enum OverrideList {
  /// A list of all overrides, then of the changes of the client: its attributes, clock,
  /// participation and behavioral events.
  ///
  /// Enter drops an override, or resets a change to the value at the beginning of the session,
  /// unless the console is read-only.
  @Sendable static func picker(in model: Model) -> Picker {
    let overrides = lines(of: model.session.overrides, in: model)
    let clientChanges = lines(of: model.clientChanges.all, in: model)
    let isReadOnly = model.options.isReadOnly
    let resetHint = isReadOnly ? "" : ": Enter resets one"
    guard !overrides.isEmpty else {
      let title = clientChanges.isEmpty ? "No override" : "No override; of the client\(resetHint)"
      return Picker(title, lines: clientChanges)
    }
    let heading = PickerLine.heading("client changes (not overrides)\(resetHint)")
    return Picker(
      isReadOnly ? "Overrides" : "Overrides: Enter drops one",
      lines: overrides + (clientChanges.isEmpty ? [] : [heading] + clientChanges))
  }

  /// Asks before a session that is in memory only is lost; nil if it is in a file, or was written
  /// to one as it is now, or has nothing to lose.
  static func questionBeforeLeaving(in model: Model) -> Picker? {
    // Once writing its file failed, a session is in memory only too.
    let isInMemory = model.options.isInMemory || model.files.isSessionLost
    guard isInMemory, model.writtenFile == nil else { return nil }
    // What a guided tour changed is not the person's work.
    let summary = model.sessionSummary(besides: model.tour?.session)
    let lost = summary.words
    guard !lost.isEmpty else { return nil }
    let title = "Leave and lose \(lost)?"
    // If the border has no room for the title and the number of lines, a sentence says what is
    // lost.
    let columnsForTitle = model.size.columns - PickerPanel.columnsBesideTitle
    let fitsInBorder = DisplayText(title).columns <= columnsForTitle
    let sentence: DisplayText = fitsInBorder ? .empty : DisplayText("\(lost) would be lost.")
    return .question(
      fitsInBorder ? title : "Leave and lose the session?",
      answersBeforeLeaving(sentence: sentence),
      about: linesWithoutCommands(of: summary, in: model))
  }

  /// The answers to the question whether to leave; each is read with its first column, as in
  /// `first write the session to a file`.
  ///
  /// - Parameter sentence: What would be lost, shown under the list; empty if the title says it.
  private static func answersBeforeLeaving(sentence: DisplayText) -> [PickerLine] {
    [
      PickerLine(
        invocation: Invocation("session-export"), leading: "first",
        title: "write the session to a file", detail: "session-import reads it",
        sentence: sentence),
      PickerLine(
        invocation: Invocation("quit", "yes"), leading: "yes", title: "leave",
        detail: "it is in memory only", sentence: sentence),
    ]
  }

  /// The overrides, drafts and changes of the client in a summary, as lines that cannot be chosen.
  private static func linesWithoutCommands(
    of summary: SessionSummary, in model: Model
  ) -> [PickerLine] {
    let drafts = summary.drafts.map { name in
      PickerLine(leading: "draft", title: DisplayText(name), detail: "unapplied text")
    }
    let all =
      lines(of: summary.overrides, in: model) + drafts
      + lines(of: summary.clientChanges, in: model)
    // Without their commands, which would drop or reset one.
    return all.map { line in
      PickerLine(leading: line.leading, title: line.title, detail: line.detail, applies: false)
    }
  }

  /// The lines of some overrides; choosing one drops it.
  ///
  /// An edit that sets several values has a line for all of them, then one for each. If another
  /// console set an override, its first line says who did and when.
  static func lines(of keys: [EntryKey], in model: Model) -> [PickerLine] {
    keys.flatMap { key in
      var lines = key.kind == .edit ? lines(ofEdit: key, in: model) : [line(of: key, in: model)]
      // Nil if this console set the override, or if it is not known who did. An edit has at least
      // one line, of which only the first one names the author.
      if let author = otherAuthor(of: key, in: model) {
        lines[0].detail += DisplayText("  by \(author)")
      }
      return lines
    }
  }

  /// Who set an override and when; nil if this console did, or if it is not known.
  private static func otherAuthor(of key: EntryKey, in model: Model) -> String? {
    guard let operation = model.session.lastOperation(changing: key),
      operation.process != model.options.process
    else { return nil }
    return model.shared.attribution(of: operation)
  }

  /// The line of an override: its kind in words, such as `app setting`, what it is about, and its
  /// value, or with `!` why it has no effect.
  private static func line(of key: EntryKey, in model: Model) -> PickerLine {
    let value = model.session[key] ?? .null
    let reasonWithoutEffect = model.issues.mismatchedOverrides[key]
    return PickerLine(
      invocation: Invocation("drop", key.argument),
      leading: DisplayText(key.title(in: model.workspace.manifest)),
      title: DisplayText(subject(of: key, value, in: model)),
      detail: DisplayText(
        reasonWithoutEffect.map { reason in "! \(reason)" } ?? detail(of: value, kind: key.kind)),
      // The title may name a flag or a branch instead; the filter matches this name too.
      alsoSearched: DisplayText(key.name))
  }

  /// The branch and its recipe for a forced branch, as in `treatment of homepage-order`; else the
  /// id of the flag that reads the override, or else the name of the override.
  private static func subject(of key: EntryKey, _ value: JSONValue, in model: Model) -> String {
    // The summary of a branch needs no manifest.
    if key.kind == .branch { return key.summary(of: value, in: nil) }
    return model.sessionFlags?.idOfFlag(reading: key) ?? key.name
  }

  /// The value of an override; that of a flag is on or off, as the screen of flags shows it.
  private static func detail(of value: JSONValue, kind: EntryKind) -> String {
    switch kind {
    case .branch: ""  // The title names the branch.
    // `on` or `off` for a Boolean, else the value as text: a debug override is stored as a
    // preference is. An app setting is stored as a preference too, and can have any type.
    case .preference, .debug: FlagLayer.preference.text(of: value)
    case .lock: FlagLayer.lock.text(of: value)  // `unlocked` or `locked`.
    default: ValueText.short(value)
    }
  }

  /// A line for the edit, and if it sets several values one for each of them; a single value shares
  /// the line of the edit.
  ///
  /// An edit that does not match the manifest, that is not an object, or that has only nulls
  /// without effect also has one line.
  private static func lines(ofEdit key: EntryKey, in model: Model) -> [PickerLine] {
    let id = key.name
    var whole = line(of: key, in: model)
    let isMismatched = model.issues.mismatchedOverrides[key] != nil
    let isEffective = model.layers.overridden.contains(Name(id))
    // The line of an edit that does not match says already why it has no effect.
    if isMismatched { return [whole] }
    guard isEffective else {
      whole.detail = "only nulls without effect"
      return [whole]
    }
    let values = model.session.editedValues(of: id)
    // Never empty: what is not an object with members is a value itself, at the root if it is the
    // whole edit.
    let first = values[0]
    guard !first.path.isRoot else { return [whole] }
    guard values.count > 1 else {
      return [line(whole, namingOnlyValue: first.value, at: first.path, inEdit: id)]
    }
    whole.detail = DisplayText("all \(values.count) values")
    return [whole]
      + values.map { path, value in line(of: value, at: path, inEdit: id, partOf: whole.id) }
  }

  /// The line of an edit that sets a single value, changed so that it names this value.
  private static func line(
    _ whole: PickerLine, namingOnlyValue value: JSONValue, at path: JSONPath, inEdit id: String
  ) -> PickerLine {
    var line = whole
    // The command names the value, so that it drops no other one that the edit sets later.
    line.invocation = Invocation("drop", "edit \(id) \(path)")
    line.title = DisplayText("\(id) ▸ \(path)")
    line.detail = DisplayText("= \(ValueText.short(value))")
    return line
  }

  /// The line of one of several values that the edit of a feature sets, below the line of the edit;
  /// choosing it drops only that value.
  ///
  /// The filter finds it by the id of the feature too. It is counted together with the line of the
  /// edit as one override.
  ///
  /// - Parameter idOfEditLine: The id by which the list knows the line of the edit.
  private static func line(
    of value: JSONValue, at path: JSONPath, inEdit id: String, partOf idOfEditLine: String
  ) -> PickerLine {
    PickerLine(
      invocation: Invocation("drop", "edit \(id) \(path)"), title: DisplayText("  ▸ \(path)"),
      detail: DisplayText("= \(ValueText.short(value))"), alsoSearched: DisplayText(id),
      partOf: idOfEditLine)
  }

  // The changes of the client.

  /// The lines of some changes of the client, as in `attribute  region  "US", was "DE"`; choosing
  /// one resets it.
  private static func lines(of changes: [EntryChange], in model: Model) -> [PickerLine] {
    let untouched = changes.isEmpty ? [:] : untouchedAttributes(in: model)
    return changes.map { change in
      let key = change.key
      // Without a value in the session, an attribute may have had a default. This is looked up for
      // other kinds too, but their words do not name the old value.
      let defaultValue = untouched[key.name].flatMap { $0.json.isNull ? nil : $0.json }
      let old = change.old ?? defaultValue
      return PickerLine(
        invocation: Invocation("reset-client", key.argument),
        leading: DisplayText(subject(of: key.kind)), title: DisplayText(key.name),
        detail: DisplayText(words(for: key.kind, from: old, to: change.new)))
    }
  }

  /// The first column of a line about a change of the client, before the name of the entry: as
  /// `attribute` before `region`, and `takes part in` before `rollouts`.
  private static func subject(of kind: EntryKind) -> String {
    switch kind {
    case .clock, .behavior: kind.title
    case .participation: "takes part in"
    // Of the kinds that describe the client, only attributes are left.
    default: "attribute"
    }
  }

  /// A change of the client in words; nil is the value of an entry that the session does not have.
  private static func words(
    for kind: EntryKind, from old: JSONValue?, to new: JSONValue?
  ) -> String {
    switch kind {
    // `{"at": time}` if stopped, else `{"offset": seconds}`.
    case .clock where new == nil: return "follows the machine's clock again"
    case .clock: return new?["at"]?.stringValue.map { "is stopped at \($0)" } ?? "was moved"
    case .participation: return new == false ? "opted out" : "takes part again"
    // The counts of a behavioral event.
    case .behavior: return new == nil ? "forgotten" : "its counts changed"
    default:
      let oldText = old.map(ValueText.short) ?? "unset"
      let newText = new.map(ValueText.short) ?? "unset"
      return "\(newText), was \(oldText)"
    }
  }

  /// The attributes that the client would have without its changes, which are undone in a copy of
  /// the session.
  private static func untouchedAttributes(in model: Model) -> [Name: ExpressionValue] {
    var untouched = model.session
    // There is one change for each entry, so their order does not matter.
    let inverseChanges = model.clientChanges.all.map(\.inverse)
    untouched.perform(
      SessionOperation(
        "reset", changes: inverseChanges, time: model.input.now, process: model.options.process))
    // The operation context is the manifest, channel and time of the console; the client's context
    // is its attributes, as expressions see them.
    let client = untouched.client(in: model.operationContext)
    // Some attributes are computed from the enrollments, such as the active experiments; recipes
    // are not evaluated again for the copy.
    return client.context(with: untouched.enrollments.records).attributes
  }

  /// The arguments that `reset-client` takes, each with its change, and `all`.
  static func resetCompletions(in model: Model) -> [Command.Completion] {
    let changes = model.clientChanges.all
    // Each change has one line.
    let eachChange: [Command.Completion] = zip(changes, lines(of: changes, in: model)).map {
      change, line in (change.key.argument, line.detail.plain)
    }
    return eachChange + [("all", changes.count.pluralizing("change"))]
  }

  /// Resets the named change of the client, or `all`.
  ///
  /// If nothing has to be reset, as when a script runs again, the script continues if the argument
  /// is `all` or begins with a kind of entry; any other argument is refused.
  @Sendable static func resetClient(_ model: inout Model, _ argument: String) -> Outcome {
    let changes = model.clientChanges.all.filter {
      argument == "all" || $0.key.argument == argument
    }
    if !changes.isEmpty { return model.perform { try $0.revert(changes) } }
    let kind = argument.split(separator: " ").first.flatMap { EntryKind(rawValue: String($0)) }
    let canNameChange = argument == "all" || kind != nil
    if model.input.isInScript, canNameChange {
      return model.shared.alreadyDone(.noClientChanges)
    }
    return .refused(
      .unknown("change", argument, among: resetCompletions(in: model).map(\.argument)))
  }
}
