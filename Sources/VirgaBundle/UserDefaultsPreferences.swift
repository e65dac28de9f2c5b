public import Foundation
public import VirgaJSON
public import VirgaSDK
public import VirgaSource

/// Persistent app settings and flag choices in user defaults.
public struct UserDefaultsPreferences: WritablePreferences, @unchecked Sendable {
  // UserDefaults is documented as thread-safe, but not declared `Sendable` on every system.
  private let defaults: UserDefaults

  /// The preferences in `defaults`, by default the app's own.
  public init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }

  /// The preferences of a suite; the app's own if the name is nil or invalid.
  public init(suite: String?) {
    self.init(suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard)
  }

  /// The value stored for `key`; nil unless a boolean, a number or a string.
  public func preference(forKey key: String) -> JSONValue? { defaults.preference(forKey: key) }

  /// Stores a boolean, a number or a string; nil unsets the preference.
  ///
  /// - Throws: ``UnstorablePreference`` for any other value; the value before it stays.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    try defaults.setPreference(value, forKey: key)
    #if !canImport(Darwin)
      // Elsewhere Foundation does not say that a value was set.
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
    #endif
  }

  /// Calls `action` after a value of any user defaults was set in this process, until the token is
  /// cancelled; never nil.
  ///
  /// Called on the thread that set the value. On Linux only values that were set through this type
  /// are noticed.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    let observation = NotificationObservation(of: UserDefaults.didChangeNotification, action)
    return ObserverToken { observation.end() }
  }
}

extension FeatureFlagManager {
  /// Sets the store of user and developer choices; an app calls it once at start, a test in its
  /// set-up.
  ///
  /// In addition to that store, a debug build reads
  /// `PrefsKeys.NimbusUserEnabledFeatureTestsOverride` from the standard user defaults, where tests
  /// of Firefox for iOS set it. A release build never reads it.
  public func initializeDeveloperFeatures(with choices: any WritablePreferences) {
    initializeDeveloperFeatures(
      with: choices,
      testOverrideStoredElsewhere: {
        UserDefaults.standard.preference(forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)?
          .booleanValue
      })
  }

  /// Stores user and developer choices in user defaults; an app calls it once at start, a test in
  /// its set-up.
  public func initializeDeveloperFeatures(with defaults: UserDefaults) {
    initializeDeveloperFeatures(with: UserDefaultsPreferences(defaults))
  }
}

extension UserDefaults {
  /// The value stored for `key`; nil unless a boolean, a number or a string.
  fileprivate func preference(forKey key: String) -> JSONValue? {
    switch object(forKey: key) {
    case let text as String: return .string(text)
    case let number as NSNumber: return Self.value(of: number)
    default: return nil
    }
  }

  /// Stores a boolean, a number or a string; nil unsets the preference.
  ///
  /// - Throws: ``UnstorablePreference`` for any other value; the value before it stays.
  fileprivate func setPreference(_ value: JSONValue?, forKey key: String) throws {
    switch value {
    case nil: removeObject(forKey: key)
    case .boolean(let value): set(value, forKey: key)
    case .integer(let value): set(NSNumber(value: value), forKey: key)
    case .number(let value): set(value.double, forKey: key)
    case .string(let value): set(value, forKey: key)
    case .null, .array, .object: throw UnstorablePreference(key: key)
    }
  }

  /// The JSON value of a stored number or Boolean.
  ///
  /// Booleans are stored as numbers too: only the type encoding, a C character, distinguishes them
  /// from `0` and `1`. It is `c` or `B` for a Boolean, `d` or `f` for a number with a fraction.
  private static func value(of number: NSNumber) -> JSONValue {
    let typeEncoding = UInt8(bitPattern: number.objCType.pointee)
    return switch typeEncoding {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .boolean(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): JSONValue(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }
}

/// A value that user defaults cannot store as a preference: `null`, a list or an object.
public struct UnstorablePreference: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the preference.
  public var key: String

  /// Creates the failure to store the preference `key`.
  public init(key: String) { self.key = key }

  /// The reason, as a sentence without a final period.
  public var description: String {
    "The preference `\(key)` must be a boolean, a number or a string"
  }
}
