import Foundation
public import VirgaJSON
public import VirgaSDK

/// The preferences that an app keeps in its user defaults.
///
/// ```swift
/// let client = FeatureClient(.init(preferences: UserDefaultsPreferences()))
/// ```
public struct UserDefaultsPreferences: Preferences {
  // User defaults are not sendable everywhere; the name of their suite finds the same ones again.
  private let suite: String?

  /// The preferences of a suite; without a name, those of the app itself.
  public init(suite: String? = nil) { self.suite = suite }

  /// The value that is stored for `key`; nil where there is none, and where it is no boolean, number or text.
  public func value(forKey key: String) -> JSONValue? {
    let defaults = suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    switch defaults.object(forKey: key) {
    case let text as String: return .string(text)
    case let number as NSNumber: return Self.value(of: number)
    default: return nil
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
