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
