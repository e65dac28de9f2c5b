/// A set of names, where only names of the same Unicode scalars are the same, as in a ``NameTable``.
public struct NameSet: Hashable, Sendable {
  private var names: Set<ExactText>

  /// A set of nothing.
  public init() { names = [] }

  /// The set of these names.
  public init(_ names: some Sequence<String>) { self.names = Set(names.lazy.map { ExactText($0) }) }

  /// How many names there are.
  public var count: Int { names.count }

  /// Whether there are none.
  public var isEmpty: Bool { names.isEmpty }

  /// Whether a name is among them.
  public func contains(_ name: String) -> Bool { names.contains(ExactText(name)) }

  /// Whether all names of another set are among them.
  public func isSuperset(of other: NameSet) -> Bool { names.isSuperset(of: other.names) }

  /// Adds a name; false where it was there.
  @discardableResult
  public mutating func insert(_ name: String) -> Bool { names.insert(ExactText(name)).inserted }

  /// Takes a name away; false where it was not there.
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

  /// Takes the names of another set away.
  public mutating func subtract(_ other: NameSet) { names.subtract(other.names) }
}

extension NameSet: Sequence {
  /// Goes through the names, in no order.
  public func makeIterator() -> some IteratorProtocol<String> { names.lazy.map(\.text).makeIterator() }
}

extension NameSet: ExpressibleByArrayLiteral {
  /// The set of the names in a literal.
  public init(arrayLiteral elements: String...) { self.init(elements) }
}

extension NameSet: CustomReflectable {
  /// The set as one of texts shows itself.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .set) }
}
