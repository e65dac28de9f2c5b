/// The keys of one level of a manifest, with every accepted spelling.
protocol ManifestKey: Hashable, RawRepresentable<Int>, Sendable {
  /// Every spelling of every key; the first spelling of a key is its canonical one.
  static var spellings: [(spelling: StaticString, key: Self)] { get }
  /// What messages call the level.
  static var level: String { get }
  /// Whether unknown keys are ignored instead of reported as errors.
  static var isOpen: Bool { get }
}

extension ManifestKey {
  static var isOpen: Bool { false }

  var canonicalSpelling: String {
    Self.spellings.first { $0.key == self }.map { "\($0.spelling)" } ?? ""
  }
}

/// Rule: VirgaManifest/FileKeys.
enum TopKey: Int, ManifestKey {
  case version, about, channels, includes, imports, features, enums, objects, types

  static let level = "the manifest"
  static let spellings: [(spelling: StaticString, key: TopKey)] = [
    ("features", .features), ("enums", .enums), ("objects", .objects), ("about", .about), ("channels", .channels),
    ("includes", .includes), ("include", .includes), ("imports", .imports), ("import", .imports),
    ("version", .version), ("types", .types),
  ]
}

/// Rule: VirgaManifest/FileKeys.
enum AboutKey: Int, ManifestKey {
  case description, swift, kotlin

  static let level = "`about`"
  static let spellings: [(spelling: StaticString, key: AboutKey)] = [
    ("description", .description), ("swift", .swift), ("ios", .swift), ("swift_about", .swift),
    ("kotlin", .kotlin), ("android", .kotlin), ("kotlin_about", .kotlin),
  ]
}

/// Rule: VirgaManifest/FileKeys.
enum SwiftKey: Int, ManifestKey {
  case module, className

  static let level = "`about.swift`"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: SwiftKey)] = [("module", .module), ("class", .className)]
}

/// Rule: VirgaManifest/FileKeys.
enum KotlinKey: Int, ManifestKey {
  case package, className

  static let level = "`about.kotlin`"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: KotlinKey)] = [("package", .package), ("class", .className)]
}

/// Rule: VirgaManifest/FileKeys.
enum TypesKey: Int, ManifestKey {
  case enums, objects

  static let level = "`types`"
  static let spellings: [(spelling: StaticString, key: TypesKey)] = [("enums", .enums), ("objects", .objects)]
}

/// Rule: VirgaManifest/Imports.
enum ImportKey: Int, ManifestKey {
  case path, channel, features

  static let level = "an import"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: ImportKey)] = [
    ("path", .path), ("channel", .channel), ("features", .features),
  ]
}

/// Rule: VirgaManifest/Imports.
enum AdditionKey: Int, ManifestKey {
  case defaults, examples

  static let level = "import additions"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: AdditionKey)] = [
    ("defaults", .defaults), ("examples", .examples),
  ]
}

/// Rule: VirgaManifest/FeatureKeys.
enum FeatureKey: Int, ManifestKey {
  case description, variables, defaults, coenrollment, examples, documentation, contacts, metaBug, events, configurator

  static let level = "a feature"
  static let spellings: [(spelling: StaticString, key: FeatureKey)] = [
    ("description", .description), ("variables", .variables), ("defaults", .defaults), ("default", .defaults),
    ("allow-coenrollment", .coenrollment), ("examples", .examples), ("documentation", .documentation),
    ("contacts", .contacts), ("owners", .contacts), ("owner", .contacts), ("meta-bug", .metaBug),
    ("events", .events), ("configurator", .configurator),
  ]
}

/// Rule: VirgaManifest/FeatureKeys.
enum DocumentKey: Int, ManifestKey {
  case name, url

  static let level = "a document"
  static let spellings: [(spelling: StaticString, key: DocumentKey)] = [("name", .name), ("url", .url)]
}

/// Rule: VirgaManifest/FeatureKeys.
enum BlockKey: Int, ManifestKey {
  case value, channel, channels, targeting

  static let level = "a default block"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: BlockKey)] = [
    ("value", .value), ("channel", .channel), ("channels", .channels), ("targeting", .targeting),
  ]
}

/// Rule: VirgaManifest/FeatureKeys.
enum VariableKey: Int, ManifestKey {
  case description, type, defaultValue, preferenceKey, geckoPreference, stringAlias, value

  static let level = "a variable"
  static let spellings: [(spelling: StaticString, key: VariableKey)] = [
    ("description", .description), ("type", .type), ("default", .defaultValue), ("pref-key", .preferenceKey),
    ("gecko-pref", .geckoPreference), ("string-alias", .stringAlias), ("value", .value),
  ]
}

/// Rule: VirgaManifest/TypeKeys.
enum FieldKey: Int, ManifestKey {
  case description, type, defaultValue, value

  static let level = "a field"
  static let spellings: [(spelling: StaticString, key: FieldKey)] = [
    ("description", .description), ("type", .type), ("default", .defaultValue), ("value", .value),
  ]
}

/// Rule: VirgaManifest/AppSettings.
enum GeckoKey: Int, ManifestKey {
  case name, branch

  static let level = "`gecko-pref`"
  static let isOpen = true
  static let spellings: [(spelling: StaticString, key: GeckoKey)] = [("pref", .name), ("branch", .branch)]
}

/// Rule: VirgaManifest/TypeKeys.
enum EnumKey: Int, ManifestKey {
  case description, variants

  static let level = "an enum"
  static let spellings: [(spelling: StaticString, key: EnumKey)] = [
    ("description", .description), ("variants", .variants),
  ]
}

/// Rule: VirgaManifest/TypeKeys.
enum VariantKey: Int, ManifestKey {
  case description

  static let level = "a variant"
  static let spellings: [(spelling: StaticString, key: VariantKey)] = [("description", .description)]
}

/// Rule: VirgaManifest/TypeKeys.
enum ObjectKey: Int, ManifestKey {
  case description, fields

  static let level = "an object"
  static let spellings: [(spelling: StaticString, key: ObjectKey)] = [
    ("description", .description), ("fields", .fields),
  ]
}

/// Rule: VirgaManifest/Examples.
enum ExampleKey: Int, ManifestKey {
  case name, value, path, description, url

  static let level = "an example"
  static let spellings: [(spelling: StaticString, key: ExampleKey)] = [
    ("name", .name), ("value", .value), ("path", .path), ("description", .description), ("url", .url),
  ]
}
