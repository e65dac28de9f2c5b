/// Makes values of parsed entries.
///
/// It recurses as deep as the parser's limit allows.
struct JSONValueBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: [JSONEntry]
  /// Whether a key stood twice in an object.
  private(set) var hasDuplicates = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ entries: [JSONEntry]) {
    self.bytes = bytes
    self.entries = entries
  }

  mutating func value(at index: Int) -> JSONValue {
    let entry = entries[index]
    switch entry.kind {
    case .null, .invalid: return .null
    case .boolean: return .boolean(bytes[Int(entry.start)] == UInt8(ascii: "t"))
    case .integer: return integer(entry)
    case .number: return .number(JSONNumber(checked: spelling(entry)))
    case .string, .key: return .string(JSONText.decoded(bytes, entry))
    case .array: return .array(elements(at: index))
    case .object: return .object(members(at: index))
    }
  }

  private mutating func elements(at index: Int) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(childCount(of: index))
    let end = Int(entries[index].next)
    var child = index + 1
    while child < end {
      if entries[child].kind != .invalid { elements.append(value(at: child)) }
      child = Int(entries[child].next)
    }
    return elements
  }

  private mutating func members(at index: Int) -> JSONObject {
    var object = JSONObject(minimumCapacity: childCount(of: index) / 2)
    let end = Int(entries[index].next)
    var key = index + 1
    while key < end {
      let value = key + 1
      if entries[value].kind != .invalid, !entries[key].flags.contains(.absent) {
        let earlier = object.update(JSONText.decoded(bytes, entries[key]), to: self.value(at: value))
        if earlier != nil { hasDuplicates = true }
      }
      key = Int(entries[value].next)
    }
    return object
  }

  private func childCount(of index: Int) -> Int {
    var count = 0
    var child = index + 1
    while child < entries[index].next {
      count += 1
      child = Int(entries[child].next)
    }
    return count
  }

  /// The integer, or the digits where it does not fit or is `-0`.
  private func integer(_ entry: JSONEntry) -> JSONValue {
    var place = Int(entry.start)
    let end = Int(entry.end)
    let isNegative = bytes[place] == Byte.minus
    if isNegative { place += 1 }
    var result: Int64 = 0
    while place < end {
      let digit = Int64(bytes[place] & 0x0F)
      let (shifted, tooLarge) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = shifted.subtractingReportingOverflow(digit)
      if tooLarge || overflows { return .number(JSONNumber(checked: spelling(entry))) }
      result = sum
      place += 1
    }
    if isNegative && result != 0 { return .integer(result) }
    return isNegative || result == .min ? .number(JSONNumber(checked: spelling(entry))) : .integer(-result)
  }

  private func spelling(_ entry: JSONEntry) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[entry.range]), as: UTF8.self)
  }
}
