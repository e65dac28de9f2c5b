// Strings are the names of most models; here they are looked up, compared and collected as a `Name` is.

extension String {
  /// Whether two names have the same bytes; `==` takes `é` for `e` with a combining accent.
  package func isSameName(as other: String) -> Bool { Name(self) == Name(other) }

  /// Whether a person expects this text above the other in a list; texts that look the same go by their bytes.
  package func isListed(before other: String) -> Bool { self < other || self == other && Name(self) < Name(other) }

  /// Whether the bytes of `part` occur in the text; the empty text occurs in every text.
  package func containsBytes(of part: String) -> Bool {
    var (whole, part) = (self, part)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { start in
          whole[start] == first && (1..<part.count).allSatisfy { whole[start + $0] == part[$0] }
        }
      }
    }
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

extension Sequence<Name> {
  /// The texts of the names, as a person expects them in a list.
  package func listed() -> [String] { map(\.text).sorted { $0.isListed(before: $1) } }
}

extension Set<Name> {
  /// The set of these names.
  public init(naming names: some Sequence<String>) { self = Set(names.lazy.map { Name($0) }) }

  /// Whether a name is in the set.
  public func contains(_ name: String) -> Bool { contains(Name(name)) }

  /// Adds a name; false if the set had it.
  @discardableResult
  public mutating func insert(_ name: String) -> Bool { insert(Name(name)).inserted }

  /// Removes a name; false if the set did not have it.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool { remove(Name(name)) != nil }
}

// Inlinable, so that other modules specialize them for their values.
extension Dictionary where Key == Name {
  /// Values by their names; the first of each name.
  @inlinable
  public init(naming values: some Sequence<Value>, by name: (Value) -> String) {
    self.init(values.map { (Name(name($0)), $0) }) { first, _ in first }
  }

  /// Values by the names that they come with; `combine` chooses between two of one name.
  @inlinable
  public init(
    naming pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    try self.init(pairs.lazy.map { (Name($0), $1) }, uniquingKeysWith: combine)
  }

  /// The value of a name.
  @inlinable
  public subscript(name: String) -> Value? {
    get { self[Name(name)] }
    _modify { yield &self[Name(name)] }
  }

  /// The value of a name, or a substitute.
  @inlinable
  public subscript(name: String, default substitute: @autoclosure () -> Value) -> Value {
    get { self[Name(name), default: substitute()] }
    _modify { yield &self[Name(name), default: substitute()] }
  }
}
