import VirgaJSON

extension Variables {
  /// The string `key`; nil for anything else.
  public func getString(_ key: String) -> String? { member(key, Scalar.string) }

  /// The strings of the list `key`, in order; members of another kind are dropped.
  public func getStringList(_ key: String) -> [String]? { list(key, Scalar.string) }

  /// The strings of the object `key`; members of another kind are dropped.
  public func getStringMap(_ key: String) -> [String: String]? { map(key, Scalar.string) }

  /// The members of this object that are strings; nil where there is no object at all.
  public func asStringMap() -> [String: String]? { json?.compactMap(Scalar.string) }
}

extension Variables {
  /// The integer `key`: any number whose value is whole and fits (`3`, `3.0`, `3e0`); nil for anything else.
  public func getInt(_ key: String) -> Int? { member(key, Scalar.int) }

  /// The integers of the list `key`, in order; members of another kind are dropped.
  public func getIntList(_ key: String) -> [Int]? { list(key, Scalar.int) }

  /// The integers of the object `key`; members of another kind are dropped.
  public func getIntMap(_ key: String) -> [String: Int]? { map(key, Scalar.int) }

  /// The members of this object that are integers; nil where there is no object at all.
  public func asIntMap() -> [String: Int]? { json?.compactMap(Scalar.int) }
}

extension Variables {
  /// The boolean `key`; nil for anything else, also for `0` and `1`.
  public func getBool(_ key: String) -> Bool? { member(key, Scalar.bool) }

  /// The booleans of the list `key`, in order; members of another kind are dropped.
  public func getBoolList(_ key: String) -> [Bool]? { list(key, Scalar.bool) }

  /// The booleans of the object `key`; members of another kind are dropped.
  public func getBoolMap(_ key: String) -> [String: Bool]? { map(key, Scalar.bool) }

  /// The members of this object that are booleans; nil where there is no object at all.
  public func asBoolMap() -> [String: Bool]? { json?.compactMap(Scalar.bool) }
}

extension Variables {
  /// The number `key` as the nearest double; nil for anything else, and for a number beyond a double's range.
  public func getDouble(_ key: String) -> Double? { member(key, Scalar.double) }

  /// The numbers of the list `key`, in order; members of another kind are dropped.
  public func getDoubleList(_ key: String) -> [Double]? { list(key, Scalar.double) }

  /// The numbers of the object `key`; members of another kind are dropped.
  public func getDoubleMap(_ key: String) -> [String: Double]? { map(key, Scalar.double) }

  /// The members of this object that are numbers; nil where there is no object at all.
  public func asDoubleMap() -> [String: Double]? { json?.compactMap(Scalar.double) }
}

/// What counts as which kind of value.
enum Scalar {
  static func string(_ value: JSONValue) -> String? { value.stringValue }
  static func bool(_ value: JSONValue) -> Bool? { value.booleanValue }
  static func int(_ value: JSONValue) -> Int? { value.integerValue.flatMap(Int.init(exactly:)) }
  static func double(_ value: JSONValue) -> Double? { value.doubleValue.flatMap { $0.isFinite ? $0 : nil } }
}
