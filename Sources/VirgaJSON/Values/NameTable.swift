/// Values by name, where only names of the same Unicode scalars are the same.
///
/// Names come from files and command lines. In a dictionary by `String` two that merely look alike, `é` and `e` with a
/// combining accent, would take each other's place. The values have no order. Its functions are inlinable, as those of
/// the standard library's collections are, so that other modules have them made for their values.
public struct NameTable<Value> {
  @usableFromInline
  var table: [ExactText: Value]

  /// A table without names.
  @inlinable
  public init() { table = [:] }

  /// A table of pairs; `combine` says what becomes of two values with one name.
  @inlinable
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    table = try Dictionary(pairs.lazy.map { (ExactText($0), $1) }, uniquingKeysWith: combine)
  }

  @inlinable
  init(table: [ExactText: Value]) { self.table = table }

  /// The value called `name`; nil where there is none, and setting nil removes it.
  @inlinable
  public subscript(name: String) -> Value? {
    get { table[ExactText(name)] }
    _modify { yield &table[ExactText(name)] }
  }

  /// The value called `name`, or one that stands in for it.
  @inlinable
  public subscript(name: String, default standIn: @autoclosure () -> Value) -> Value {
    get { table[ExactText(name), default: standIn()] }
    _modify { yield &table[ExactText(name), default: standIn()] }
  }

  /// The names.
  @inlinable
  public var keys: some Collection<String> { table.keys.lazy.map(\.text) }

  /// The values, in the order of the names.
  @inlinable
  public var values: some Collection<Value> { table.values }

  /// How many names there are.
  @inlinable
  public var count: Int { table.count }

  /// Whether there are none.
  @inlinable
  public var isEmpty: Bool { table.isEmpty }

  /// Removes a value and gives it, nil where there was none.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { table.removeValue(forKey: ExactText(name)) }

  /// The table with other values.
  @inlinable
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.mapValues(transform))
  }

  /// The table with other values, without those that become nil.
  @inlinable
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.compactMapValues(transform))
  }

  /// The table without what does not fit.
  @inlinable
  public func filter(_ fits: (Element) throws -> Bool) rethrows -> NameTable {
    NameTable(table: try table.filter { try fits(($0.key.text, $0.value)) })
  }

  /// Lays another table over this one.
  @inlinable
  public mutating func lay(_ other: NameTable) { table.merge(other.table) { $1 } }
}

extension NameTable: Sequence {
  /// A name and its value.
  public typealias Element = (key: String, value: Value)

  /// The names with their values, in no order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(pairs: table.makeIterator()) }

  /// Goes through the names with their values.
  public struct Iterator: IteratorProtocol {
    @usableFromInline
    var pairs: Dictionary<ExactText, Value>.Iterator

    @inlinable
    init(pairs: Dictionary<ExactText, Value>.Iterator) { self.pairs = pairs }

    /// The next name with its value; nil after the last.
    @inlinable
    public mutating func next() -> Element? { pairs.next().map { ($0.key.text, $0.value) } }
  }
}

extension NameTable: ExpressibleByDictionaryLiteral {
  /// A table of the names in a literal; of a repeated name the last value counts.
  @inlinable
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) { $1 } }
}

extension NameTable: CustomReflectable {
  /// The table as a dictionary shows itself.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { (key: $0.key, value: $0.value) }, displayStyle: .dictionary)
  }
}

extension NameTable: Sendable where Value: Sendable {}
extension NameTable: Equatable where Value: Equatable {}
extension NameTable: Hashable where Value: Hashable {}
