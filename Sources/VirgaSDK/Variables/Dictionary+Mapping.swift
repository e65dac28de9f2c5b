// Helpers with which generated code builds maps of variables, under the names of Mozilla's SDK: the
// only public extensions of the standard library's types, with those that read keys as enums.

extension Dictionary {
  /// Replaces the keys; entries whose new key is nil are dropped.
  ///
  /// If several entries get the same new key, an arbitrary one is kept.
  ///
  /// - Throws: What `transform` throws, at the first entry for which it does; the
  ///   dictionary stays as it is.
  public func mapKeysNotNull<NewKey: Hashable>(
    _ transform: (Key) throws -> NewKey?
  ) rethrows -> [NewKey: Value] {
    var result: [NewKey: Value] = [:]
    for (key, value) in self {
      if let key = try transform(key) { result[key] = value }
    }
    return result
  }

  /// Replaces the values; entries whose new value is nil are dropped.
  ///
  /// - Throws: What `transform` throws, at the first entry for which it does; the
  ///   dictionary stays as it is.
  public func mapValuesNotNull<NewValue>(
    _ transform: (Value) throws -> NewValue?
  ) rethrows -> [Key: NewValue] {
    try compactMapValues(transform)
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
