import VirgaJSON

/// Lists and maps of what has no getter of its own, such as lists of lists.
extension Variables {
  /// What `read` makes of each element of the list `key`, in order; an element for which it gives nil is dropped.
  ///
  /// `read` finds the element in variables of its own, under the key that comes with them:
  ///
  /// ```swift
  /// let rows: [[Int]]? = variables.getList("rows") { $0.getIntList($1) }
  /// ```
  public func getList<Value>(_ key: String, _ read: (any Variables, String) -> Value?) -> [Value]? {
    list(key) { element($0, read) }
  }

  /// What `read` makes of each member of the object `key`; a member for which it gives nil is dropped.
  ///
  /// Two keys of the object that differ in bytes alone, such as `é` and `e` with a combining accent, are one key of a Swift
  /// dictionary: the last of their members that `read` accepts counts. The same holds for every map getter.
  public func getMap<Value>(_ key: String, _ read: (any Variables, String) -> Value?) -> [String: Value]? {
    map(key) { element($0, read) }
  }

  private func element<Value>(_ value: JSONValue, _ read: (any Variables, String) -> Value?) -> Value? {
    read(JSONVariables(["element": value], resources: resources), "element")
  }
}
