import VirgaJSON
import VirgaManifest

struct SwiftLiteral {
  let manifest: Manifest
  let module: Int

  func code(_ value: JSONValue, _ type: VariableType, at path: String) throws(LiteralFailure) -> String {
    switch type {
    case .boolean: return value == true ? "true" : "false"
    case .int: return try integer(value, at: path)
    case .double: return (value.doubleValue ?? 0).description
    case .string, .alias, .text, .image: return Self.string(value.stringValue ?? "")
    case .enumeration(let name): return enumCase(value.stringValue ?? "", of: name)
    case .option(let inner): return value.isNull ? "nil" : try code(value, inner, at: path)
    case .list(let item):
      var items: [String] = []
      for (index, element) in (value.arrayValue ?? []).enumerated() {
        items.append(try code(element, item, at: "\(path)[\(index)]"))
      }
      return CodeList.code("[", items, "]")
    case .map(let key, let item): return try map(value.objectValue ?? [:], key, item, at: path)
    case .object(let name): return try object(value.objectValue ?? [:], name, at: path)
    }
  }

  /// The case of a variant, qualified if the bare case could be one of `Optional`.
  private func enumCase(_ variant: String, of name: String) -> String {
    let member = SwiftName.member(variant)
    return (member == "none" || member == "some" ? SwiftName.type(name) : "") + ".\(member)"
  }

  private func integer(_ value: JSONValue, at path: String) throws(LiteralFailure) -> String {
    if let integer = value.integerValue { return String(integer) }
    throw LiteralFailure(
      path: path, message: "\(value.compact) is not a 64-bit integer, as an Int is in code")
  }

  private func map(
    _ members: JSONObject, _ key: VariableType, _ item: VariableType, at path: String
  ) throws(LiteralFailure) -> String {
    guard !members.isEmpty else { return "[:]" }
    var items: [String] = []
    for (name, value) in members {
      let label = try code(.string(name), key, at: path)
      items.append("\(label): \(try code(value, item, at: "\(path)['\(name)']"))")
    }
    return CodeList.code("[", items, "]")
  }

  private func object(_ members: JSONObject, _ name: String, at path: String) throws(LiteralFailure) -> String {
    var items: [String] = []
    for field in manifest.object(name, in: module)?.fields ?? [] {
      guard let value = members[field.name] else { continue }
      let code = try code(value, field.type, at: "\(path).\(field.name)")
      items.append("\(SwiftName.label(field.name)): \(code)")
    }
    return CodeList.code("\(SwiftName.type(name))(", items, ")")
  }

  static func string(_ text: String) -> String {
    var code = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": code += "\\\""
      case "\\": code += "\\\\"
      case "\n": code += "\\n"
      case "\r": code += "\\r"
      case "\t": code += "\\t"
      case _ where scalar.isHidden: code += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: code.unicodeScalars.append(scalar)
      }
    }
    return code + "\""
  }
}
