import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The commands that set values of the selected feature, one by one or as text.
enum EditingCommands {
  static let all: [Command] = [
    Command("toggle-value", "toggle", on: FeaturesScreen.self) { screen, shared in
      let toggle = Toggle(screen, shared)
      if let row = toggle.nonBoolean { screen.values.fold(row, isOpen: row.isOpen == false) }
      return toggle.outcome
    }
    .in(.panel(.values)).form(of: "toggle").keys("Space").mutating()
    .hint(.main) { Toggle($0.features, $0.shared).nonBoolean == nil }
    .titled { Toggle($0.features, $0.shared).title }
    .when { Toggle($0.features, $0.shared).availability }
    .help("Toggles a Boolean in the edit of the feature; folds other rows."),
    Command("edit-value", "edit value", on: FeaturesScreen.self) { $0.editValue($1) }
      .in(.panel(.values)).keys("e").mutating().hint(.main).short("edit")
      .when({ $0.features.values.selectedRow?.pathText }, else: .noValueSelected)
      .help("Sets one value in the edit of the feature: typed in its row, or chosen from a list."),
    Command("set", "set a value", on: FeaturesScreen.self) { $0.setValues(in: $2, $1) }
      .argument(.text, suffices: true).mutating()
      .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
      .help(
        "A path and a value, as in `set sections-enabled.pocket false`; several at once as `set {\"homescreen\": {\"greeting\": \"Hi\"}}`."
      ),
    Command("edit-config", "edit config", on: FeaturesScreen.self) { screen, shared, config in
      config.isEmpty ? screen.openText(shared) : screen.applyConfig(config, shared)
    }
    .in(.screen(.features)).form(of: "edit").keys("i").argument(.text).mutating()
    // In the merged result, the hint of `show-text` says how to go to the editor.
    .hint(.second) { $0.focus != .merged }.short("editor")
    .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
    .help(
      "Opens the config editor: the edit of the feature as text, with problems and completions as you type. Your text is kept as a draft after each pause of 0.7 s and whenever you leave; only kill -9 loses what you typed since the last pause. Keeping a draft is an undo step only if it replaces another console's draft; discarding one (d, or Ctrl-Q in the editor) is always one. With a config as its argument, applies that config at once."
    ),
    Command("open-editor", "$EDITOR", on: FeaturesScreen.self) { $0.openTextOutside($1) }
      .in(.screen(.features)).keys("E", "Alt-e").mutating().hint(.seldom)
      .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
      .help(
        "Opens the edit in the program that $VISUAL or $EDITOR names; the text comes back to the config editor."
      ),
    Command("keep-draft", "keep the text as a draft", on: FeaturesScreen.self) { screen, shared in
      screen.editedConfig(shared).map { screen.saveDraftAndSaySo(of: $0, shared) } ?? []
    }
    .in(.screen(.features)).mutating()
    .when({ $0.editor?.isChanged == true }, else: .noUnappliedText)
    .help("Keeps unapplied text of the config editor; leaving the editor does so too."),
  ]

  /// What Space does: inverts the marked Booleans or the one under the cursor, or folds another
  /// row.
  private struct Toggle {
    /// What the hint of the key says.
    var title = "toggle"
    var availability: Command.Availability
    /// The row under the cursor if it is not a Boolean: it is folded, and the key has no hint; nil
    /// if Booleans are inverted.
    var nonBoolean: ValueRow?
    /// What inverting leads to.
    var outcome: Outcome = []

    /// Finds out what Space would do now, without doing it; a row that is not a Boolean is kept in
    /// `nonBoolean`, to be folded if `availability` allows it.
    init(_ screen: FeaturesScreen, _ shared: Shared) {
      guard let row = screen.values.selectedRow, let id = screen.selectedFeature(shared)?.id else {
        availability = .refused(.noValueSelected)
        return
      }
      // The text says what the command is about. The calls below may replace it, or refuse.
      availability = .applies(row.pathText)
      let actsOnMarks = shared.focus == .values && screen.values.list.markCount > 1
      if actsOnMarks {
        invertMarked(of: id, screen)
      } else if let old = row.value.booleanValue {
        invert(row, from: old, of: id, screen, shared)
      } else {
        offerToFold(row, shared)
      }
    }

    /// Makes the command one that folds or unfolds a row that is not a Boolean, which it finds in
    /// `nonBoolean`; refuses that for a scalar and for an empty container, which have nothing to
    /// fold: their `isOpen` is nil.
    private mutating func offerToFold(_ row: ValueRow, _ shared: Shared) {
      nonBoolean = row
      if let isOpen = row.isOpen {
        title = isOpen ? "fold" : "unfold"
      } else {
        availability = .refused(.notBoolean(row.name, edit: shared.keyName(of: "edit-value")))
      }
    }

    /// Makes the command one that sets all marked Booleans to the inverse of the first one; refuses
    /// that if no Boolean is marked.
    ///
    /// The title counts all marked values, `availability` and the label of the undo step only the
    /// Booleans.
    private mutating func invertMarked(of id: String, _ screen: FeaturesScreen) {
      let rows = screen.markedValues.filter { $0.value.booleanValue != nil }
      title = "edit \(screen.values.list.markCount) marked"
      availability = rows.isEmpty ? .refused(.noMarkedBoolean) : .applies("\(rows.count) marked")
      guard let old = rows.first?.value.booleanValue else { return }
      let inverse = !old
      let settings = rows.map { Setting(feature: id, path: $0.path, value: .boolean(inverse)) }
      outcome = Setting.set(settings, as: "set \(rows.count) values = \(inverse)")
    }

    /// Sets the inverse value, or drops the edit if the value has the inverse without it.
    private mutating func invert(
      _ row: ValueRow, from old: Bool, of id: String, _ screen: FeaturesScreen, _ shared: Shared
    ) {
      let (path, inverse) = (row.path, !old)
      // The edit may be below an app setting, and then dropping it changes nothing.
      let isEditEffective = row.layer == .edit && shared.session[.edit, id]?[path] != nil
      // The highest value below an effective edit is what dropping the edit gives.
      let isInverseBelow = row.history.overridden.last?.value == .boolean(inverse)
      if isEditEffective && isInverseBelow {
        title = "drop edit → \(inverse)"
        outcome = .performs { try $0.dropEdit(id, at: path) }
      } else {
        title = "edit \(old) → \(inverse)"
        outcome = screen.set(path, to: .boolean(inverse), shared)
      }
    }
  }
}

/// A value of a feature that its edit is to set.
struct Setting: Sendable {
  let feature: String
  let path: JSONPath
  let value: JSONValue

  /// Why the edit cannot set the value; nil if it can, even if that changes nothing.
  func refusal(_ shared: Shared) -> Refusal? {
    do throws(Refusal) {
      try shared.operations.checkEdit(feature, at: path, to: value)
      return nil
    } catch {
      return error
    }
  }

  /// Sets values of features as one operation; those that are refused are left out.
  ///
  /// If all are refused, the outcome is the first refusal.
  ///
  /// - Parameter labelOfSeveral: The label of the undo step of several values; a single one has its
  ///   own.
  static func set(_ values: [Setting], as labelOfSeveral: String) -> Outcome {
    guard !values.isEmpty else { return [] }
    // The label does not depend on the session after the step.
    return .performs(on: values, as: { _ in labelOfSeveral }) { operations, setting in
      let operation = try operations.setEdit(
        setting.feature, at: setting.path, to: setting.value)
      // The values may be of several features, so each label says of which.
      return operation.namingFeature()
    }
  }

  /// Sets values of features as one operation, or none of them if one cannot be set.
  static func setAll(_ values: [Setting], _ shared: Shared) -> Outcome {
    if let refusal = values.lazy.compactMap({ $0.refusal(shared) }).first {
      return .refused(.refusal(refusal))
    }
    return set(values, as: "set \(values.count) values")
  }

  /// Reads an argument of `set` that has several values, by feature and path, such as
  /// `{"homescreen": {"greeting": "Hi"}}`; nil if the text is not such an object, or if the object
  /// is empty.
  static func parseSeveral(_ text: String) -> [Setting]? {
    guard text.hasPrefix("{"), let features = (try? JSONValue.parse(text))?.objectValue else {
      return nil
    }
    var settings: [Setting] = []
    for (feature, valuesByPath) in features {
      guard let valuesByPath = valuesByPath.objectValue else { return nil }
      for (pathText, value) in valuesByPath {
        guard let path = try? JSONPath.parse(pathText), !path.isRoot else { return nil }
        settings.append(Setting(feature: feature, path: path, value: value))
      }
    }
    return settings.isEmpty ? nil : settings
  }
}

// Setting values of the selected feature.
extension FeaturesScreen {
  /// Sets one value of the selected feature; says the first warning about the edit that is new,
  /// such as that apps read another value than was set.
  func set(_ path: JSONPath, to value: JSONValue, _ shared: Shared) -> Outcome {
    guard let feature = selectedFeature(shared) else { return [] }
    let warningsBefore = shared.warnings(aboutEditOf: feature)
    let id = feature.id
    return Outcome.performs { try $0.setEdit(id, at: path, to: value) }.then {
      (screen: inout FeaturesScreen, shared, done) in
      let warnings = screen.selectedFeature(shared).map { shared.warnings(aboutEditOf: $0) } ?? []
      let newWarning = warnings.first { !warningsBefore.contains($0) }
      // Without an operation, setting was refused or changed nothing.
      guard let operation = done.operation, let newWarning else { return done }
      return done.saying(.done(operation.labelInPastTense, but: newWarning))
    }
  }

  /// Sets a value of the selected feature, given as `PATH VALUE`, or values of any features, given
  /// as an object by feature and path.
  ///
  /// An empty path, which means the whole config, is refused. `VALUE` is read as the type of the
  /// value at the path, so text needs no quotes: `greeting Hi`.
  fileprivate func setValues(in argument: String, _ shared: Shared) -> Outcome {
    if let settings = Setting.parseSeveral(argument) { return Setting.setAll(settings, shared) }
    guard selectedFeature(shared) != nil else { return .refused(.noFeatureSelected) }
    guard let (path, text) = Self.pathAndValue(argument), !path.isRoot, !text.isEmpty else {
      return .refused(.valueExpected)
    }
    return set(path, to: value(writtenAs: text, at: path), shared)
  }

  /// A value as `set` reads it.
  ///
  /// A quoted text is a string for any type. Any other text is read as the type at the path; if it
  /// is not of that type, or if no row has the path, it is read as JSON; if it is not JSON, it is a
  /// string.
  private func value(writtenAs text: String, at path: JSONPath) -> JSONValue {
    let written = try? JSONValue.parse(text)
    let isQuoted = written?.stringValue != nil
    let type = values.allRows.first { $0.path == path }?.type
    if !isQuoted, let type, let typed = InlineValueField.value(text, as: type) { return typed }
    return written ?? .string(text)
  }

  /// The path at the start of a line and the text of the value after it; nil if no path is followed
  /// by a space.
  ///
  /// A quoted key may contain spaces, so the path ends at the first space before which it is whole:
  /// `items["a b"] 1` has the path `items["a b"]`.
  private static func pathAndValue(_ line: String) -> (path: JSONPath, value: String)? {
    // So that a long line without a path is not parsed again and again.
    let maxSpacesInPath = 100
    for space in line.indices.lazy.filter({ line[$0] == " " }).prefix(maxSpacesInPath) {
      guard let path = try? JSONPath.parse(String(line[..<space])) else { continue }
      let value = line[space...].drop { $0 == " " }
      return (path, String(value))
    }
    return nil
  }

  /// Starts typing or choosing the value under the cursor; a container is edited as text.
  fileprivate mutating func editValue(_ shared: Shared) -> Outcome {
    guard let row = values.selectedRow, let feature = selectedFeature(shared) else { return [] }
    if row.isContainer { return editContainer(in: row, shared) }
    guard isTypedInRow(row) else {
      // The value has choices; their list closes when another value is selected.
      return .asksAboutSelection { $0.features.values.choicePicker }
    }
    // The current value is selected, so the first character that is typed replaces it. The field
    // stays in the row as long as `typedValue` is set.
    let field = TextField(proposing: row.value.stringValue ?? row.value.compact)
    editing.typedValue = InlineValueField(
      feature: feature.id, path: row.path, type: row.type, field: field)
    return []
  }

  /// Opens the selected feature's edit as text, with the cursor at a container of the row; if the
  /// edit does not set the container yet, inserts it with its current value.
  private mutating func editContainer(in row: ValueRow, _ shared: Shared) -> Outcome {
    // This opens the text at once; the outcome then moves the focus to it.
    let outcome = openText(shared)
    edit(shared) { $0.show(row.path, orInserting: row.value) }
    return outcome
  }

  /// Whether a value is typed in its row, not chosen or edited as text.
  private func isTypedInRow(_ row: ValueRow) -> Bool {
    !row.isContainer && values.choices(of: row).isEmpty
  }

  /// Updates the value being typed after a change of the session or the manifest: follows a change
  /// of its type, or ends typing if its row or feature is gone, or if the row is a container or has
  /// choices now.
  ///
  /// Returns a message that the text is not a value of the new type, or that typing ended; nil if
  /// typing goes on, or if the person went elsewhere.
  mutating func updateTypedValue(_ shared: Shared) -> StatusMessage? {
    guard let entry = editing.typedValue else { return nil }
    let isSameFeature = (selectedFeature(shared)?.id).isSameName(as: entry.feature)
    let isHere = shared.focus == .values && isSameFeature
    if isHere, let row = values.selectedRow, row.path == entry.path, isTypedInRow(row) {
      guard row.type != entry.type else { return nil }
      editing.typedValue?.type = row.type
      return checkTypedValue(shared)
    }
    editing.typedValue = nil
    // A person who went elsewhere ended typing; only a row or a feature that is gone needs a
    // message.
    let isFeatureGone = shared.workspace.manifest?.feature(entry.feature) == nil
    guard isHere || isFeatureGone else { return nil }
    return .cannotType(entry.path, of: entry.feature, typed: entry.field.text)
  }

  /// Checks the value being typed after each key, and says at once why it cannot be set.
  mutating func sayIfTypedValueIsRefused(_ shared: Shared) -> Outcome {
    checkTypedValue(shared).map { .refused($0) } ?? []
  }

  /// Sets the value being typed and ends typing it; says why not if it cannot be set.
  mutating func setTypedValue(_ shared: Shared) -> Outcome {
    if let refusal = checkTypedValue(shared) { return .refused(refusal) }
    // Taking it out of the state ends typing. It has a value, because the check refuses a text that
    // is not one.
    guard let entry = editing.typedValue.take(), let value = entry.value else { return [] }
    let isSetAlready = values.selectedRow?.isSet(to: value) == true
    if isSetAlready { return .says(.unchanged) }
    return set(entry.path, to: value, shared)
  }

  /// Finds why the value being typed cannot be set, and records it for the row, which then marks
  /// the text as refused; nil if the value can be set, or if none is being typed.
  private mutating func checkTypedValue(_ shared: Shared) -> StatusMessage? {
    guard let entry = editing.typedValue else { return nil }
    let refusal = refusal(of: entry, shared)
    editing.typedValue?.refusal = refusal
    return refusal
  }

  /// Why a typed value cannot be set: its text is not a value of the type, or the feature does not
  /// allow it; nil if it can, or is set already.
  private func refusal(of entry: InlineValueField, _ shared: Shared) -> StatusMessage? {
    guard let value = entry.value else {
      return entry.field.isEmpty
        ? .nothingTyped(as: entry.type) : .invalid(entry.field.text, as: entry.type)
    }
    // The selected row is the one typed in, because selecting another one ends typing. Setting its
    // value again changes nothing, so whether the feature allows it does not matter.
    let isSetAlready = values.selectedRow?.isSet(to: value) == true
    if isSetAlready { return nil }
    let setting = Setting(feature: entry.feature, path: entry.path, value: value)
    return setting.refusal(shared).map { .refusal($0) }
  }
}

extension ValueTable {
  /// The allowed values of the selected row to choose from, with the cursor on the one that apps
  /// read; nil if any value is allowed.
  ///
  /// Choosing a line runs `set` with the path and the value.
  fileprivate var choicePicker: Picker? {
    guard let row = selectedRow else { return nil }
    let choices = choices(of: row)
    // `leading`, the first column, marks the value that apps read. `isCurrent` marks the value that
    // is set, which choosing changes nothing. If apps ignore the row's edit, these are two values.
    let lines = choices.map { value, description in
      PickerLine(
        invocation: Invocation("set", "\(row.pathText) \(value.compact)"),
        leading: value == row.value ? "now" : "",
        title: DisplayText(value.stringValue ?? value.compact), detail: DisplayText(description),
        isCurrent: row.isSet(to: value))
    }
    let cursor = choices.firstIndex { $0.value == row.value } ?? 0
    return lines.isEmpty ? nil : Picker(row.pathText, lines: lines, cursor: cursor)
  }
}

extension Shared {
  /// The messages of the warnings about the edit of a feature; empty if it has no edit.
  fileprivate func warnings(aboutEditOf feature: FeatureDefinition) -> [String] {
    guard let edit = session[.edit, feature.id], let manifest = workspace.manifest else {
      return []
    }
    let check = manifest.check(edit: edit, of: feature, channel: channel, under: layers)
    return check.problems.filter { $0.severity == .warning }.map(\.message)
  }
}
