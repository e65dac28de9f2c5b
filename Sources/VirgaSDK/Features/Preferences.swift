public import VirgaJSON
public import VirgaSource

/// The choices of the app's user, by the keys that a manifest calls `pref-key`.
///
/// A preference overrides everything else if it is set and has the right type; otherwise the
/// config's value is used.
public protocol Preferences: ChangeReporting {
  /// The value stored for `key`; nil if the preference is unset.
  func preference(forKey key: String) -> JSONValue?
}

extension Preferences {
  /// Whether the preference `key` is set, to any value.
  public func isSet(_ key: String) -> Bool { preference(forKey: key) != nil }

  /// The string stored for `key`; nil if it is unset or has another type.
  public func getString(_ key: String) -> String? { preference(forKey: key).flatMap(Scalar.string) }

  /// The integer stored for `key`; nil if it is unset or has another type.
  public func getInt(_ key: String) -> Int? { preference(forKey: key).flatMap(Scalar.int) }

  /// The boolean stored for `key`; nil if it is unset or has another type.
  public func getBool(_ key: String) -> Bool? { preference(forKey: key).flatMap(Scalar.bool) }

  /// The number stored for `key`; nil if it is unset or has another type.
  public func getDouble(_ key: String) -> Double? { preference(forKey: key).flatMap(Scalar.double) }
}

/// Preferences in memory, for tests and for apps that store them elsewhere.
public final class StoredPreferences: WritablePreferences {
  private let values: Locked<JSONObject>
  private let observers = Observers()

  /// Preferences that start with `values`.
  public init(_ values: JSONObject = [:]) { self.values = Locked(values) }

  /// The value stored for `key`; nil if the preference is unset.
  public func preference(forKey key: String) -> JSONValue? { values.withLock { $0[key] } }

  /// Stores a value, and calls the observers on this thread; nil unsets the preference.
  public func set(_ key: String, to value: JSONValue?) {
    values.withLock { $0[key] = value }
    observers.notify()
  }

  /// Calls `action` after a value was stored, on the thread that stored it, until the token is
  /// cancelled.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    observers.add(action)
  }

  /// Stores a value; nil unsets the preference.
  public func setPreference(_ value: JSONValue?, forKey key: String) { set(key, to: value) }
}

/// Preferences that can be changed: app settings, and choices of users and developers for flags.
///
/// `StoredPreferences` keeps them in memory, a live session in its file, `UserDefaultsPreferences`
/// of VirgaBundle in user defaults. An app's own store needs two functions:
///
/// ```swift
/// struct Profile: WritablePreferences {
///   func preference(forKey key: String) -> JSONValue? { … }
///   func setPreference(_ value: JSONValue?, forKey key: String) throws { … }
/// }
/// ```
public protocol WritablePreferences: Preferences {
  /// Stores the user's choice; nil unsets the preference.
  ///
  /// - Throws: Why the choice cannot be stored; the value before it must still be there.
  func setPreference(_ value: JSONValue?, forKey key: String) throws

  /// A developer's choice; nil if the debug override is unset.
  func debugOverride(forKey key: String) -> JSONValue?

  /// Stores a developer's choice; nil unsets the debug override.
  ///
  /// - Throws: Why the choice cannot be stored; the value before it must still be there.
  func setDebugOverride(_ value: JSONValue?, forKey key: String) throws
}

// Debug overrides have their own keys, so most stores can hold them as preferences.
extension WritablePreferences {
  /// The value that ``preference(forKey:)`` returns, because this store keeps debug overrides as
  /// preferences.
  public func debugOverride(forKey key: String) -> JSONValue? { preference(forKey: key) }

  /// Stores the override as a preference: a flag's debug override has a key of its own.
  ///
  /// - Throws: What storing the preference throws; the value before it is still there.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) throws {
    try setPreference(value, forKey: key)
  }
}
