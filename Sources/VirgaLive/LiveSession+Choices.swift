public import VirgaFlags
public import VirgaJSON
public import VirgaSDK
import VirgaSession

// What people chose for flags and variables.
extension LiveSession: WritablePreferences, FlagOverrides {
  /// What the user of the app chose; nil where the preference is unset.
  public func preference(forKey key: String) -> JSONValue? { session[.preference, key] }

  /// What a developer chose; nil where the debug override is unset.
  public func debugOverride(forKey key: String) -> JSONValue? { session[.debug, key] }

  /// Stores what the user chose, an app setting or a flag's preference; nil clears it.
  ///
  /// It is read back at once and written in the background.
  ///
  /// - Throws: `StoreFailure` if it is known that the file cannot keep it.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    try set(.preference, key, to: value, Self.label(key, value))
  }

  /// Stores what a developer chose; nil clears the debug override.
  ///
  /// It is read back at once and written in the background.
  ///
  /// - Throws: `StoreFailure` if it is known that the file cannot keep it.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) throws {
    try set(.debug, key, to: value, Self.label("debug override \(key)", value))
  }

  /// What was chosen for a JSON-configured flag; a test has the draw that the console shows.
  public func choices(for flag: ConfiguredFlag) -> FlagChoices {
    let session = session
    var choices = session.kept(of: flag)
    let debug = session[.debug, flag.name]
    choices.isEnabled = debug?.booleanValue
    choices.variation = debug?.stringValue.map { Variation(rawValue: $0) }
    return choices
  }

  /// Stores a lock state; false if it is known that the file cannot keep it.
  public func setLock(_ flag: String, isUnlocked: Bool) -> Bool {
    (try? set(.lock, flag, to: .boolean(isUnlocked), isUnlocked ? "unlock \(flag)" : "lock \(flag)")) != nil
  }

  private static func label(_ title: String, _ value: JSONValue?) -> String {
    value.map { "set \(title) = \($0.label)" } ?? "clear \(title)"
  }
}
