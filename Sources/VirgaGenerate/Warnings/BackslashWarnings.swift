import VirgaExperiments
import VirgaJSON
package import VirgaManifest
package import VirgaSource

extension SwiftCode {
  /// Warnings for text defaults with a backslash: nimbus-fml does not escape it, so its code differs.
  package static func warnings(for manifest: Manifest, channel: String?) -> [Problem] {
    BackslashWarnings.all(manifest, channel, .swift)
  }
}

extension KotlinCode {
  /// Warnings for text defaults with a backslash: nimbus-fml does not escape it, so its code differs.
  package static func warnings(for manifest: Manifest, channel: String?) -> [Problem] {
    BackslashWarnings.all(manifest, channel, .kotlin)
  }
}

/// Finds default texts that nimbus-fml's generated code would change because of a backslash.
private struct BackslashWarnings {
  let manifest: Manifest
  let language: CodeLanguage
  var problems: [Problem] = []
  /// The texts found so far, by position: a field's default can be part of many values.
  var seen: [SourceLocation: Set<String>] = [:]

  static func all(_ manifest: Manifest, _ channel: String?, _ language: CodeLanguage) -> [Problem] {
    var search = BackslashWarnings(manifest: manifest, language: language)
    for object in manifest.modules[0].objects {
      for field in object.fields {
        guard let value = field.defaultValue else { continue }
        search.check(value, field.type, module: 0, "objects/\(object.name).\(field.name)")
      }
    }
    let imported = manifest.directImports
    let added = manifest.modules[0].imports.flatMap(\.features)
    for feature in manifest.features
    where feature.module == 0 || (imported.contains(feature.module) && added.contains(feature.id)) {
      for each in manifest.merged(feature, channel: channel).variables {
        search.check(
          each.value, each.variable.type, module: feature.module, "features/\(feature.id).\(each.variable.name)")
      }
    }
    return search.problems
  }

  private mutating func check(_ value: MergedValue, _ type: VariableType, module: Int, _ path: String) {
    guard let members = value.members else { return check(value.written, type, module: module, path) }
    for member in members {
      let part = part(type, member.key, module)
      if let key = part.key { check(member.key, key, member.value.location, path) }
      if let type = part.type { check(member.value, type, module: module, path + part.path) }
    }
  }

  private mutating func check(_ value: LocatedValue, _ type: VariableType, module: Int, _ path: String) {
    if let text = value.string { return check(text, type, value.location, path) }
    if case .option(let inner) = type { return check(value, inner, module: module, path) }
    if case .list(let item) = type {
      for (index, element) in value.elements.enumerated() {
        check(element, item, module: module, "\(path)[\(index)]")
      }
    }
    for member in value.members {
      let part = part(type, member.key, module)
      if let key = part.key { check(member.key, key, member.keyNode.location, path) }
      if let type = part.type { check(member.value, type, module: module, path + part.path) }
    }
  }

  private func part(
    _ type: VariableType, _ key: String, _ module: Int
  ) -> (key: VariableType?, type: VariableType?, path: String) {
    switch type {
    case .option(let inner): return part(inner, key, module)
    case .map(let keyType, let value): return (keyType, value, "['\(key)']")
    case .object(let name):
      return (nil, manifest.object(name, in: module)?.fields.first { $0.name == key }?.type, ".\(key)")
    default: return (nil, nil, "")
    }
  }

  private mutating func check(_ text: String, _ type: VariableType, _ location: SourceLocation?, _ path: String) {
    guard text.utf8.contains(UInt8(ascii: "\\")), isText(type) else { return }
    if let location, !seen[location, default: []].insert(text).inserted { return }
    let read = language.read(text)
    guard read != text else { return }
    let start = text.unicodeScalars.prefix { $0 != "\\" }.count
    let theirs = read.map { "would hold `\(Self.excerpt($0, around: start))`" } ?? "would not compile"
    problems.append(
      Problem(
        .warning, "unescaped-backslash", path: path,
        "nimbus-fml does not escape backslashes: its \(language.title) code \(theirs), that of virga holds "
          + "`\(Self.excerpt(text, around: start))` as the manifest does", at: location))
  }

  private func isText(_ type: VariableType) -> Bool {
    switch type.unwrapped {
    case .string, .alias, .text, .image: true
    default: false
    }
  }

  private static func excerpt(_ text: String, around start: Int) -> String {
    let scalars = text.unicodeScalars
    let skipped = max(0, start - 20)
    let part = scalars.dropFirst(skipped).prefix(60)
    return (skipped > 0 ? "…" : "") + oneLine(part) + (scalars.count > skipped + 60 ? "…" : "")
  }

  /// The scalars on one line; control characters and line ends are replaced, as in `<U+000A>`.
  private static func oneLine(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    scalars.map { scalar in
      guard [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory) else {
        return String(scalar)
      }
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "<U+\(String(repeating: "0", count: 4 - number.count))\(number)>"
    }.joined()
  }
}

/// How a language reads nimbus-fml's string literals, which it does not escape.
extension CodeLanguage {
  /// The text that code reads from an unescaped literal of `text`; nil if it does not compile.
  func read(_ text: String) -> String? {
    // nimbus-fml writes these texts as Kotlin raw strings, which have no escapes.
    if self == .kotlin, text.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\n" }) { return text }
    var rest = text.unicodeScalars[...]
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let escaped = escape(&rest) else { return nil }
        result.append(escaped)
      case "\"", "\n", "\r": return nil
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The scalar of an escape sequence; `rest` starts after the backslash.
  private func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    switch (scalar, self) {
    case ("\\", _), ("\"", _), ("'", _), ("$", .kotlin): return scalar
    case ("n", _): return "\n"
    case ("t", _): return "\t"
    case ("r", _): return "\r"
    case ("b", .kotlin): return "\u{8}"
    case ("0", .swift): return "\0"
    case ("u", .swift):
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return Self.scalar(rest[..<end], digits: 1...8)
    case ("u", .kotlin):
      defer { rest = rest.dropFirst(4) }
      return Self.scalar(rest.prefix(4), digits: 4...4)
    default: return nil
    }
  }

  private static func scalar(_ digits: Substring.UnicodeScalarView, digits count: ClosedRange<Int>) -> Unicode.Scalar? {
    guard count.contains(digits.count), digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
