public import VirgaJSON
import VirgaSource

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

/// Preferences in memory, for tests and for apps that keep them elsewhere.
///
/// ```swift
/// let preferences = StoredPreferences(["toolbar-at-bottom": true])
/// preferences.set("toolbar-at-bottom", to: nil)  // unset again
/// ```
public final class StoredPreferences: WritablePreferences {
  private let values: Locked<JSONObject>

  /// Preferences that start with `values`.
  public init(_ values: JSONObject = [:]) { self.values = Locked(values) }

  /// The value that is stored for `key`; nil where the preference is unset.
  public func preference(forKey key: String) -> JSONValue? { values.withLock { $0[key] } }

  /// Stores a value, or with nil unsets the preference.
  public func set(_ key: String, to value: JSONValue?) { values.withLock { $0[key] = value } }

  /// Stores a value; nil makes the preference unset.
  public func setPreference(_ value: JSONValue?, forKey key: String) { set(key, to: value) }
}

/// Preferences that can be changed: the settings of an app, and what its user and its developers choose for flags.
///
/// `StoredPreferences` keeps them in memory, a live session in its file, and `UserDefaults` conforms in VirgaBundle. A store
/// of an app's own needs two functions:
///
/// ```swift
/// struct Profile: WritablePreferences {
///   func preference(forKey key: String) -> JSONValue? { … }
///   func setPreference(_ value: JSONValue?, forKey key: String) throws { … }
/// }
/// ```
public protocol WritablePreferences: Preferences {
  /// Stores what the user chose; nil makes the preference unset.
  func setPreference(_ value: JSONValue?, forKey key: String) throws

  /// What a developer chose; nil if the debug override is unset.
  func debugOverride(forKey key: String) -> JSONValue?

  /// Stores what a developer chose; nil makes the debug override unset.
  func setDebugOverride(_ value: JSONValue?, forKey key: String) throws
}

// Debug overrides have keys of their own, so that most stores need no other place for them.
extension WritablePreferences {
  /// What is stored as a preference under the key.
  public func debugOverride(forKey key: String) -> JSONValue? { preference(forKey: key) }

  /// Stores a preference under the key.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) throws {
    try setPreference(value, forKey: key)
  }
}
