import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
package import VirgaTargeting

extension Operations {
  /// Drops one override.
  package func drop(_ key: EntryKey) throws(Refusal) -> SessionOperation {
    guard key.kind.isOverride else { throw Refusal("a \(key.kind.rawValue) is not an override") }
    guard let value = session[key] else {
      throw Refusal("`\(key.name)` has no \(key.title(in: operationContext.manifest))", changesNothing: true)
    }
    return try drop(
      [key], "drop \(key.words(value, in: operationContext.manifest))", feature: key.kind == .edit ? key.name : nil)
  }

  /// Drops all overrides of a feature: its edit, preferences of its variables, branches forced for it.
  package func dropOverrides(of id: String) throws(Refusal) -> SessionOperation {
    let keys = session.overrides(of: id, in: operationContext.manifest)
    guard let first = keys.first else { throw Refusal("nothing overrides `\(id)`", changesNothing: true) }
    let one = session[first].map { "drop \(first.words($0, in: operationContext.manifest))" }
    return try drop(keys, keys.count == 1 ? one ?? "drop" : "drop \(keys.count) overrides of \(id)", feature: id)
  }

  /// Drops every override.
  package func dropAll() throws(Refusal) -> SessionOperation {
    let keys = session.overrides
    guard !keys.isEmpty else { throw Refusal("nothing is overridden", changesNothing: true) }
    return try drop(keys, keys.count == 1 ? "drop the override" : "drop all \(keys.count) overrides")
  }

  private func drop(_ keys: [EntryKey], _ label: String, feature: String? = nil) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for key in keys { draft.set(key.kind, key.name, to: nil) }
    let slugs = keys.filter { $0.kind == .branch }.map(\.name)
    if !slugs.isEmpty || keys.contains(where: { $0.kind == .preference }) { draft.evolve(forgetting: slugs) }
    return try draft.finished(label, feature: feature)
  }
}

extension Session {
  /// The keys of all overrides, sorted by kind and name.
  package var overrides: [EntryKey] { keys.filter(\.kind.isOverride) }

  /// The overrides of a feature: its edit, preferences of its variables, branches forced for it.
  package func overrides(of id: String, in manifest: Manifest?) -> [EntryKey] {
    let preferences = Set(naming: manifest?.feature(id)?.variables.compactMap(\.preferenceKey) ?? [])
    return overrides.filter { key in
      switch key.kind {
      case .edit: key.name.isSameName(as: id)
      case .preference: preferences.contains(key.name)
      case .branch: recipe(key.name)?.featureIDs.containsName(id) ?? false
      default: false
      }
    }
  }

  /// When an entry got its value; nil if the history does not go back that far.
  package func time(of key: EntryKey) -> Instant? {
    operations.last { operation in !operation.isUndone && operation.changes.contains { $0.key == key } }?.time
  }
}

extension EntryKind {
  /// The kind's display name: `edit`, `debug override`.
  package var title: String {
    switch self {
    case .branch: "forced branch"
    case .debug: "debug override"
    case .behavior: "behavioral event"
    default: rawValue
    }
  }
}

extension EntryKey {
  /// The entry's display name: `app setting` if it is a variable's `pref-key`, else its kind's.
  package func title(in manifest: Manifest?) -> String {
    kind == .preference && manifest?.features(preference: name).isEmpty == false ? "app setting" : kind.title
  }

  /// The entry and its value, for labels and lists.
  ///
  /// For example `edit of homescreen`, `treatment-a of homepage-order`, `app setting toolbar-hides-on-scroll`.
  package func words(_ value: JSONValue, in manifest: Manifest?) -> String {
    switch kind {
    case .branch: value.stringValue.map { "\($0) of \(name)" } ?? "opt-out of \(name)"
    case .preference, .debug: "\(title(in: manifest)) \(name)"
    default: "\(kind.title) of \(name)"
    }
  }
}

extension Operations {
  /// Applies the same operation to several items, each to the result of the previous one.
  ///
  /// Refused items are skipped.
  ///
  /// - Throws: The first refusal if all are refused.
  package func each<Item>(
    of items: [Item], as label: String, _ make: (Operations, Item) throws(Refusal) -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    try each(of: items, as: { _ in label }, make)
  }

  /// Applies the same operation to several items, with a label that depends on the result.
  ///
  /// - Parameter label: Returns the label for the resulting session.
  package func each<Item>(
    of items: [Item], as label: (_ done: Session) -> String,
    _ make: (Operations, Item) throws(Refusal) -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    var next = session
    // A step needs only the last id; searching the whole history at each step would be slow.
    next.forget(through: (session.operations.last?.id ?? 0) - 1)
    var done: [SessionOperation] = []
    var refusal: Refusal?
    for item in items {
      do {
        let operation = try make(next.operations(in: operationContext), item)
        next.perform(operation)
        done.append(operation)
      } catch {
        refusal = refusal ?? error
      }
    }
    guard !done.isEmpty else { throw refusal ?? Refusal("nothing would change", changesNothing: true) }
    for change in done.flatMap(\.changes) { draft.set(change.key.kind, change.key.name, to: next[change.key]) }
    for event in done.flatMap(\.events) where event.kind != SessionEvent.operationKind { draft.record(event) }
    return try draft.finished(label(next))
  }
}
