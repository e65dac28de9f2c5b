package import VirgaFlags
import VirgaJSON
package import VirgaManifest
package import VirgaSession
package import VirgaSource

extension Operations {
  /// Applies a flag operation to several flags as one session operation.
  ///
  /// Skips flags that it does not apply to; the label says how many, and why for the first one.
  /// Rule: VirgaFlags/Operations.
  ///
  /// - Throws: The reason for the first flag if it applies to none.
  package func change(
    _ selected: [FlagDefinition], _ operation: FlagOperation, in flags: SessionFlags
  ) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    let (changed, firstRefusal) = setEntries(
      by: operation, for: selected, in: flags, with: &builder)
    guard let first = changed.first else { throw firstRefusal ?? Refusal("no flag to change") }
    // The targeting of a recipe can ask whether the user has set a preference.
    if operation.layer == .preference { builder.evaluateRecipes() }
    let isOne = changed.count == 1
    let subject = isOne ? first.id : "\(changed.count) flags"
    let note = Self.note(
      onUnchanged: selected.count - changed.count, firstOneBecause: firstRefusal)
    return try builder.finished(
      operation.label(on: subject) + note, feature: isOne ? first.feature : nil)
  }

  /// Sets the entry that an operation changes, for each flag to which the operation applies.
  ///
  /// Returns the changed flags, and why the operation does not apply to the first flag that is
  /// skipped; nil if none is.
  private func setEntries(
    by operation: FlagOperation, for selected: [FlagDefinition], in flags: SessionFlags,
    with builder: inout OperationBuilder
  ) -> (changed: [FlagDefinition], firstRefusal: Refusal?) {
    var changed: [FlagDefinition] = []
    var firstRefusal: Refusal?
    for flag in selected {
      do {
        // An operation that stores nothing changes no flag.
        guard let entry = try entryToSet(by: operation, for: flag, in: flags) else { continue }
        builder.set(entry.key.kind, entry.key.name, to: entry.value)
        changed.append(flag)
      } catch {
        firstRefusal = firstRefusal ?? error
      }
    }
    return (changed, firstRefusal)
  }

  /// What a label adds if some flags were not changed: how many, and why the first one was not;
  /// empty if all were.
  private static func note(
    onUnchanged count: Int, firstOneBecause firstRefusal: Refusal?
  ) -> String {
    guard count > 0 else { return "" }
    let pronoun = count == 1 ? "it is" : "they are"
    return "; \(count) left as \(pronoun): \(firstRefusal?.description ?? "")"
  }

  /// The entry that a flag operation sets, and its new value, nil to remove the entry; nil as a
  /// whole if the operation sets none.
  ///
  /// - Throws: Why the operation does not apply to the flag, or changes nothing.
  private func entryToSet(
    by operation: FlagOperation, for flag: FlagDefinition, in flags: SessionFlags
  ) throws(Refusal) -> (key: EntryKey, value: JSONValue?)? {
    if let reason = flags.refusal(of: operation, for: flag) { throw Refusal(reason) }
    // An operation without a layer, such as a jump to a definition, stores nothing.
    guard let layer = operation.layer else { return nil }
    // The draw of a test, which selects its variation, and its weights can be in effect without an
    // entry in the session.
    if let configured = flags.configuredFlag(of: flag),
      session.isInEffect(operation, of: configured)
    {
      throw .unchanged()
    }
    let key = flag.entryKey(of: layer)
    let value = operation == .redraw ? newDraw(of: flag) : operation.value
    if let refusal = refusal(toStore: value, at: key) { throw refusal }
    return (key, value)
  }

  /// Drops all choices for flags, the app settings that they follow, and orphans; without any it is
  /// refused as already done, so that a script continues.
  ///
  /// - Parameter orphans: Choices to drop too that belong to no flag: stored preferences and debug
  ///   overrides, for example of a renamed key.
  package func drop(
    _ flags: [FlagDefinition], orphans: [EntryKey] = []
  ) throws(Refusal) -> SessionOperation {
    // The flag to name in the label or a refusal; nil for several flags.
    let onlyFlag = flags.count == 1 ? flags[0] : nil
    let choices = flags.flatMap { $0.overrideKeys(in: operationContext.manifest) } + orphans
    // Several flags can follow the same app setting.
    var seen: Set<EntryKey> = []
    let keys = choices.filter { session[$0] != nil && seen.insert($0).inserted }
    guard let firstKey = keys.first else {
      throw Refusal(
        onlyFlag.map { "\($0.id) has no overrides" } ?? "no flag is overridden",
        isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    for key in keys { builder.set(key.kind, key.name, to: nil) }
    // The targeting of a recipe can ask whether the user has set a preference.
    if keys.contains(where: { $0.kind == .preference }) { builder.evaluateRecipes() }
    let label =
      keys.count == 1
      ? "drop the override of \(onlyFlag?.id ?? firstKey.name)"
      : "drop \(keys.count) overrides of \(onlyFlag?.id ?? "flags")"
    return try builder.finished(label, feature: onlyFlag?.feature)
  }

  /// Why a choice cannot be stored: it is stored already, or a variable needs another kind of
  /// value; nil if it can.
  private func refusal(toStore value: JSONValue?, at key: EntryKey) -> Refusal? {
    guard session[key] != value else {
      return .unchanged("the \(key.kind.title) of \(key.name) is \(value?.label ?? "unset")")
    }
    // Only a preference can set variables: those whose `pref-key` is its name.
    guard key.kind == .preference, let value else { return nil }
    return refusal(toSet: key.name, value)
  }

  /// A new draw for a test, the number from 0 to 100 that chooses its variation.
  ///
  /// It is computed from the client's id and the test, so that repeating the session gives the same
  /// one. It also depends on the id of the operation, so that it differs from the previous draw.
  private func newDraw(of flag: FlagDefinition) -> JSONValue {
    let nextID = session.lastID + 1
    let salt = "\(nextID)"
    return JSONValue(session.defaultDraw(of: flag.storedName, salt: salt))
  }
}

extension SessionFlags {
  /// Why an operation does not apply to a flag, with a hint; nil if it applies.
  package func refusal(of operation: FlagOperation, for flag: FlagDefinition) -> String? {
    let refusal = FlagResolver.refusal(
      of: operation, for: flag, configuredFlag(of: flag), in: environment)
    guard let refusal else { return nil }
    return [refusal.message, refusal.hint].compactMap(\.self).joined(separator: "; ")
  }
}

extension Session {
  /// Whether a draw or weights to set are those of the test already, stored or not.
  ///
  /// A draw is the number from 0 to 100 that selects the variation of the test.
  ///
  /// Numbers are compared with the decimals that are shown.
  fileprivate func isInEffect(_ operation: FlagOperation, of configured: ConfiguredFlag) -> Bool {
    guard configured.isTest, case .set(let layer, let value) = operation else { return false }
    // `choices.draw` is the draw in effect; `choices.weights` is nil if none are stored.
    let choices = choices(of: configured)
    switch layer {
    case .draw: return Self.looksTheSame([value.doubleValue], [choices.draw])
    case .weights:
      let storedWeights = choices.weights.map {
        VariationWeights($0, count: configured.variations.count)
      }
      let weights = storedWeights ?? configured.weights
      // Invalid weights, such as 60 and 60, are ignored; equal ones are in effect instead.
      return Self.looksTheSame(value.arrayValue?.map(\.doubleValue), weights.inEffect)
    case .preference, .debug, .lock: return false
    }
  }

  /// Whether numbers are shown with the same texts.
  ///
  /// - Parameters:
  ///   - new: The numbers to set, nil for what is not a number; nil if they are not an array.
  ///   - old: The numbers in effect; nil for a number that is not set.
  private static func looksTheSame(_ new: [Double?]?, _ old: [Double?]) -> Bool {
    let newTexts = new?.map { $0.map(FlagNumber.text) }
    let oldTexts = old.map { $0.map(FlagNumber.text) }
    return newTexts == oldTexts
  }
}

extension FlagDefinition {
  /// The session's entry for a choice in one layer, such as the user's preference or a developer's
  /// debug override.
  ///
  /// The flag has the layer and its key: any other operation was refused before.
  fileprivate func entryKey(of layer: FlagLayer) -> EntryKey {
    switch layer {
    case .preference: EntryKey(.preference, preferenceKey ?? "")
    case .debug: EntryKey(.debug, debugKey ?? "")
    case .lock: EntryKey(.lock, storedName)
    case .draw: EntryKey(.draw, storedName)
    case .weights: EntryKey(.weights, storedName)
    }
  }

  /// The session entries with the choices for the flag itself, without an edit of its feature: the
  /// user's preference, a developer's debug override, the state of a lock, or the draw and the
  /// weights of a test.
  package var entryKeys: [EntryKey] {
    var keys: [EntryKey] = []
    if let preferenceKey { keys.append(EntryKey(.preference, preferenceKey)) }
    if let debugKey { keys.append(EntryKey(.debug, debugKey)) }
    // These have no key of their own: they are stored under the name of the flag.
    if kind == .unlock { keys.append(EntryKey(.lock, storedName)) }
    if kind.isTest { keys += [EntryKey(.draw, storedName), EntryKey(.weights, storedName)] }
    return keys
  }

  /// The app settings that can set the build value, the flag's value without preference and debug
  /// override: the `pref-key` of each variable that the flag reads.
  package func appSettings(in manifest: Manifest?) -> [EntryKey] {
    guard let manifest else { return [] }
    return (reading?.paths ?? []).compactMap { path in
      // A path in a feature begins with a variable.
      guard case .key(let name)? = path.path.components.first else { return nil }
      let variable = manifest.feature(path.feature)?.variable(name)
      return variable?.preferenceKey.map { EntryKey(.preference, $0) }
    }
  }

  /// All entries that override the flag: its own, and the app settings it follows.
  package func overrideKeys(in manifest: Manifest?) -> [EntryKey] {
    entryKeys + appSettings(in: manifest)
  }
}

extension FlagOperation {
  /// The label of the operation on `subject`: `set x preference = on`, `set x draw = 15`, `set x
  /// weights = 20, 80`.
  fileprivate func label(on subject: String) -> String {
    switch self {
    // A lock stores whether it is open.
    case .set(.lock, let isUnlocked): return "\(isUnlocked == true ? "unlock" : "lock") \(subject)"
    case .set(.weights, let weights):
      let numbers = (weights.arrayValue ?? []).compactMap(\.doubleValue).map(FlagNumber.text)
      return "set \(subject) weights = \(numbers.joined(separator: ", "))"
    // Always a number: any other draw was refused.
    case .set(.draw, let draw):
      return "set \(subject) draw = \(draw.doubleValue.map(FlagNumber.text) ?? draw.label)"
    case .set(let layer, let value): return "set \(subject) \(layer.rawValue) = \(value.choiceText)"
    case .unset(let layer): return "unset \(subject) \(layer.rawValue)"
    case .redraw: return "draw \(subject) again"
    // These store nothing, so no operation of the session gets this label.
    case .simulate, .jump, .setTestOverride: return subject
    }
  }
}

extension JSONValue {
  /// The value as a choice for a flag: `on`, `off`, or an option.
  fileprivate var choiceText: String {
    if let isOn = booleanValue { return isOn ? "on" : "off" }
    return stringValue ?? label
  }
}

extension Session {
  /// The orphans among the choices for flags: stored preferences and debug overrides that belong to
  /// neither a flag nor a variable, for example of a renamed key.
  package func flagOrphans(in catalogue: FlagCatalogue, manifest: Manifest?) -> [EntryKey] {
    let stored = keys.filter { $0.kind == .preference || $0.kind == .debug }
    guard !stored.isEmpty else { return [] }
    let features = manifest?.features ?? []
    let appSettings = Set(naming: features.flatMap { $0.variables.compactMap(\.preferenceKey) })
    let keysOfFlags = Set(catalogue.flags.flatMap(\.entryKeys))
    return stored.filter { key in
      let isAppSetting = key.kind == .preference && appSettings.contains(key.name)
      return !keysOfFlags.contains(key) && !isAppSetting
    }
  }
}

extension EntryKey {
  /// The warning about a choice that belongs to no flag.
  package var problemOfOrphan: Problem {
    let code: Problem.Code = kind == .debug ? "debug-key-without-flag" : "preference-without-flag"
    return Problem(
      .warning, code, path: "flags", "no flag has the \(kind.title) `\(name)`; clear it")
  }
}
