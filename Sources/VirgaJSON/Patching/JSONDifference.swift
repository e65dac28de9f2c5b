/// One location in which two values differ.
package struct JSONDifference: Hashable, Sendable {
  /// How the values differ at a location.
  package enum Kind: String, Hashable, Sendable {
    /// Only in the new value.
    case added
    /// Only in the old value.
    case removed
    /// In both, with different values.
    case changed
  }

  /// The location.
  package var path: JSONPath
  /// The old value there; nil if there was none.
  package var old: JSONValue?
  /// The new value there; nil if there is none.
  package var new: JSONValue?

  /// How the values differ here.
  package var kind: Kind {
    if old == nil { return .added }
    return new == nil ? .removed : .changed
  }
}

extension JSONValue {
  /// The locations in which `new` differs from this value, in its order; additions come last in
  /// each object.
  ///
  /// Objects are compared by member and arrays by element, recursively. The order of members and
  /// the spelling of numbers are ignored.
  package func differences(to new: JSONValue) -> [JSONDifference] {
    var found: [JSONDifference] = []
    Self.addDifferences(self, new, at: .root, &found)
    return found
  }

  /// Adds the differences at `path` and below it; nil for a value that does not exist.
  private static func addDifferences(
    _ old: JSONValue?, _ new: JSONValue?, at path: JSONPath, _ found: inout [JSONDifference]
  ) {
    switch (old, new) {
    case (.object(let old)?, .object(let new)?):
      let addedKeys = new.keys.filter { key in !old.contains(key: key) }
      for key in old.keys + addedKeys {
        addDifferences(old[key], new[key], at: path.appending(key: key), &found)
      }
    case (.array(let before)?, .array(let after)?):
      for index in 0..<max(before.count, after.count) {
        // An index out of range gives nil.
        addDifferences(old?[index], new?[index], at: path.appending(index: index), &found)
      }
    case _ where old != new: found.append(JSONDifference(path: path, old: old, new: new))
    default: break
    }
  }

  /// Returns the value with `patch` merged into it (RFC 7396).
  ///
  /// Members of the patch replace or extend the members here, `null` removes a member, objects are
  /// merged recursively, and anything else replaces the old value. Existing members keep their
  /// position; new ones follow in the patch's order.
  public func merging(patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var result = objectValue ?? JSONObject()
    for (key, change) in changes {
      if change.isNull {
        result.remove(key)
      } else {
        // A new member is merged too: a null in it removes nothing, and is left out.
        let old = result[key] ?? .null
        result.update(key, to: old.merging(patch: change))
      }
    }
    return .object(result)
  }
}
