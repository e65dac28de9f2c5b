/// The keys of one level of a manifest.
///
/// Rule: VirgaManifest/FileKeys. Rule: VirgaManifest/FeatureKeys. Rule: VirgaManifest/TypeKeys.
/// Rule: VirgaManifest/Imports. Rule: VirgaManifest/Examples. Rule: VirgaManifest/AppSettings.
package struct ManifestLevel: Sendable {
  /// What messages call the level.
  let title: String
  let keys: [String]
  /// Other spellings that are read, with their key.
  package let others: KeyValuePairs<String, String>
  /// The keys that must be there.
  package let required: [String]
  /// Whether a required key without a value counts as there.
  private(set) var takesNull = false
  /// Whether unknown keys are ignored instead of reported as errors.
  package let isOpen: Bool

  private init(
    _ title: String, _ keys: [String], others: KeyValuePairs<String, String> = [:], required: [String] = [],
    isOpen: Bool = false
  ) {
    self.title = title
    self.keys = keys
    self.others = others
    self.required = required
    self.isOpen = isOpen
  }

  private func takingNull() -> ManifestLevel {
    var level = self
    level.takesNull = true
    return level
  }

  func key(spelled spelling: String) -> String? {
    keys.contains(spelling) ? spelling : others.first { $0.key == spelling }?.value
  }

  /// Keys that some documents use, but that the language never adopted: they are ignored with a warning.
  package static let unsupportedKeys = ["required", "failable"]

  package static let file = ManifestLevel(
    "the manifest", ["version", "about", "channels", "includes", "imports", "features", "enums", "objects", "types"],
    others: ["include": "includes", "import": "imports"])
  package static let about = ManifestLevel(
    "`about`", ["description", "swift", "kotlin"],
    others: ["ios": "swift", "swift_about": "swift", "android": "kotlin", "kotlin_about": "kotlin"])
  package static let swift = ManifestLevel(
    "`about.swift`", ["module", "class"], required: ["module", "class"], isOpen: true)
  package static let kotlin = ManifestLevel(
    "`about.kotlin`", ["package", "class"], required: ["package", "class"], isOpen: true)
  package static let types = ManifestLevel("`types`", ["enums", "objects"])
  package static let importing = ManifestLevel(
    "an import", ["path", "channel", "features"], required: ["path", "channel"], isOpen: true)
  package static let addition = ManifestLevel("import additions", ["defaults", "examples"], isOpen: true)
  package static let feature = ManifestLevel(
    "a feature",
    [
      "description", "variables", "defaults", "examples", "documentation", "contacts", "events", "configurator",
      "allow-coenrollment", "meta-bug",
    ], others: ["default": "defaults", "owners": "contacts", "owner": "contacts"], required: ["variables"]
  ).takingNull()
  package static let document = ManifestLevel("a document", ["name", "url"], required: ["name", "url"])
  package static let block = ManifestLevel(
    "a default block", ["value", "channel", "channels", "targeting"], required: ["value"],
    isOpen: true
  ).takingNull()
  package static let variable = ManifestLevel(
    "a variable", ["description", "type", "value", "default", "pref-key", "gecko-pref", "string-alias"],
    required: ["type"])
  package static let field = ManifestLevel(
    "a field", ["description", "type", "value", "default"], required: ["type"])
  package static let geckoPreference = ManifestLevel(
    "`gecko-pref`", ["pref", "branch"], required: ["pref", "branch"], isOpen: true)
  package static let enumeration = ManifestLevel(
    "an enum", ["description", "variants"], required: ["variants"]
  ).takingNull()
  package static let variant = ManifestLevel("a variant", ["description"])
  package static let object = ManifestLevel(
    "an object", ["description", "fields"], required: ["fields"]
  ).takingNull()
  package static let example = ManifestLevel("an example", ["name", "value", "path", "description", "url"])
}
