/// Values by name, where only names of the same Unicode scalars are the same.
///
/// Names come from files and command lines. In a dictionary by `String` two that merely look alike, `é` and `e` with a
/// combining accent, would take each other's place. The values have no order.
public struct NameTable<Value> {
  private var table: [ExactText: Value]

  /// A table without names.
  public init() { table = [:] }

  /// A table of pairs; `combine` says what becomes of two values with one name.
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    table = try Dictionary(pairs.lazy.map { (ExactText($0), $1) }, uniquingKeysWith: combine)
  }

  private init(table: [ExactText: Value]) { self.table = table }

  /// The value called `name`; nil where there is none, and setting nil removes it.
  public subscript(name: String) -> Value? {
    get { table[ExactText(name)] }
    set { table[ExactText(name)] = newValue }
  }

  /// The value called `name`, or one that stands in for it.
  public subscript(name: String, default standIn: @autoclosure () -> Value) -> Value {
    get { table[ExactText(name), default: standIn()] }
    _modify { yield &table[ExactText(name), default: standIn()] }
  }

  /// The names.
  public var keys: some Collection<String> { table.keys.lazy.map(\.text) }

  /// The values, in the order of the names.
  public var values: some Collection<Value> { table.values }

  /// How many names there are.
  public var count: Int { table.count }

  /// Whether there are none.
  public var isEmpty: Bool { table.isEmpty }

  /// Removes a value and gives it, nil where there was none.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { table.removeValue(forKey: ExactText(name)) }

  /// The table with other values.
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.mapValues(transform))
  }

  /// The table with other values, without those that become nil.
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NameTable<Other> {
    NameTable<Other>(table: try table.compactMapValues(transform))
  }

  /// The table without what does not fit.
  public func filter(_ fits: (Element) throws -> Bool) rethrows -> NameTable {
    NameTable(table: try table.filter { try fits(($0.key.text, $0.value)) })
  }

  /// Lays another table over this one.
  public mutating func lay(_ other: NameTable) { table.merge(other.table) { $1 } }
}

extension NameTable: Sequence {
  /// A name and its value.
  public typealias Element = (key: String, value: Value)

  /// The names with their values, in no order.
  public func makeIterator() -> AnyIterator<Element> {
    var pairs = table.makeIterator()
    return AnyIterator { pairs.next().map { ($0.key.text, $0.value) } }
  }
}

extension NameTable: ExpressibleByDictionaryLiteral {
  /// A table of the names in a literal; of a repeated name the last value counts.
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
