import VirgaJSON
import VirgaManifest

/// Writes values as Swift code.
struct SwiftLiteral {
  let manifest: Manifest
  let module: Int

  /// The code of `value`; `path` is the path that problems give.
  func code(_ value: JSONValue, _ type: VariableType, at path: String) throws(LiteralFailure) -> CodeText {
    switch type {
    case .boolean: return .text(value == true ? "true" : "false")
    case .int: return .text(try integer(value, at: path))
    case .double: return .text((value.doubleValue ?? 0).description)
    case .string, .alias, .text, .image: return Self.string(value.stringValue ?? "")
    case .enumeration(let name): return .text(enumCase(value.stringValue ?? "", of: name))
    case .option(let inner): return value.isNull ? .text("nil") : try code(value, inner, at: path)
    case .list(let item):
      var items: [CodeText] = []
      for (index, element) in (value.arrayValue ?? []).enumerated() {
        items.append(try code(element, item, at: "\(path)[\(index)]"))
      }
      return .list(open: "[", items, close: "]", hasTrailingComma: true)
    case .map(let key, let item): return try map(value.objectValue ?? [:], key, item, at: path)
    case .object(let name): return try object(value.objectValue ?? [:], name, at: path)
    }
  }

  /// The case of a variant, with the enum's name if the bare case could be that of an optional.
  private func enumCase(_ variant: String, of name: String) -> String {
    let member = SwiftName.member(variant)
    return (member == "none" || member == "some" ? SwiftName.type(name) : "") + ".\(member)"
  }

  private func integer(_ value: JSONValue, at path: String) throws(LiteralFailure) -> String {
    if let integer = value.integerValue { return String(integer) }
    throw LiteralFailure(
      path: path, message: "\(value.compact) is not a whole number of 64 bits, which an Int is in code")
  }

  private func map(
    _ members: JSONObject, _ key: VariableType, _ item: VariableType, at path: String
  ) throws(LiteralFailure) -> CodeText {
    guard !members.isEmpty else { return .text("[:]") }
    var items: [CodeText] = []
    for (name, value) in members {
      let label = try code(.string(name), key, at: path)
      items.append(.named(head: "\(label.flat): ", try code(value, item, at: "\(path)['\(name)']")))
    }
    return .list(open: "[", items, close: "]", hasTrailingComma: true)
  }

  private func object(_ members: JSONObject, _ name: String, at path: String) throws(LiteralFailure) -> CodeText {
    var items: [CodeText] = []
    for field in manifest.object(name, in: module)?.fields ?? [] {
      guard let value = members[field.name] else { continue }
      let code = try code(value, field.type, at: "\(path).\(field.name)")
      items.append(code.labelled(SwiftName.label(field.name)))
    }
    return .list(open: "\(SwiftName.type(name))(", items, close: ")", hasTrailingComma: false)
  }

  /// A string literal with everything escaped that would end it or mean something in it.
  static func string(_ text: String) -> CodeText {
    // Most texts are short and need no escape.
    if text.utf8.count <= 60, text.isPlain, !text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 }) {
      return .string("\"\(text)\"", lines: [text], isDeeper: false)
    }
    let pieces = Wrapping.pieces(of: text[...], width: 60).map(escaped)
    return .string("\"\(escaped(text[...]))\"", lines: pieces, isDeeper: false)
  }

  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.reduce(into: "") { code, scalar in
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
  }
}
