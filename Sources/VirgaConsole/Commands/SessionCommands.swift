import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum SessionCommands {
  static let all: [Command] = [
    Command("undo", "undo") { state, argument in state.undo(argument) }
      .keys("u").argument(.text, suffices: true).mutating().hint(7)
      .when { state in state.session.undoable.map { .applies($0.label) } ?? .refused(.nothingToUndo) }
      .help(
        "Undoes the last change, even from before a restart; undo edit homescreen only if it changed that edit."),
    Command("redo", "redo") { state, argument in state.redo(argument) }
      .keys("U").argument(.text, suffices: true).mutating()
      .when { state in state.session.redoable.map { .applies($0.label) } ?? .refused(.nothingToRedo) }
      .help("Redoes the last undone change."),
    Command("branch", "force a branch") { state, argument in state.chooseBranch(argument) }
      .in(.screen(.features)).keys("b").argument(.text, suffices: true).mutating().hint(12).short("branch")
      .when(Self.canForceBranch)
      .help("Enrolls the client in a branch with its whole config; as a command, branch SLUG=BRANCH."),
    Command("expose", "expose the feature now") { state, argument in state.expose(argument) }
      .keys("x").near(.screen(.experiments), hint: 3).argument(.feature, suffices: true).mutating().hint(30)
      .short("expose")
      .when { state in
        switch state.parts.exposed(in: state) {
        case .success(let ids): .applies(ids.count == 1 ? ids[0] : "\(ids.count) features")
        case .failure(let refusal): .refused(.refusal(refusal))
        }
      }
      .help(
        "Records that the client could first be affected by the feature (or by those of all marked items), or why no exposure is recorded."
      ),
    Command("drop-edit", "drop this override") { state, _ in state.dropAtCursor() }
      .in(.screen(.features)).form(of: "drop").keys("d").argument(.text).mutating().hint(5).short("drop")
      .when(Self.canDrop).asks { state, _ in state.droppingMarked }
      .help(
        "Drops what the session set for the value, or else for the feature, or else the feature's draft; asks first if several are marked."
      ),
    Command("drop-all", "drop all overrides …") { state, _ in
      state.perform { operations throws(Refusal) in try operations.dropAll() }
    }
    .keys("D").argument(.text, suffices: true).mutating()
    .when { state in
      let client = state.findings.clientChanges.all.count
      guard client > 0, state.session.overrideCount == 0 else { return Self.hasOverrides(state) }
      return .refused(.onlyClientChanges(client, reset: state.keyName(of: "overrides")))
    }
    .asks { state, _ in .droppingAll(in: state) }
    .help(
      "Clears all overrides; changes of the client stay until reset-client all resets them. Asks first; drop-all yes does not ask. You can undo it."
    ),
    Command("overrides", "list the overrides") { state, _ in state.listOverrides() }.keys("O")
      .when { state in
        let client = state.findings.clientChanges.all.count
        guard client > 0 else { return Self.hasOverrides(state) }
        return .applies("\(state.session.overrideCount.pluralizing("override")), \(client) of the client")
      }
      .help(
        "Lists all overrides and client changes of the session; Enter drops or resets the one under the cursor."
      ),
    Command("reset-client", "reset changes of the client") { state, argument in state.resetClient(argument) }
      .argument(.described { state, _ in state.resettable }, suffices: true).mutating()
      .when { state in
        let count = state.findings.clientChanges.all.count
        return count == 0 ? .refused(.noClientChanges) : .applies(count.pluralizing("change"))
      }
      .help(
        "Resets changed attributes, clock, participation and behavioral events; reset-client all resets all of them."
      ),
  ]

  @Sendable static func hasOverrides(_ state: State) -> Command.Availability {
    let count = state.session.overrideCount
    return count == 0 ? .refused(.noOverrides) : .applies("\(count)")
  }

  @Sendable static func canDrop(_ state: State) -> Command.Availability {
    if state.markCount > 1 { return .applies("\(state.markCount) marked") }
    switch state.overrideAtCursor {
    case .value(let path): return .applies("edit of \(path)")
    case .entry(let key): return .applies(state.session[key].map { key.words($0, in: state.workspace.manifest) } ?? "")
    case .feature(let count): return .applies("\(count) here")
    case .draft(let id): return .applies("the draft of \(id)")
    case nil: return .refused(.nothingOverriddenHere)
    }
  }

  @Sendable static func canForceBranch(_ state: State) -> Command.Availability {
    guard let feature = state.selectedFeature else { return .refused(.noFeatureSelected) }
    let count = state.layers.slugs(using: feature.id).count
    return count == 0 ? .refused(.noRecipeUses(feature.id)) : .applies(count.pluralizing("recipe"))
  }
}

/// The overrides that `d` would drop.
enum DroppableOverride: Equatable {
  case value(JSONPath)
  case entry(EntryKey)
  case feature(Int)
  /// The unapplied text of a feature without other overrides.
  case draft(String)
}

extension DroppableOverride {
  /// The argument with which `drop` drops it.
  func argument(of feature: String) -> String {
    switch self {
    case .value(let path): "value \(path)"
    case .entry(let key): key.argument
    case .feature: "feature \(feature)"
    case .draft(let id): "draft \(id)"
    }
  }
}

extension State {
  /// The override under the cursor: that of the value, or else those of the feature.
  var overrideAtCursor: DroppableOverride? {
    if let lost = features.selectedOrphan { return .entry(EntryKey(.edit, lost)) }
    guard let feature = selectedFeature else { return nil }
    guard layers.overridden.contains(feature.id) else { return hasUnapplied(feature.id) ? .draft(feature.id) : nil }
    guard focus == .values || focus == .details && !features.isAboutFeature, let row = table.selectedRow else {
      let count = session.overrides(of: feature.id, in: workspace.manifest).count
      return count == 0 ? nil : .feature(count)
    }
    if case .appSetting(let key) = row.layer { return .entry(EntryKey(.preference, key)) }
    if session[.edit, feature.id]?[row.path] != nil { return .value(row.path) }
    switch row.layer {
    case .rollout(let slug, _), .experiment(let slug, _):
      let key = EntryKey(.branch, slug)
      return session[key] == nil ? nil : .entry(key)
    default: return nil
    }
  }

  mutating func dropAtCursor() -> Outcome {
    if markCount > 1 { return focus == .features ? dropFeatures() : dropMarkedValues() }
    guard let here = overrideAtCursor else { return [] }
    let id = selectedFeature?.id ?? ""
    recording.instead = [Invocation("drop", here.argument(of: id))]
    if case .draft = here { return discardEditor() }
    return perform { operations throws(Refusal) in
      switch here {
      case .value(let path): try operations.dropEdit(id, at: path)
      case .entry(let key): try operations.drop(key)
      case .feature, .draft: try operations.dropOverrides(of: id)
      }
    }
  }

  /// The marked features that have overrides, and the undo label for dropping these; nil if there are none.
  private var overriddenSubjects: (ids: [String], label: String)? {
    let ids = featureSubjects.filter { !session.overrides(of: $0, in: workspace.manifest).isEmpty }
    return ids.isEmpty ? nil : (ids, "drop overrides of \(ids.count == 1 ? ids[0] : "\(ids.count) features")")
  }

  /// Asks whether to drop the overrides of the marked features or values; nil if at most one is marked.
  fileprivate var droppingMarked: Question? {
    guard markCount > 1 else { return nil }
    guard focus == .features else { return .dropping(edits: editedSubjects.map(\.description), by: "drop-edit") }
    return overriddenSubjects.flatMap { ids, label in
      // A branch affects several features, but is one override.
      let over = Set(ids.flatMap { session.overrides(of: $0, in: workspace.manifest) })
      return .dropping(session.overrides.filter(over.contains), by: "drop-edit", in: self) { _ in
        "D" + label.dropFirst()
      }
    }
  }

  private mutating func dropFeatures() -> Outcome {
    guard let (ids, label) = overriddenSubjects else { return alreadyDone(.noMarkedOverride) }
    return perform { operations throws(Refusal) in
      try operations.each(of: ids, as: label) { operations, id throws(Refusal) in
        try operations.dropOverrides(of: id)
      }
    }
  }

  private var editedSubjects: [JSONPath] {
    guard let edit = selectedFeature.flatMap({ session[.edit, $0.id] }) else { return [] }
    return valueSubjects.map(\.path).filter { edit[$0] != nil }
  }

  private mutating func dropMarkedValues() -> Outcome {
    guard let id = selectedFeature?.id else { return [] }
    let paths = editedSubjects
    guard !paths.isEmpty else { return alreadyDone(.noMarkedEdit) }
    return perform { operations throws(Refusal) in
      try operations.each(of: paths, as: "drop \(paths.count.pluralizing("value")) of \(id)") {
        operations, path throws(Refusal) in
        try operations.dropEdit(id, at: path)
      }
    }
  }

  private mutating func expose(_ ids: [String]) -> Outcome {
    let outcome = perform { operations throws(Refusal) in try operations.expose(ids) }
    guard let operation = outcome.operation else { return outcome }
    let exposures = operation.events.filter { $0.kind == "exposure" }
    let recorded = exposures.count { $0.suppressed == nil }
    return outcome.saying(.exposed(ids.count, recorded: recorded, suppressed: exposures.count - recorded))
  }

  mutating func listOverrides() -> Outcome {
    resolveFlagNames()
    return .asks { .overrides(in: $0) }
  }

  mutating func dropOverride(_ argument: String) -> Outcome {
    if argument.hasPrefix("["), let names = (try? JSONValue.parse(argument))?.arrayValue?.compactMap(\.stringValue) {
      return drop(edits: names)
    }
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    if parts.count == 2, let outcome = dropAtCursor(parts[0], parts[1]) { return outcome }
    guard parts.count == 2, let kind = EntryKind(rawValue: parts[0]) else {
      return .refused(.overrideExpected)
    }
    let key = EntryKey(kind, parts[1])
    guard kind == .edit, session[key] == nil, let (id, path) = editedValue(in: parts[1]) else {
      let outcome = perform { operations throws(Refusal) in try operations.drop(key) }
      resolveFlagNames()
      guard outcome.operation != nil, let flag = flags.id(reading: key) else { return outcome }
      return outcome.saying(.dropped(key.title(in: workspace.manifest), of: flag))
    }
    return perform { operations throws(Refusal) in try operations.dropEdit(id, at: path).namingFeature() }
  }

  /// Drops several values in one operation, each named as in `edit homescreen greeting`.
  private mutating func drop(edits names: [String]) -> Outcome {
    let values = names.compactMap { name in
      name.hasPrefix("edit ") ? editedValue(in: String(name.dropFirst("edit ".count))) : nil
    }
    guard !values.isEmpty else { return alreadyDone(.notEdited) }
    return drop(values.map { ($0.id, $0.path.description) })
  }

  /// Drops a value of the selected feature's edit, a feature's overrides or its draft; nil for other kinds.
  private mutating func dropAtCursor(_ kind: String, _ name: String) -> Outcome? {
    switch kind {
    case "value":
      let id = selectedFeature?.id ?? ""
      guard let path = try? JSONPath.parse(name) else { return .says(.notAPath(name)) }
      return perform { operations throws(Refusal) in try operations.dropEdit(id, at: path) }
    case "feature": return perform { operations throws(Refusal) in try operations.dropOverrides(of: name) }
    case "draft" where (selectedFeature?.id).isSameName(as: name) && hasUnapplied(name): return discardEditor()
    case "draft": return perform { operations throws(Refusal) in try operations.discardDraft(of: name) }
    default: return nil
    }
  }

  /// The feature and the path of a value of its edit, as in `homescreen sections-enabled.pocket`.
  private func editedValue(in text: String) -> (id: String, path: JSONPath)? {
    for id in session.names(of: .edit) where text.hasPrefix(id + " ") {
      if let path = try? JSONPath.parse(String(text.dropFirst(id.count + 1))) { return (id, path) }
    }
    return nil
  }

  /// Exposes a feature; without a name, the features of the marked items or the one under the cursor.
  mutating func expose(_ name: String = "") -> Outcome {
    let ids = name.isEmpty ? (try? parts.exposed(in: self).get()) ?? [] : [name]
    guard let id = ids.first else { return [] }
    guard ids.count == 1 else { return expose(ids) }
    let outcome = perform { operations throws(Refusal) in try operations.expose(id) }
    guard let event = outcome.operation?.events.last else { return outcome }
    return outcome.saying(
      event.suppressed.map { .notExposed($0) } ?? .exposed(id, slug: event.slug, branch: event.branch))
  }

  mutating func chooseBranch(_ argument: String) -> Outcome {
    guard !argument.isEmpty else { return askAboutSelection { BranchCommands.choices(in: $0) } }
    guard let (slug, branch) = branch(named: argument) else {
      return .refused(.recipeAndBranchExpected("branch homepage-order=control"))
    }
    return BranchCommands.force(branch, of: [slug], in: &self)
  }

  /// The recipe and branch of `SLUG=BRANCH`; known recipes decide where a slug with a `=` ends.
  private func branch(named text: String) -> (slug: String, branch: String)? {
    let indices = text.indices.filter { text[$0] == "=" }
    let parts = indices.map { (slug: String(text[..<$0]), branch: String(text[text.index(after: $0)...])) }
    return parts.first { session.recipe($0.slug)?.branch($0.branch) != nil } ?? parts.first
  }
}

extension Question {
  /// Asks whether to drop all overrides, and lists them; nil if there are none.
  fileprivate static func droppingAll(in state: State) -> Question? {
    .dropping(state.session.overrides, by: "drop-all", in: state) { keys in
      keys.count == 1 ? "Drop the override" : "Drop all \(keys.count) overrides"
    }
  }
}
