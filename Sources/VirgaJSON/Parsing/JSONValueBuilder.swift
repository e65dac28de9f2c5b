import VirgaSource

/// Recursive, to at most the parser's depth limit.
struct JSONValueBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: [JSONEntry]
  private(set) var hasDuplicates = false

  mutating func value(at index: Int) -> JSONValue {
    let entry = entries[index]
    switch entry.kind {
    case .null, .invalid: return .null
    case .boolean: return .boolean(bytes[Int(entry.start)] == UInt8(ascii: "t"))
    case .integer: return .number(spelled: JSONNumber(checked: spelling(entry)))
    case .number: return .number(JSONNumber(checked: spelling(entry)))
    case .string, .key: return .string(JSONText.decoded(bytes, entry))
    case .array:
      return .array(entries.children(of: index).filter { entries[$0].kind != .invalid }.map { value(at: $0) })
    case .object: return .object(members(at: index))
    }
  }

  private mutating func members(at index: Int) -> JSONObject {
    var object = JSONObject()
    for key in entries.children(of: index)
    where entries[key + 1].kind != .invalid && !entries[key].flags.contains(.absent) {
      let earlier = object.update(JSONText.decoded(bytes, entries[key]), to: value(at: key + 1))
      if earlier != nil { hasDuplicates = true }
    }
    return object
  }

  private func spelling(_ entry: JSONEntry) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[entry.range]), as: UTF8.self)
  }
}

/// One node of a parsed text, in a flat list in reading order: a container precedes its contents.
///
/// A member of an object is an entry of kind `key`, followed by the entry of its value. The flat list makes a tree
/// cheap to build without recursion.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, boolean, integer, number, string, array, object
    case key
    /// An unreadable value, or an empty range where one is missing.
    case invalid
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A string that must be decoded: it contains escapes or mistakes.
    static let escaped = Flags(rawValue: 1)
    /// A string without its closing quote, or a container without its closing bracket.
    static let unclosed = Flags(rawValue: 2)
    /// A string or key without its opening quote.
    static let unopened = Flags(rawValue: 4)
    /// An entry that was reported, so that mistakes that follow from it are not.
    static let reported = Flags(rawValue: 8)
    /// An empty range where a key is missing.
    static let absent = Flags(rawValue: 16)
  }

  var start: UInt32
  var end: UInt32
  /// The index of the next entry after this one and its contents.
  var next: UInt32
  let kind: Kind
  var flags: Flags

  var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes between the quotes of a string or key.
  var content: Range<Int> {
    if flags.contains(.absent) { return range }
    let first = flags.contains(.unopened) ? Int(start) : Int(start) + 1
    return first..<max(first, flags.contains(.unclosed) ? Int(end) : Int(end) - 1)
  }
}

extension [JSONEntry] {
  /// The indices of a container's elements, or of its keys, each of which its value follows.
  func children(of container: Int) -> some Sequence<Int> {
    let end = Int(self[container].next)
    let width = self[container].kind == .object ? 1 : 0
    return sequence(state: container + 1) { following in
      guard following < end else { return nil }
      let child = following
      following = Int(self[child + width].next)
      return child
    }
  }
}
