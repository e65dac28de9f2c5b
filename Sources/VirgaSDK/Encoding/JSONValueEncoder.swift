import VirgaJSON

/// Encodes any `Encodable` as JSON, without Foundation.
///
/// Members keep the order in which they are encoded. Numbers that JSON lacks (infinities, NaN)
/// become `null`.
struct JSONValueEncoder: Encoder {
  /// A value that is being encoded, piece by piece; all containers of the value share its slot.
  final class Slot {
    enum Content {
      case empty
      case value(JSONValue)
      case list([Slot])
      case object([(key: String, slot: Slot)])
    }

    var content = Content.empty

    /// The encoded value, with those in the slots of its elements or members; a value that encoded
    /// nothing is an empty object.
    var json: JSONValue {
      switch content {
      case .empty: [:]
      case .value(let value): value
      case .list(let slots): .array(slots.map(\.json))
      case .object(let members): .object(JSONObject(members.map { ($0.key, $0.slot.json) }))
      }
    }

    /// Appends an element, which is encoded later, to the list in this slot, and returns the
    /// element's slot; the first element makes the content a list.
    func appendElement() -> Slot {
      let slot = Slot()
      var slots: [Slot] = []
      if case .list(let known) = content { slots = known }
      // Cleared first, so that the list is uniquely referenced and grows in place.
      content = .empty
      slots.append(slot)
      content = .list(slots)
      return slot
    }

    /// Appends a member, whose value is encoded later, to the object in this slot, and returns the
    /// value's slot; the first member makes the content an object.
    func appendMember(_ key: String) -> Slot {
      let slot = Slot()
      var members: [(key: String, slot: Slot)] = []
      if case .object(let known) = content { members = known }
      // Cleared first, so that the array is uniquely referenced and grows in place.
      content = .empty
      members.append((key, slot))
      content = .object(members)
      return slot
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Encodes a value; throws what its own encoding throws.
  static func json(of value: some Encodable) throws -> JSONValue {
    let encoder = JSONValueEncoder(slot: Slot(), codingPath: [])
    try value.encode(to: encoder)
    return encoder.slot.json
  }

  /// A container for members; a second one of the same value adds to the same object.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .empty = slot.content { slot.content = .object([]) }
    return KeyedEncodingContainer(JSONMemberContainer<Key>(slot: slot, codingPath: codingPath))
  }

  /// A container for elements; a second one of the same value adds to the same list.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    // So that a list without elements is an empty list, and not an empty object.
    if case .empty = slot.content { slot.content = .list([]) }
    return JSONElementContainer(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleContainer(slot: slot, codingPath: codingPath)
  }
}

/// Encodes the members of an object into its slot.
struct JSONMemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) {
    slot.appendMember(key.stringValue).content = .value(.null)
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try value.encode(to: encoderOfNewMember(at: key))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoderOfNewMember(at: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoderOfNewMember(at: key).unkeyedContainer()
  }

  /// An encoder for a superclass, under the key that `Encodable` prescribes for it.
  mutating func superEncoder() -> any Encoder {
    JSONValueEncoder(slot: slot.appendMember("super"), codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoderOfNewMember(at: key) }

  /// An encoder that writes into a new member.
  private func encoderOfNewMember(at key: Key) -> JSONValueEncoder {
    JSONValueEncoder(slot: slot.appendMember(key.stringValue), codingPath: codingPath + [key])
  }
}

/// Encodes the elements of a list into its slot.
struct JSONElementContainer: UnkeyedEncodingContainer {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]
  private(set) var count = 0

  mutating func encodeNil() { appendElement().content = .value(.null) }

  mutating func encode(_ value: some Encodable) throws {
    try value.encode(to: encoderOfNewElement())
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    encoderOfNewElement().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoderOfNewElement().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoderOfNewElement() }

  /// An encoder that writes into a new element.
  private mutating func encoderOfNewElement() -> JSONValueEncoder {
    JSONValueEncoder(slot: appendElement(), codingPath: codingPath)
  }

  /// Appends an element to the list, and returns its slot.
  private mutating func appendElement() -> JSONValueEncoder.Slot {
    count += 1
    return slot.appendElement()
  }
}

/// Encodes a scalar, or a value that encodes itself as another one, into its slot.
struct JSONSingleContainer: SingleValueEncodingContainer {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]

  mutating func encodeNil() { put(.null) }
  mutating func encode(_ value: Bool) { put(.boolean(value)) }
  mutating func encode(_ value: String) { put(.string(value)) }
  mutating func encode(_ value: Double) { put(JSONValue(value)) }
  // As a double it would get more digits: 0.1 would be 0.10000000149011612.
  mutating func encode(_ value: Float) { put(spelled: value.description) }
  mutating func encode(_ value: Int) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { put(.integer(value)) }
  // It may be larger than any `Int64`.
  mutating func encode(_ value: UInt) { put(spelled: value.description) }
  mutating func encode(_ value: UInt8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { put(spelled: value.description) }

  mutating func encode(_ value: some Encodable) throws {
    try value.encode(to: JSONValueEncoder(slot: slot, codingPath: codingPath))
  }

  private func put(_ value: JSONValue) { slot.content = .value(value) }

  /// Stores a number by its text, which keeps all digits; null if JSON has no such number, as NaN.
  private func put(spelled number: String) { put(JSONValue(numberLiteral: number) ?? .null) }
}
