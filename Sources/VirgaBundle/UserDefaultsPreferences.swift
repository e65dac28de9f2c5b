public import Foundation
public import VirgaJSON
public import VirgaSDK

/// App settings and flag choices that last, in the user defaults of the app or of a suite.
///
/// ```swift
/// let client = FeatureClient(.init(preferences: UserDefaultsPreferences()))
/// ```
public struct UserDefaultsPreferences: WritablePreferences, @unchecked Sendable {
  // User defaults may be used from any thread, as their documentation says, but not every system declares it.
  private let defaults: UserDefaults

  /// The preferences in `defaults`; without it, those of the app itself.
  public init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }

  /// The preferences of a suite; without a name, or if there cannot be such a suite, those of the app itself.
  public init(suite: String?) { self.init(suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard) }

  /// The value that is stored for `key`; nil if there is none, and if it is not a boolean, a number or a text.
  public func preference(forKey key: String) -> JSONValue? { defaults.preference(forKey: key) }

  /// Stores a boolean, a number or a text; nil makes the preference unset.
  ///
  /// - Throws: ``UnstorablePreference`` for any other value.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    try defaults.setPreference(value, forKey: key)
  }
}

extension FeatureFlagManager {
  /// Brings what the user and developers chose; an app calls it once at start, a test in its set-up.
  ///
  /// Wherever choices are kept, a debug build also takes `PrefsKeys.NimbusUserEnabledFeatureTestsOverride` from the standard
  /// user defaults, where tests of Firefox for iOS set it.
  public func initializeDeveloperFeatures(with choices: any WritablePreferences) {
    initializeDeveloperFeatures(with: choices) {
      UserDefaults.standard.preference(forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)?.booleanValue
    }
  }

  /// Brings what the user and developers chose, from user defaults; an app calls it once at start, a test in its set-up.
  ///
  /// ```swift
  /// FeatureFlagManager.shared.initializeDeveloperFeatures(with: UserDefaults.standard)
  /// ```
  public func initializeDeveloperFeatures(with defaults: UserDefaults) {
    initializeDeveloperFeatures(with: UserDefaultsPreferences(defaults))
  }
}

#if canImport(Darwin)
  // Elsewhere Foundation forbids user defaults to be sendable.
  extension UserDefaults: @retroactive @unchecked Sendable {}
  extension UserDefaults: WritablePreferences {}
#endif

extension UserDefaults {
  /// The value that is stored for `key`; nil if there is none, and if it is not a boolean, a number or a text.
  public func preference(forKey key: String) -> JSONValue? {
    switch object(forKey: key) {
    case let text as String: return .string(text)
    case let number as NSNumber: return Self.value(of: number)
    default: return nil
    }
  }

  /// Stores a boolean, a number or a text; nil makes the preference unset.
  ///
  /// - Throws: ``UnstorablePreference`` for any other value.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    switch value {
    case nil: removeObject(forKey: key)
    case .boolean(let value): set(value, forKey: key)
    case .integer(let value): set(NSNumber(value: value), forKey: key)
    case .number(let value): set(value.double, forKey: key)
    case .string(let value): set(value, forKey: key)
    case .null, .array, .object: throw UnstorablePreference(key: key)
    }
  }

  /// A boolean is stored as a number too; only its kind tells it from `0` and `1`.
  private static func value(of number: NSNumber) -> JSONValue? {
    switch number.objCType.pointee {
    case CChar(UInt8(ascii: "c")), CChar(UInt8(ascii: "B")): .boolean(number.boolValue)
    case CChar(UInt8(ascii: "d")), CChar(UInt8(ascii: "f")): JSONValue(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }
}

/// A value that user defaults do not keep as a preference: `null`, a list or an object.
public struct UnstorablePreference: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the preference.
  public var key: String

  /// The failure to store the preference `key`.
  public init(key: String) { self.key = key }

  /// The reason, in a sentence without a final full stop.
  public var description: String { "The preference `\(key)` has to be a boolean, a number or a text" }
}
