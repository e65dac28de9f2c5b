import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Dropping overrides: under the cursor of screen 1, or by their names.
enum Dropping {
  /// What `drop` would drop, in words; nil if nothing here is overridden.
  @Sendable static func wordsAtCursor(in state: State) -> String? {
    let marked = MovingCommands.markCount(in: state)
    return marked > 1 ? "\(marked) marked" : atCursor(in: state)?.words
  }

  /// The override under the cursor, as the argument of `drop` and in words: that of the value, or else those of the
  /// feature, or else its unapplied text; nil if there is none.
  private static func atCursor(in state: State) -> (argument: String, words: String)? {
    func entry(_ key: EntryKey) -> (argument: String, words: String) {
      (key.argument, state.session[key].map { key.words($0, in: state.workspace.manifest) } ?? "")
    }
    if let lost = state.features.selectedOrphan { return entry(EntryKey(.edit, lost)) }
    guard let id = state.selectedFeature?.id else { return nil }
    guard state.layers.overridden.contains(id) else {
      return state.editing.unappliedText(of: id, in: state.session) != nil ? ("draft \(id)", "the draft of \(id)") : nil
    }
    let isValue = state.focus == .values || state.focus == .details && !state.features.isAboutFeature
    guard isValue, let row = state.table.selectedRow else {
      let count = state.session.overrides(of: id, in: state.workspace.manifest).count
      return count == 0 ? nil : ("feature \(id)", "\(count) here")
    }
    if case .appSetting(let key) = row.layer { return entry(EntryKey(.preference, key)) }
    if state.session[.edit, id]?[row.path] != nil { return ("value \(row.path)", "edit of \(row.path)") }
    switch row.layer {
    case .rollout(let slug, _), .experiment(let slug, _):
      return state.session[.branch, slug] == nil ? nil : entry(EntryKey(.branch, slug))
    default: return nil
    }
  }

  /// Drops the override under the cursor, or those of the marked features or values.
  @Sendable static func dropAtCursor(_ state: inout State, _: String) -> Outcome {
    if MovingCommands.markCount(in: state) > 1 {
      return state.focus == .features ? dropFeatures(&state) : dropValues(&state)
    }
    guard let here = atCursor(in: state) else { return [] }
    state.recording.instead = [Invocation("drop", here.argument)]
    return drop(&state, here.argument)
  }

  /// Asks whether to drop the overrides of the marked features or values; nil if at most one is marked.
  static func question(in state: State) -> Question? {
    guard MovingCommands.markCount(in: state) > 1 else { return nil }
    guard state.focus == .features else {
      return .dropping(edits: markedValues(in: state).map(\.description), by: "drop-edit")
    }
    let ids = markedFeatures(in: state)
    // A branch affects several features, but is one override.
    let over = Set(ids.flatMap { state.session.overrides(of: $0, in: state.workspace.manifest) })
    return .dropping(state.session.overrides.filter(over.contains), by: "drop-edit", in: state) { _ in
      "D" + label(of: ids).dropFirst()
    }
  }

  /// The marked features that have overrides.
  private static func markedFeatures(in state: State) -> [String] {
    FeatureScreen.features(in: state).filter { !state.session.overrides(of: $0, in: state.workspace.manifest).isEmpty }
  }

  private static func label(of ids: [String]) -> String {
    "drop overrides of \(ids.count == 1 ? ids[0] : "\(ids.count) features")"
  }

  private static func dropFeatures(_ state: inout State) -> Outcome {
    let ids = markedFeatures(in: state)
    guard !ids.isEmpty else { return state.alreadyDone(.noMarkedOverride) }
    return state.perform { operations throws(Refusal) in
      try operations.each(of: ids, as: label(of: ids)) { operations, id throws(Refusal) in
        try operations.dropOverrides(of: id)
      }
    }
  }

  /// The marked values that the edit of the selected feature sets.
  private static func markedValues(in state: State) -> [JSONPath] {
    guard let edit = state.selectedFeature.flatMap({ state.session[.edit, $0.id] }) else { return [] }
    return FeatureScreen.values(in: state).map(\.path).filter { edit[$0] != nil }
  }

  private static func dropValues(_ state: inout State) -> Outcome {
    guard let id = state.selectedFeature?.id else { return [] }
    let paths = markedValues(in: state)
    guard !paths.isEmpty else { return state.alreadyDone(.noMarkedEdit) }
    return state.perform { operations throws(Refusal) in
      try operations.each(of: paths, as: "drop \(paths.count.pluralizing("value")) of \(id)") {
        operations, path throws(Refusal) in
        try operations.dropEdit(id, at: path)
      }
    }
  }

  /// Drops what an argument of `drop` names.
  static func drop(_ state: inout State, _ argument: String) -> Outcome {
    if argument.hasPrefix("["), let names = (try? JSONValue.parse(argument))?.arrayValue?.compactMap(\.stringValue) {
      let values = names.compactMap { $0.hasPrefix("edit ") ? value(named: String($0.dropFirst(5)), in: state) : nil }
      guard !values.isEmpty else { return state.alreadyDone(.notEdited) }
      return ChannelCommands.drop(values.map { ($0.id, $0.path) }, in: &state)
    }
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.overrideExpected) }
    let (kind, name) = (parts[0], parts[1])
    let selected = state.selectedFeature?.id
    switch kind {
    case "value":
      guard let path = try? JSONPath.parse(name) else { return .says(.notAPath(name)) }
      return state.perform { operations throws(Refusal) in try operations.dropEdit(selected ?? "", at: path) }
    case "feature": return state.perform { operations throws(Refusal) in try operations.dropOverrides(of: name) }
    case "draft" where selected.isSameName(as: name) && state.editing.unappliedText(of: name, in: state.session) != nil:
      return TextEditing.discard(&state)
    case "draft": return state.perform { operations throws(Refusal) in try operations.discardDraft(of: name) }
    default:
      guard let kind = EntryKind(rawValue: kind) else { return .refused(.overrideExpected) }
      return drop(&state, EntryKey(kind, name))
    }
  }

  private static func drop(_ state: inout State, _ key: EntryKey) -> Outcome {
    if key.kind == .edit, state.session[key] == nil, let (id, path) = value(named: key.name, in: state) {
      return state.perform { operations throws(Refusal) in try operations.dropEdit(id, at: path).namingFeature() }
    }
    let outcome = state.perform { operations throws(Refusal) in try operations.drop(key) }
    FlagScreen.resolveNames(in: &state)
    guard outcome.operation != nil, let flag = state.flags.id(reading: key) else { return outcome }
    return outcome.saying(.dropped(key.title(in: state.workspace.manifest), of: flag))
  }

  /// The feature and the path of a value of its edit, as in `homescreen sections-enabled.pocket`.
  private static func value(named text: String, in state: State) -> (id: String, path: JSONPath)? {
    state.session.names(of: .edit).lazy.filter { text.hasPrefix($0 + " ") }.compactMap { id in
      (try? JSONPath.parse(String(text.dropFirst(id.count + 1)))).map { (id, $0) }
    }.first
  }
}

extension EntryKey {
  var argument: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}
