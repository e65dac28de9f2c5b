package import VirgaJSON

extension EntryChange {
  /// The change made to `current`, which may not be what the change was made from.
  ///
  /// Of an edit, only the members that the change touches are taken: what another process did to others stays. Anything
  /// else is one value, and the last word counts.
  package func rebased(onto current: JSONValue?) -> EntryChange {
    guard current != old, key.kind == .edit, let current = current?.objectValue, let new = new?.objectValue else {
      return EntryChange(key, from: current, to: new)
    }
    let merged = Self.merged(old?.objectValue ?? [:], new, onto: current)
    return EntryChange(key, from: .object(current), to: .object(merged))
  }

  private static func merged(_ old: JSONObject, _ new: JSONObject, onto current: JSONObject) -> JSONObject {
    var merged = current
    for name in old.keys where new[name] == nil { merged[name] = nil }
    for (name, value) in new where value != old[name] {
      if let value = value.objectValue, let current = current[name]?.objectValue {
        merged[name] = .object(Self.merged(old[name]?.objectValue ?? [:], value, onto: current))
      } else {
        merged[name] = value
      }
    }
    return merged
  }
}
