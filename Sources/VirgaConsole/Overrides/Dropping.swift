import VirgaExperiments
import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Dropping overrides: under the cursor of screen 1, or by their names.
enum Dropping {
  /// What a command drops.
  private enum Subject {
    /// A value in the edit of the selected feature.
    case value(JSONPath)
    /// All overrides of a feature.
    case feature(String)
    /// The unapplied text of a feature.
    case draft(String)
    /// What the session stores under a key, such as a forced branch.
    case entry(EntryKey)
  }

  /// What `drop` would drop, in words; nil if nothing here is overridden.
  @Sendable static func wordsAtCursor(in model: Model) -> String? {
    let marked = MovingCommands.markCount(in: model)
    return marked > 1 ? "\(marked) marked" : atCursor(in: model)?.words
  }

  /// The override under the cursor, also in words: that of the value, or else those of the
  /// feature, or else its unapplied text; nil if there is none.
  private static func atCursor(in model: Model) -> (subject: Subject, words: String)? {
    func entry(_ key: EntryKey) -> (subject: Subject, words: String) {
      let value = model.session[key]
      return (.entry(key), value.map { key.words($0, in: model.workspace.manifest) } ?? "")
    }
    if let orphan = model.features.selectedOrphan {
      if model.session[.edit, orphan] != nil { return entry(EntryKey(.edit, orphan)) }
      return (.draft(orphan), entry(EntryKey(.draft, orphan)).words)
    }
    guard let id = model.selectedFeature?.id else { return nil }
    guard model.layers.overridden.contains(id) else {
      let hasDraft = model.features.editing.unappliedText(of: id, in: model.session) != nil
      return hasDraft ? (.draft(id), "the draft of \(id)") : nil
    }
    let isValue =
      model.focus == .values || model.focus == .details && !model.features.isAboutFeature
    guard isValue, let row = model.features.values.selectedRow else {
      let count = model.session.overrides(of: id, in: model.workspace.manifest).count
      return count == 0 ? nil : (.feature(id), "\(count) here")
    }
    if case .appSetting(let key) = row.layer { return entry(EntryKey(.preference, key)) }
    if model.session[.edit, id]?[row.path] != nil {
      return (.value(row.path), "edit of \(row.path)")
    }
    switch row.layer {
    case .rollout(let slug, _), .experiment(let slug, _):
      return model.session[.branch, slug] == nil ? nil : entry(EntryKey(.branch, slug))
    default: return nil
    }
  }

  /// Drops the override under the cursor, or those of the marked features or values.
  @Sendable static func dropAtCursor(_ model: inout Model, _: String) -> Outcome {
    // A single marked item is dropped like an unmarked one.
    if MovingCommands.markCount(in: model) <= 1 {
      guard let here = atCursor(in: model) else { return [] }
      return drop(here.subject, &model)
    }
    if model.focus == .features {
      let ids = markedFeatures(in: model)
      guard !ids.isEmpty else { return model.shared.alreadyDone(.noMarkedOverride) }
      return model.perform(on: ids, as: { _ in label(of: ids) }) { try $0.dropOverrides(of: $1) }
    }
    guard let id = model.selectedFeature?.id else { return [] }
    let paths = markedValues(in: model)
    guard !paths.isEmpty else { return model.shared.alreadyDone(.noMarkedEdit) }
    return model.perform(on: paths, as: { _ in "drop \(paths.count) values of \(id)" }) {
      try $0.dropEdit(id, at: $1)
    }
  }

  /// Asks whether to drop the overrides of the marked features or values; nil if at most one is
  /// marked.
  static func question(in model: Model) -> Picker? {
    guard MovingCommands.markCount(in: model) > 1 else { return nil }
    guard model.focus == .features else {
      return .dropping(edits: markedValues(in: model).map(\.description), by: "drop-edit")
    }
    let ids = markedFeatures(in: model)
    // A branch affects several features, but is one override.
    let over = Set(ids.flatMap { model.session.overrides(of: $0, in: model.workspace.manifest) })
    let keys = model.session.overrides.filter(over.contains)
    return .dropping(keys, by: "drop-edit", asking: "D" + label(of: ids).dropFirst(), in: model)
  }

  /// The marked features that have overrides.
  private static func markedFeatures(in model: Model) -> [String] {
    model.features.features(model.shared).filter {
      !model.session.overrides(of: $0, in: model.workspace.manifest).isEmpty
    }
  }

  /// As in `drop overrides of homescreen`, or of `3 features`.
  private static func label(of ids: [String]) -> String {
    "drop overrides of \(ids.count == 1 ? ids[0] : "\(ids.count) features")"
  }

  /// The marked values that the edit of the selected feature sets.
  private static func markedValues(in model: Model) -> [JSONPath] {
    guard let edit = model.selectedFeature.flatMap({ model.session[.edit, $0.id] }) else {
      return []
    }
    return model.features.selectedValues(model.shared).map(\.path).filter { edit[$0] != nil }
  }

  /// Drops what an argument names by its kind and name: `value cards.first` of the selected
  /// feature, `feature homescreen`, `draft homescreen`, or an entry such as
  /// `branch homepage-order`.
  static func drop(_ model: inout Model, _ argument: String) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.overrideExpected) }
    let (kind, name) = (parts[0], parts[1])
    switch kind {
    case "value":
      guard let path = try? JSONPath.parse(name) else { return .says(.notAPath(name)) }
      return drop(.value(path), &model)
    case "feature": return drop(.feature(name), &model)
    case "draft": return drop(.draft(name), &model)
    default:
      guard let kind = EntryKind(rawValue: kind) else { return .refused(.overrideExpected) }
      return drop(.entry(EntryKey(kind, name)), &model)
    }
  }

  /// Drops a subject; a draft that the editor shows is discarded there.
  private static func drop(_ subject: Subject, _ model: inout Model) -> Outcome {
    let selected = model.selectedFeature?.id
    switch subject {
    case .value(let path): return model.perform { try $0.dropEdit(selected ?? "", at: path) }
    case .feature(let id): return model.perform { try $0.dropOverrides(of: id) }
    case .draft(let id):
      let isShown =
        selected.isSameName(as: id)
        && model.features.editing.unappliedText(of: id, in: model.session) != nil
      return isShown
        ? model.settle(model.features.discardText(model.shared))
        : model.perform { try $0.discardDraft(of: id) }
    case .entry(let key): return drop(&model, key)
    }
  }

  /// Drops an entry, or a value of an edit, as `edit homescreen cards.first` names it; if a flag
  /// reads the entry, the message names the flag.
  private static func drop(_ model: inout Model, _ key: EntryKey) -> Outcome {
    if key.kind == .edit, model.session[key] == nil,
      let (id, path) = value(named: key.name, in: model)
    {
      return model.perform { try $0.dropEdit(id, at: path).namingFeature() }
    }
    let outcome = model.perform { try $0.drop(key) }
    guard outcome.operation != nil, let flag = model.sessionFlags?.id(reading: key) else {
      return outcome
    }
    return outcome.saying(.dropped(key.title(in: model.workspace.manifest), of: flag))
  }

  /// The feature and the path of a value of its edit, as in `homescreen sections-enabled.pocket`;
  /// nil if the text does not begin with an edited feature.
  private static func value(named text: String, in model: Model) -> (id: String, path: JSONPath)? {
    for id in model.session.names(of: .edit) where text.hasPrefix(id + " ") {
      let path = String(text.dropFirst(id.count + 1))
      if let path = try? JSONPath.parse(path) { return (id, path) }
    }
    return nil
  }
}

extension EntryKey {
  /// The entry as commands such as `drop` and `undo` name it: its kind and its name.
  package var argument: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}
