import OrderedCollections

/// The members of a JSON object, in written order.
///
/// Looking up a key takes constant time. Two objects are equal if they have the same members, in
/// any order.
public struct JSONObject: Sendable {
  var members: OrderedDictionary<Name, JSONValue>

  /// An object without members.
  public init() { members = [:] }

  /// An object without members, with room for some.
  init(minimumCapacity: Int) { members = OrderedDictionary(minimumCapacity: minimumCapacity) }

  /// Creates an object with `members`; a repeated key has its last value at its first position.
  @inlinable
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in members { update(key, to: value) }
  }

  /// An object with `members`; a repeated name has its last value at its first position.
  public init(named members: some Sequence<(Name, JSONValue)>) {
    self.members = OrderedDictionary(members) { _, last in last }
  }

  /// The keys, in order.
  public var keys: [String] { members.keys.map(\.text) }

  /// The values, in order.
  public var values: [JSONValue] { Array(members.values) }

  /// The value of `key`; nil if there is none.
  ///
  /// Setting appends a new key and keeps the position of an existing one; setting nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { members[Name(key)] }
    set { members[Name(key)] = newValue }
  }

  /// Whether there is a member `key`.
  public func contains(key: String) -> Bool { members.keys.contains(Name(key)) }

  /// Appends a member; an earlier one with the same key is removed.
  public mutating func append(_ key: String, _ value: JSONValue) {
    // Setting the value of an existing key would keep its position.
    members.removeValue(forKey: Name(key))
    members[Name(key)] = value
  }

  /// Sets a member in its position, or appends it; returns the old value.
  @discardableResult
  public mutating func update(_ key: String, to value: JSONValue) -> JSONValue? {
    members.updateValue(value, forKey: Name(key))
  }

  /// Removes a member and returns its value; nil if there was none.
  @discardableResult
  public mutating func remove(_ key: String) -> JSONValue? {
    members.removeValue(forKey: Name(key))
  }
}

extension JSONValue {
  /// The value with the members of all objects in it sorted by the bytes of their keys.
  package var sortingKeys: JSONValue {
    switch self {
    case .null, .boolean, .integer, .number, .string: return self
    case .array(let elements): return .array(elements.map(\.sortingKeys))
    case .object(let object):
      // A key is a `Name`, so `<` compares bytes.
      let sorted = object.members.sorted { left, right in left.key < right.key }
      return .object(JSONObject(named: sorted.map { ($0.key, $0.value.sortingKeys) }))
    }
  }
}

extension JSONObject: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: String, value: JSONValue)

  /// The position of the first member.
  public var startIndex: Int { 0 }

  /// The position after the last member.
  public var endIndex: Int { members.count }

  /// The member at a position.
  public subscript(position: Int) -> Element {
    let member = members.elements[position]
    return (member.key.text, member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with members in the literal's order; the last value of a repeated key wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.members.allSatisfy { key, value in right.members[key] == value }
  }

  /// Hashes the members independently of their order.
  public func hash(into hasher: inout Hasher) {
    // Each member is hashed by itself: a sum of hashes does not depend on the order.
    var sum = 0
    for (key, value) in members {
      var memberHasher = hasher
      memberHasher.combine(key)
      memberHasher.combine(value)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(sum)
    hasher.combine(count)
  }

  /// Whether both have the same members in the same order, with identical number spellings; `==`
  /// ignores order and spelling.
  package func isIdentical(to other: JSONObject) -> Bool {
    guard count == other.count else { return false }
    return zip(members, other.members).allSatisfy { left, right in
      left.key == right.key && left.value.isIdentical(to: right.value)
    }
  }
}
