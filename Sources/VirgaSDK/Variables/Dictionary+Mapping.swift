// What generated code makes lists and maps of variables with, under the names that it has in both languages.

extension Dictionary {
  /// The entries with their keys replaced; those whose new key is nil are dropped.
  ///
  /// Of several entries with the same new key any one is kept.
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
  public func mapKeysNotNull<NewKey: Hashable>(
    _ transform: (Key) throws -> NewKey?
  ) rethrows -> [NewKey: Value] {
    try compactMapKeys(transform)
  }

  /// The entries with their values replaced; those whose new value is nil are dropped.
  public func mapValuesNotNull<NewValue>(
    _ transform: (Value) throws -> NewValue?
  ) rethrows -> [Key: NewValue] {
    try compactMapValues(transform)
  }

  /// The entries with keys and values replaced; those where either is nil are dropped.
  public func mapEntriesNotNull<NewKey: Hashable, NewValue>(
    _ keyTransform: (Key) throws -> NewKey?, _ valueTransform: (Value) throws -> NewValue?
  ) rethrows -> [NewKey: NewValue] {
    var result: [NewKey: NewValue] = [:]
    for (key, value) in self {
      if let key = try keyTransform(key), let value = try valueTransform(value) { result[key] = value }
    }
    return result
  }

  /// These entries laid over `defaults`: what only the defaults have stays.
  ///
  /// A key that both have keeps the value here, or what `merge` makes of the value here and the default.
  public func mergeWith(_ defaults: [Key: Value], _ merge: ((Value, Value) -> Value)? = nil) -> [Key: Value] {
    guard let merge else { return merging(defaults) { own, _ in own } }
    return merging(defaults, uniquingKeysWith: merge)
  }
}

extension Array {
  /// The elements replaced, in order; those for which `transform` gives nil are dropped.
  public func mapNotNull<NewElement>(_ transform: (Element) throws -> NewElement?) rethrows -> [NewElement] {
    try compactMap(transform)
  }
}
