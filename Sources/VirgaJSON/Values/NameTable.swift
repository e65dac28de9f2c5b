/// Values by name, where names are compared by Unicode scalars.
///
/// Names come from files and command lines. In a dictionary keyed by `String`, two that merely look the same, `é` and `e` with a combining
/// accent, would replace each other. The values are unordered. The functions are inlinable, so that other modules can specialize them as
/// they do the standard library's collections.
public struct NameTable<Value> {
  @usableFromInline
  var table: [ExactText: Value]

  /// Creates an empty table.
  @inlinable
  public init() { table = [:] }

  /// Creates a table from pairs; `combine` resolves two values with the same name.
  @inlinable
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    table = try Dictionary(pairs.lazy.map { (ExactText($0), $1) }, uniquingKeysWith: combine)
  }

  @inlinable
  init(table: [ExactText: Value]) { self.table = table }

  /// The value called `name`; nil if there is none.
  ///
  /// Setting nil removes it.
  @inlinable
  public subscript(name: String) -> Value? {
    get { table[ExactText(name)] }
    _modify { yield &table[ExactText(name)] }
  }

  /// The value called `name`, or a default.
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

  /// The number of names.
  @inlinable
  public var count: Int { table.count }

  /// Whether the table is empty.
  @inlinable
  public var isEmpty: Bool { table.isEmpty }

  /// Removes a value and returns it; nil if there was none.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { table.removeValue(forKey: ExactText(name)) }

  /// Returns the table with transformed values.
  @inlinable
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.mapValues(transform))
  }

  /// Returns the table with transformed values, without nils.
  @inlinable
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.compactMapValues(transform))
  }

  /// Returns the table with only the entries that match.
  @inlinable
  public func filter(_ fits: (Element) throws -> Bool) rethrows -> NameTable {
    NameTable(table: try table.filter { try fits(($0.key.text, $0.value)) })
  }

  /// Merges another table into this one; its values win.
  @inlinable
  public mutating func lay(_ other: NameTable) { table.merge(other.table) { $1 } }
}

extension NameTable: Sequence {
  /// A name and its value.
  public typealias Element = (key: String, value: Value)

  /// Iterates over the names and values, in no particular order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(pairs: table.makeIterator()) }

  /// Iterates over names and values.
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
  /// Creates a table from a literal; the last value of a repeated name wins.
  @inlinable
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) { $1 } }
}

extension NameTable: CustomReflectable {
  /// Shows the table like a dictionary.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { (key: $0.key, value: $0.value) }, displayStyle: .dictionary)
  }
}

extension NameTable: Sendable where Value: Sendable {}
extension NameTable: Equatable where Value: Equatable {}
extension NameTable: Hashable where Value: Hashable {}
