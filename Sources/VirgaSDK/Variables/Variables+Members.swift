import VirgaJSON

/// How every getter reaches a member, a list of members and a map of members.
extension Variables {
  /// What `read` makes of the member `key`; nil where there is none or `read` refuses it.
  func member<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let json else { return nil }
    // An object may hold one name in two spellings of Unicode; the exact one counts before an equivalent one.
    let value = json[key] ?? json.first { $0.key == key }?.value
    return value.flatMap(read)
  }

  /// The elements of the list `key` that `read` accepts, in order; nil where there is no list.
  func list<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [Value]? {
    member(key) { $0.arrayValue?.compactMap(read) }
  }

  /// The members of the object `key` that `read` accepts; nil where there is no object.
  func map<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> [String: Value]? {
    member(key) { $0.objectValue?.compactMap(read) }
  }
}

extension JSONObject {
  /// The members that `read` accepts; of two names that Swift takes for the same the last one counts.
  func compactMap<Value>(_ read: (JSONValue) -> Value?) -> [String: Value] {
    var members: [String: Value] = [:]
    for (key, value) in self {
      if let value = read(value) { members[key] = value }
    }
    return members
  }
}
