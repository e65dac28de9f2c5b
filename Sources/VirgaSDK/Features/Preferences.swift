public import VirgaJSON

/// What the user of the app chose, by the keys that a manifest calls `pref-key`.
///
/// A preference that is set and of the right kind counts before everything else; one that is unset or of another kind
/// leaves the config as it is.
public protocol Preferences: Sendable {
  /// The value that is stored for `key`; nil where the preference is unset.
  func preference(forKey key: String) -> JSONValue?
}

extension Preferences {
  /// Whether the preference `key` is set, to whatever value.
  public func isSet(_ key: String) -> Bool { preference(forKey: key) != nil }

  /// The string stored for `key`; nil where it is unset or of another kind.
  public func getString(_ key: String) -> String? { preference(forKey: key).flatMap(Scalar.string) }

  /// The integer stored for `key`; nil where it is unset or of another kind.
  public func getInt(_ key: String) -> Int? { preference(forKey: key).flatMap(Scalar.int) }

  /// The boolean stored for `key`; nil where it is unset or of another kind.
  public func getBool(_ key: String) -> Bool? { preference(forKey: key).flatMap(Scalar.bool) }

  /// The number stored for `key`; nil where it is unset or of another kind.
  public func getDouble(_ key: String) -> Double? { preference(forKey: key).flatMap(Scalar.double) }
}
