import OrderedCollections

/// The members of a JSON object, in the order in which they were written.
///
/// Looking a key up costs constant time. Two objects are equal when they have the same members, whatever the order.
public struct JSONObject: Sendable {
  var members: OrderedDictionary<Name, JSONValue>

  /// An object without members.
  public init() { members = [:] }

  /// An object with `members`; of a repeated key the last value counts, at the place of the first.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in members { update(key, to: value) }
  }

  /// An object with `members`; of a repeated name the last value counts, at the place of the first.
  public init(named members: some Sequence<(Name, JSONValue)>) {
    self.members = OrderedDictionary(members) { $1 }
  }

  init(minimumCapacity: Int) { members = OrderedDictionary(minimumCapacity: minimumCapacity) }

  /// The keys, in order.
  public var keys: [String] { members.keys.map(\.text) }

  /// The values, in order.
  public var values: [JSONValue] { Array(members.values) }

  /// The value of `key`, nil where there is none.
  ///
  /// Setting appends a new key and leaves a known one in its place; setting nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { members[Name(key)] }
    set { members[Name(key)] = newValue }
  }

  /// Whether there is a member `key`.
  public func contains(key: String) -> Bool { members.keys.contains(Name(key)) }

  /// Puts a member last; an earlier one with the same key is removed.
  public mutating func append(_ key: String, _ value: JSONValue) {
    members.removeValue(forKey: Name(key))
    members[Name(key)] = value
  }

  /// Sets a member where it stands, or last where it is new, and gives the value that it had.
  @discardableResult
  public mutating func update(_ key: String, to value: JSONValue) -> JSONValue? {
    members.updateValue(value, forKey: Name(key))
  }

  /// Removes a member and gives its value, nil where there was none.
  @discardableResult
  public mutating func remove(_ key: String) -> JSONValue? {
    members.removeValue(forKey: Name(key))
  }
}

extension JSONObject: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: String, value: JSONValue)

  /// The place of the first member.
  public var startIndex: Int { 0 }

  /// The place after the last member.
  public var endIndex: Int { members.count }

  /// The member at a place.
  public subscript(position: Int) -> Element {
    let member = members.elements[position]
    return (member.key.text, member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object whose members stand in the order of the literal; of a repeated key the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right.members[$0.key] == $0.value }
  }

  /// Feeds the members such that their order does not count.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var member = hasher
      member.combine(key)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
    hasher.combine(count)
  }

  /// Whether both have the same members in the same order, down to the spelling of numbers.
  public func isIdentical(to other: JSONObject) -> Bool {
    count == other.count
      && zip(members, other.members).allSatisfy { $0.key == $1.key && $0.value.isIdentical(to: $1.value) }
  }
}
