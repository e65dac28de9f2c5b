import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource

extension Operations {
  /// Drops one override; refused as already done, so that a script continues, if the session does
  /// not have it.
  package func drop(_ key: EntryKey) throws(Refusal) -> SessionOperation {
    guard key.kind.isOverride else { throw Refusal("a \(key.kind.rawValue) is not an override") }
    guard let value = session[key] else {
      throw Refusal(
        "`\(key.name)` has no \(key.title(in: operationContext.manifest))", isAlreadyDone: true)
    }
    // All other overrides are named after a recipe, a preference or a flag.
    let feature = key.kind == .edit ? key.name : nil
    return try drop(
      [key], "drop \(key.summary(of: value, in: operationContext.manifest))", feature: feature)
  }

  /// Drops all overrides of a feature: its edit, preferences of its variables, and the forced
  /// branches of recipes that configure it.
  ///
  /// A feature without overrides is refused as already done, so that a script continues.
  package func dropOverrides(of id: String) throws(Refusal) -> SessionOperation {
    let keys = session.overrides(of: id, in: operationContext.manifest)
    guard let first = keys.first else {
      throw Refusal("nothing overrides `\(id)`", isAlreadyDone: true)
    }
    var label = "drop \(keys.count) overrides of \(id)"
    if keys.count == 1, let value = session[first] {
      label = "drop \(first.summary(of: value, in: operationContext.manifest))"
    }
    return try drop(keys, label, feature: id)
  }

  /// Drops all overrides, as one operation; without any it is refused as already done, so that a
  /// script continues.
  package func dropAll() throws(Refusal) -> SessionOperation {
    let keys = session.overrides
    guard !keys.isEmpty else { throw Refusal("nothing is overridden", isAlreadyDone: true) }
    return try drop(
      keys, keys.count == 1 ? "drop the override" : "drop \(keys.count) overrides")
  }

  /// Removes entries, and evaluates recipes if a forced branch or a preference is among them.
  ///
  /// - Parameter feature: The feature that all entries are about; nil if there is none, or if there
  ///   are several.
  private func drop(
    _ keys: [EntryKey], _ label: String, feature: String? = nil
  ) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    for key in keys { builder.set(key.kind, key.name, to: nil) }
    let slugsOfBranches = keys.filter { $0.kind == .branch }.map(\.name)
    // Targeting can ask whether the user has set a preference.
    let changesPreference = keys.contains { $0.kind == .preference }
    if !slugsOfBranches.isEmpty || changesPreference {
      // A recipe whose forced branch is dropped is evaluated as if the client had never seen it.
      builder.evaluateRecipes(forgetting: slugsOfBranches)
    }
    return try builder.finished(label, feature: feature)
  }

  /// Applies the same operation to several items, each to the result of the last; skips refused
  /// ones.
  ///
  /// - Parameters:
  ///   - label: The label, given the session after all operations.
  ///   - make: The operation on one item.
  /// - Throws: The first refusal if all items are refused.
  package func oneOperation<Item>(
    onEach items: [Item], label: (_ result: Session) -> String,
    _ make: (Operations, Item) throws -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    // Of the history, the chain only needs the last operation, whose id the next one follows. A
    // long history would make the chain slow.
    var chain = OperationChain(
      operationContext: operationContext, session: session.withLastOperationOnly)
    for item in items {
      chain.perform { operations in try make(operations, item) }
    }
    // Without any item there is no refusal either.
    guard !chain.operations.isEmpty else { throw chain.firstRefusal ?? .unchanged() }
    builder.combine(chain.operations, endingIn: chain.session)
    return try builder.finished(label(chain.session))
  }
}

/// Several operations, each on the session that the one before gave.
private struct OperationChain {
  let operationContext: OperationContext
  /// The session after the operations so far.
  var session: Session
  var operations: [SessionOperation] = []
  /// Why the first operation that could not be made was refused; nil if none was.
  var firstRefusal: Refusal?

  /// Performs the operation that `make` returns on the session, or notes its refusal.
  mutating func perform(_ make: (Operations) throws -> SessionOperation) {
    do {
      let operation = try make(session.operations(in: operationContext))
      session.perform(operation)
      operations.append(operation)
    } catch {
      let refusal = error as? Refusal ?? Refusal("\(error)")
      firstRefusal = firstRefusal ?? refusal
    }
  }
}

extension Session {
  /// The session with only the last operation of its history, from which the next one takes its id.
  ///
  /// In a long history, performing many operations would be slow.
  fileprivate var withLastOperationOnly: Session {
    var shortened = self
    let lastID = operations.last?.id ?? 0
    shortened.removeOperations(through: lastID - 1)
    return shortened
  }
}

extension OperationBuilder {
  /// Adds the changes and events of several operations, with the values that the entries have in
  /// the session after the last one.
  fileprivate mutating func combine(_ operations: [SessionOperation], endingIn result: Session) {
    for change in operations.flatMap(\.changes) {
      set(change.key.kind, change.key.name, to: result[change.key])
    }
    // The events of the operations themselves are left out: the combined one gets its own.
    for event in operations.flatMap(\.events) where event.kind != SessionEvent.operationKind {
      record(event)
    }
  }
}

extension Session {
  /// The keys of all overrides, sorted.
  package var overrides: [EntryKey] { keys.filter(\.kind.isOverride) }

  /// The keys of a feature's overrides: its edit, preferences of its variables, and the forced
  /// branches of recipes that configure it.
  package func overrides(of id: String, in manifest: Manifest?) -> [EntryKey] {
    let preferences = Set(
      naming: manifest?.feature(id)?.variables.compactMap(\.preferenceKey) ?? [])
    return overrides.filter { key in
      switch key.kind {
      case .edit: key.name.isSameName(as: id)
      case .preference: preferences.contains(key.name)
      case .branch: recipe(key.name)?.featureIDs.containsName(id) ?? false
      case .channel, .draft, .draftBase, .branchDraft, .recipe, .recipeOrder, .recipeFile,
        .enrollment, .participation, .debug, .lock, .draw, .weights, .context, .clock, .behavior:
        false
      }
    }
  }

  /// The last operation that changed an entry and is not undone; nil if there is none in the
  /// history, which may not go back that far.
  package func lastOperation(changing key: EntryKey) -> SessionOperation? {
    operations.last { operation in
      !operation.isUndone && operation.changes.contains { $0.key == key }
    }
  }

  /// The entries that do not match a manifest, each with the reason; without a `catalogue`, choices
  /// that only flags read are skipped.
  package func orphans(in manifest: Manifest, catalogue: FlagCatalogue? = nil) -> [Orphan] {
    let flagKeys = catalogue.map { Set($0.flags.flatMap(\.entryKeys)) }
    return keys.compactMap { key in
      // The second judges the choices for flags, the first all other entries.
      let reason =
        mismatchReason(of: key, with: manifest)
        ?? mismatchReason(ofFlagChoice: key, with: manifest, readByFlags: flagKeys)
      guard let reason else { return nil }
      return Orphan(key: key, reason: reason)
    }
  }

  /// Why a choice for a flag at `key` has no effect; nil if it may have one, and for entries of
  /// other kinds.
  ///
  /// - Parameter flagKeys: The entries that flags read; nil if they are unknown, without a
  ///   catalogue of flags.
  private func mismatchReason(
    ofFlagChoice key: EntryKey, with manifest: Manifest, readByFlags flagKeys: Set<EntryKey>?
  ) -> String? {
    let isReadByNoFlag = if let flagKeys { !flagKeys.contains(key) } else { false }
    switch key.kind {
    // A preference that is the `pref-key` of variables is an app setting: they read it, so it has
    // an effect without a flag too.
    case .preference:
      let variables = manifest.variables(withPreferenceKey: key.name)
      if variables.isEmpty { return isReadByNoFlag ? "nothing reads `\(key.name)`" : nil }
      return self[key].flatMap { value in mismatchReason(ofAppSetting: value, readBy: variables) }
    case .debug, .lock, .draw, .weights:
      return isReadByNoFlag ? "no flag reads `\(key.name)`" : nil
    case .channel, .edit, .draft, .draftBase, .branchDraft, .recipe, .recipeOrder, .recipeFile,
      .branch, .enrollment, .participation, .context, .clock, .behavior:
      return nil
    }
  }

  /// Names the first variable whose type does not allow the value of an app setting; nil if all
  /// types do.
  ///
  /// - Parameter variables: The variables with the setting as their `pref-key`.
  private func mismatchReason(
    ofAppSetting value: JSONValue, readBy variables: [(featureID: String, variable: Variable)]
  ) -> String? {
    let mismatch = variables.first { !$0.variable.type.allows(appSetting: value) }
    guard let (featureID, variable) = mismatch else { return nil }
    return "\(featureID).\(variable.name) is \(variable.type), not \(value.label)"
  }

  /// Why an entry does not match a manifest or the session's recipes; nil if it does, and for
  /// choices for flags.
  private func mismatchReason(of key: EntryKey, with manifest: Manifest) -> String? {
    switch key.kind {
    case .channel:
      guard let name = self[key]?.stringValue else { return nil }
      let isKnown = manifest.channels.containsName(name)
      return isKnown ? nil : "the manifest has no channel `\(name)`"
    case .edit:
      return self[key].flatMap { mismatchReason(ofEdit: $0, of: key.name, with: manifest) }
    case .draft:
      return manifest.feature(key.name) == nil ? "the manifest has no feature `\(key.name)`" : nil
    case .branch: return mismatchReason(ofForcedBranch: key)
    case .recipe:
      return recipe(key.name) == nil ? "it can't be read as a recipe with that slug" : nil
    case .branchDraft: return mismatchReason(ofBranchDraft: key)
    // A draft is reported itself, so its base is not. The others come with a recipe or describe the
    // client, and need not match anything.
    case .draftBase, .recipeOrder, .recipeFile, .enrollment, .participation, .context, .clock,
      .behavior:
      return nil
    // `mismatchReason(ofFlagChoice:with:readByFlags:)` judges the choices for flags.
    case .preference, .debug, .lock, .draw, .weights: return nil
    }
  }

  /// Why the forced branch at a key does not match the session's recipes; nil if it does.
  private func mismatchReason(ofForcedBranch key: EntryKey) -> String? {
    let slug = key.name
    guard let recipe = recipe(slug) else { return "the session has no recipe `\(slug)`" }
    // An opt-out, which is a null, needs no branch.
    guard let branch = self[key]?.stringValue, recipe.branch(branch) == nil else { return nil }
    return "the recipe `\(slug)` has no branch `\(branch)`"
  }

  /// Why the draft at a key is not for a branch of the session's recipes; nil if it is.
  private func mismatchReason(ofBranchDraft key: EntryKey) -> String? {
    guard let place = self[key].flatMap(BranchDraft.init(entry:))?.place else {
      return "it can't be read as a draft of a branch"
    }
    let hasBranch = recipe(place.slug)?.branch(place.branch) != nil
    return hasBranch ? nil : "no recipe of the session has this branch"
  }

  /// Why the edit of a feature does not match a manifest: the first error in the session's channel;
  /// nil if it does.
  private func mismatchReason(
    ofEdit config: JSONValue, of id: String, with manifest: Manifest
  ) -> String? {
    guard let feature = manifest.feature(id) else { return "the manifest has no feature `\(id)`" }
    let check = manifest.check(
      config: LocatedValue(config), feature: feature, channel: channel(in: manifest))
    return check.problems.first { $0.severity == .error }?.message
  }
}

extension Manifest {
  /// The variables whose `pref-key` is `key`, each with its feature's id.
  fileprivate func variables(
    withPreferenceKey key: String
  ) -> [(featureID: String, variable: Variable)] {
    features.flatMap { feature in
      let matches = feature.variables.filter { $0.preferenceKey.isSameName(as: key) }
      return matches.map { variable in (featureID: feature.id, variable: variable) }
    }
  }
}

extension EntryKind {
  /// The kind's display name: `edit`, `debug override`.
  package var title: String {
    switch self {
    case .branch: "forced branch"
    case .branchDraft: "draft"
    case .debug: "debug override"
    case .behavior: "behavioral event"
    default: rawValue
    }
  }
}

extension EntryKey {
  /// The entry's display name: `app setting` for a preference that is a variable's `pref-key`, else
  /// its kind's.
  package func title(in manifest: Manifest?) -> String {
    let featuresWithVariable = manifest?.features(withPreferenceKey: name) ?? []
    let isAppSetting = kind == .preference && !featuresWithVariable.isEmpty
    return isAppSetting ? "app setting" : kind.title
  }

  /// The entry as labels and lists name it, a forced branch by its value: `edit of homescreen`,
  /// `treatment-a of homepage-order`, `app setting x`.
  package func summary(of value: JSONValue, in manifest: Manifest?) -> String {
    switch kind {
    // An opt-out is a null.
    case .branch: value.stringValue.map { "\($0) of \(name)" } ?? "opt-out of \(name)"
    // The manifest decides whether a preference is called an app setting.
    case .preference, .debug: "\(title(in: manifest)) \(name)"
    // Only a changed recipe has an entry with the recipe of its file.
    case .recipeFile: "changes of \(name)"
    default: "\(kind.title) of \(name)"
    }
  }
}

/// A stored entry that no longer matches the manifest or the flags; it stays in the session, but
/// has no effect or only part of it.
package struct Orphan: Hashable, Sendable {
  package var key: EntryKey
  /// The reason, a sentence without a period.
  package var reason: String
}
