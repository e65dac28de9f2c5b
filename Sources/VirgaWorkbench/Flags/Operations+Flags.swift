package import VirgaFlags
import VirgaJSON
package import VirgaSession

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
      } else if let entry = row.entry(of: operation), let refused = refusalToKeep(entry) {
        refusal = refusal ?? refused
      } else if let (key, value) = row.entry(of: operation) {
        draft.set(key.kind, key.name, to: value.isRedraw ? newDraw(of: row) : value.stored)
        changed.append(row)
      }
    }
    guard !changed.isEmpty else { throw refusal ?? Refusal("no flag to change") }
    if operation.isPreference { draft.evolve() }
    let left = rows.count - changed.count
    let what = changed.count == 1 ? changed[0].id : "\(changed.count) flags"
    let rest = left > 0 ? "; \(left) left as \(left == 1 ? "it is" : "they are"): \(refusal?.description ?? "")" : ""
    return try draft.finished(
      operation.label(what) + rest, feature: changed.count == 1 ? changed[0].feature : nil)
  }

  /// Drops everything that overrides flags, and orphans.
  ///
  /// That is preferences, debug overrides, lock states, draws, weights and the app settings that the flags follow.
  ///
  /// - Throws: A refusal if nothing is stored.
  package func drop(_ rows: [FlagDefinition], orphans: [FlagOrphan] = []) throws(Refusal) -> SessionOperation {
    var known: Set<EntryKey> = []
    let stored = rows.flatMap { $0.overrideKeys(in: operationContext.manifest) }
    let keys = (stored + orphans.map(\.entryKey)).filter { key in
      session[key] != nil && known.insert(key).inserted
    }
    guard !keys.isEmpty else {
      throw Refusal(
        rows.count == 1 ? "\(rows[0].id) has no overrides" : "no flag is overridden", changesNothing: true)
    }
    var draft = try draft()
    for key in keys { draft.set(key.kind, key.name, to: nil) }
    if keys.contains(where: { $0.kind == .preference }) { draft.evolve() }
    let what = rows.count == 1 ? rows[0].id : keys.count == 1 ? keys[0].name : "flags"
    return try draft.finished(
      keys.count == 1 ? "drop the override of \(what)" : "drop \(keys.count) overrides of \(what)",
      feature: rows.count == 1 ? rows[0].feature : nil)
  }

  private func refusalToKeep(_ entry: (key: EntryKey, value: EntryValue)) -> Refusal? {
    guard let value = entry.value.stored else {
      return entry.value.isRedraw || session[entry.key] != nil
        ? nil : Refusal("the \(entry.key.kind.title) of \(entry.key.name) is already unset", changesNothing: true)
    }
    if session[entry.key] == value {
      return Refusal("the \(entry.key.kind.title) of \(entry.key.name) is \(value.label) already", changesNothing: true)
    }
    return entry.key.kind == .preference ? refusal(toSet: entry.key.name, value) : nil
  }

  /// A new draw, different from the previous one.
  private func newDraw(of row: FlagDefinition) -> JSONValue {
    let salt = "\(session.lastID + 1)"
    return JSONValue(session.defaultDraw(of: row.storedName, salt: salt))
  }
}

extension SessionFlags {
  /// Why an operation does not apply to a flag, as a sentence; nil if it does.
  package func refusal(of operation: FlagOperation, for row: FlagDefinition) -> String? {
    FlagResolver.refusal(of: operation, for: row, configured(row), in: environment).map { refusal in
      refusal.hint.map { "\(refusal.message); \($0)" } ?? refusal.message
    }
  }
}

extension FlagOrphan {
  /// The orphaned entry.
  package var entryKey: EntryKey { EntryKey(isDebug ? .debug : .preference, key) }
}

extension SessionFlags {
  /// Whether a stored entry overrides a flag.
  package func isOverridden(_ row: FlagDefinition) -> Bool {
    row.overrideKeys(in: manifest).contains { session[$0] != nil }
  }
}

private enum EntryValue {
  case value(JSONValue)
  case nothing
  case redraw

  var stored: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }

  var isRedraw: Bool {
    if case .redraw = self { true } else { false }
  }
}

extension FlagDefinition {
  fileprivate func entry(of operation: FlagOperation) -> (key: EntryKey, value: EntryValue)? {
    let preference = EntryKey(.preference, preferenceKey ?? "")
    let debug = EntryKey(.debug, debugKey ?? "")
    return switch operation {
    case .setPreference(let value): (preference, .value(value))
    case .clearPreference: (preference, .nothing)
    case .setDebug(let value): (debug, .value(value))
    case .clearDebug: (debug, .nothing)
    case .lock: (EntryKey(.lock, storedName), .value(false))
    case .unlock: (EntryKey(.lock, storedName), .value(true))
    case .clearLock: (EntryKey(.lock, storedName), .nothing)
    case .setDraw(let draw): (EntryKey(.draw, storedName), .value(JSONValue(draw)))
    case .redraw: (EntryKey(.draw, storedName), .redraw)
    case .clearDraw: (EntryKey(.draw, storedName), .nothing)
    case .setWeights(let weights): (EntryKey(.weights, storedName), .value(.array(weights.map { JSONValue($0) })))
    case .clearWeights: (EntryKey(.weights, storedName), .nothing)
    case .simulate, .jump, .setTestOverride: nil
    }
  }
}

extension FlagOperation {
  fileprivate var isPreference: Bool {
    switch self {
    case .setPreference, .clearPreference: true
    default: false
    }
  }

  fileprivate func label(_ what: String) -> String {
    switch self {
    case .setPreference(let value): "set \(what) preference = \(value.choice)"
    case .clearPreference: "unset \(what) preference"
    case .setDebug(let value): "set \(what) debug = \(value.choice)"
    case .clearDebug: "unset \(what) debug"
    case .lock: "lock \(what)"
    case .unlock: "unlock \(what)"
    case .clearLock: "unset \(what) lock"
    case .setDraw(let draw): "set \(what) draw = \(JSONValue(draw).label)"
    case .redraw: "draw \(what) again"
    case .clearDraw: "unset \(what) draw"
    case .setWeights(let weights): "set \(what) weights = \(weights.map(FlagNumber.text).joined(separator: ", "))"
    case .clearWeights: "unset \(what) weights"
    case .simulate, .jump, .setTestOverride: what
    }
  }
}

extension JSONValue {
  fileprivate var choice: String { booleanValue.map { $0 ? "on" : "off" } ?? stringValue ?? label }
}
