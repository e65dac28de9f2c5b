import Foundation

/// The values of a feature's configuration, as Mozilla's SDK gives them to generated code.
public protocol Variables {
  var resourceBundles: [Bundle] { get }

  func getString(_ key: String) -> String?
  func getStringList(_ key: String) -> [String]?
  func getStringMap(_ key: String) -> [String: String]?
  func asStringMap() -> [String: String]?
  func getInt(_ key: String) -> Int?
  func getIntList(_ key: String) -> [Int]?
  func getIntMap(_ key: String) -> [String: Int]?
  func asIntMap() -> [String: Int]?
  func getBool(_ key: String) -> Bool?
  func getBoolList(_ key: String) -> [Bool]?
  func getBoolMap(_ key: String) -> [String: Bool]?
  func asBoolMap() -> [String: Bool]?
  func getImage(_ key: String) -> UIImage?
  func getImageList(_ key: String) -> [UIImage]?
  func getImageMap(_ key: String) -> [String: UIImage]?
  func getText(_ key: String) -> String?
  func getTextList(_ key: String) -> [String]?
  func getTextMap(_ key: String) -> [String: String]?
  func getVariables(_ key: String) -> Variables?
  func getVariablesList(_ key: String) -> [Variables]?
  func getVariablesMap(_ key: String) -> [String: Variables]?
  func asVariablesMap() -> [String: Variables]?
}

/// A configuration in JSON.
class Configuration: Variables {
  private let json: [String: Any]
  let resourceBundles: [Bundle] = [.main]

  init(_ json: [String: Any]) { self.json = json }

  private func one<Value>(_ key: String) -> Value? { json[key] as? Value }
  private func list<Value>(_ key: String) -> [Value]? {
    (json[key] as? [Any])?.compactMap { $0 as? Value }
  }
  private func map<Value>(_ key: String) -> [String: Value]? {
    (json[key] as? [String: Any])?.compactMapValues { $0 as? Value }
  }

  func getString(_ key: String) -> String? { one(key) }
  func getStringList(_ key: String) -> [String]? { list(key) }
  func getStringMap(_ key: String) -> [String: String]? { map(key) }
  func asStringMap() -> [String: String]? { nil }
  func getInt(_ key: String) -> Int? { one(key) }
  func getIntList(_ key: String) -> [Int]? { list(key) }
  func getIntMap(_ key: String) -> [String: Int]? { map(key) }
  func asIntMap() -> [String: Int]? { nil }
  func getBool(_ key: String) -> Bool? { one(key) }
  func getBoolList(_ key: String) -> [Bool]? { list(key) }
  func getBoolMap(_ key: String) -> [String: Bool]? { map(key) }
  func asBoolMap() -> [String: Bool]? { nil }
  func getImage(_ key: String) -> UIImage? { getString(key).flatMap(resourceBundles.getImage) }
  func getImageList(_ key: String) -> [UIImage]? {
    getStringList(key)?.compactMap(resourceBundles.getImage)
  }
  func getImageMap(_ key: String) -> [String: UIImage]? {
    getStringMap(key)?.compactMapValues(resourceBundles.getImage)
  }
  func getText(_ key: String) -> String? { getString(key).map(text) }
  func getTextList(_ key: String) -> [String]? { getStringList(key)?.map(text) }
  func getTextMap(_ key: String) -> [String: String]? { getStringMap(key)?.mapValues(text) }
  func getVariables(_ key: String) -> Variables? { one(key).map { Configuration($0) } }
  func getVariablesList(_ key: String) -> [Variables]? { list(key)?.map { Configuration($0) } }
  func getVariablesMap(_ key: String) -> [String: Variables]? {
    map(key)?.mapValues { Configuration($0) }
  }
  func asVariablesMap() -> [String: Variables]? { nil }

  private func text(_ key: String) -> String { resourceBundles.getString(named: key) ?? key }
}

/// Variables without values.
public class NilVariables: Variables {
  public static nonisolated(unsafe) let instance = NilVariables()

  public private(set) var resourceBundles: [Bundle] = [.main]

  public func getString(_: String) -> String? { nil }
  public func getStringList(_: String) -> [String]? { nil }
  public func getStringMap(_: String) -> [String: String]? { nil }
  public func asStringMap() -> [String: String]? { nil }
  public func getInt(_: String) -> Int? { nil }
  public func getIntList(_: String) -> [Int]? { nil }
  public func getIntMap(_: String) -> [String: Int]? { nil }
  public func asIntMap() -> [String: Int]? { nil }
  public func getBool(_: String) -> Bool? { nil }
  public func getBoolList(_: String) -> [Bool]? { nil }
  public func getBoolMap(_: String) -> [String: Bool]? { nil }
  public func asBoolMap() -> [String: Bool]? { nil }
  public func getImage(_: String) -> UIImage? { nil }
  public func getImageList(_: String) -> [UIImage]? { nil }
  public func getImageMap(_: String) -> [String: UIImage]? { nil }
  public func getText(_: String) -> String? { nil }
  public func getTextList(_: String) -> [String]? { nil }
  public func getTextMap(_: String) -> [String: String]? { nil }
  public func getVariables(_: String) -> Variables? { nil }
  public func getVariablesList(_: String) -> [Variables]? { nil }
  public func getVariablesMap(_: String) -> [String: Variables]? { nil }
  public func asVariablesMap() -> [String: Variables]? { nil }
}
