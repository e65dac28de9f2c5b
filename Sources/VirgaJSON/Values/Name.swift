import CVirgaPlatform

/// A name that equals another only if both have the same bytes, and is ordered by its bytes.
///
/// Names come from files and command lines. Swift's own equality takes `é` and `e` with a combining
/// accent for the same; to JSON they are two names (RFC 8259, section 8.3), and an object may hold
/// both.
public struct Name: Hashable, Comparable, Sendable {
  /// The text of the name.
  public let text: String

  /// A name with this text.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  public static func == (left: Name, right: Name) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    // Copies, because `withUTF8` is mutating.
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        // The texts have the same length. If one has no address, both are empty; if they have the
        // same address, they are the same text.
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
          return true
        }
        guard leftStart != rightStart else { return true }
        return memcmp(leftStart, rightStart, left.count) == 0
      }
    }
  }

  /// Whether the bytes of `left` come before those of `right`, as in `a` < `ab` < `b`.
  public static func < (left: Name, right: Name) -> Bool {
    // Copies, because `withUTF8` is mutating.
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        // An empty text may have no address.
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(leftStart, rightStart, min(left.count, right.count))
        let hasSameStart = order == 0
        return hasSameStart ? left.count < right.count : order < 0
      }
    }
  }

  /// Hashes the bytes, so that equal names have equal hashes.
  public func hash(into hasher: inout Hasher) {
    // A copy, because `withUTF8` is mutating.
    var text = text
    text.withUTF8 { bytes in hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    // No UTF-8 has this byte: it separates names that are hashed one after the other.
    hasher.combine(0xFF as UInt8)
  }
}

extension Name: ExpressibleByStringLiteral {
  /// The name that a literal spells.
  @inlinable
  public init(stringLiteral text: String) { self.init(text) }
}

extension Name: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text of the name.
  public var description: String { text }

  /// The text of the name as a literal.
  public var debugDescription: String { text.debugDescription }
}

// Most models store names as strings; here those are compared, sorted and looked up as names.

extension String {
  /// Whether two names have the same bytes; `==` takes `é` for `e` with a combining accent.
  package func isSameName(as other: String) -> Bool { Name(self) == Name(other) }

  /// Whether it sorts before `other` in a list that a person reads; texts that look the same are
  /// sorted by their bytes.
  package func isListed(before other: String) -> Bool {
    let looksSame = self == other
    return looksSame ? Name(self) < Name(other) : self < other
  }

  /// Whether the bytes of `part` occur in the text; the empty text occurs in every text.
  package func containsBytes(of part: String) -> Bool {
    // Copies, because `withUTF8` is mutating.
    var (whole, part) = (self, part)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard !part.isEmpty else { return true }
        guard part.count <= whole.count else { return false }
        return ByteSearch(part).isFound(in: whole)
      }
    }
  }
}

/// Searches for a byte sequence in linear time, by Knuth, Morris and Pratt.
private struct ByteSearch {
  private let part: UnsafeBufferPointer<UInt8>
  /// For each prefix of the part, the length of the longest shorter prefix that it ends with: 0, 0,
  /// 1, 2 for `abab`.
  private var borders: [Int32]

  /// A search for `part`, which must not be empty; computes its ``borders``: for each prefix of the
  /// part, the length of the longest shorter prefix that it ends with.
  ///
  /// For `abab` they are 0, 0, 1, 2. The last one is 2 because `abab` ends with its start, `ab`.
  init(_ part: UnsafeBufferPointer<UInt8>) {
    self.part = part
    borders = [0]
    borders.reserveCapacity(part.count)
    // The part is searched in itself, from its second byte: the length that matches after a byte is
    // the border of the prefix that ends with this byte.
    var matched = 0
    for byte in part.dropFirst() {
      matched = lengthMatched(after: byte, matched)
      borders.append(Int32(matched))
    }
  }

  /// Whether the part, the text that is searched for, occurs in `whole`; reads each byte once.
  func isFound(in whole: UnsafeBufferPointer<UInt8>) -> Bool {
    var matched = 0
    for byte in whole {
      // How many first bytes of the part the text ends with up to here.
      matched = lengthMatched(after: byte, matched)
      if matched == part.count { return true }
    }
    return false
  }

  /// The length of the longest prefix of the part that the text read so far ends with, after `byte`
  /// was read; `matched` is that length before `byte`, shorter than the part.
  ///
  /// A step of the Knuth-Morris-Pratt algorithm, with ``borders`` as its table.
  private func lengthMatched(after byte: UInt8, _ matched: Int) -> Int {
    var matched = matched
    // After a mismatch, a shorter prefix that the text also ends with may still continue:
    // `borders` has the length of the longest one.
    while matched > 0, part[matched] != byte { matched = Int(borders[matched - 1]) }
    return part[matched] == byte ? matched + 1 : 0
  }
}

extension String? {
  /// Whether both are the same name, byte for byte, or neither is a name.
  package func isSameName(as other: String?) -> Bool { map { Name($0) } == other.map { Name($0) } }
}

extension Sequence<String> {
  /// Whether one of the names is `name`, byte for byte.
  package func containsName(_ name: String) -> Bool { contains { $0.isSameName(as: name) } }
}

extension [String] {
  /// The first of each name, in their order.
  package var withoutRepeats: [String] {
    var seen: Set<Name> = []
    // Inserting a name returns whether it is new.
    return filter { seen.insert($0) }
  }
}

extension Sequence<Name> {
  /// The texts of the names, sorted for a list that a person reads.
  package func sortedTexts() -> [String] { map(\.text).sorted { $0.isListed(before: $1) } }
}

// Members here and below are inlinable, so that other modules specialize them for their sequences
// and values.
extension Set<Name> {
  /// The set of these names.
  @inlinable
  package init(naming names: some Sequence<String>) { self = Set(names.lazy.map { Name($0) }) }

  /// Whether a name is in the set.
  package func contains(_ name: String) -> Bool { contains(Name(name)) }

  /// Adds a name; false if the set had it.
  @discardableResult
  package mutating func insert(_ name: String) -> Bool { insert(Name(name)).inserted }

  /// Removes a name; false if the set did not have it.
  @discardableResult
  package mutating func remove(_ name: String) -> Bool { remove(Name(name)) != nil }
}

extension Dictionary where Key == Name {
  /// Values by their names; of several values with one name, the first.
  @inlinable
  package init(naming values: some Sequence<Value>, by name: (Value) -> String) {
    self.init(values.map { value in (Name(name(value)), value) }) { first, _ in first }
  }

  /// Creates a dictionary from names with values; `combine` chooses between two with one name.
  ///
  /// - Throws: What `combine` throws.
  @inlinable
  package init(
    naming pairs: some Sequence<(String, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    let namedPairs = pairs.lazy.map { name, value in (Name(name), value) }
    try self.init(namedPairs, uniquingKeysWith: combine)
  }

  /// The value of a name, which is compared byte for byte; nil if it has none.
  @inlinable
  package subscript(name: String) -> Value? {
    get { self[Name(name)] }
    _modify { yield &self[Name(name)] }
  }

  /// The value of a name, which is compared byte for byte, or a substitute.
  @inlinable
  package subscript(name: String, default substitute: @autoclosure () -> Value) -> Value {
    get { self[Name(name), default: substitute()] }
    _modify { yield &self[Name(name), default: substitute()] }
  }
}
