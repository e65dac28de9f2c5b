#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A set of names, compared by Unicode scalars as in a ``NameTable``.
public struct NameSet: Hashable, Sendable {
  private var names: Set<ExactText>

  /// Creates an empty set.
  public init() { names = [] }

  /// The set of these names.
  public init(_ names: some Sequence<String>) { self.names = Set(names.lazy.map { ExactText($0) }) }

  /// The number of names.
  public var count: Int { names.count }

  /// Whether the set is empty.
  public var isEmpty: Bool { names.isEmpty }

  /// Whether the set contains a name.
  public func contains(_ name: String) -> Bool { names.contains(ExactText(name)) }

  /// Whether the set contains all names of another set.
  public func isSuperset(of other: NameSet) -> Bool { names.isSuperset(of: other.names) }

  /// Adds a name; returns false if it was already there.
  @discardableResult
  public mutating func insert(_ name: String) -> Bool { names.insert(ExactText(name)).inserted }

  /// Removes a name; returns false if it was not there.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool { names.remove(ExactText(name)) != nil }

  /// Adds the names of another set.
  public mutating func formUnion(_ other: NameSet) { names.formUnion(other.names) }

  /// The names of both sets.
  public func union(_ other: NameSet) -> NameSet {
    var all = self
    all.formUnion(other)
    return all
  }

  /// Removes the names of another set.
  public mutating func subtract(_ other: NameSet) { names.subtract(other.names) }
}

extension NameSet: Sequence {
  /// Iterates over the names, in no particular order.
  public func makeIterator() -> some IteratorProtocol<String> { names.lazy.map(\.text).makeIterator() }
}

extension NameSet: ExpressibleByArrayLiteral {
  /// The set of the names in a literal.
  public init(arrayLiteral elements: String...) { self.init(elements) }
}

extension NameSet: CustomReflectable {
  /// Shows the set like a set of strings.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .set) }
}

/// A string that equals another only if both have the same Unicode scalars.
///
/// Swift considers `é` and `e` with a combining accent equal; in JSON they are two names (RFC 8259, section 8.3), and an object may
/// contain both.
public struct ExactText: Hashable, Sendable {
  /// The text itself.
  public let text: String

  /// Wraps a text for exact comparison.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// Whether both have the same scalars.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let start = left.baseAddress, let other = right.baseAddress, start != other else { return true }
        return memcmp(start, other, left.count) == 0
      }
    }
  }

  /// Hashes the bytes, because those are compared.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether two names have the same bytes.
  ///
  /// `==` considers `é` and `e` with a combining accent equal.
  package func isSameName(as other: String) -> Bool { ExactText(self) == ExactText(other) }
}

extension String? {
  /// Whether both are the same name, byte for byte, or both are nil.
  package func isSameName(as other: String?) -> Bool { map { ExactText($0) } == other.map { ExactText($0) } }
}

extension Sequence<String> {
  /// Whether one of the names is `name`, byte for byte.
  package func containsName(_ name: String) -> Bool { contains { $0.isSameName(as: name) } }
}
