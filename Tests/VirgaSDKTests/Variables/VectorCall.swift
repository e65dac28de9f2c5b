import VirgaJSON
import VirgaSDK

/// A call of a getter, as described by vector files.
struct VectorCall {
  private let call: JSONValue
  private let key: String
  private let cases: Set<String>

  init(_ call: JSONValue) {
    self.call = call
    key = call["key"]?.stringValue ?? ""
    cases = Set((call["enum"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  /// The result as JSON; images and enum cases as their names.
  func answer(from variables: any Variables) -> JSONValue? {
    var variables = variables
    for step in call["path"]?.arrayValue ?? [] {
      guard let next = variables.getVariables(step.stringValue ?? "") else { return nil }
      variables = next
    }
    let name = call["get"]?.stringValue ?? ""
    guard call["then"] == nil else {
      return answer(from: variables, name, then: call["then"]?.stringValue ?? "")
    }
    if name.contains("Variables") { return nested(in: variables, name) }
    if name.contains("Enum") {
      return KnownCase.$raw.withValue(cases) { enums(in: variables, name) }
    }
    return Self.plain(variables, name, key)
  }

  /// Whether two results are equal; fractions are compared as doubles.
  static func agree(_ answer: JSONValue, _ expected: JSONValue) -> Bool {
    switch (answer, expected) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in right[member.key].map { agree(member.value, $0) } ?? false }
    default:
      answer == expected
        || (answer.doubleValue != nil && answer.doubleValue == expected.doubleValue)
    }
  }

  private static func plain(_ variables: any Variables, _ name: String, _ key: String) -> JSONValue?
  {
    switch name {
    case "getString": variables.getString(key).map(JSONValue.string)
    case "getStringList": variables.getStringList(key).map { .array($0.map(JSONValue.string)) }
    case "getStringMap": variables.getStringMap(key).map { object($0, JSONValue.string) }
    case "getInt": variables.getInt(key).map(integer)
    case "getIntList": variables.getIntList(key).map { .array($0.map(integer)) }
    case "getIntMap": variables.getIntMap(key).map { object($0, integer) }
    case "getBool": variables.getBool(key).map(JSONValue.boolean)
    case "getBoolList": variables.getBoolList(key).map { .array($0.map(JSONValue.boolean)) }
    case "getBoolMap": variables.getBoolMap(key).map { object($0, JSONValue.boolean) }
    case "getDouble": variables.getDouble(key).map { JSONValue($0) }
    case "getText": variables.getText(key).map(JSONValue.string)
    case "getTextList": variables.getTextList(key).map { .array($0.map(JSONValue.string)) }
    case "getTextMap": variables.getTextMap(key).map { object($0, JSONValue.string) }
    case "getImage": variables.getImage(key).map(JSONValue.string)
    case "getImageList": variables.getImageList(key).map { .array($0.map(JSONValue.string)) }
    case "getImageMap": variables.getImageMap(key).map { object($0, JSONValue.string) }
    default: "no such getter: \(name)"
    }
  }

  private func nested(in variables: any Variables, _ name: String) -> JSONValue? {
    guard let transform = call["transform"] else { return plainNested(in: variables, name) }
    let apply = { (variables: any Variables) in Self.transformed(variables, by: transform) }
    return switch name {
    case "getVariables": variables.getVariables(key, transform: apply).map(JSONValue.object)
    case "getVariablesList":
      variables.getVariablesList(key, transform: apply).map { .array($0.map(JSONValue.object)) }
    case "getVariablesMap":
      variables.getVariablesMap(key, transform: apply).map { Self.object($0, JSONValue.object) }
    default: "no such getter: \(name)"
    }
  }

  private func plainNested(in variables: any Variables, _ name: String) -> JSONValue? {
    switch name {
    case "getVariables": variables.getVariables(key).map(Self.json)
    case "getVariablesList": variables.getVariablesList(key).map { .array($0.map(Self.json)) }
    case "getVariablesMap": variables.getVariablesMap(key).map { Self.object($0, Self.json) }
    case "asVariablesMap": variables.asVariablesMap().map { Self.object($0, Self.json) }
    default: "no such getter: \(name)"
    }
  }

  private static func transformed(
    _ variables: any Variables, by transform: JSONValue?
  ) -> JSONObject? {
    guard let transform else { return variables.json }
    if let keys = transform["keys"]?.arrayValue {
      let members = keys.map { variables.json?[$0.stringValue ?? ""] }
      return members.allSatisfy { $0.map { !$0.isNull } ?? false } ? variables.json : nil
    }
    var result: JSONObject = [:]
    for (key, getter) in transform["keys"]?.objectValue ?? [:] {
      guard let value = plain(variables, getter.stringValue ?? "", key) else { return nil }
      result[key] = value
    }
    return result
  }

  private func enums(in variables: any Variables, _ name: String) -> JSONValue? {
    let raw = { (known: KnownCase) in JSONValue.string(known.rawValue) }
    switch name {
    case "getEnum": return (variables.getEnum(key) as KnownCase?).map(raw)
    case "getEnumList":
      return (variables.getEnumList(key) as [KnownCase]?).map { .array($0.map(raw)) }
    default: return (variables.getEnumMap(key) as [String: KnownCase]?).map { Self.object($0, raw) }
    }
  }

  private func answer(from variables: any Variables, _ name: String, then: String) -> JSONValue? {
    KnownCase.$raw.withValue(cases) {
      if then == "asEnum" {
        return variables.getString(key).flatMap(KnownCase.init(rawValue:)).map {
          .string($0.rawValue)
        }
      }
      switch name {
      case "getIntMap": return Self.keyed(variables.getIntMap(key), then, Self.integer)
      case "getBoolMap": return Self.keyed(variables.getBoolMap(key), then, JSONValue.boolean)
      case "getTextMap": return Self.keyed(variables.getTextMap(key), then, JSONValue.string)
      case "getVariablesMap":
        let objects = variables.getVariablesMap(key) { Self.transformed($0, by: call["transform"]) }
        return Self.keyed(objects, then, JSONValue.object)
      case "getStringMap" where then == "compactMapValuesAsEnums":
        let map: [String: KnownCase]? = variables.getStringMap(key)?.compactMapValues(
          KnownCase.init(rawValue:))
        return map.map { Self.object($0) { .string($0.rawValue) } }
      case "getStringMap": return Self.keyed(variables.getStringMap(key), then, JSONValue.string)
      default: return "no such getter: \(name)"
      }
    }
  }

  private static func keyed<Value>(
    _ map: [String: Value]?, _ then: String, _ json: (Value) -> JSONValue
  ) -> JSONValue? {
    guard let map else { return nil }
    let known: [KnownCase: Value] =
      then == "mapKeysAsEnums" ? map.mapKeysAsEnums() : map.compactMapKeysAsEnums()
    return object(Dictionary(uniqueKeysWithValues: known.map { ($0.key.rawValue, $0.value) }), json)
  }

  private static func object<Value>(
    _ map: [String: Value], _ json: (Value) -> JSONValue
  ) -> JSONValue {
    .object(JSONObject(map.map { ($0.key, json($0.value)) }))
  }

  private static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  private static func json(_ variables: any Variables) -> JSONValue {
    variables.json.map(JSONValue.object) ?? .null
  }
}

/// An enum whose cases are set by a test.
struct KnownCase: RawRepresentable, Hashable {
  @TaskLocal static var raw: Set<String> = []

  let rawValue: String

  init?(rawValue: String) {
    guard Self.raw.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}
