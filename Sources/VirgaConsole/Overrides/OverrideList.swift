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
  /// A list of all overrides, then of the changes of the client; Enter drops or resets one.
  @Sendable static func picker(in model: Model) -> Picker {
    let overrides = lines(of: model.session.overrides, in: model)
    let client = lines(of: model.issues.clientChanges.all, in: model)
    let isReadOnly = model.options.isReadOnly
    let resets = isReadOnly ? "" : ": Enter resets one"
    guard !overrides.isEmpty else {
      return Picker(
        client.isEmpty ? "No override" : "No override; of the client\(resets)", lines: client)
    }
    let heading = PickerLine.heading("client changes (not overrides)\(resets)")
    return Picker(
      isReadOnly ? "Overrides" : "Overrides: Enter drops one",
      lines: overrides + (client.isEmpty ? [] : [heading] + client))
  }

  /// Asks before a session that is in memory only is lost; nil if it is in a file, or was written
  /// to one, or has nothing to lose.
  static func leaving(in model: Model) -> Picker? {
    let isInMemory = model.options.isInMemory || model.files.isSessionLost
    guard isInMemory, model.writtenFile == nil else { return nil }
    let summary = model.sessionSummary(besides: model.tour?.session)
    let words = summary.words
    guard !words.isEmpty else { return nil }
    let title = "Leave and lose \(words)?"
    // The border has the number of lines next to the title.
    let isWhole = DisplayText(title).columns <= model.size.columns - PickerPanel.besidesTitle
    let sentence: DisplayText = isWhole ? .empty : DisplayText("\(words) would be lost.")
    let answers = [
      PickerLine(
        invocation: Invocation("session-export"), title: "write the session to a file first",
        detail: "session-import reads it again; \(model.keyName(of: "close-list")) stays",
        sentence: sentence),
      PickerLine(
        invocation: Invocation("quit", "yes"), title: "leave",
        detail: "the session is in memory only", sentence: sentence),
    ]
    let drafts = summary.drafts.map {
      PickerLine(keys: "draft", title: DisplayText($0), detail: "unapplied text")
    }
    let lost =
      lines(of: summary.overrides, in: model) + drafts
      + lines(of: summary.clientChanges, in: model)
    return .question(
      isWhole ? title : "Leave and lose the session?", answers,
      about: lost.map {
        PickerLine(keys: $0.keys, title: $0.title, detail: $0.detail, applies: false)
      })
  }

  /// The lines of some overrides; choosing one drops it.
  static func lines(of keys: [EntryKey], in model: Model) -> [PickerLine] {
    keys.flatMap { key in
      key.kind == .edit ? lines(ofEdit: key, in: model) : [line(of: key, in: model)]
    }
  }

  /// The line of an override: its kind, its flag or name, and its value, or with `!` why it has no
  /// effect.
  private static func line(of key: EntryKey, in model: Model) -> PickerLine {
    let value = model.session[key] ?? .null
    let (title, detail): (String, String) =
      switch key.kind {
      case .branch: (key.words(value, in: nil), "")
      // On or off, as the screen of flags shows it.
      case .preference, .debug:
        (model.sessionFlags?.id(reading: key) ?? key.name, FlagLayer.preference.text(of: value))
      case .lock:
        (model.sessionFlags?.id(reading: key) ?? key.name, value == true ? "unlocked" : "locked")
      default: (model.sessionFlags?.id(reading: key) ?? key.name, ValueText.short(value))
      }
    return PickerLine(
      invocation: Invocation("drop", key.argument),
      keys: DisplayText(key.title(in: model.workspace.manifest)),
      title: DisplayText(title),
      detail: DisplayText(model.issues.orphans[key].map { "! \($0)" } ?? detail),
      searched: DisplayText(key.name))
  }

  /// A line for the edit, and if it sets several values one for each of them; a single value shares
  /// the line of the edit.
  private static func lines(ofEdit key: EntryKey, in model: Model) -> [PickerLine] {
    let id = key.name
    var whole = line(of: key, in: model)
    if model.issues.orphans[key] == nil, !model.layers.overridden.contains(Name(id)) {
      whole.detail = "only nulls without effect"
      return [whole]
    }
    let values = model.session.editedValues(of: id)
    guard let first = values.first, !first.path.isRoot, model.issues.orphans[key] == nil else {
      return [whole]
    }
    func detail(_ value: JSONValue) -> DisplayText { DisplayText("= \(ValueText.short(value))") }
    guard values.count > 1 else {
      // Drop only this value, even if the edit sets others later.
      whole.invocation = Invocation("drop", "edit \(id) \(first.path)")
      whole.title = DisplayText("\(id) ▸ \(first.path)")
      whole.detail = detail(first.value)
      return [whole]
    }
    whole.detail = DisplayText("all \(values.count) values")
    return [whole]
      + values.map { path, value in
        PickerLine(
          invocation: Invocation("drop", "edit \(id) \(path)"), title: DisplayText("  ▸ \(path)"),
          detail: detail(value), searched: DisplayText(id), whole: whole.id)
      }
  }

  // The changes of the client.

  /// The lines of some changes of the client, as in `attribute  region  "US", was "DE"`; choosing
  /// one resets it.
  private static func lines(of changes: [EntryChange], in model: Model) -> [PickerLine] {
    let before = changes.isEmpty ? [:] : untouchedAttributes(in: model)
    return changes.map { change in
      let key = change.key
      let new = change.new
      // An attribute that nobody set may have had a default.
      let old = change.old ?? before[key.name].flatMap { $0.json.isNull ? nil : $0.json }
      let (title, words): (String, String) =
        switch key.kind {
        case .clock where new == nil: (key.kind.title, "follows the machine's clock again")
        case .clock:
          (key.kind.title, new?["at"]?.stringValue.map { "is stopped at \($0)" } ?? "was moved")
        case .participation: ("takes part in", new == false ? "opted out" : "takes part again")
        case .behavior: (key.kind.title, new == nil ? "forgotten" : "its counts changed")
        default:
          (
            "attribute",
            "\(new.map(ValueText.short) ?? "unset"), was \(old.map(ValueText.short) ?? "unset")"
          )
        }
      return PickerLine(
        invocation: Invocation("reset-client", key.argument), keys: DisplayText(title),
        title: DisplayText(key.name),
        detail: DisplayText(words))
    }
  }

  /// The attributes that the client would have without its changes.
  private static func untouchedAttributes(in model: Model) -> [Name: ExpressionValue] {
    var untouched = model.session
    let changes = model.issues.clientChanges.all.map(\.inverse)
    untouched.perform(
      SessionOperation(
        "reset", changes: changes, time: model.input.now, process: model.options.process))
    return untouched.client(in: model.operationContext).context(with: untouched.enrollments.records)
      .attributes
  }

  /// The arguments that `reset-client` takes, each with its change, and `all`.
  static func resettable(in model: Model) -> [Command.Completion] {
    let changes = model.issues.clientChanges.all
    return zip(changes, lines(of: changes, in: model)).map { ($0.key.argument, $1.detail.plain) }
      + [("all", changes.count.pluralizing("change"))]
  }

  /// Resets the named change of the client, or `all`.
  ///
  /// A script continues if there is nothing to reset.
  @Sendable static func resetClient(_ model: inout Model, _ argument: String) -> Outcome {
    let changes = model.issues.clientChanges.all.filter {
      argument == "all" || $0.key.argument == argument
    }
    guard changes.isEmpty else { return model.perform { try $0.revert(changes) } }
    let kind = argument.split(separator: " ").first.flatMap { EntryKind(rawValue: String($0)) }
    if model.input.isInScript, argument == "all" || kind != nil {
      return model.shared.alreadyDone(.noClientChanges)
    }
    return .refused(.unknown("change", argument, among: resettable(in: model).map(\.argument)))
  }
}
