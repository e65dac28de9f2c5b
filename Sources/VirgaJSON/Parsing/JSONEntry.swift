/// One node of a parsed text, in a flat list in reading order: a container is followed by all that it holds.
///
/// A member of an object is an entry of kind `key` and, next to it, the entry of its value. The flat list is what
/// makes a tree cheap to build and free of recursion.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, boolean, integer, number, string, array, object
    /// The key of a member.
    case key
    /// What cannot be read as a value, or an empty stretch where one is missing.
    case invalid
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A string that is not its own content: it has escapes or faults.
    static let escaped = Flags(rawValue: 1)
    /// A string without its closing quote, or a container without its closing bracket.
    static let unclosed = Flags(rawValue: 2)
    /// A string or key without its opening quote.
    static let unopened = Flags(rawValue: 4)
    /// An entry that was reported, so that what follows from it need not be.
    static let reported = Flags(rawValue: 8)
    /// An empty stretch where a key is missing.
    static let absent = Flags(rawValue: 16)
  }

  /// The first byte.
  var start: UInt32
  /// The byte after the last.
  var end: UInt32
  /// The place in the list after this entry and all that it holds.
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
