import VirgaJSON

/// Makes JSON of anything encodable, without Foundation.
///
/// Members keep the order in which they are encoded; numbers that JSON lacks (infinities, NaN) become `null`.
struct JSONValueEncoder: Encoder {
  /// What one encoder fills: containers share it, since a value is encoded piece by piece.
  final class Slot {
    enum Content {
      case empty
      case value(JSONValue)
      case list([Slot])
      case object([(key: String, slot: Slot)])
    }

    var content = Content.empty

    var json: JSONValue {
      switch content {
      case .empty: [:]
      case .value(let value): value
      case .list(let slots): .array(slots.map(\.json))
      case .object(let members): .object(JSONObject(members.map { ($0.key, $0.slot.json) }))
      }
    }

    /// The slot of a new last element.
    func append() -> Slot {
      let slot = Slot()
      var slots: [Slot] = []
      if case .list(let known) = content { slots = known }
      // Emptied first, so that the list is not shared and grows in place.
      content = .empty
      slots.append(slot)
      content = .list(slots)
      return slot
    }

    /// The slot of a new member.
    func append(_ key: String) -> Slot {
      let slot = Slot()
      var members: [(key: String, slot: Slot)] = []
      if case .object(let known) = content { members = known }
      content = .empty
      members.append((key, slot))
      content = .object(members)
      return slot
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value as JSON; throws what its own encoding throws.
  static func json(of value: some Encodable) throws -> JSONValue {
    let encoder = JSONValueEncoder(slot: Slot(), codingPath: [])
    try value.encode(to: encoder)
    return encoder.slot.json
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .empty = slot.content { slot.content = .object([]) }
    return KeyedEncodingContainer(JSONMemberContainer<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .empty = slot.content { slot.content = .list([]) }
    return JSONElementContainer(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleContainer(slot: slot, codingPath: codingPath)
  }
}
