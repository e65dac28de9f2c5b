import VirgaJSON

extension Variables {
  /// The variables of the object `key`; nil if it is not an object.
  public func getVariables(_ key: String) -> (any Variables)? { readMember(key, nested) }

  /// The variables of each object in the list `key`, in order; other elements are dropped.
  public func getVariablesList(_ key: String) -> [any Variables]? { readList(key, nested) }

  /// The variables of each object in the object `key`; other members are dropped.
  public func getVariablesMap(_ key: String) -> [String: any Variables]? { readMap(key, nested) }

  /// The members of this object that are objects, as variables; nil if ``json`` is nil.
  public func asVariablesMap() -> [String: any Variables]? { json?.compactMapValues(nested) }

  /// The variables of a value that is an object; nil for any other value.
  private func nested(_ value: JSONValue) -> (any Variables)? {
    value.objectValue.map { JSONVariables($0, resources: resources) }
  }

  /// The result of `transform` for the object `key`; nil if it is not an object.
  ///
  /// ```swift
  /// let settings = menu.getVariables("settings") { item in
  ///   item.getText("title").map { MenuItem(title: $0, icon: item.getImage("icon")) }
  /// }
  /// ```
  ///
  /// - Throws: What `transform` throws.
  public func getVariables<Value>(
    _ key: String, transform: (any Variables) throws -> Value?
  ) rethrows -> Value? {
    try getVariables(key).flatMap(transform)
  }

  /// The result of `transform` for the object `key`, or for nil if it is not an object.
  ///
  /// Disfavored, so that a closure that does not mention its type gets an object, never nil.
  ///
  /// - Throws: What `transform` throws.
  @_disfavoredOverload
  public func getVariables<Value>(
    _ key: String, transform: ((any Variables)?) throws -> Value
  ) rethrows -> Value {
    try transform(getVariables(key))
  }

  /// The results of `transform` for the objects in the list `key`, in order, without nils; nil if
  /// it is not a list.
  ///
  /// - Throws: What `transform` throws, at the first object for which it does.
  public func getVariablesList<Value>(
    _ key: String, transform: (any Variables) throws -> Value?
  ) rethrows -> [Value]? {
    try getVariablesList(key)?.compactMap(transform)
  }

  /// The results of `transform` for the objects in the object `key`, without nils; nil if it is not
  /// an object.
  ///
  /// - Throws: What `transform` throws, at the first object for which it does.
  public func getVariablesMap<Value>(
    _ key: String, transform: (any Variables) throws -> Value?
  ) rethrows -> [String: Value]? {
    try getVariablesMap(key)?.compactMapValues(transform)
  }

  /// The case whose raw value is the string `key`; nil for unknown cases and other types.
  ///
  /// ```swift
  /// enum Section: String { case topSites = "top-sites", highlights }
  /// let first: Section? = variables.getEnum("first-section")
  /// ```
  public func getEnum<Case: RawRepresentable<String>>(_ key: String) -> Case? {
    getString(key).flatMap(Case.init(rawValue:))
  }

  /// The cases named by the strings of the list `key`, in order; unknown cases and other types are
  /// dropped.
  public func getEnumList<Case: RawRepresentable<String>>(_ key: String) -> [Case]? {
    getStringList(key)?.compactMap(Case.init(rawValue:))
  }

  /// The cases named by the values of the object `key`; unknown cases and other types are dropped.
  public func getEnumMap<Case: RawRepresentable<String>>(_ key: String) -> [String: Case]? {
    getStringMap(key)?.compactMapValues(Case.init(rawValue:))
  }

  /// The text for the string `key`: from the resources, or else the string itself.
  ///
  /// A config can therefore name a translated text (`AppMenu/SettingsTitle`) or contain a final one
  /// (`Try the new menu!`).
  public func getText(_ key: String) -> String? { readMember(key, text) }

  /// The texts of the list `key`, in order; elements that are not strings are dropped.
  public func getTextList(_ key: String) -> [String]? { readList(key, text) }

  /// The texts of the object `key`, whose keys are never translated; members that are not strings
  /// are dropped.
  public func getTextMap(_ key: String) -> [String: String]? { readMap(key, text) }

  private func text(_ value: JSONValue) -> String? { value.stringValue.map(resources.resolvedText) }

  /// The name of the image in the string `key`; nil if the resources have no such image.
  ///
  /// With VirgaBundle, which returns the image itself on Apple platforms, give the type:
  /// `let name: String?`.
  @_disfavoredOverload
  public func getImage(_ key: String) -> String? { readMember(key, image) }

  /// The image names in the list `key`, in order; anything else is dropped.
  @_disfavoredOverload
  public func getImageList(_ key: String) -> [String]? { readList(key, image) }

  /// The image names in the object `key`; anything else is dropped.
  @_disfavoredOverload
  public func getImageMap(_ key: String) -> [String: String]? { readMap(key, image) }

  /// The same as ``getImage(_:)``, under its Android name.
  @_disfavoredOverload
  public func getDrawable(_ key: String) -> String? { getImage(key) }

  /// The same as ``getImageList(_:)``.
  @_disfavoredOverload
  public func getDrawableList(_ key: String) -> [String]? { getImageList(key) }

  /// The same as ``getImageMap(_:)``.
  @_disfavoredOverload
  public func getDrawableMap(_ key: String) -> [String: String]? { getImageMap(key) }

  /// The name in a value if the resources have such an image; nil for anything else.
  private func image(_ value: JSONValue) -> String? {
    guard let name = value.stringValue, resources.hasImage(name) else { return nil }
    return name
  }
}

extension Dictionary where Key == String {
  /// The entries whose key is the raw value of a case, keyed by that case; others are dropped.
  public func compactMapKeysAsEnums<Case: RawRepresentable<String> & Hashable>() -> [Case: Value] {
    mapKeysNotNull(Case.init(rawValue:))
  }

  /// The same as ``compactMapKeysAsEnums()``, under its Kotlin name.
  public func mapKeysAsEnums<Case: RawRepresentable<String> & Hashable>() -> [Case: Value] {
    compactMapKeysAsEnums()
  }
}

extension Optional {
  /// The entries whose key is the raw value of a case, keyed by that case; nil for nil.
  public func compactMapKeysAsEnums<Case: RawRepresentable<String> & Hashable, Value>() -> [Case:
    Value]?
  where Wrapped == [String: Value] {
    self?.compactMapKeysAsEnums()
  }
}
