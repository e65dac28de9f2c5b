import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
import VirgaYAML

/// A manifest with all that it includes and imports as one file, for one channel, with merged defaults.
///
/// Applied to its own result it gives the same file again. Rule: VirgaGenerate/SingleFiles.
package enum SingleFile {
  /// The file; it is a manifest itself.
  ///
  /// - Parameter keepsNames: whether it says what code is called, so that code can be generated from it.
  package static func json(of manifest: Manifest, channel: String?, keepsNames: Bool = false) -> JSONValue {
    let channel = manifest.channel(of: 0, asked: channel)
    var file: JSONObject = [
      "version": "1.0.0",
      "about": .object(about(manifest.modules.first?.about, keepsNames: keepsNames)),
    ]
    if let channel { file["channels"] = [.string(channel)] }
    add("features", to: &file, manifest.features.map { ($0.id, record(of: $0, in: manifest, channel: channel)) })
    add("enums", to: &file, manifest.modules.flatMap(\.enums).map { ($0.name, record(of: $0)) })
    add("objects", to: &file, manifest.modules.flatMap(\.objects).map { ($0.name, record(of: $0)) })
    return .object(file)
  }

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

  private static func add(_ key: String, to file: inout JSONObject, _ records: [(String, JSONValue)]) {
    guard !records.isEmpty else { return }
    file[key] = .object(JSONObject(records.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }))
  }

  private static func record(of feature: FeatureDefinition, in manifest: Manifest, channel: String?) -> JSONValue {
    var record = feature.metadataMembers
    // Entries that a block adds to a map are completed now, as they would be when the result is read again.
    var merged = manifest.merged(feature, channel: channel)
    merged.overlay(.object([:]), layer: .edit)
    let variables = merged.variables.map {
      ($0.variable.name, self.record(of: $0.variable, value: $0.value.json))
    }
    record["variables"] = .object(JSONObject(variables))
    if feature.allowsCoenrollment { record["allow-coenrollment"] = true }
    if !feature.examples.isEmpty { record["examples"] = .array(feature.examples.map(self.record)) }
    return .object(record)
  }

  private static func record(of variable: Variable, value: JSONValue) -> JSONValue {
    var record: JSONObject = [
      "description": .string(variable.description), "type": .string(variable.type.description), "default": value,
    ]
    if let key = variable.preferenceKey { record["pref-key"] = .string(key) }
    if let preference = variable.geckoPreference {
      record["gecko-pref"] = ["pref": .string(preference.name), "branch": .string(preference.branch.rawValue)]
    }
    if let alias = variable.stringAlias { record["string-alias"] = .string(alias) }
    return .object(record)
  }

  private static func record(of example: Example) -> JSONValue {
    var record: JSONObject = ["name": .string(example.name)]
    if let description = example.description { record["description"] = .string(description) }
    if let url = example.url { record["url"] = .string(url) }
    record["value"] = example.value.json
    return .object(record)
  }

  private static func record(of enumeration: EnumDefinition) -> JSONValue {
    let variants = enumeration.variants.map { variant -> (String, JSONValue) in
      (variant.name, ["description": .string(variant.description)])
    }
    return ["description": .string(enumeration.description), "variants": .object(JSONObject(variants))]
  }

  private static func record(of object: ObjectDefinition) -> JSONValue {
    let fields = object.fields.map { ($0.name, record(of: $0, value: $0.defaultValue?.json ?? .null)) }
    return ["description": .string(object.description), "fields": .object(JSONObject(fields))]
  }
}

extension JSONValue {
  /// The value as a file of that name holds it, with a final line end: YAML where it ends in `.yaml` or `.yml`, else JSON.
  package func text(ofFile name: String) -> String {
    let isYAML = [".yaml", ".yml"].contains { name.hasSuffix($0) }
    return isYAML ? YAMLPrinter.print(self) : pretty() + "\n"
  }
}
