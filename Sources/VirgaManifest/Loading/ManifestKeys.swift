package import VirgaJSON

/// The keys of each level of a manifest.
///
/// Rule: VirgaManifest/FileKeys. Rule: VirgaManifest/FeatureKeys. Rule: VirgaManifest/TypeKeys.
/// Rule: VirgaManifest/Imports. Rule: VirgaManifest/Examples. Rule: VirgaManifest/AppSettings.
package extension ObjectKeys {
  /// Keys that some documents use, but that the language never adopted: they are ignored with a warning.
  static let unsupported = ["required", "failable"]

  static let file = ObjectKeys(
    "the manifest", ["version", "about", "channels", "includes", "imports", "features", "enums", "objects", "types"],
    others: ["include": "includes", "import": "imports"])
  static let about = ObjectKeys(
    "`about`", ["description", "swift", "kotlin"],
    others: ["ios": "swift", "swift_about": "swift", "android": "kotlin", "kotlin_about": "kotlin"])
  static let swift = ObjectKeys("`about.swift`", ["module", "class"], required: ["module", "class"], isOpen: true)
  static let kotlin = ObjectKeys("`about.kotlin`", ["package", "class"], required: ["package", "class"], isOpen: true)
  static let types = ObjectKeys("`types`", ["enums", "objects"])
  static let importing = ObjectKeys(
    "an import", ["path", "channel", "features"], required: ["path", "channel"], isOpen: true)
  static let addition = ObjectKeys("import additions", ["defaults", "examples"], isOpen: true)
  static let feature = ObjectKeys(
    "a feature",
    [
      "description", "variables", "defaults", "examples", "documentation", "contacts", "events", "configurator",
      "allow-coenrollment", "meta-bug",
    ], others: ["default": "defaults", "owners": "contacts", "owner": "contacts"], required: ["variables"]
  ).takingNull()
  static let document = ObjectKeys("a document", ["name", "url"], required: ["name", "url"])
  static let block = ObjectKeys(
    "a default block", ["value", "channel", "channels", "targeting"], required: ["value"], isOpen: true
  ).takingNull()
  static let variable = ObjectKeys(
    "a variable", ["description", "type", "value", "default", "pref-key", "gecko-pref", "string-alias"],
    required: ["type"])
  static let field = ObjectKeys("a field", ["description", "type", "value", "default"], required: ["type"])
  static let geckoPreference = ObjectKeys(
    "`gecko-pref`", ["pref", "branch"], required: ["pref", "branch"], isOpen: true)
  static let enumeration = ObjectKeys("an enum", ["description", "variants"], required: ["variants"]).takingNull()
  static let variant = ObjectKeys("a variant", ["description"])
  static let object = ObjectKeys("an object", ["description", "fields"], required: ["fields"]).takingNull()
  static let example = ObjectKeys("an example", ["name", "value", "path", "description", "url"])
}
