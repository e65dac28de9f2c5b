/// One place in which two values differ.
public struct JSONDifference: Hashable, Sendable {
  /// How a place differs.
  public enum Kind: String, Hashable, Sendable {
    /// Only the new value has it.
    case added
    /// Only the old value has it.
    case removed
    /// Both have it, with different values.
    case changed
  }

  /// The place.
  public var path: JSONPath
  /// What the old value has there, nil where it has nothing.
  public var old: JSONValue?
  /// What the new value has there, nil where it has nothing.
  public var new: JSONValue?

  /// A difference at `path`; at least one side has a value.
  public init(path: JSONPath, old: JSONValue?, new: JSONValue?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// How the place differs.
  public var kind: Kind {
    if old == nil { return .added }
    return new == nil ? .removed : .changed
  }
}

extension JSONValue {
  /// The places in which `new` differs from this value, in its order, then what `new` adds in each object.
  ///
  /// Objects are compared member by member and arrays element by element, as deep as both go. Order of members and
  /// spelling of numbers are no difference.
  public func differences(to new: JSONValue) -> [JSONDifference] {
    var found: [JSONDifference] = []
    Self.compare(self, new, at: .root, &found)
    return found
  }

  private static func compare(
    _ old: JSONValue, _ new: JSONValue, at path: JSONPath, _ found: inout [JSONDifference]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: path, &found)
    case (.array(let old), .array(let new)): compare(old, new, at: path, &found)
    case _ where old != new: found.append(JSONDifference(path: path, old: old, new: new))
    default: break
    }
  }

  private static func compare(
    _ old: JSONObject, _ new: JSONObject, at path: JSONPath, _ found: inout [JSONDifference]
  ) {
    for (key, value) in old {
      if let other = new[key] {
        compare(value, other, at: path.appending(key: key), &found)
      } else {
        found.append(JSONDifference(path: path.appending(key: key), old: value, new: nil))
      }
    }
    for (key, value) in new where !old.contains(key: key) {
      found.append(JSONDifference(path: path.appending(key: key), old: nil, new: value))
    }
  }

  private static func compare(
    _ old: [JSONValue], _ new: [JSONValue], at path: JSONPath, _ found: inout [JSONDifference]
  ) {
    for (index, (old, new)) in zip(old, new).enumerated() {
      compare(old, new, at: path.appending(index: index), &found)
    }
    let common = min(old.count, new.count)
    for index in common..<old.count {
      found.append(JSONDifference(path: path.appending(index: index), old: old[index], new: nil))
    }
    for index in common..<new.count {
      found.append(JSONDifference(path: path.appending(index: index), old: nil, new: new[index]))
    }
  }
}

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
