public import VirgaJSON

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
