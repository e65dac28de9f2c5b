package import VirgaJSON
package import VirgaManifest
import VirgaSource

/// The owners, types and hashes of a manifest's features (Rule: VirgaGenerate/FeatureRecords).
package enum FeatureInformation {
  /// The document: the file, and a record for each of `features`, sorted by id.
  package static func json(of features: [FeatureDefinition], in manifest: Manifest, channel: String?) -> JSONValue {
    [
      "file": .string(manifest.files.first?.readPath.maskingCredentials ?? ""),
      "features": .object(JSONObject(features.map { ($0.id, record(of: $0, in: manifest, channel: channel)) })),
    ]
  }

  private static func record(of feature: FeatureDefinition, in manifest: Manifest, channel: String?) -> JSONValue {
    var record = feature.metadataMembers
    let names = Set(ReachableTypes(of: feature, in: manifest).all.map(\.description))
    record["types"] = .array(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .string($0) })
    let hashes = FeatureHashes(manifest.merged(feature, channel: channel), in: manifest)
    record["hashes"] = ["schema": .string(hashes.schema), "defaults": .string(hashes.defaults)]
    return .object(record)
  }
}

extension FeatureDefinition {
  var metadataMembers: JSONObject {
    var members: JSONObject = ["description": .string(description)]
    if !metadata.documentation.isEmpty {
      members["documentation"] = .array(
        metadata.documentation.map { ["name": .string($0.name), "url": .string($0.url)] })
    }
    if !metadata.contacts.isEmpty { members["contacts"] = .array(metadata.contacts.map { .string($0) }) }
    if let bug = metadata.metaBug { members["meta-bug"] = .string(bug) }
    if !metadata.events.isEmpty { members["events"] = .array(metadata.events.map { .string($0) }) }
    if let configurator = metadata.configurator { members["configurator"] = .string(configurator) }
    return members
  }
}
