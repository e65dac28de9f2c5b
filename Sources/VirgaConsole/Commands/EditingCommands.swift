import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum EditingCommands {
  static let all: [Command] = [
    Command("toggle-value", "toggle") { state, _ in toggle(&state) }
      .in(.panel(.values)).form(of: "toggle").keys("Space").mutating().hint(1, when: switches)
      .titled(toggleTitle).when(canToggle)
      .help("Toggles a Boolean in the edit of the feature; folds other rows."),
    Command("edit-value", "edit value") { state, _ in editValue(&state) }
      .in(.panel(.values)).keys("e").mutating().records(.nothing).hint(1).short("edit")
      .when({ $0.table.selectedRow?.pathText }, else: .noValueSelected)
      .help("Sets one value in the edit of the feature: typed in its row, or chosen from a list."),
    Command("set", "set a value") { state, argument in set(argument, &state) }
      .argument(.text, suffices: true).mutating().when(FeatureCommands.hasFeature)
      .help(
        "A path and a value, as in `set sections-enabled.pocket false`; several at once as `set {\"homescreen\": {\"greeting\": \"Hi\"}}`."
      ),
    Command("edit-config", "edit config") { state, argument in
      guard argument.isEmpty else { return TextEditing.applyConfig(argument, &state) }
      state.recording.instead = []
      return TextEditing.open(&state)
    }
    .in(.screen(.features)).form(of: "edit").keys("i").argument(.text).mutating().hint(2).short("editor")
    .when(FeatureCommands.hasFeature)
    .help(
      "Opens the config editor: the edit of the feature as text, with problems and completions as you type. Your text is kept as a draft after each pause of 0.7 s and whenever you leave; only kill -9 loses what you typed since the last pause. Keeping a draft is an undo step only if it replaces another console's draft; discarding one (d, or Ctrl-Q in the editor) is always one. With a config as its argument, applies that config at once."
    ),
    Command("open-editor", "$EDITOR") { state, _ in TextEditing.openOutside(&state) }
      .in(.screen(.features)).keys("E", "Alt-e").mutating().records(.nothing).hint(30).when(FeatureCommands.hasFeature)
      .help("Opens the edit in the program that $VISUAL or $EDITOR names; the text comes back to the config editor."),
    Command("keep-draft", "keep the text as a draft") { state, _ in
      state.selectedFeature.map { Drafts.leave($0.id, &state) } ?? []
    }
    .in(.screen(.features)).mutating().records(.nothing)
    .when({ $0.editor?.isChanged == true }, else: .noUnappliedText)
    .help("Keeps unapplied text of the config editor; leaving the editor does so too."),
  ]

  /// A value to set, with its feature.
  typealias Setting = (feature: String, path: JSONPath, value: JSONValue)

  @Sendable private static func canToggle(_ state: State) -> Command.Availability {
    guard let row = state.table.selectedRow else { return .refused(.noValueSelected) }
    if togglesMarked(state) {
      let count = markedBooleans(in: state).count
      return count == 0 ? .refused(.noMarkedBoolean) : .applies("\(count) marked")
    }
    if row.value.booleanValue != nil || row.fold != .none { return .applies(row.pathText) }
    return .refused(.notBoolean(row.name, edit: state.keyName(of: "edit-value")))
  }

  /// The effect of Space on the value under the cursor.
  @Sendable private static func toggleTitle(_ state: State) -> String {
    if togglesMarked(state) { return "edit \(state.table.list.markCount) marked" }
    guard let row = state.table.selectedRow else { return "toggle" }
    guard let old = row.value.booleanValue else {
      return row.fold == .none ? "toggle" : row.fold == .open ? "fold" : "unfold"
    }
    return dropsToToggle(row, in: state) ? "drop edit → \(!old)" : "edit \(old) → \(!old)"
  }

  /// Whether Space toggles a value instead of folding.
  @Sendable private static func switches(_ state: State) -> Bool {
    togglesMarked(state) || state.table.selectedRow?.value.booleanValue != nil
  }

  private static func togglesMarked(_ state: State) -> Bool {
    state.table.list.markCount > 1 && state.focus == .values
  }

  private static func markedBooleans(in state: State) -> [ValueRow] {
    FeatureScreen.values(in: state).filter { $0.value.booleanValue != nil }
  }

  /// Whether the value below the edit is what a toggle would set.
  private static func dropsToToggle(_ row: ValueRow, in state: State) -> Bool {
    guard let id = state.selectedFeature?.id, let old = row.value.booleanValue else { return false }
    return state.session[.edit, id]?[row.path] != nil && row.history.overridden.last?.value == .boolean(!old)
  }

  private static func toggle(_ state: inout State) -> Outcome {
    guard let row = state.table.selectedRow, let id = state.selectedFeature?.id else { return [] }
    if togglesMarked(state) {
      let rows = markedBooleans(in: state)
      guard let old = rows.first?.value.booleanValue else { return [] }
      let label = "set \(rows.count.pluralizing("value")) = \(!old)"
      return set(rows.map { (id, $0.path, .boolean(!old)) }, as: label, &state)
    }
    guard let old = row.value.booleanValue else {
      state.recording.instead = [Invocation("fold")]
      return ValueCommands.fold(&state, row.fold == .closed)
    }
    // Toggling back to the value below drops the edit, so that no needless override remains.
    if dropsToToggle(row, in: state) {
      state.recording.instead = [Invocation("drop", "value \(row.path)")]
      return state.perform { operations throws(Refusal) in try operations.dropEdit(id, at: row.path) }
    }
    state.recording.instead = [Invocation("set", "\(row.path) \(!old)")]
    return set(row.path, to: .boolean(!old), &state)
  }

  /// Sets values of features as one operation, which is recorded with all of them.
  ///
  /// - Parameter label: The undo label; nil for the usual one of a single value.
  static func set(_ values: [Setting], as label: String?, _ state: inout State) -> Outcome {
    guard !values.isEmpty else { return [] }
    var all = JSONObject()
    for (feature, path, value) in values {
      var paths = all[feature]?.objectValue ?? [:]
      paths["\(path)"] = value
      all[feature] = .object(paths)
    }
    state.recording.instead = [Invocation("set", JSONValue.object(all).compact)]
    return state.perform { operations throws(Refusal) in
      guard let label else {
        let (feature, path, value) = values[0]
        return try operations.setEdit(feature, at: path, to: value).namingFeature()
      }
      return try operations.each(of: values, as: label) { operations, each throws(Refusal) in
        try operations.setEdit(each.feature, at: each.path, to: each.value)
      }
    }
  }

  /// Sets one value of the selected feature; warns if apps read it differently.
  private static func set(_ path: JSONPath, to value: JSONValue, _ state: inout State) -> Outcome {
    guard let feature = state.selectedFeature else { return [] }
    let before = warnings(of: feature, in: state)
    let outcome = state.perform { operations throws(Refusal) in
      try operations.setEdit(feature.id, at: path, to: value)
    }
    guard let operation = outcome.operation,
      let warning = warnings(of: feature, in: state).first(where: { !before.contains($0) })
    else { return outcome }
    return outcome.saying(.done(operation.done, but: warning))
  }

  private static func warnings(of feature: FeatureDefinition, in state: State) -> [String] {
    guard let edit = state.session[.edit, feature.id], let manifest = state.workspace.manifest else { return [] }
    let check = manifest.check(config: LocatedValue(edit), feature: feature, channel: state.channel)
    return check.problems.filter { $0.severity == .warning }.map(\.message)
  }

  /// Sets the value given as `PATH VALUE`, or several given as an object; a value that is not JSON is a string.
  private static func set(_ argument: String, _ state: inout State) -> Outcome {
    if let values = settings(in: argument) {
      return set(values, as: values.count == 1 ? nil : "set \(values.count) values", &state)
    }
    guard state.selectedFeature != nil else { return .refused(.noFeatureSelected) }
    guard let (path, text) = pathAndValue(argument), !path.isRoot, !text.isEmpty else {
      return .refused(.valueExpected)
    }
    let written = try? JSONValue.parse(text)
    // A quoted value is a string for any type; otherwise the type decides how to read it.
    let type = state.table.unfolded.first { $0.path == path }?.type
    let typed = written?.stringValue == nil ? type.flatMap { ValueEntry.value(text, as: $0) } : nil
    return set(path, to: typed ?? written ?? .string(text), &state)
  }

  /// The values in an object of features, paths and values; nil if the text is not such an object.
  private static func settings(in text: String) -> [Setting]? {
    guard text.hasPrefix("{"), let features = (try? JSONValue.parse(text))?.objectValue else { return nil }
    var values: [Setting] = []
    for (feature, paths) in features {
      for (text, value) in paths.objectValue ?? [:] {
        guard let path = try? JSONPath.parse(text), !path.isRoot else { return nil }
        values.append((feature, path, value))
      }
    }
    return values.isEmpty ? nil : values
  }

  /// The path at the start of a line and the value after it; a quoted key may contain blanks.
  private static func pathAndValue(_ line: String) -> (JSONPath, String)? {
    let maxSpacesInPath = 100
    for blank in line.indices.lazy.filter({ line[$0] == " " }).prefix(maxSpacesInPath) {
      guard let path = try? JSONPath.parse(String(line[..<blank])) else { continue }
      return (path, String(line[blank...].drop { $0 == " " }))
    }
    return nil
  }

  /// Starts typing or choosing the value under the cursor; a container is edited as text.
  private static func editValue(_ state: inout State) -> Outcome {
    guard let row = state.table.selectedRow, let feature = state.selectedFeature else { return [] }
    if row.isContainer {
      let outcome = TextEditing.open(&state)
      state.edit { $0.show(row.path, holding: row.value) }
      return outcome
    }
    guard isTyped(row, in: state) else { return state.askAboutSelection(choices) }
    let field = TextField(proposing: ValueEntry.text(of: row.value, as: row.type))
    state.editing.value = ValueEntry(feature: feature.id, path: row.path, type: row.type, field: field)
    return []
  }

  /// Whether a value is typed in its row, not chosen or edited as text.
  private static func isTyped(_ row: ValueRow, in state: State) -> Bool {
    !row.isContainer && state.table.choices(of: row).isEmpty
  }

  /// The values to choose from; nil if any value is allowed.
  @Sendable private static func choices(in state: State) -> Picker? {
    guard let row = state.table.selectedRow else { return nil }
    let choices = state.table.choices(of: row)
    let lines = choices.map { value, description in
      PickerLine(
        invocation: Invocation("set", "\(row.pathText) \(value.compact)"), keys: value == row.value ? "now" : "",
        title: DisplayText(value.stringValue ?? value.compact), detail: DisplayText(description))
    }
    let cursor = choices.firstIndex { $0.value == row.value } ?? 0
    return lines.isEmpty ? nil : Picker(row.pathText, lines: lines, cursor: cursor)
  }

  /// Ends typing a value if its row is gone, with the text in a message; follows a change of its type.
  static func followTypedValue(_ state: inout State) {
    guard let entry = state.editing.value else { return }
    let isHere = state.focus == .values && (state.selectedFeature?.id).isSameName(as: entry.feature)
    if isHere, let row = state.table.selectedRow, row.path == entry.path, isTyped(row, in: state) {
      guard row.type != entry.type else { return }
      state.editing.value?.type = row.type
      if let refusal = checkTypedValue(&state) { state.say(refusal) }
      return
    }
    state.editing.value = nil
    guard isHere || state.workspace.manifest?.feature(entry.feature) == nil else { return }
    state.say(.cannotType(entry.path, of: entry.feature, typed: entry.field.text))
  }

  /// Shows at once what is wrong with the value being typed.
  static func judgeTypedValue(_ state: inout State) -> Outcome {
    state.endMessage()
    return checkTypedValue(&state).map { .refused($0) } ?? []
  }

  /// Sets the value that was typed, if it is valid.
  static func setTypedValue(_ state: inout State) -> Outcome {
    if let refusal = checkTypedValue(&state) { return .refused(refusal) }
    guard let entry = state.editing.value else { return [] }
    state.editing.value = nil
    guard let value = entry.value, value != state.table.selectedRow?.value else { return .says(.unchanged) }
    state.recording.record(Invocation("set", "\(entry.path) \(value.compact)"))
    return set(entry.path, to: value, &state)
  }

  /// Finds why the value being typed cannot be set.
  private static func checkTypedValue(_ state: inout State) -> StatusMessage? {
    guard let entry = state.editing.value else { return nil }
    var refusal: StatusMessage?
    if entry.value == nil {
      refusal = entry.field.isEmpty ? .nothingTyped(as: entry.type) : .invalid(entry.field.text, as: entry.type)
    } else if let value = entry.value, value != state.table.selectedRow?.value {
      do { _ = try state.operations.setEdit(entry.feature, at: entry.path, to: value) } catch {
        refusal = .refusal(error)
      }
    }
    state.editing.value?.refusal = refusal
    return refusal
  }
}

extension Picker {
  /// Why the typed text is not an allowed value; nil if no values are listed.
  var valueRefusal: StatusMessage? {
    guard kind == .choice, list.items.first?.invocation?.name == "set" else { return nil }
    return .notAllowed(field.text, of: title, among: list.items.map(\.title.plain))
  }
}
