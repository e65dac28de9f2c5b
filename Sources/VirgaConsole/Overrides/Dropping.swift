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

  /// A subject with its name in the hint line.
  private struct NamedSubject {
    let subject: Subject
    let words: String
  }

  /// What `drop` would drop, in words: how many are marked if several are, else what is marked or
  /// under the cursor; nil if that has neither an override nor an unapplied draft.
  @Sendable static func words(in model: Model) -> String? {
    let marked = model.features.markCount(model.shared)
    return marked > 1
      ? "\(marked) marked" : markedOrSelectedSubject(of: model.features, model.shared)?.words
  }

  /// What `drop` drops of the only marked feature or value, or else of the one under the cursor:
  /// the override of the value if the focus is on one, else all overrides of the feature.
  ///
  /// Without overrides, it is the feature's unapplied text, or nil.
  private static func markedOrSelectedSubject(
    of screen: FeaturesScreen, _ shared: Shared
  ) -> NamedSubject? {
    guard let id = screen.features(shared).first ?? screen.selectedUnknownFeature else {
      return nil
    }
    let isUnknown = shared.workspace.manifest?.feature(id) == nil
    if isUnknown { return subject(ofUnknownFeature: id, shared) }
    // An edit without effect does not override the feature.
    guard shared.layers.overridden.contains(id) else {
      let hasDraft = screen.editing.unappliedText(of: id, in: shared.session) != nil
      return hasDraft ? NamedSubject(subject: .draft(id), words: "the draft of \(id)") : nil
    }
    if isFocusOnValue(of: screen, shared), let row = markedOrSelectedRow(of: screen, shared) {
      return subject(ofValue: row, in: id, shared)
    }
    return subject(ofFeature: id, isMarked: screen.markCount(shared) == 1, shared)
  }

  /// All overrides of a feature of the manifest, as in `2 of homescreen` for a marked one and
  /// `2 here` for that under the cursor; nil if it has none.
  private static func subject(
    ofFeature id: String, isMarked: Bool, _ shared: Shared
  ) -> NamedSubject? {
    let count = shared.session.overrides(of: id, in: shared.workspace.manifest).count
    // The caller knows that the feature is overridden. The count is 0 only in a manifest that has
    // two features with this id, if the override is that of the other one.
    if count == 0 { return nil }
    return NamedSubject(
      subject: .feature(id), words: isMarked ? "\(count) of \(id)" : "\(count) here")
  }

  /// Whether the table of values or the details of a value have the focus.
  private static func isFocusOnValue(of screen: FeaturesScreen, _ shared: Shared) -> Bool {
    // The details are about the value under the cursor unless a command made them describe its
    // feature.
    let isDetailOfValue = shared.focus == .details && !screen.areDetailsAboutFeature
    return shared.focus == .values || isDetailOfValue
  }

  /// The only marked value if the table of values has the focus, else the one under the cursor.
  private static func markedOrSelectedRow(
    of screen: FeaturesScreen, _ shared: Shared
  ) -> ValueRow? {
    let table = screen.values
    let usesMark = shared.focus == .values && table.list.markCount == 1
    return usesMark
      ? table.allRows.first { table.list.marked.contains($0.id) } : table.selectedRow
  }

  /// What `drop` drops of a feature that the manifest does not have: its edit, or else its draft,
  /// which is its unapplied text.
  ///
  /// Such a feature is listed because it has one of them.
  private static func subject(ofUnknownFeature id: String, _ shared: Shared) -> NamedSubject {
    if shared.session[.edit, id] != nil {
      return subject(ofEntry: EntryKey(.edit, id), shared)
    }
    // A draft is named in the words of an entry, but it is not an override: its subject is `draft`.
    let words = subject(ofEntry: EntryKey(.draft, id), shared).words
    return NamedSubject(subject: .draft(id), words: words)
  }

  /// What overrides a value: its app setting, the edit of the feature, or the forced branch that
  /// sets it; nil if nothing does.
  private static func subject(
    ofValue row: ValueRow, in feature: String, _ shared: Shared
  ) -> NamedSubject? {
    // The session stores an app setting as the preference of its key.
    if case .appSetting(let key) = row.layer {
      return subject(ofEntry: EntryKey(.preference, key), shared)
    }
    if shared.session[.edit, feature]?[row.path] != nil {
      return NamedSubject(subject: .value(row.path), words: "edit of \(row.path)")
    }
    switch row.layer {
    case .rollout(let slug, _), .experiment(let slug, _):
      let isForced = shared.session[.branch, slug] != nil
      return isForced ? subject(ofEntry: EntryKey(.branch, slug), shared) : nil
    // The manifest sets the value; or it is an object without a layer of its own, because its
    // members come from several.
    default: return nil
    }
  }

  /// An entry of the session, as in `edit of homescreen`.
  private static func subject(ofEntry key: EntryKey, _ shared: Shared) -> NamedSubject {
    let words = shared.session[key].map { key.summary(of: $0, in: shared.workspace.manifest) }
    return NamedSubject(subject: .entry(key), words: words ?? "")
  }

  /// Drops the overrides of the marked features or values if several are marked, else the one that
  /// is marked or under the cursor.
  @Sendable static func dropMarkedOrSelected(
    _ screen: inout FeaturesScreen, _ shared: Shared
  ) -> Outcome {
    if screen.markCount(shared) <= 1 {
      // With nothing to drop, the command does not apply, so it is not run.
      guard let selected = markedOrSelectedSubject(of: screen, shared) else { return [] }
      return drop(selected.subject, &screen, shared)
    }
    return shared.focus == .features
      ? dropOverridesOfMarkedFeatures(screen, shared) : dropEditsOfMarkedValues(screen, shared)
  }

  /// Drops the overrides of the marked features as one operation; without any, says so, which does
  /// not end a script.
  private static func dropOverridesOfMarkedFeatures(
    _ screen: FeaturesScreen, _ shared: Shared
  ) -> Outcome {
    let ids = markedOverriddenFeatures(on: screen, shared)
    guard !ids.isEmpty else { return shared.alreadyDone(.noMarkedOverride) }
    return .performs(on: ids, as: { _ in label(of: ids) }) { operations, id in
      try operations.dropOverrides(of: id)
    }
  }

  /// Drops the edits of the marked values as one operation; without any, says so, which does not
  /// end a script.
  private static func dropEditsOfMarkedValues(
    _ screen: FeaturesScreen, _ shared: Shared
  ) -> Outcome {
    // Without a selected feature, there are no values to mark.
    guard let id = screen.selectedFeature(shared)?.id else { return [] }
    let paths = markedEditedValues(on: screen, shared)
    guard !paths.isEmpty else { return shared.alreadyDone(.noMarkedEdit) }
    return .performs(on: paths, as: { _ in "drop \(paths.count) values of \(id)" }) {
      operations, path in
      try operations.dropEdit(id, at: path)
    }
  }

  /// Asks whether to drop the overrides of the marked features or values; nil if at most one is
  /// marked, or if none of them has any.
  static func question(in model: Model) -> Picker? {
    let (screen, shared) = (model.features, model.shared)
    guard screen.markCount(shared) > 1 else { return nil }
    // `dropping` gives nil if it gets nothing to drop.
    guard shared.focus == .features else {
      let paths = markedEditedValues(on: screen, shared)
      return .dropping(edits: paths.map(\.description), by: "drop-edit")
    }
    let ids = markedOverriddenFeatures(on: screen, shared)
    // A set, because a branch is one override even if it affects several of the features.
    let dropped = Set(
      ids.flatMap { shared.session.overrides(of: $0, in: shared.workspace.manifest) })
    let sorted = shared.session.overrides.filter(dropped.contains)
    // `drop overrides of …` begins with a capital as a title.
    let title: String = "D" + label(of: ids).dropFirst()
    // `drop-edit` is the command of screen 1; it drops not only edits but overrides of any kind.
    return .dropping(sorted, by: "drop-edit", asking: title, in: model)
  }

  /// The marked features that have overrides.
  ///
  /// Not called without marks: `features(_:)` would give the feature under the cursor then.
  private static func markedOverriddenFeatures(
    on screen: FeaturesScreen, _ shared: Shared
  ) -> [String] {
    let markedIDs = screen.features(shared)
    return markedIDs.filter {
      !shared.session.overrides(of: $0, in: shared.workspace.manifest).isEmpty
    }
  }

  /// The label of the undo step, as in `drop overrides of homescreen`, or of `3 features`.
  private static func label(of ids: [String]) -> String {
    "drop overrides of \(ids.count == 1 ? ids[0] : "\(ids.count) features")"
  }

  /// The marked values that the edit of the selected feature sets.
  private static func markedEditedValues(on screen: FeaturesScreen, _ shared: Shared) -> [JSONPath]
  {
    guard let edit = screen.selectedFeature(shared).flatMap({ shared.session[.edit, $0.id] }) else {
      return []
    }
    return screen.markedValues.map(\.path).filter { edit[$0] != nil }
  }

  /// Drops what an argument names by its kind and name: `value cards.first` of the selected
  /// feature, `feature homescreen`, `draft homescreen`, or an entry such as
  /// `branch homepage-order`.
  @Sendable static func drop(
    _ screen: inout FeaturesScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.overrideExpected) }
    let (kind, name) = (parts[0], parts[1])
    switch kind {
    case "value":
      guard let path = try? JSONPath.parse(name) else { return .refused(.notAPath(name)) }
      return drop(.value(path), &screen, shared)
    case "feature": return drop(.feature(name), &screen, shared)
    case "draft": return drop(.draft(name), &screen, shared)
    default:
      guard let kind = EntryKind(rawValue: kind) else { return .refused(.overrideExpected) }
      return drop(.entry(EntryKey(kind, name)), &screen, shared)
    }
  }

  /// Drops a subject; a draft that the editor shows is discarded there, so that its text goes too.
  private static func drop(
    _ subject: Subject, _ screen: inout FeaturesScreen, _ shared: Shared
  ) -> Outcome {
    let selected = screen.selectedFeature(shared)?.id
    switch subject {
    case .value(let path):
      // Without a selected feature, the operation refuses the empty name.
      return .performs { try $0.dropEdit(selected ?? "", at: path) }
    case .feature(let id): return .performs { try $0.dropOverrides(of: id) }
    case .draft(let id):
      let isInEditor = screen.editedConfig(shared) == EditedConfig(editOf: id)
      // Without a text there is no draft either, so the operation refuses.
      let hasText = screen.editing.unappliedText(of: id, in: shared.session) != nil
      let isShown = isInEditor && hasText
      return isShown ? screen.discardText(shared) : .performs { try $0.discardDraft(of: id) }
    case .entry(let key): return drop(key, shared)
    }
  }

  /// Drops an entry, or a value of an edit, as `edit homescreen cards.first` names it; if a flag
  /// reads the entry, the message names the flag.
  private static func drop(_ key: EntryKey, _ shared: Shared) -> Outcome {
    // A name that no edit has may be the id of an edited feature and a path.
    let isUnknownEdit = key.kind == .edit && shared.session[key] == nil
    if isUnknownEdit, let (id, path) = editedFeatureAndPath(in: key.name, shared) {
      // It need not be the selected feature, so the label of the operation names it.
      return .performs { try $0.dropEdit(id, at: path).namingFeature() }
    }
    return Outcome.performs { try $0.drop(key) }.then { (_: inout FeaturesScreen, shared, done) in
      // Without an operation, the drop was refused; `done` has the reason. The flags are nil before
      // there is a manifest.
      guard done.operation != nil, let flag = shared.sessionFlags?.idOfFlag(reading: key) else {
        return done
      }
      return done.saying(.dropped(key.title(in: shared.workspace.manifest), of: flag))
    }
  }

  /// The feature and the path in a text such as `homescreen sections-enabled.pocket`; nil unless it
  /// is the id of an edited feature, a blank and a path.
  ///
  /// The edit need not set a value at the path.
  private static func editedFeatureAndPath(
    in text: String, _ shared: Shared
  ) -> (id: String, path: JSONPath)? {
    for id in shared.session.names(of: .edit) {
      let start = id + " "
      guard text.hasPrefix(start) else { continue }
      let written = String(text.dropFirst(start.count))
      if let path = try? JSONPath.parse(written) { return (id, path) }
    }
    return nil
  }
}

extension EntryKey {
  /// The entry as commands such as `drop` and `undo` name it: its kind and its name.
  package var argument: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}
