import VirgaJSON
import VirgaManifest
import VirgaSource

/// A language of generated code.
enum CodeLanguage {
  case swift, kotlin

  /// The name to show.
  var title: String { self == .swift ? "Swift" : "Kotlin" }

  /// The literal of a missing value.
  var nilLiteral: String { self == .swift ? "nil" : "null" }
}

/// Writes values as code.
struct CodeLiteral {
  let manifest: Manifest
  /// The index of the module that declares the types.
  let module: Int
  let language: CodeLanguage
  /// The aliases of the module's types whose names are already used in the file.
  var aliases: [String: String] = [:]
  /// Whether the code so far refers to a resource of an Android app.
  private(set) var usesResources = false

  private var isSwift: Bool { language == .swift }

  /// The code of a value: `[.left, .right]` for `["left", "right"]` and a `List<Side>` in Swift.
  ///
  /// If the code refers to a resource of an Android app, ``usesResources`` becomes true.
  ///
  /// - Parameter path: The path of the value, for errors.
  /// - Throws: An error if the language has no literal for it, such as 7.5 as an Int.
  mutating func code(
    _ value: JSONValue, _ type: VariableType, at path: String
  ) throws(LiteralFailure) -> String {
    // In a valid manifest every value has its type, so none of the fallbacks is used.
    switch type {
    case .boolean: return value == true ? "true" : "false"
    case .int: return try integer(value, at: path)
    case .double: return (value.doubleValue ?? 0).description
    // Kotlin code refers to the resources of an Android app; Swift code looks them up by name.
    case .text where !isSwift: return textResource(value.stringValue ?? "")
    case .image where !isSwift: return try imageResource(value.stringValue ?? "", at: path)
    // A value of an alias is a string.
    case .string, .alias, .text, .image: return string(value.stringValue ?? "")
    case .enumeration(let name): return variant(value.stringValue ?? "", of: name)
    case .option(let inner):
      return value.isNull ? language.nilLiteral : try code(value, inner, at: path)
    case .list(let item):
      let items = try (value.arrayValue ?? []).enumerated().map {
        (index, element) throws(LiteralFailure) in
        try code(element, item, at: "\(path)[\(index)]")
      }
      return isSwift ? list("[", items, "]") : list("listOf(", items, ")")
    case .map(let key, let item): return try map(value.objectValue ?? [:], key, item, at: path)
    case .object(let name): return try object(value.objectValue ?? [:], name, at: path)
    }
  }

  /// The code of a map; `path` names it in a failure.
  private mutating func map(
    _ members: JSONObject, _ key: VariableType, _ item: VariableType, at path: String
  ) throws(LiteralFailure) -> String {
    let separator = isSwift ? ": " : " to "
    var items: [String] = []
    for (name, value) in members {
      let keyCode = try code(.string(name), key, at: path)
      let valueCode = try code(value, item, at: "\(path)['\(name)']")
      items.append(keyCode + separator + valueCode)
    }
    if !isSwift { return list("mapOf(", items, ")") }
    return items.isEmpty ? "[:]" : list("[", items, "]")
  }

  /// A call of an object's initializer, with an argument for each field that `members` has; the
  /// initializer has defaults for the others.
  private mutating func object(
    _ members: JSONObject, _ name: String, at path: String
  ) throws(LiteralFailure) -> String {
    var items: [String] = []
    for field in manifest.object(name, in: module)?.fields ?? [] {
      guard let value = members[field.name] else { continue }
      let label =
        isSwift ? "\(SwiftName.label(field.name)): " : "\(KotlinName.member(field.name)) = "
      items.append(label + (try code(value, field.type, at: "\(path).\(field.name)")))
    }
    return list("\(typeName(name))(", items, ")")
  }

  /// The items between `open` and `close`, on a line each, with the indentation of the language.
  private func list(_ open: String, _ items: [String], _ close: String) -> String {
    CodeList.code(open, items, close, step: isSwift ? "  " : "    ")
  }

  /// The name of a type in the file: its alias if it has one.
  private func typeName(_ name: String) -> String {
    let type = isSwift ? SwiftName.type(name) : KotlinName.type(name)
    return aliases[type] ?? type
  }

  /// The case of a variant; in Swift qualified only if the bare case could be one of `Optional`.
  private func variant(_ variant: String, of name: String) -> String {
    guard isSwift else { return "\(typeName(name)).\(KotlinName.constant(variant))" }
    let member = SwiftName.member(variant)
    let isCaseOfOptional = member == "none" || member == "some"
    return isCaseOfOptional ? "\(typeName(name)).\(member)" : ".\(member)"
  }

  /// The code of an Int, which has 64 bits in Swift and 32 in Kotlin; throws if the value does not
  /// fit.
  private func integer(_ value: JSONValue, at path: String) throws(LiteralFailure) -> String {
    if let integer = value.integerValue {
      let fits = isSwift || Int32(exactly: integer) != nil
      if fits { return String(integer) }
    }
    let expected =
      isSwift
      ? "a 64-bit integer, as an Int is in code" : "a 32-bit integer, as an Int is in Kotlin"
    throw LiteralFailure(path: path, message: "\(value.compact) is not \(expected)")
  }

  /// A reference to an image resource of an Android app; throws if the name cannot be that of one.
  private mutating func imageResource(
    _ name: String, at path: String
  ) throws(LiteralFailure) -> String {
    guard name.isResourceName else {
      throw LiteralFailure(
        path: path,
        message:
          "`\(name)` is not a valid Android resource name: use lowercase letters, digits and `_`")
    }
    usesResources = true
    return "R.drawable.\(KotlinName.resource(name))"
  }

  /// A reference to a text resource of an Android app if the text can be its name, else the text.
  ///
  /// A reference sets `usesResources`, so that the file imports the app's `R`.
  private mutating func textResource(_ text: String) -> String {
    guard text.isResourceName else { return "Res.string(\(string(text)))" }
    usesResources = true
    return "Res.string(R.string.\(KotlinName.resource(text)))"
  }

  /// The string literal of a text in the language.
  private func string(_ text: String) -> String {
    isSwift ? SwiftLiteral.string(text) : KotlinLiteral.string(text)
  }
}

/// Why a value cannot be written as a literal.
struct LiteralFailure: Error {
  var path: String
  var message: String
}

/// String literals of Swift, with special characters escaped.
enum SwiftLiteral {
  /// The text in quotes, with codes for characters that a reader would not see: `"Say \"hi\""`.
  static func string(_ text: String) -> String {
    guard text.mayNeedEscapes else { return "\"\(text)\"" }
    var code = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": code += "\\\""
      case "\\": code += "\\\\"
      case "\n": code += "\\n"
      case "\r": code += "\\r"
      case "\t": code += "\\t"
      case _ where scalar.isHidden:
        code += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: code.unicodeScalars.append(scalar)
      }
    }
    return code + "\""
  }
}

/// String literals of Kotlin, with special characters escaped.
enum KotlinLiteral {
  /// The text in quotes, in ASCII: Kotlin's escapes have one unit of UTF-16 each.
  static func string(_ text: String) -> String {
    guard text.mayNeedEscapes else { return "\"\(text)\"" }
    var code = "\""
    for unit in text.utf16 {
      // Nil for a half of a surrogate pair, which is escaped like other units.
      switch Unicode.Scalar(unit) {
      case "\""?: code += "\\\""
      case "\\"?: code += "\\\\"
      // Kotlin takes it for the start of an expression.
      case "$"?: code += "\\$"
      case "\n"?: code += "\\n"
      case "\r"?: code += "\\r"
      case "\t"?: code += "\\t"
      case let scalar? where (" "..."~").contains(scalar): code.unicodeScalars.append(scalar)
      default: code += "\\u" + unit.hexadecimal(digits: 4, uppercase: true)
      }
    }
    return code + "\""
  }
}

extension String {
  /// Whether it has a quote, a backslash, a dollar sign (which Kotlin takes for the start of an
  /// expression), or anything but printable ASCII.
  fileprivate var mayNeedEscapes: Bool {
    hasByte { byte in
      let isPrintableASCII = byte >= UInt8(ascii: " ") && byte <= UInt8(ascii: "~")
      let isSpecial =
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "$")
      return !isPrintableASCII || isSpecial
    }
  }
}
