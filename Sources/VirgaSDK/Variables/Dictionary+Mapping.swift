// Helpers with which generated code builds lists and maps of variables, under their names in both
// languages.

extension Dictionary {
  /// Replaces the keys; entries whose new key is nil are dropped.
  ///
  /// If several entries get the same new key, an arbitrary one is kept.
  ///
  /// - Throws: What `transform` throws, at the first entry for which it does.
  public func compactMapKeys<NewKey: Hashable>(
    _ transform: (Key) throws -> NewKey?
  ) rethrows -> [NewKey: Value] {
    var result: [NewKey: Value] = [:]
    for (key, value) in self {
      if let key = try transform(key) { result[key] = value }
    }
    return result
  }

  /// The same as ``compactMapKeys(_:)``.
  ///
  /// - Throws: What `transform` throws, at the first entry for which it does.
  public func mapKeysNotNull<NewKey: Hashable>(
    _ transform: (Key) throws -> NewKey?
  ) rethrows -> [NewKey: Value] {
    try compactMapKeys(transform)
  }

  /// Replaces the values; entries whose new value is nil are dropped.
  ///
  /// - Throws: What `transform` throws, at the first entry for which it does.
  public func mapValuesNotNull<NewValue>(
    _ transform: (Value) throws -> NewValue?
  ) rethrows -> [Key: NewValue] {
    try compactMapValues(transform)
  }

  /// Replaces keys and values; entries for which either is nil are dropped.
  ///
  /// - Throws: What one of the functions throws, at the first entry for which it does.
  public func mapEntriesNotNull<NewKey: Hashable, NewValue>(
    _ keyTransform: (Key) throws -> NewKey?, _ valueTransform: (Value) throws -> NewValue?
  ) rethrows -> [NewKey: NewValue] {
    var result: [NewKey: NewValue] = [:]
    for (key, value) in self {
      if let key = try keyTransform(key), let value = try valueTransform(value) {
        result[key] = value
      }
    }
    return result
  }

  /// Merges these entries over `defaults`: entries that only the defaults have are kept.
  ///
  /// For a key in both, the result is this dictionary's value, or `merge` of this value and the
  /// default.
  public func mergeWith(
    _ defaults: [Key: Value], _ merge: ((Value, Value) -> Value)? = nil
  ) -> [Key: Value] {
    guard let merge else { return merging(defaults) { own, _ in own } }
    return merging(defaults, uniquingKeysWith: merge)
  }
}

extension Array {
  /// Replaces the elements, in order; those for which `transform` returns nil are dropped.
  ///
  /// - Throws: What `transform` throws, at the first element for which it does.
  public func mapNotNull<NewElement>(
    _ transform: (Element) throws -> NewElement?
  ) rethrows -> [NewElement] {
    try compactMap(transform)
  }
}
