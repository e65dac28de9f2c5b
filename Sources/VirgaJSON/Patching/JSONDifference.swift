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
  /// The locations in which `new` differs from this value, in the order of this value; additions
  /// come last in each object.
  ///
  /// Objects are compared by member and arrays by element, recursively. The order of members and
  /// the spelling of numbers are ignored.
  package func differences(to new: JSONValue) -> [JSONDifference] {
    var found: [JSONDifference] = []
    Self.addDifferences(self, new, at: .root, to: &found)
    return found
  }

  /// Adds the differences of the values at `path` and below it to `found`.
  ///
  /// A value is nil if there is none at `path`.
  private static func addDifferences(
    _ old: JSONValue?, _ new: JSONValue?, at path: JSONPath, to found: inout [JSONDifference]
  ) {
    switch (old, new) {
    case (.object(let oldObject)?, .object(let newObject)?):
      let addedKeys = newObject.keys.filter { key in !oldObject.contains(key: key) }
      for key in oldObject.keys + addedKeys {
        addDifferences(
          oldObject[key], newObject[key], at: path.appending(key: key), to: &found)
      }
    case (.array(let oldElements)?, .array(let newElements)?):
      for index in 0..<max(oldElements.count, newElements.count) {
        // Unlike an array, a `JSONValue` gives nil for an index out of range.
        addDifferences(old?[index], new?[index], at: path.appending(index: index), to: &found)
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
