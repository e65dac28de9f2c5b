import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSource
import VirgaYAML

/// A manifest with all its includes and imports, merged into one file for one channel.
///
/// Idempotent: applied to its result it gives the same file. Rule: VirgaGenerate/SingleFiles.
package enum SingleFile {
  /// The JSON of the single file: a manifest without includes and imports, with the defaults of one
  /// channel.
  ///
  /// - Parameters:
  ///   - features: The features, merged for `channel`; nil to merge them here.
  ///   - keepsNames: Whether the file has the manifest's names for generated code.
  package static func json(
    of manifest: Manifest, channel: String?, features: [MergedFeature]? = nil,
    keepsNames: Bool = false
  ) -> JSONValue {
    let features = features ?? manifest.merged(channel: channel)
    // A manifest with a single channel uses that one, even if another one is requested.
    let usedChannel = manifest.channel(of: Manifest.topModuleIndex, requested: channel)
    var file: JSONObject = [
      "version": "1.0.0",
      "about": .object(about(manifest.modules.first?.about, keepsNames: keepsNames)),
    ]
    if let usedChannel { file["channels"] = [.string(usedChannel)] }
    let enums = manifest.modules.flatMap(\.enums)
    let objects = manifest.modules.flatMap(\.objects)
    let featureRecords = features.map { merged in (merged.feature.id, record(of: merged)) }
    addSection("features", with: featureRecords, to: &file)
    let enumRecords = enums.map { definition in (definition.name, record(of: definition)) }
    addSection("enums", with: enumRecords, to: &file)
    let objectRecords = objects.map { object in (object.name, record(of: object)) }
    addSection("objects", with: objectRecords, to: &file)
    return .object(file)
  }

  /// The manifest's description, and with `keepsNames` its names for generated code; an empty
  /// description for a manifest without `about` (nil).
  private static func about(_ about: About?, keepsNames: Bool) -> JSONObject {
    var record: JSONObject = ["description": .string(about?.description ?? "")]
    guard keepsNames else { return record }
    if let names = about?.swift {
      record["swift"] = ["module": .string(names.module), "class": .string(names.className)]
    }
    if let names = about?.kotlin {
      record["kotlin"] = ["package": .string(names.package), "class": .string(names.className)]
    }
    return record
  }

  /// Adds named records, sorted by name, under a key of the file; without records adds nothing.
  private static func addSection(
    _ key: String, with records: [(String, JSONValue)], to file: inout JSONObject
  ) {
    guard !records.isEmpty else { return }
    // By their bytes, as `Name` compares them: Swift takes some different strings for equal.
    let sortedRecords = records.sorted { left, right in
      let (leftName, _) = left
      let (rightName, _) = right
      return Name(leftName) < Name(rightName)
    }
    file[key] = .object(JSONObject(sortedRecords))
  }

  /// A feature with its merged defaults, and without default blocks.
  private static func record(of merged: MergedFeature) -> JSONValue {
    let feature = merged.feature
    var record = feature.metadataMembers
    // Overlaying an empty config fills in objects from their definitions: a default block may have
    // added a map entry without all fields of its object. The layer of the config does not matter,
    // because it has no values.
    var completed = merged
    completed.overlay(.object([:]), layer: .edit)
    let variables = completed.variables.map { each in
      (each.variable.name, self.record(of: each.variable, value: each.value.json))
    }
    record["variables"] = .object(JSONObject(variables))
    if feature.allowsCoenrollment { record["allow-coenrollment"] = true }
    if !feature.examples.isEmpty { record["examples"] = .array(feature.examples.map(self.record)) }
    return .object(record)
  }

  /// A variable or a field, with `value` as its default.
  private static func record(of variable: Variable, value: JSONValue) -> JSONValue {
    var record: JSONObject = [
      "description": .string(variable.description), "type": .string(variable.type.description),
      "default": value,
    ]
    if let key = variable.preferenceKey { record["pref-key"] = .string(key) }
    if let preference = variable.geckoPreference {
      record["gecko-pref"] = [
        "pref": .string(preference.name), "branch": .string(preference.branch.rawValue),
      ]
    }
    if let alias = variable.stringAlias { record["string-alias"] = .string(alias) }
    return .object(record)
  }

  /// An example of a feature's config; `description` and `url` are left out if it has none.
  private static func record(of example: Example) -> JSONValue {
    var record: JSONObject = ["name": .string(example.name)]
    if let description = example.description { record["description"] = .string(description) }
    if let url = example.url { record["url"] = .string(url) }
    record["value"] = example.value.json
    return .object(record)
  }

  /// An enum as a manifest declares it.
  private static func record(of enumeration: EnumDefinition) -> JSONValue {
    let variants = enumeration.variants.map { variant -> (String, JSONValue) in
      (variant.name, ["description": .string(variant.description)])
    }
    return [
      "description": .string(enumeration.description), "variants": .object(JSONObject(variants)),
    ]
  }

  /// An object type as a manifest declares it.
  private static func record(of object: ObjectDefinition) -> JSONValue {
    let fields = object.fields.map { field in
      (field.name, record(of: field, value: field.defaultValue?.json ?? .null))
    }
    return ["description": .string(object.description), "fields": .object(JSONObject(fields))]
  }
}

extension JSONValue {
  /// The value as the text of a file, with a final newline: YAML for `.yaml` and `.yml`, else JSON.
  package func text(ofFile name: String) -> String {
    let isYAML = [".yaml", ".yml"].contains { name.hasSuffix($0) }
    return isYAML ? YAMLPrinter.print(self) : pretty() + "\n"
  }
}

/// The owners, types and hashes of a manifest's features (Rule: VirgaGenerate/FeatureRecords).
package enum FeatureInformation {
  /// The JSON that describes features: the path of the manifest, and a record for each of
  /// `features`, which are sorted by id.
  package static func json(of features: [MergedFeature], in manifest: Manifest) -> JSONValue {
    // The path of a file that was fetched is its URL, which can contain a password.
    let topFile = manifest.files.first?.readPath.maskingCredentials ?? ""
    let records = features.map { merged in
      (merged.feature.id, record(of: merged, in: manifest))
    }
    return ["file": .string(topFile), "features": .object(JSONObject(records))]
  }

  /// A feature's metadata, the names of its types, sorted, and the hashes of its schema and
  /// defaults.
  private static func record(of merged: MergedFeature, in manifest: Manifest) -> JSONValue {
    var record = merged.feature.metadataMembers
    let reachableTypes = ReachableTypes(of: merged.feature, in: manifest)
    let typeNames = Set(naming: reachableTypes.all.map(\.description))
    record["types"] = .array(typeNames.sorted().map { .string($0.text) })
    let hashes = FeatureHashes(merged, reachableTypes)
    record["hashes"] = ["schema": .string(hashes.schema), "defaults": .string(hashes.defaults)]
    return .object(record)
  }
}

extension FeatureDefinition {
  /// The description, and the metadata that is not empty, by the keys that manifests use.
  var metadataMembers: JSONObject {
    var members: JSONObject = ["description": .string(description)]
    if !metadata.documentation.isEmpty {
      members["documentation"] = .array(
        metadata.documentation.map { document in
          ["name": .string(document.name), "url": .string(document.url)]
        })
    }
    if !metadata.contacts.isEmpty {
      members["contacts"] = .array(metadata.contacts.map { .string($0) })
    }
    if let bug = metadata.metaBug { members["meta-bug"] = .string(bug) }
    if !metadata.events.isEmpty { members["events"] = .array(metadata.events.map { .string($0) }) }
    if let configurator = metadata.configurator { members["configurator"] = .string(configurator) }
    return members
  }
}

/// The description of a manifest's features for Experimenter, where experiments are designed.
///
/// Rule: VirgaGenerate/ExperimenterRecords.
package enum ExperimenterDocument {
  /// The document for Experimenter: a record for each feature, in the order of the manifest, which
  /// sorts them by id.
  package static func json(of manifest: Manifest) -> JSONValue {
    let records = manifest.features.map { feature in
      (feature.id, record(of: feature, in: manifest))
    }
    return .object(JSONObject(records))
  }

  /// Warnings about variables of the type `Double`, which Experimenter does not know and does not
  /// check.
  package static func warnings(of manifest: Manifest) -> [Problem] {
    manifest.features.flatMap { feature -> [Problem] in
      let doubles = feature.variables.filter { variable in variable.type.unwrapped == .double }
      return doubles.map { variable in
        Problem(
          .warning, "unchecked-type", path: "features/\(feature.id)/\(variable.name)",
          "Experimenter does not know \(variable.type) and accepts any value for `\(variable.name)`",
          at: variable.location)
      }
    }
  }

  /// A feature in Experimenter's form.
  ///
  /// The members about exposure are the same for all features, because a manifest does not describe
  /// exposures.
  private static func record(of feature: FeatureDefinition, in manifest: Manifest) -> JSONValue {
    let variables = feature.variables.map { variable in
      (variable.name, record(of: variable, of: feature, in: manifest))
    }
    return [
      "description": .string(feature.description), "hasExposure": true, "exposureDescription": "",
      "variables": .object(JSONObject(variables)),
    ]
  }

  /// A variable in Experimenter's form: an enum with its variants, and the Gecko preference that it
  /// sets, if any.
  ///
  /// As in nimbus-fml, an option of an enum is a string without variants.
  private static func record(
    of variable: Variable, of feature: FeatureDefinition, in manifest: Manifest
  ) -> JSONValue {
    var record: JSONObject = [
      "type": .string(experimenterType(of: variable.type)),
      "description": .string(variable.description),
    ]
    if case .enumeration(let name) = variable.type,
      let definition = manifest.enumeration(name, in: feature.module)
    {
      record["enum"] = .array(definition.variants.map { .string($0.name) })
    }
    if let preference = variable.geckoPreference {
      record["setPref"] = [
        "pref": .string(preference.name), "branch": .string(preference.branch.rawValue),
      ]
    }
    return .object(record)
  }

  /// The type in one of the four words of Experimenter, the site where experiments are designed.
  ///
  /// A `Double` has none of its own: it is `json`, whose values Experimenter does not check.
  private static func experimenterType(of type: VariableType) -> String {
    switch type.unwrapped {
    case .boolean: "boolean"
    case .int: "int"
    case .string, .text, .image, .alias, .enumeration: "string"
    // The options around a type were removed, so `.option` does not occur.
    case .double, .object, .list, .map, .option: "json"
    }
  }
}
