import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  static let editingCommands: [Command] = [
    Command("toggle-value", "toggle") { state, _ in state.toggleValue() }
      .in(.panel(.values)).form(of: "toggle").keys("Space").mutating().hint(1, when: \.switches)
      .titled { $0.toggleWords ?? "toggle" }.when(Self.canToggle)
      .help("Toggles a Boolean in the edit of the feature; folds other rows."),
    Command("edit-value", "edit value") { state, _ in state.editValue() }
      .in(.panel(.values)).keys("e").mutating().records(.nothing).hint(1).short("edit").when(Self.canEditValue)
      .help("Sets one value in the edit of the feature: typed in its row, or chosen from a list."),
    Command("set", "set a value") { state, argument in state.setValue(argument) }
      .argument(.text, suffices: true).mutating().when(FeatureCommands.hasFeature)
      .help(
        "A path and a value, as in `set sections-enabled.pocket false`; several at once as `set {\"homescreen\": {\"greeting\": \"Hi\"}}`."
      ),
    Command("edit-config", "edit config") { state, argument in
      guard argument.isEmpty else { return state.applyConfig(argument) }
      state.recording.instead = []
      return state.openEditor()
    }
    .in(.screen(.features)).form(of: "edit").keys("i").argument(.text).mutating().hint(2).short("editor")
    .when(FeatureCommands.hasFeature)
    .help(
      "Opens the config editor: the edit of the feature as text, with problems and completions as you type. Your text is kept as a draft after each pause of 0.7 s and whenever you leave; only kill -9 loses what you typed since the last pause. Keeping a draft is an undo step only if it replaces another console's draft; discarding one (d, or Ctrl-Q in the editor) is always one. With a config as its argument, applies that config at once."
    ),
    Command("open-editor", "$EDITOR") { state, _ in state.openOutside() }
      .in(.screen(.features)).keys("E", "Alt-e").mutating().records(.nothing).hint(30).when(FeatureCommands.hasFeature)
      .help("Opens the edit in the program that $VISUAL or $EDITOR names; the text comes back to the config editor."),
    Command("keep-draft", "keep the text as a draft") { state, _ in
      state.selectedFeature.map { state.leaveText(of: $0.id) } ?? []
    }
    .in(.screen(.features)).mutating().records(.nothing).when(Self.hasDraft)
    .help("Keeps unapplied text of the config editor; leaving the editor does so too."),
  ]

  @Sendable static func canToggle(_ state: State) -> Command.Availability {
    guard let row = state.table.selectedRow else { return .refused(.noValueSelected) }
    if state.table.list.markCount > 1, state.focus == .values {
      let count = state.markedBooleans.count
      return count == 0 ? .refused(.noMarkedBoolean) : .applies("\(count) marked")
    }
    if row.value.booleanValue != nil || row.fold != .none { return .applies(row.pathText) }
    return .refused(.notBoolean(row.name, edit: state.keyName(of: "edit-value")))
  }

  @Sendable static func canEditValue(_ state: State) -> Command.Availability {
    state.table.selectedRow.map { .applies($0.pathText) } ?? .refused(.noValueSelected)
  }

  @Sendable static func hasDraft(_ state: State) -> Command.Availability {
    state.editor?.isChanged == true ? .applies() : .refused(.noUnappliedText)
  }
}

extension State {
  /// The effect of Space on the value under the cursor; nil if it is not a Boolean.
  fileprivate var toggleWords: String? {
    if table.list.markCount > 1, focus == .values { return "edit \(table.list.markCount) marked" }
    guard let row = table.selectedRow else { return nil }
    guard let old = row.value.booleanValue else {
      return row.fold == .none ? nil : row.fold == .open ? "fold" : "unfold"
    }
    return isSwitchedBackByDropping(row) ? "drop edit → \(!old)" : "edit \(old) → \(!old)"
  }

  /// Whether Space toggles a value instead of folding.
  fileprivate var switches: Bool {
    table.list.markCount > 1 && focus == .values || table.selectedRow?.value.booleanValue != nil
  }

  private func isSwitchedBackByDropping(_ row: ValueRow) -> Bool {
    guard let id = selectedFeature?.id, let old = row.value.booleanValue else { return false }
    return session[.edit, id]?[row.path] != nil && row.history.overridden.last?.value == .boolean(!old)
  }

  mutating func toggleValue() -> Outcome {
    guard let row = table.selectedRow else { return [] }
    if table.list.markCount > 1, focus == .values { return toggleMarked() }
    guard let old = row.value.booleanValue else {
      recording.instead = [Invocation("fold")]
      return ValueCommands.fold(&self, row.fold == .closed)
    }
    // Toggling back to the value below drops the edit, so that no needless override remains.
    if let id = selectedFeature?.id, isSwitchedBackByDropping(row) {
      recording.instead = [Invocation("drop", "value \(row.path)")]
      return perform { operations throws(Refusal) in try operations.dropEdit(id, at: row.path) }
    }
    recording.instead = [Invocation("set", "\(row.path) \(!old)")]
    return set(row.path, to: .boolean(!old))
  }

  fileprivate var markedBooleans: [ValueRow] { FeatureScreen.values(in: self).filter { $0.value.booleanValue != nil } }

  private mutating func toggleMarked() -> Outcome {
    let rows = markedBooleans
    guard let id = selectedFeature?.id, let old = rows.first?.value.booleanValue else { return [] }
    return set(rows.map { (id, $0.path, .boolean(!old)) }, as: "set \(rows.count.pluralizing("value")) = \(!old)")
  }

  /// Sets values of features as one operation, which is recorded with all of them.
  ///
  /// - Parameter label: The undo label; nil for the usual one of a single value.
  mutating func set(_ values: [(feature: String, path: JSONPath, value: JSONValue)], as label: String?) -> Outcome {
    guard !values.isEmpty else { return [] }
    var all = JSONObject()
    for (feature, path, value) in values {
      var paths = all[feature]?.objectValue ?? [:]
      paths["\(path)"] = value
      all[feature] = .object(paths)
    }
    recording.instead = [Invocation("set", JSONValue.object(all).compact)]
    return perform { operations throws(Refusal) in
      guard let label else {
        let (feature, path, value) = values[0]
        return try operations.setEdit(feature, at: path, to: value).namingFeature()
      }
      return try operations.each(of: values, as: label) { operations, each throws(Refusal) in
        try operations.setEdit(each.feature, at: each.path, to: each.value)
      }
    }
  }

  /// Sets the values in an object of features, paths and values; nil if the text is not such an object.
  private mutating func setValues(_ text: String) -> Outcome? {
    guard text.hasPrefix("{"), let features = (try? JSONValue.parse(text))?.objectValue else { return nil }
    var values: [(feature: String, path: JSONPath, value: JSONValue)] = []
    for (feature, paths) in features {
      for (text, value) in paths.objectValue ?? [:] {
        guard let path = try? JSONPath.parse(text), !path.isRoot else { return nil }
        values.append((feature, path, value))
      }
    }
    return values.isEmpty ? nil : set(values, as: values.count == 1 ? nil : "set \(values.count) values")
  }

  /// Starts typing or choosing the value under the cursor; a container is edited as text.
  mutating func editValue() -> Outcome {
    guard let row = table.selectedRow, let feature = selectedFeature else { return [] }
    if row.isContainer { return openEditor(at: row.path, holding: row.value) }
    if !isTyped(row) {
      return askAboutSelection { state in
        guard let row = state.table.selectedRow else { return nil }
        let choices = state.table.choices(of: row)
        return choices.isEmpty ? nil : .choices(choices, for: row)
      }
    }
    let field = TextField(proposing: ValueEntry.text(of: row.value, as: row.type))
    editing.value = ValueEntry(feature: feature.id, path: row.path, type: row.type, field: field)
    return []
  }

  /// Ends typing a value if its row is gone; the text stays in a message.
  mutating func followTypedValue() {
    guard let entry = editing.value else { return }
    let isHere = focus == .values && (selectedFeature?.id).isSameName(as: entry.feature)
    if isHere, let row = table.selectedRow, row.path == entry.path, isTyped(row) {
      if row.type != entry.type { retype(as: row.type) }
      return
    }
    editing.value = nil
    guard isHere || workspace.manifest?.feature(entry.feature) == nil else { return }
    say(.cannotType(entry.path, of: entry.feature, typed: entry.field.text))
  }

  private mutating func retype(as type: VariableType?) {
    editing.value?.type = type
    let refusal = editing.value.flatMap(refusal)
    editing.value?.refusal = refusal
    if let refusal { say(refusal) }
  }

  /// Whether a value is typed in its row, not chosen or edited as text.
  private func isTyped(_ row: ValueRow) -> Bool { !row.isContainer && table.choices(of: row).isEmpty }

  /// Shows at once what is wrong with the value being typed.
  mutating func judgeValue() -> Outcome {
    guard let entry = editing.value else { return [] }
    let refusal = refusal(of: entry)
    editing.value?.refusal = refusal
    endMessage()
    return refusal.map { .refused($0) } ?? []
  }

  /// Sets the value that was typed, if it is valid.
  mutating func commitValue() -> Outcome {
    guard let entry = editing.value else { return [] }
    if let refusal = refusal(of: entry) { return .refused(refusal) }
    editing.value = nil
    guard let value = entry.value, value != table.selectedRow?.value else { return .says(.unchanged) }
    recording.record(Invocation("set", "\(entry.path) \(value.compact)"))
    return set(entry.path, to: value)
  }

  private func refusal(of entry: ValueEntry) -> StatusMessage? {
    guard let value = entry.value else {
      return entry.field.isEmpty ? .nothingTyped(as: entry.type) : .invalid(entry.field.text, as: entry.type)
    }
    guard value != table.selectedRow?.value else { return nil }
    do {
      _ = try operations.setEdit(entry.feature, at: entry.path, to: value)
      return nil
    } catch {
      return .refusal(error)
    }
  }

  private mutating func set(_ path: JSONPath, to value: JSONValue) -> Outcome {
    guard let feature = selectedFeature else { return [] }
    let before = warnings(of: feature)
    let outcome = perform { operations throws(Refusal) in try operations.setEdit(feature.id, at: path, to: value) }
    guard let operation = outcome.operation,
      let warning = warnings(of: feature).first(where: { !before.contains($0) })
    else { return outcome }
    return outcome.saying(.done(operation.done, but: warning))
  }

  /// The warnings for the edit of a feature, which the person may not have intended.
  private func warnings(of feature: FeatureDefinition) -> [String] {
    guard let edit = session[.edit, feature.id], let manifest = workspace.manifest else { return [] }
    let check = manifest.check(config: LocatedValue(edit), feature: feature, channel: channel)
    return check.problems.filter { $0.severity == .warning }.map(\.message)
  }

  /// Sets the value given as `PATH VALUE`; a value that is not JSON is a string.
  mutating func setValue(_ argument: String) -> Outcome {
    if let outcome = setValues(argument) { return outcome }
    guard selectedFeature != nil else { return .refused(.noFeatureSelected) }
    guard let (path, text) = Self.pathAndValue(argument), !path.isRoot, !text.isEmpty else {
      return .refused(.valueExpected)
    }
    let written = try? JSONValue.parse(text)
    // A quoted value is a string for any type; otherwise the type decides how to read it.
    let type = table.unfolded.first { $0.path == path }?.type
    let typed = type.flatMap { ValueEntry(feature: "", path: path, type: $0, field: TextField(text)).value }
    let value = written?.stringValue == nil ? typed ?? written : written
    return set(path, to: value ?? .string(text))
  }

  /// The path at the start of a line and the value after it; a quoted key may contain blanks.
  private static func pathAndValue(_ line: String) -> (JSONPath, String)? {
    let blanks = line.indices.lazy.filter { line[$0] == " " }.prefix(maxSpacesInPath)
    for blank in blanks {
      guard let path = try? JSONPath.parse(String(line[..<blank])) else { continue }
      return (path, String(line[blank...].drop { $0 == " " }))
    }
    return nil
  }

  private static let maxSpacesInPath = 100

  private mutating func openEditor(at path: JSONPath, holding value: JSONValue) -> Outcome {
    let outcome = openEditor()
    edit { $0.show(path, holding: value) }
    return outcome
  }

  mutating func openOutside() -> Outcome {
    guard let id = selectedFeature?.id else { return [] }
    let outcome = openEditor()
    guard let editor else { return outcome }
    return outcome + [.openEditor(editor.buffer.text, feature: id)]
  }

  /// Loads text from the person's own editor into the config editor, unless unchanged or empty.
  mutating func adoptWritten(_ text: String, feature id: String) -> Outcome {
    _ = FeatureCommands.select(&self, id)
    reconcile()
    guard (selectedFeature?.id).isSameName(as: id) else {
      // No editor or draft can hold the text; copying keeps it from being lost.
      return .done([.copy(text, what: "the text of \(id)")], saying: .featureGone(id))
    }
    _ = openEditor()
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { return .says(.textCameEmpty) }
    let before = editor?.version
    edit { $0.adopt(written: text) }
    // The text is checked before the message; a very long one is checked in the background.
    reconcile()
    let isSame = editor?.version == before
    let said = editor?.message ?? (isSame ? .textCameUnchanged : .textLoaded)
    if let error = editor?.firstError {
      edit { $0.go(to: error.position) }
      return .refused(said.then(error.refusal))
    }
    let isChecked = editor?.isUnchecked == true
    return .says(isSame ? said : said.then(isChecked ? .textIsChecked : .textApplied(by: keyName(of: "apply-edit"))))
  }
}

extension Picker {
  /// Why the typed text is not an allowed value; nil if no values are listed.
  var valueRefusal: StatusMessage? {
    guard kind == .choice, list.items.first?.invocation?.name == "set" else { return nil }
    return .notAllowed(field.text, of: title, among: list.items.map(\.title.plain))
  }

  static func choices(_ choices: [(value: JSONValue, description: String)], for row: ValueRow) -> Picker {
    let lines = choices.map { value, description in
      PickerLine(
        invocation: Invocation("set", "\(row.pathText) \(value.compact)"), keys: value == row.value ? "now" : "",
        title: DisplayText(value.stringValue ?? value.compact), detail: DisplayText(description))
    }
    return Picker(row.pathText, lines: lines, cursor: choices.firstIndex { $0.value == row.value } ?? 0)
  }
}
