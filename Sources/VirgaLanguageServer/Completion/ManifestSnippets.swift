import VirgaManifest

/// Definitions with places to fill in, as in `${1:my-feature}`: a number that orders the places,
/// and the text to replace.
enum ManifestSnippets {
  /// A key of a definition with its value.
  private struct Member: Sendable {
    let key: String
    let value: Value

    init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  private enum Value: Sendable {
    case object([Member])
    /// A string, which JSON has in quotes.
    case string(String)
    /// What JSON and YAML write in the same way, such as `true`.
    case literal(String)
  }

  /// The description of a definition, which is the second place to fill in.
  private static let description = Member("description", .string("${2:What it does}"))

  // MARK: Places

  /// The snippets for a name of a map, or in YAML with indentation an element of a list, of each
  /// kind of object that it can contain.
  static func items(of value: ManifestValue, _ style: WritingStyle) -> [CompletionItem] {
    switch value {
    case .map(let inner): inner.alternatives.compactMap { definition(of: $0, style) }
    case .list(let inner) where style == .block: inner.alternatives.compactMap { element(of: $0) }
    default: []
    }
  }

  /// The snippet for an element of a list in brackets.
  static func elementItems(of value: ManifestValue) -> [CompletionItem] {
    guard isBlock(value) else { return [] }
    return [item(blockLabel, blockDetail, jsonLines(.object(block)))]
  }

  /// The snippet of an element of a list with a dash.
  private static func element(of value: ManifestValue) -> CompletionItem? {
    guard isBlock(value) else { return nil }
    let lines = block.flatMap { yamlLines($0) }
    let indented = lines.enumerated().map { index, line in (index == 0 ? "- " : "  ") + line }
    return item(blockLabel, blockDetail, indented)
  }

  /// Whether a value is a default block.
  private static func isBlock(_ value: ManifestValue) -> Bool {
    guard case .object(let level) = value else { return false }
    return level.name == ManifestLevel.block.name
  }

  // MARK: Definitions

  private static let blockLabel = "default block"
  private static let blockDetail = "Defaults for a channel"
  private static let block = [
    Member("channel", .string("${1:nightly}")),
    Member("value", .object([Member("${2:enabled}", .literal("${3:true}"))])),
  ]

  /// The snippet of a definition, such as a feature, with its name as the key; nil for values of
  /// other kinds.
  private static func definition(
    of value: ManifestValue, _ style: WritingStyle
  ) -> CompletionItem? {
    guard case .object(let level) = value else { return nil }
    /// The snippet of a definition.
    func snippet(_ label: String, _ detail: String, _ member: Member) -> CompletionItem {
      item(label, detail, style == .block ? yamlLines(member) : jsonLines(member))
    }
    switch level.name {
    case ManifestLevel.feature.name:
      return snippet("feature", "A feature with a variable", feature)
    case ManifestLevel.variable.name:
      return snippet("variable", "A variable with a default", typedMember("enabled"))
    case ManifestLevel.field.name:
      return snippet("field", "A field with a default", typedMember("title"))
    case ManifestLevel.enumeration.name:
      return snippet("enum", "An enum with a variant", enumeration)
    case ManifestLevel.object.name:
      return snippet("object", "An object with a field", object)
    default: return nil
    }
  }

  private static let feature = Member(
    "${1:my-feature}",
    .object([
      description,
      Member(
        "variables",
        .object([
          Member(
            "${3:enabled}",
            .object([
              Member("description", .string("${4:Whether it is on}")),
              Member("type", .string("${5:Boolean}")), Member("default", .literal("${6:false}")),
            ]))
        ])),
    ]))

  private static let enumeration = Member(
    "${1:MyEnum}",
    .object([
      description,
      Member(
        "variants",
        .object([
          Member(
            "${3:first}", .object([Member("description", .string("${4:What it means}"))]))
        ])),
    ]))

  private static let object = Member(
    "${1:MyObject}",
    .object([
      description,
      Member(
        "fields",
        .object([
          Member(
            "${3:title}",
            .object([
              Member("description", .string("${4:What it is}")),
              Member("type", .string("${5:String}")), Member("default", .literal("${6:\"\"}")),
            ]))
        ])),
    ]))

  /// A variable or a field with a type and a default.
  ///
  /// Its places to fill in are 1, 3 and 4, because `description` has the second.
  private static func typedMember(_ name: String) -> Member {
    Member(
      "${1:\(name)}",
      .object([
        description, Member("type", .string("${3:Boolean}")),
        Member("default", .literal("${4:false}")),
      ]))
  }

  // MARK: Lines

  /// A member in YAML with indentation.
  private static func yamlLines(_ member: Member) -> [String] {
    switch member.value {
    case .string(let text), .literal(let text): ["\(member.key): \(text)"]
    case .object(let members):
      ["\(member.key):"] + members.flatMap { yamlLines($0) }.map { "  " + $0 }
    }
  }

  /// A member in JSON.
  private static func jsonLines(_ member: Member) -> [String] {
    var lines = jsonLines(member.value)
    lines[0] = "\"\(member.key)\": " + lines[0]
    return lines
  }

  /// A value in JSON, with each member of an object on lines of its own.
  private static func jsonLines(_ value: Value) -> [String] {
    switch value {
    case .string(let text): return ["\"\(text)\""]
    case .literal(let text): return [text]
    case .object(let members):
      var inner: [String] = []
      for member in members {
        // A comma follows the member before this one.
        if !inner.isEmpty { inner[inner.count - 1] += "," }
        inner += jsonLines(member).map { "  " + $0 }
      }
      return ["{"] + inner + ["}"]
    }
  }

  private static func item(_ label: String, _ detail: String, _ lines: [String]) -> CompletionItem {
    CompletionItem(
      label: label, kind: .snippet, detail: detail, text: lines.joined(separator: "\n"),
      isSnippet: true)
  }
}
