extension JSONValue {
  /// The value with `patch` merged into it (RFC 7396).
  ///
  /// Members of the patch replace or join those here, `null` removes one, objects merge member by member, and
  /// anything else replaces what it meets. Known members keep their place, new ones follow in the patch's order.
  public func merging(patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var result = objectValue ?? JSONObject()
    for (key, change) in changes {
      if change.isNull {
        result.remove(key)
      } else {
        result.update(key, to: (result[key] ?? .null).merging(patch: change))
      }
    }
    return .object(result)
  }
}
