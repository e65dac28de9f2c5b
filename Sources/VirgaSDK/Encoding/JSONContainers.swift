import VirgaJSON

/// The members of an object while it is encoded.
struct JSONMemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) { slot.append(key.stringValue).content = .value(.null) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: encoder(at: key)) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(at: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(at: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONValueEncoder(slot: slot.append("super"), codingPath: codingPath) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(at: key) }

  private func encoder(at key: Key) -> JSONValueEncoder {
    JSONValueEncoder(slot: slot.append(key.stringValue), codingPath: codingPath + [key])
  }
}

/// The elements of an array while it is encoded.
struct JSONElementContainer: UnkeyedEncodingContainer {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]
  private(set) var count = 0

  init(slot: JSONValueEncoder.Slot, codingPath: [any CodingKey]) {
    self.slot = slot
    self.codingPath = codingPath
  }

  mutating func encodeNil() { element().content = .value(.null) }

  mutating func encode(_ value: some Encodable) throws { try value.encode(to: encoder()) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { encoder() }

  private mutating func encoder() -> JSONValueEncoder { JSONValueEncoder(slot: element(), codingPath: codingPath) }

  private mutating func element() -> JSONValueEncoder.Slot {
    count += 1
    return slot.append()
  }
}

/// One value while it is encoded.
struct JSONSingleContainer: SingleValueEncodingContainer {
  let slot: JSONValueEncoder.Slot
  let codingPath: [any CodingKey]

  mutating func encodeNil() { put(.null) }
  mutating func encode(_ value: Bool) { put(.boolean(value)) }
  mutating func encode(_ value: String) { put(.string(value)) }
  mutating func encode(_ value: Double) { put(JSONValue(value)) }
  mutating func encode(_ value: Float) { put(spelled: value.description) }
  mutating func encode(_ value: Int) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { put(.integer(value)) }
  mutating func encode(_ value: UInt) { put(spelled: value.description) }
  mutating func encode(_ value: UInt8) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { put(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { put(spelled: value.description) }

  mutating func encode(_ value: some Encodable) throws {
    try value.encode(to: JSONValueEncoder(slot: slot, codingPath: codingPath))
  }

  private func put(_ value: JSONValue) { slot.content = .value(value) }

  private func put(spelled number: String) { put(JSONValue(numberLiteral: number) ?? .null) }
}
