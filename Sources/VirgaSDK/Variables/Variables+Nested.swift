import VirgaJSON

extension Variables {
  /// The variables of the object `key`; nil where there is no object.
  public func getVariables(_ key: String) -> (any Variables)? { member(key, nested) }

  /// The variables of each object in the list `key`, in order; members that are no objects are dropped.
  public func getVariablesList(_ key: String) -> [any Variables]? { list(key, nested) }

  /// The variables of each object in the object `key`; members that are no objects are dropped.
  public func getVariablesMap(_ key: String) -> [String: any Variables]? { map(key, nested) }

  /// The members of this object that are objects, as variables; nil where there is no object at all.
  public func asVariablesMap() -> [String: any Variables]? { json?.compactMap(nested) }

  private func nested(_ value: JSONValue) -> (any Variables)? {
    value.objectValue.map { JSONVariables($0, resources: resources) }
  }
}

extension Variables {
  /// What `transform` makes of the object `key`; nil where there is no object or `transform` gives nil.
  ///
  /// ```swift
  /// let settings = menu.getVariables("settings") { item in
  ///   item.getText("title").map { MenuItem(title: $0, icon: item.getImage("icon")) }
  /// }
  /// ```
  public func getVariables<Value>(_ key: String, transform: (any Variables) throws -> Value?) rethrows -> Value? {
    try getVariables(key).flatMap(transform)
  }

  /// What `transform` makes of the object `key`; it gets nil if there is no object, and can give defaults then.
  ///
  /// ```swift
  /// let settings = menu.getVariables("settings") { item in
  ///   let title = item?.getText("title") ?? "Settings"
  ///   return MenuItem(title: title, icon: item?.getImage("icon"))
  /// }
  /// ```
  @_disfavoredOverload
  public func getVariables<Value>(_ key: String, transform: ((any Variables)?) throws -> Value) rethrows -> Value {
    try transform(getVariables(key))
  }

  /// What `transform` makes of each object in the list `key`, in order; an object for which it gives nil is dropped.
  public func getVariablesList<Value>(
    _ key: String, transform: (any Variables) throws -> Value?
  ) rethrows -> [Value]? {
    try getVariablesList(key)?.compactMap(transform)
  }

  /// What `transform` makes of each object in the object `key`; an object for which it gives nil is dropped.
  public func getVariablesMap<Value>(
    _ key: String, transform: (any Variables) throws -> Value?
  ) rethrows -> [String: Value]? {
    try getVariablesMap(key)?.compactMapValues(transform)
  }
}
