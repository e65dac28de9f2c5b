public import VirgaJSON
import VirgaSource

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
