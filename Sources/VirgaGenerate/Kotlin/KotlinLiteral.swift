import VirgaJSON
import VirgaManifest
import VirgaSource

struct KotlinLiteral {
  let manifest: Manifest
  let module: Int
  /// The aliases of the module's types whose names are already used in the file.
  let aliases: [String: String]
  private(set) var usesResources = false

  init(manifest: Manifest, module: Int, aliases: [String: String] = [:]) {
    self.manifest = manifest
    self.module = module
    self.aliases = aliases
  }

  mutating func code(_ value: JSONValue, _ type: VariableType, at path: String) throws(LiteralFailure) -> String {
    switch type {
    case .boolean: return value == true ? "true" : "false"
    case .int: return try integer(value, at: path)
    case .double: return (value.doubleValue ?? 0).description
    case .string, .alias: return Self.string(value.stringValue ?? "")
    case .text: return text(value.stringValue ?? "")
    case .image: return "R.drawable.\(try resource(value.stringValue ?? "", at: path))"
    case .enumeration(let name):
      return "\(spelled(name)).\(KotlinName.constant(value.stringValue ?? ""))"
    case .option(let inner): return value.isNull ? "null" : try code(value, inner, at: path)
    case .list(let item):
      var items: [String] = []
      for (index, element) in (value.arrayValue ?? []).enumerated() {
        items.append(try code(element, item, at: "\(path)[\(index)]"))
      }
      return CodeList.code("listOf(", items, ")", step: "    ")
    case .map(let key, let item):
      var items: [String] = []
      for (name, value) in value.objectValue ?? [:] {
        let label = try code(.string(name), key, at: path)
        items.append("\(label) to \(try code(value, item, at: "\(path)['\(name)']"))")
      }
      return CodeList.code("mapOf(", items, ")", step: "    ")
    case .object(let name): return try object(value.objectValue ?? [:], name, at: path)
    }
  }

  private mutating func object(
    _ members: JSONObject, _ name: String, at path: String
  ) throws(LiteralFailure) -> String {
    var items: [String] = []
    for field in manifest.object(name, in: module)?.fields ?? [] {
      guard let value = members[field.name] else { continue }
      let code = try code(value, field.type, at: "\(path).\(field.name)")
      items.append("\(KotlinName.member(field.name)) = \(code)")
    }
    return CodeList.code("\(spelled(name))(", items, ")", step: "    ")
  }

  private func spelled(_ name: String) -> String {
    let type = KotlinName.type(name)
    return aliases[type] ?? type
  }

  private func integer(_ value: JSONValue, at path: String) throws(LiteralFailure) -> String {
    if let integer = value.integerValue.flatMap(Int32.init(exactly:)) { return String(integer) }
    throw LiteralFailure(
      path: path, message: "\(value.compact) is not a 32-bit integer, as an Int is in Kotlin")
  }

  private mutating func resource(_ name: String, at path: String) throws(LiteralFailure) -> String {
    guard !Self.isResource(name) else {
      usesResources = true
      return KotlinName.resource(name)
    }
    throw LiteralFailure(
      path: path, message: "`\(name)` is not a valid Android resource name: use lowercase letters, digits and `_`")
  }

  /// A text resource of the app if the text could be its name.
  private mutating func text(_ text: String) -> String {
    guard Self.isResource(text) else { return "Res.string(\(Self.string(text)))" }
    usesResources = true
    return "Res.string(R.string.\(KotlinName.resource(text)))"
  }

  static func isResource(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == UInt8(ascii: "_") || first.isSmallLetter else { return false }
    return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isSmallLetter || $0.isDigit }
  }

  static func string(_ text: String) -> String {
    let code = text.utf16.map { unit -> String in
      switch unit {
      case 0x22: return "\\\""
      case 0x5C: return "\\\\"
      case 0x24: return "\\$"
      case 0x0A: return "\\n"
      case 0x0D: return "\\r"
      case 0x09: return "\\t"
      case 0x20...0x7E: return String(UnicodeScalar(UInt8(unit)))
      default: return "\\u" + unit.hexadecimal(4, uppercase: true)
      }
    }
    return "\"\(code.joined())\""
  }
}

struct LiteralFailure: Error {
  var path: String
  var message: String
}
