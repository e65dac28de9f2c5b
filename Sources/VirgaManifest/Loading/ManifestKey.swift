/// The keys of one level of a manifest; the raw value of a key is its canonical spelling.
///
/// Rule: VirgaManifest/FileKeys. Rule: VirgaManifest/FeatureKeys. Rule: VirgaManifest/TypeKeys.
/// Rule: VirgaManifest/Imports. Rule: VirgaManifest/Examples. Rule: VirgaManifest/AppSettings.
protocol ManifestKey: CaseIterable, Hashable, RawRepresentable<String>, Sendable {
  static var otherSpellings: [String: Self] { get }
  /// What messages call the level.
  static var level: String { get }
  /// Whether unknown keys are ignored instead of reported as errors.
  static var isOpen: Bool { get }
}

extension ManifestKey {
  static var otherSpellings: [String: Self] { [:] }

  static var isOpen: Bool { false }

  init?(spelling: String) {
    guard let key = Self(rawValue: spelling) ?? Self.otherSpellings[spelling] else { return nil }
    self = key
  }
}

enum TopKey: String, ManifestKey {
  case version, about, channels, includes, imports, features, enums, objects, types

  static let level = "the manifest"
  static let otherSpellings: [String: TopKey] = ["include": .includes, "import": .imports]
}

enum AboutKey: String, ManifestKey {
  case description, swift, kotlin

  static let level = "`about`"
  static let otherSpellings: [String: AboutKey] = [
    "ios": .swift, "swift_about": .swift, "android": .kotlin, "kotlin_about": .kotlin,
  ]
}

enum SwiftKey: String, ManifestKey {
  case module
  case className = "class"

  static let level = "`about.swift`"
  static let isOpen = true
}

enum KotlinKey: String, ManifestKey {
  case package
  case className = "class"

  static let level = "`about.kotlin`"
  static let isOpen = true
}

enum TypesKey: String, ManifestKey {
  case enums, objects

  static let level = "`types`"
}

enum ImportKey: String, ManifestKey {
  case path, channel, features

  static let level = "an import"
  static let isOpen = true
}

enum AdditionKey: String, ManifestKey {
  case defaults, examples

  static let level = "import additions"
  static let isOpen = true
}

enum FeatureKey: String, ManifestKey {
  case description, variables, defaults, examples, documentation, contacts, events, configurator
  case coenrollment = "allow-coenrollment"
  case metaBug = "meta-bug"

  static let level = "a feature"
  static let otherSpellings: [String: FeatureKey] = ["default": .defaults, "owners": .contacts, "owner": .contacts]
}

enum DocumentKey: String, ManifestKey {
  case name, url

  static let level = "a document"
}

enum BlockKey: String, ManifestKey {
  case value, channel, channels, targeting

  static let level = "a default block"
  static let isOpen = true
}

enum VariableKey: String, ManifestKey {
  case description, type, value
  case defaultValue = "default"
  case preferenceKey = "pref-key"
  case geckoPreference = "gecko-pref"
  case stringAlias = "string-alias"

  static let level = "a variable"
}

enum FieldKey: String, ManifestKey {
  case description, type, value
  case defaultValue = "default"

  static let level = "a field"
}

enum GeckoKey: String, ManifestKey {
  case name = "pref"
  case branch

  static let level = "`gecko-pref`"
  static let isOpen = true
}

enum EnumKey: String, ManifestKey {
  case description, variants

  static let level = "an enum"
}

enum VariantKey: String, ManifestKey {
  case description

  static let level = "a variant"
}

enum ObjectKey: String, ManifestKey {
  case description, fields

  static let level = "an object"
}

enum ExampleKey: String, ManifestKey {
  case name, value, path, description, url

  static let level = "an example"
}
