public import VirgaJSON

extension Operations {
  /// Drops one override.
  public func drop(_ key: EntryKey) throws(Refusal) -> Operation {
    guard key.kind.isOverride else { throw Refusal("a \(key.kind.rawValue) is no override") }
    guard let value = session[key] else { throw Refusal("there is no \(key.kind.title) of `\(key.name)`") }
    return try drop([key], "drop \(key.words(value))", feature: key.kind == .edit ? key.name : nil)
  }

  /// Drops every override.
  public func dropAll() throws(Refusal) -> Operation {
    let keys = session.overrides
    guard !keys.isEmpty else { throw Refusal("there is no override") }
    return try drop(keys, keys.count == 1 ? "drop the override" : "drop all \(keys.count) overrides")
  }

  private func drop(_ keys: [EntryKey], _ label: String, feature: String? = nil) throws(Refusal) -> Operation {
    var draft = try draft()
    for key in keys { draft.set(key.kind, key.name, to: nil) }
    let slugs = keys.filter { $0.kind == .branch }.map(\.name)
    if !slugs.isEmpty || keys.contains(where: { $0.kind == .preference }) { draft.evolve(forgetting: slugs) }
    return try draft.finished(label, feature: feature)
  }
}

extension Session {
  /// The places of all overrides, sorted by kind and name.
  public var overrides: [EntryKey] {
    EntryKind.allCases.filter(\.isOverride).flatMap { kind in names(of: kind).map { EntryKey(kind, $0) } }
  }
}

extension EntryKind {
  /// The kind in words: `edit`, `debug override`.
  public var title: String {
    switch self {
    case .branch: "forced branch"
    case .debug: "debug override"
    case .behavior: "behavioural event"
    default: rawValue
    }
  }
}

extension EntryKey {
  /// The entry in words, for labels and lists: `edit of homescreen`, `treatment-a of homepage-order`.
  public func words(_ value: JSONValue) -> String {
    switch kind {
    case .branch: value.stringValue.map { "\($0) of \(name)" } ?? "opt-out of \(name)"
    case .preference, .debug: "\(kind.title) \(name)"
    default: "\(kind.title) of \(name)"
    }
  }
}
