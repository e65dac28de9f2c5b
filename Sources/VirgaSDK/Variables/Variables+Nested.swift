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

extension Variables {
  /// The case whose raw value is the string `key`; nil for an unknown case and for anything but a string.
  ///
  /// ```swift
  /// enum Section: String { case topSites = "top-sites", highlights }
  /// let first: Section? = variables.getEnum("first-section")
  /// ```
  public func getEnum<Case: RawRepresentable<String>>(_ key: String) -> Case? {
    getString(key).flatMap(Case.init(rawValue:))
  }

  /// The cases that the strings of the list `key` name, in order; unknown cases and other kinds are dropped.
  public func getEnumList<Case: RawRepresentable<String>>(_ key: String) -> [Case]? {
    getStringList(key)?.compactMap(Case.init(rawValue:))
  }

  /// The cases that the values of the object `key` name; unknown cases and other kinds are dropped.
  public func getEnumMap<Case: RawRepresentable<String>>(_ key: String) -> [String: Case]? {
    getStringMap(key)?.compactMapValues(Case.init(rawValue:))
  }
}

extension String {
  /// The case whose raw value this is; nil if no case has it.
  public func asEnum<Case: RawRepresentable<String>>() -> Case? { Case(rawValue: self) }
}

extension Dictionary where Key == String {
  /// The entries whose key is the raw value of a case, by that case; others are dropped.
  ///
  /// ```swift
  /// let rows: [Section: Int]? = variables.getIntMap("sections-rows")?.compactMapKeysAsEnums()
  /// ```
  public func compactMapKeysAsEnums<Case: RawRepresentable<String> & Hashable>() -> [Case: Value] {
    mapKeysNotNull(Case.init(rawValue:))
  }

  /// The same as ``compactMapKeysAsEnums()``, by the name that it has in Kotlin.
  public func mapKeysAsEnums<Case: RawRepresentable<String> & Hashable>() -> [Case: Value] {
    compactMapKeysAsEnums()
  }
}

extension Optional {
  /// The entries whose key is the raw value of a case, by that case; nil if there is no dictionary.
  ///
  /// ```swift
  /// let rows: [Section: Int]? = variables.getIntMap("sections-rows").compactMapKeysAsEnums()
  /// ```
  public func compactMapKeysAsEnums<Case: RawRepresentable<String> & Hashable, Value>() -> [Case: Value]?
  where Wrapped == [String: Value] {
    self?.compactMapKeysAsEnums()
  }
}

extension Dictionary where Value == String {
  /// The entries whose value is the raw value of a case, with that case; others are dropped.
  public func compactMapValuesAsEnums<Case: RawRepresentable<String>>() -> [Key: Case] {
    compactMapValues(Case.init(rawValue:))
  }
}

extension Variables {
  /// The text that the string `key` stands for: what the resources have for it, else the string itself.
  ///
  /// So a config can name a translated text (`AppMenu/SettingsTitle`) or bring a finished one (`Try the new menu!`).
  public func getText(_ key: String) -> String? { member(key, text) }

  /// The texts of the list `key`, in order; members that are no strings are dropped.
  public func getTextList(_ key: String) -> [String]? { list(key, text) }

  /// The texts of the object `key`; members that are no strings are dropped, and keys are never translated.
  public func getTextMap(_ key: String) -> [String: String]? { map(key, text) }

  /// The members of this object that are strings, as texts; nil where there is no object at all.
  public func asTextMap() -> [String: String]? { json?.compactMap(text) }

  private func text(_ value: JSONValue) -> String? { value.stringValue.map(resources.resolvedText) }
}

extension Variables {
  /// The name of the image that the string `key` names; nil if the resources have no such image.
  ///
  /// With VirgaBundle, which gives the image itself on Apple platforms, this version needs a type: `let name: String?`.
  @_disfavoredOverload
  public func getImage(_ key: String) -> String? { member(key, image) }

  /// The names of the images of the list `key`, in order; what names no image is dropped.
  @_disfavoredOverload
  public func getImageList(_ key: String) -> [String]? { list(key, image) }

  /// The names of the images of the object `key`; what names no image is dropped.
  @_disfavoredOverload
  public func getImageMap(_ key: String) -> [String: String]? { map(key, image) }

  /// The same as ``getImage(_:)``, under the name that it has on Android.
  @_disfavoredOverload
  public func getDrawable(_ key: String) -> String? { getImage(key) }

  /// The same as ``getImageList(_:)``.
  @_disfavoredOverload
  public func getDrawableList(_ key: String) -> [String]? { getImageList(key) }

  /// The same as ``getImageMap(_:)``.
  @_disfavoredOverload
  public func getDrawableMap(_ key: String) -> [String: String]? { getImageMap(key) }

  /// The members of this object that name images; nil if there is no object.
  public func asImageMap() -> [String: String]? { json?.compactMap(image) }

  private func image(_ value: JSONValue) -> String? {
    value.stringValue.flatMap { resources.hasImage($0) ? $0 : nil }
  }
}
