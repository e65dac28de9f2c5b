import VirgaManifest

/// Definitions with places to fill in.
enum ManifestSnippets {
  private static let description = "description: ${2:What it does}"

  /// The snippets for a name of a map, or an element of a list, of some kind of object.
  static func items(of value: ManifestValue) -> [CompletionItem] {
    switch value {
    case .map(let inner): inner.alternatives.compactMap { definition(of: $0) }
    case .list(let inner): inner.alternatives.compactMap { element(of: $0) }
    default: []
    }
  }

  /// The snippet of something with a name.
  private static func definition(of value: ManifestValue) -> CompletionItem? {
    guard case .object(let level) = value else { return nil }
    switch level.name {
    case ManifestLevel.feature.name:
      return item(
        "feature", "A feature with a variable",
        [
          "${1:my-feature}:", "  \(description)", "  variables:", "    ${3:enabled}:",
          "      description: ${4:Whether it is on}", "      type: ${5:Boolean}",
          "      default: ${6:false}",
        ])
    case ManifestLevel.variable.name:
      return item("variable", "A variable with a default", valueLines("enabled"))
    case ManifestLevel.field.name:
      return item("field", "A field with a default", valueLines("title"))
    case ManifestLevel.enumeration.name:
      return item(
        "enum", "An enum with a variant",
        [
          "${1:MyEnum}:", "  \(description)", "  variants:", "    ${3:first}:",
          "      description: ${4:What it means}",
        ])
    case ManifestLevel.object.name:
      return item(
        "object", "An object with a field",
        [
          "${1:MyObject}:", "  \(description)", "  fields:", "    ${3:title}:",
          "      description: ${4:What it is}", "      type: ${5:String}",
          "      default: ${6:\"\"}",
        ])
    default: return nil
    }
  }

  /// The snippet of an element without a name.
  private static func element(of value: ManifestValue) -> CompletionItem? {
    guard case .object(let level) = value, level.name == ManifestLevel.block.name else {
      return nil
    }
    return item(
      "default block", "Defaults for a channel",
      ["- channel: ${1:nightly}", "  value:", "    ${2:enabled}: ${3:true}"])
  }

  /// The lines of a variable or a field.
  private static func valueLines(_ name: String) -> [String] {
    ["${1:\(name)}:", "  \(description)", "  type: ${3:Boolean}", "  default: ${4:false}"]
  }

  private static func item(_ label: String, _ detail: String, _ lines: [String]) -> CompletionItem {
    CompletionItem(
      label: label, kind: .snippet, detail: detail, text: lines.joined(separator: "\n"),
      isSnippet: true)
  }
}
