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
    Command("toggle-value", "toggle") { model, _ in Toggle(model).run(&model) }
      .in(.panel(.values)).form(of: "toggle").keys("Space").mutating().hint(.main) {
        !Toggle($0).isFold
      }
      .titled { Toggle($0).title }.when { Toggle($0).availability }
      .help("Toggles a Boolean in the edit of the feature; folds other rows."),
    Command("edit-value", "edit value") { model, _ in editValue(&model) }
      .in(.panel(.values)).keys("e").mutating().hint(.main).short("edit")
      .when({ $0.features.values.selectedRow?.pathText }, else: .noValueSelected)
      .help("Sets one value in the edit of the feature: typed in its row, or chosen from a list."),
    Command("set", "set a value") { model, argument in set(argument, &model) }
      .argument(.text, suffices: true).mutating()
      .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
      .help(
        "A path and a value, as in `set sections-enabled.pocket false`; several at once as `set {\"homescreen\": {\"greeting\": \"Hi\"}}`."
      ),
    Command("edit-config", "edit config") { model, argument in
      argument.isEmpty ? TextEditing.open(&model) : TextEditing.applyConfig(argument, &model)
    }
    .in(.screen(.features)).form(of: "edit").keys("i").argument(.text).mutating().hint(.second)
    .short("editor")
    .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
    .help(
      "Opens the config editor: the edit of the feature as text, with problems and completions as you type. Your text is kept as a draft after each pause of 0.7 s and whenever you leave; only kill -9 loses what you typed since the last pause. Keeping a draft is an undo step only if it replaces another console's draft; discarding one (d, or Ctrl-Q in the editor) is always one. With a config as its argument, applies that config at once."
    ),
    Command("open-editor", "$EDITOR") { model, _ in TextEditing.openOutside(&model) }
      .in(.screen(.features)).keys("E", "Alt-e").mutating().hint(.seldom)
      .when({ $0.selectedFeature?.id }, else: .noFeatureSelected)
      .help(
        "Opens the edit in the program that $VISUAL or $EDITOR names; the text comes back to the config editor."
      ),
    Command("keep-draft", "keep the text as a draft") { model, _ in
      model.selectedFeature.map { Drafts.leave($0.id, &model) } ?? []
    }
    .in(.screen(.features)).mutating()
    .when({ $0.editor?.isChanged == true }, else: .noUnappliedText)
    .help("Keeps unapplied text of the config editor; leaving the editor does so too."),
  ]

  typealias Setting = (feature: String, path: JSONPath, value: JSONValue)

  /// What Space does: inverts the marked Booleans or the one under the cursor, or folds another
  /// row.
  private struct Toggle {
    var title = "toggle"
    var availability: Command.Availability
    /// Whether the row under the cursor is not a Boolean and can only be folded.
    var isFold = false
    var run: (inout Model) -> Outcome = { _ in [] }

    init(_ model: borrowing Model) {
      guard let row = model.features.values.selectedRow, let id = model.selectedFeature?.id else {
        availability = .refused(.noValueSelected)
        return
      }
      availability = .applies(row.pathText)
      if model.features.values.list.markCount > 1, model.focus == .values {
        invertMarked(of: id, in: model)
      } else if let old = row.value.booleanValue {
        invert(row, from: old, of: id, in: model)
      } else {
        isFold = true
        guard row.isOpen != nil else {
          availability = .refused(.notBoolean(row.name, edit: model.keyName(of: "edit-value")))
          return
        }
        title = row.isOpen == true ? "fold" : "unfold"
        run = { model in ValueCommands.fold(&model, row.isOpen == false) }
      }
    }

    /// All marked Booleans get the inverse of the first one.
    private mutating func invertMarked(of id: String, in model: borrowing Model) {
      let rows = FeaturesScreen.values(in: model).filter { $0.value.booleanValue != nil }
      title = "edit \(model.features.values.list.markCount) marked"
      availability = rows.isEmpty ? .refused(.noMarkedBoolean) : .applies("\(rows.count) marked")
      guard let old = rows.first?.value.booleanValue else { return }
      let settings: [Setting] = rows.map { (id, $0.path, .boolean(!old)) }
      run = { model in set(settings, as: "set \(rows.count) values = \(!old)", &model) }
    }

    /// Sets the inverse value, or drops the edit if the layer below has that value already.
    private mutating func invert(
      _ row: ValueRow, from old: Bool, of id: String, in model: borrowing Model
    ) {
      let isInverseBelow = row.history.overridden.last?.value == .boolean(!old)
      if isInverseBelow, model.session[.edit, id]?[row.path] != nil {
        title = "drop edit → \(!old)"
        run = { model in model.perform { try $0.dropEdit(id, at: row.path) } }
      } else {
        title = "edit \(old) → \(!old)"
        run = { model in set(row.path, to: .boolean(!old), &model) }
      }
    }
  }

  /// Sets values of features as one operation.
  ///
  /// - Parameters:
  ///   - label: The undo label for several values.
  ///   - areAllNeeded: Whether one that is refused refuses all of them, instead of being left out.
  static func set(
    _ values: [Setting], as label: String, areAllNeeded: Bool = false, _ model: inout Model
  ) -> Outcome {
    guard !values.isEmpty else { return [] }
    if areAllNeeded, let refusal = values.compactMap({ refusal(of: $0, in: model) }).first {
      return .refused(.refusal(refusal))
    }
    return model.perform(on: values, as: { _ in label }) {
      try $0.setEdit($1.feature, at: $1.path, to: $1.value).namingFeature()
    }
  }

  /// Sets one value of the selected feature; says the first warning about the edit that is new,
  /// such as that apps read another value than was set.
  private static func set(_ path: JSONPath, to value: JSONValue, _ model: inout Model) -> Outcome {
    guard let feature = model.selectedFeature else { return [] }
    let before = warnings(of: feature, in: model)
    let outcome = model.perform { try $0.setEdit(feature.id, at: path, to: value) }
    guard let operation = outcome.operation,
      let warning = warnings(of: feature, in: model).first(where: { !before.contains($0) })
    else { return outcome }
    return outcome.saying(.done(operation.done, but: warning))
  }

  /// The warnings about the edit of a feature.
  private static func warnings(of feature: FeatureDefinition, in model: Model) -> [String] {
    guard let edit = model.session[.edit, feature.id], let manifest = model.workspace.manifest
    else { return [] }
    let check = manifest.check(edit: edit, of: feature, channel: model.channel, under: model.layers)
    return check.problems.filter { $0.severity == .warning }.map(\.message)
  }

  /// Sets the value given as `PATH VALUE`, or several given as an object; a value that is not JSON
  /// is a string.
  private static func set(_ argument: String, _ model: inout Model) -> Outcome {
    if let values = settings(in: argument) {
      return set(values, as: "set \(values.count) values", areAllNeeded: true, &model)
    }
    guard model.selectedFeature != nil else { return .refused(.noFeatureSelected) }
    guard let (path, text) = pathAndValue(argument), !path.isRoot, !text.isEmpty else {
      return .refused(.valueExpected)
    }
    let written = try? JSONValue.parse(text)
    // A quoted value is a string for any type; otherwise the type decides how to read it.
    let isQuoted = written?.stringValue != nil
    let type = model.features.values.allRows.first { $0.path == path }?.type
    if !isQuoted, let type, let typed = InlineValueField.value(text, as: type) {
      return set(path, to: typed, &model)
    }
    return set(path, to: written ?? .string(text), &model)
  }

  /// Why a value cannot be set; nil if it can, or is set already.
  private static func refusal(of setting: Setting, in model: Model) -> Refusal? {
    do throws(Refusal) {
      try model.operations.checkEdit(setting.feature, at: setting.path, to: setting.value)
      return nil
    } catch {
      return error
    }
  }

  /// The values in an object of features, paths and values; nil if the text is not such an object.
  private static func settings(in text: String) -> [Setting]? {
    guard text.hasPrefix("{"), let features = (try? JSONValue.parse(text))?.objectValue else {
      return nil
    }
    var values: [Setting] = []
    for (feature, paths) in features {
      guard let paths = paths.objectValue else { return nil }
      for (text, value) in paths {
        guard let path = try? JSONPath.parse(text), !path.isRoot else { return nil }
        values.append((feature, path, value))
      }
    }
    return values.isEmpty ? nil : values
  }

  /// The path at the start of a line and the value after it; nil if no path is followed by a blank.
  ///
  /// A quoted key may contain blanks, so the path ends at the first blank before which it is whole.
  private static func pathAndValue(_ line: String) -> (JSONPath, String)? {
    let maxSpacesInPath = 100
    for blank in line.indices.lazy.filter({ line[$0] == " " }).prefix(maxSpacesInPath) {
      guard let path = try? JSONPath.parse(String(line[..<blank])) else { continue }
      return (path, String(line[blank...].drop { $0 == " " }))
    }
    return nil
  }

  /// Starts typing or choosing the value under the cursor; a container is edited as text.
  private static func editValue(_ model: inout Model) -> Outcome {
    guard let row = model.features.values.selectedRow, let feature = model.selectedFeature else {
      return []
    }
    if row.isContainer {
      let outcome = TextEditing.open(&model)
      model.edit { $0.show(row.path, holding: row.value) }
      return outcome
    }
    guard isTyped(row, in: model) else { return model.askAboutSelection(choices) }
    let field = TextField(proposing: row.value.stringValue ?? row.value.compact)
    model.features.editing.value = InlineValueField(
      feature: feature.id, path: row.path, type: row.type, field: field)
    return []
  }

  /// Whether a value is typed in its row, not chosen or edited as text.
  private static func isTyped(_ row: ValueRow, in model: Model) -> Bool {
    !row.isContainer && model.features.values.choices(of: row).isEmpty
  }

  /// The values to choose from; nil if any value is allowed.
  @Sendable private static func choices(in model: Model) -> Picker? {
    guard let row = model.features.values.selectedRow else { return nil }
    let choices = model.features.values.choices(of: row)
    let lines = choices.map { value, description in
      PickerLine(
        invocation: Invocation("set", "\(row.pathText) \(value.compact)"),
        keys: value == row.value ? "now" : "",
        title: DisplayText(value.stringValue ?? value.compact), detail: DisplayText(description),
        isCurrent: row.isSet(to: value))
    }
    let cursor = choices.firstIndex { $0.value == row.value } ?? 0
    return lines.isEmpty ? nil : Picker(row.pathText, lines: lines, cursor: cursor)
  }

  /// Ends typing a value if its row is gone, with the text in a message; follows a change of its
  /// type.
  static func followTypedValue(_ model: inout Model) {
    guard let entry = model.features.editing.value else { return }
    let isSameFeature = (model.selectedFeature?.id).isSameName(as: entry.feature)
    let isHere = model.focus == .values && isSameFeature
    if isHere,
      let row = model.features.values.selectedRow,
      row.path == entry.path,
      isTyped(row, in: model)
    {
      guard row.type != entry.type else { return }
      model.features.editing.value?.type = row.type
      if let refusal = checkTypedValue(&model) { model.say(refusal) }
      return
    }
    model.features.editing.value = nil
    // A person who went elsewhere ended typing; only a row or a feature that is gone needs a
    // message.
    let isFeatureGone = model.workspace.manifest?.feature(entry.feature) == nil
    guard isHere || isFeatureGone else { return }
    model.say(.cannotType(entry.path, of: entry.feature, typed: entry.field.text))
  }

  /// Shows at once what is wrong with the value being typed.
  static func judgeTypedValue(_ model: inout Model) -> Outcome {
    model.endMessage()
    return checkTypedValue(&model).map { .refused($0) } ?? []
  }

  /// Sets the value being typed and ends typing it; says why not if it cannot be set.
  static func setTypedValue(_ model: inout Model) -> Outcome {
    if let refusal = checkTypedValue(&model) { return .refused(refusal) }
    guard let entry = model.features.editing.value.take() else { return [] }
    guard let value = entry.value else { return .says(.unchanged) }
    let isSet = model.features.values.selectedRow?.isSet(to: value) == true
    if isSet { return .says(.unchanged) }
    return set(entry.path, to: value, &model)
  }

  /// Finds and records why the value being typed cannot be set; nil if it can, or is set already.
  private static func checkTypedValue(_ model: inout Model) -> StatusMessage? {
    guard let entry = model.features.editing.value else { return nil }
    let refusal = refusal(of: entry, in: model)
    model.features.editing.value?.refusal = refusal
    return refusal
  }

  private static func refusal(of entry: InlineValueField, in model: Model) -> StatusMessage? {
    guard let value = entry.value else {
      return entry.field.isEmpty
        ? .nothingTyped(as: entry.type) : .invalid(entry.field.text, as: entry.type)
    }
    let isSet = model.features.values.selectedRow?.isSet(to: value) == true
    if isSet { return nil }
    return refusal(of: (entry.feature, entry.path, value), in: model).map { .refusal($0) }
  }
}
