public import Foundation
public import VirgaJSON

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
