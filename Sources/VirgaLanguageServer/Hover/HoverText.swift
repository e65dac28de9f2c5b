import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Writes what is known about a part of a manifest, in Markdown.
struct HoverText {
  let manifest: Manifest
  /// What a session changes; nil without a session.
  var session: SessionReading?

  // MARK: Definitions and types

  func text(of definition: ManifestPath.Definition, in module: Int) -> String? {
    switch definition {
    case .feature(let id): manifest.feature(id).map { text($0) }
    case .variable(let name, let id):
      manifest.feature(id).flatMap { feature in
        feature.variable(name).map { text(of: $0, [.key(name)], in: feature) }
      }
    case .field(let name, let object):
      manifest.object(object, in: module)?.field(name).map { field in
        paragraphs(
          "`\(name)`: \(code("\(field.type)")), a field of `\(object)`", field.description,
          choices(of: field.type, in: module), defaultText(of: field))
      }
    case .object(let name), .enumeration(let name): text(ofType: name, in: module)
    case .variant(let name, let enumeration):
      manifest.enumeration(enumeration, in: module)?.variant(name).map { variant in
        paragraphs("`\(name)`, a variant of `\(enumeration)`", variant.description)
      }
    }
  }

  /// An enum with its variants, an object with its fields, an alias, or a type of the language.
  func text(ofType name: String, in module: Int) -> String? {
    if let definition = manifest.enumeration(name, in: module) {
      let variants = definition.variants.map { "- `\($0.name)` \($0.description)" }
      return paragraphs("enum `\(name)`", definition.description, lines(variants))
    }
    if let definition = manifest.object(name, in: module) {
      let fields = definition.fields.map { field in
        "- `\(field.name)`: \(code("\(field.type)")) \(field.description)"
      }
      return paragraphs("object `\(name)`", definition.description, lines(fields))
    }
    let declaring = manifest.features.first { feature in
      feature.module == module && feature.variables.contains { $0.stringAlias == name }
    }
    return declaring.map { paragraphs("string alias `\(name)`, declared in `\($0.id)`") }
      ?? Self.languageTypes[name]
  }

  /// Whether the language itself has a type or a generic of that name.
  static func isTypeOfLanguage(_ name: String) -> Bool { languageTypes[name] != nil }

  /// What a type or a generic of the language is; empty for another name.
  static func meaning(ofTypeOfLanguage name: String) -> String { languageTypes[name] ?? "" }

  private static let languageTypes: [String: String] = [
    "String": "any string", "Int": "any integer", "Double": "any number",
    "Boolean": "`true` or `false`", "Text": "the key of a localized text",
    "BundleText": "the key of a localized text, an older name for `Text`",
    "Image": "the name of an image", "BundleImage": "an older name for `Image`",
    "Drawable": "an older name for `Image`", "Option": "null, or a value of the type inside",
    "List": "an array", "Map": "an object with keys of the first type, values of the second",
    "Enum": "an enum", "Object": "an object type",
  ]

  private func text(_ feature: FeatureDefinition) -> String {
    let names = feature.variables.map { "- `\($0.name)`: \(code("\($0.type)"))" }
    return paragraphs("feature `\(feature.id)`", feature.description, lines(names))
  }

  func text(of key: ManifestKey) -> String {
    let presence = key.presence == .required ? " (required)" : ""
    return paragraphs("`\(key.name)`\(presence)", key.description)
  }

  // MARK: Values

  /// A variable, a field or a value of a config: its type, its description, and what an app reads.
  ///
  /// - Parameters:
  ///   - path: The path in the config of `owner`.
  ///   - written: The key or value at the path; if it names a variant, that is explained too.
  ///   - isKey: Whether that is the key.
  ///   - owner: What the config belongs to.
  ///   - module: The module of the file, which has the owner unless that is a feature.
  func text(
    ofValueAt path: JSONPath, _ written: LocatedValue, isKey: Bool,
    _ owner: ManifestPath.ConfigOwner, in module: Int
  ) -> String? {
    guard let value = manifest.typedValue(at: path, of: owner, in: module) else { return nil }
    let typeOfName = isKey ? value.key : value.type.unwrapped
    if case .feature(let id) = owner, let feature = manifest.feature(id) {
      // The file may belong to a module that imports the feature.
      let variant = self.variant(written.text, of: typeOfName, in: feature.module)
      return text(of: value, variant, path.components, in: feature)
    }
    let variant = self.variant(written.text, of: typeOfName, in: module)
    let choices = choices(of: value.type, in: module)
    let field = value.isWhole ? defaultText(of: value.variable) : ""
    return paragraphs(heading(of: value), value.variable.description, variant, choices, field)
  }

  private func text(
    of variable: Variable, _ steps: [JSONPath.Component], in feature: FeatureDefinition
  ) -> String {
    let value = TypedValue(type: variable.type, variable: variable, isWhole: true)
    return text(of: value, "", steps, in: feature)
  }

  private func text(
    of value: TypedValue, _ variant: String, _ steps: [JSONPath.Component],
    in feature: FeatureDefinition
  ) -> String {
    let choices = choices(of: value.type, in: feature.module)
    let table = ChannelValues(manifest, feature, steps).table
    let changed = session?.text(of: feature, at: steps) ?? ""
    return paragraphs(
      heading(of: value), value.variable.description, variant, choices, table, changed)
  }

  /// The default of a field in the definition of its object.
  private func defaultText(of field: Variable) -> String {
    let value = field.defaultValue?.json ?? .null
    return "The default of the object is \(code(value.compact))."
  }

  /// What a variant means; empty for an unknown one, and for a type that is not an enum.
  private func variant(_ name: String?, of type: VariableType?, in module: Int) -> String {
    guard let name, case .enumeration(let enumeration)? = type,
      let variant = manifest.enumeration(enumeration, in: module)?.variant(name),
      !variant.description.isEmpty
    else { return "" }
    return "`\(variant.name)`: \(variant.description)"
  }

  /// The variants of an enum in a sentence; empty for other types.
  private func choices(of type: VariableType, in module: Int) -> String {
    guard case .enumeration(let name) = type.unwrapped else { return "" }
    let variants = manifest.enumeration(name, in: module)?.variants ?? []
    return "One of " + variants.map { "`\($0.name)`" }.joined(separator: ", ") + "."
  }

  private func heading(of value: TypedValue) -> String {
    value.isWhole
      ? "`\(value.variable.name)`: \(code("\(value.type)"))"
      : "\(code("\(value.type)")) in `\(value.variable.name)`"
  }

  // MARK: Markdown

  private func paragraphs(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func lines(_ lines: [String]) -> String {
    // A hover is small.
    let maxLines = 30
    let rest = lines.count - maxLines
    let shown = lines.prefix(maxLines) + (rest > 0 ? ["- and \(rest) more"] : [])
    return shown.joined(separator: "\n")
  }

  private func code(_ text: String) -> String { MarkdownCode.span(text) }
}

/// Code in Markdown.
enum MarkdownCode {
  /// A text as code on one line, in as many backquotes as it needs; long texts are cut.
  static func span(_ text: String) -> String {
    let maxLength = 120
    let short = text.unicodeScalars.count > maxLength ? text.prefix(maxLength) + "…" : text[...]
    let line = String(short).replacing("\n", with: " ")
    return line.contains("`") ? "`` \(line) ``" : "`\(line)`"
  }

  /// The same in a table, in which a vertical bar would end the cell.
  static func cell(_ text: String) -> String { span(text).replacing("|", with: "\\|") }
}
