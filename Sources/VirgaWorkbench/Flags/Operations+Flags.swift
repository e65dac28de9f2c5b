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
    _ rows: [FlagDefinition], _ operation: FlagOperation, in flags: SessionFlags
  ) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    var changed: [FlagDefinition] = []
    var refusal: Refusal?
    for row in rows {
      if let reason = flags.refusal(of: operation, for: row) {
        refusal = refusal ?? Refusal(reason)
      } else if let key = operation.layer.map(row.entryKey) {
        let value = operation == .redraw ? newDraw(of: row) : operation.value
        let isInEffect =
          flags.configured(row).map { session.isInEffect(operation, of: $0) } ?? false
        if let refused = isInEffect ? .unchanged() : refusalToKeep(key, value) {
          refusal = refusal ?? refused
        } else {
          draft.set(key.kind, key.name, to: value)
          changed.append(row)
        }
      }
    }
    guard !changed.isEmpty else { throw refusal ?? Refusal("no flag to change") }
    if operation.layer == .preference { draft.evolve() }
    let left = rows.count - changed.count
    let what = changed.count == 1 ? changed[0].id : "\(changed.count) flags"
    let rest =
      left > 0
      ? "; \(left) left as \(left == 1 ? "it is" : "they are"): \(refusal?.description ?? "")" : ""
    return try draft.finished(
      operation.label(what) + rest, feature: changed.count == 1 ? changed[0].feature : nil)
  }

  /// Drops all choices for flags, the app settings that they follow, and orphans.
  package func drop(
    _ rows: [FlagDefinition], orphans: [EntryKey] = []
  ) throws(Refusal) -> SessionOperation {
    var known: Set<EntryKey> = []
    let stored = rows.flatMap { $0.overrideKeys(in: operationContext.manifest) }
    let keys = (stored + orphans).filter { key in
      session[key] != nil && known.insert(key).inserted
    }
    guard !keys.isEmpty else {
      throw Refusal(
        rows.count == 1 ? "\(rows[0].id) has no overrides" : "no flag is overridden",
        changesNothing: true)
    }
    var draft = try draft()
    for key in keys { draft.set(key.kind, key.name, to: nil) }
    if keys.contains(where: { $0.kind == .preference }) { draft.evolve() }
    let what = rows.count == 1 ? rows[0].id : keys.count == 1 ? keys[0].name : "flags"
    return try draft.finished(
      keys.count == 1 ? "drop the override of \(what)" : "drop \(keys.count) overrides of \(what)",
      feature: rows.count == 1 ? rows[0].feature : nil)
  }

  private func refusalToKeep(_ key: EntryKey, _ value: JSONValue?) -> Refusal? {
    guard session[key] != value else {
      return .unchanged("the \(key.kind.title) of \(key.name) is \(value?.label ?? "unset")")
    }
    return value.flatMap { key.kind == .preference ? refusal(toSet: key.name, $0) : nil }
  }

  /// A new draw, different from the previous one.
  private func newDraw(of row: FlagDefinition) -> JSONValue {
    let salt = "\(session.lastID + 1)"
    return JSONValue(session.defaultDraw(of: row.storedName, salt: salt))
  }
}

extension SessionFlags {
  package func refusal(of operation: FlagOperation, for row: FlagDefinition) -> String? {
    FlagResolver.refusal(of: operation, for: row, configured(row), in: environment).map { refusal in
      refusal.hint.map { "\(refusal.message); \($0)" } ?? refusal.message
    }
  }
}

extension Session {
  /// Whether a draw or weights to set are those of the test already, stored or not, with the
  /// decimals that are shown.
  fileprivate func isInEffect(_ operation: FlagOperation, of test: ConfiguredFlag) -> Bool {
    guard test.isTest, case .set(let layer, let value) = operation else { return false }
    let kept = kept(of: test)
    func isSame(_ new: [Double?]?, _ old: [Double?]) -> Bool {
      new?.map { $0.map(FlagNumber.text) } == old.map { $0.map(FlagNumber.text) }
    }
    switch layer {
    case .draw: return isSame([value.doubleValue], [kept.draw])
    case .weights:
      let weights =
        kept.weights.map { VariationWeights($0, count: test.variations.count) } ?? test.weights
      return isSame(value.arrayValue?.map(\.doubleValue), weights.inEffect)
    case .preference, .debug, .lock: return false
    }
  }
}

extension FlagDefinition {
  fileprivate func entryKey(of layer: FlagLayer) -> EntryKey {
    switch layer {
    case .preference: EntryKey(.preference, preferenceKey ?? "")
    case .debug: EntryKey(.debug, debugKey ?? "")
    case .lock: EntryKey(.lock, storedName)
    case .draw: EntryKey(.draw, storedName)
    case .weights: EntryKey(.weights, storedName)
    }
  }

  /// The session entries of the flag itself, without an edit of its feature.
  package var entryKeys: [EntryKey] {
    var keys: [EntryKey] = []
    if let preferenceKey { keys.append(EntryKey(.preference, preferenceKey)) }
    if let debugKey { keys.append(EntryKey(.debug, debugKey)) }
    if kind == .unlock { keys.append(EntryKey(.lock, storedName)) }
    if kind.isTest { keys += [EntryKey(.draw, storedName), EntryKey(.weights, storedName)] }
    return keys
  }

  /// The app settings that can set the build value: the `pref-key` of each variable the flag reads.
  package func appSettings(in manifest: Manifest?) -> [EntryKey] {
    guard let manifest else { return [] }
    return (reading?.paths ?? []).compactMap { path in
      guard case .key(let name)? = path.path.components.first else { return nil }
      return manifest.feature(path.feature)?.variable(name)?.preferenceKey.map {
        EntryKey(.preference, $0)
      }
    }
  }

  /// All entries that override the flag: its own, and the app settings it follows.
  package func overrideKeys(in manifest: Manifest?) -> [EntryKey] {
    entryKeys + appSettings(in: manifest)
  }
}

extension FlagOperation {
  fileprivate func label(_ what: String) -> String {
    switch self {
    case .set(.lock, let isUnlocked): "\(isUnlocked == true ? "unlock" : "lock") \(what)"
    case .set(.weights, let weights):
      "set \(what) weights = "
        + (weights.arrayValue ?? []).compactMap(\.doubleValue).map(FlagNumber.text).joined(
          separator: ", ")
    case .set(let layer, let value): "set \(what) \(layer.rawValue) = \(value.choice)"
    case .clear(let layer): "unset \(what) \(layer.rawValue)"
    case .redraw: "draw \(what) again"
    case .simulate, .jump, .setTestOverride: what
    }
  }
}

extension JSONValue {
  fileprivate var choice: String { booleanValue.map { $0 ? "on" : "off" } ?? stringValue ?? label }
}

extension Session {
  /// Stored preferences and debug overrides that belong to neither a flag nor a variable, for
  /// example of a renamed key.
  package func flagOrphans(in catalogue: FlagCatalogue, manifest: Manifest?) -> [EntryKey] {
    let stored = [.preference, .debug].flatMap { kind in names(of: kind).map { EntryKey(kind, $0) }
    }
    guard !stored.isEmpty else { return [] }
    let tied = Set(
      naming: (manifest?.features ?? []).flatMap { $0.variables.compactMap(\.preferenceKey) })
    let known = Set(catalogue.rows.flatMap(\.entryKeys))
    return stored.filter { !known.contains($0) && ($0.kind == .debug || !tied.contains($0.name)) }
  }
}

extension EntryKey {
  package var problemOfOrphan: Problem {
    let code: Problem.Code = kind == .debug ? "debug-key-without-flag" : "preference-without-flag"
    return Problem(
      .warning, code, path: "flags", "no flag has the \(kind.title) `\(name)`; clear it")
  }
}
