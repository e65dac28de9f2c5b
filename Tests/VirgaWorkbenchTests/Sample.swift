import VirgaFiles
import VirgaJSON
import VirgaManifest

/// A small manifest and recipes for it.
enum Sample {
  static let text = """
    channels: [nightly, release]
    features:
      home:
        description: The home screen
        variables:
          title: { description: d, type: String, default: Hello }
          shown: { description: d, type: Boolean, default: true, pref-key: home.shown }
          rows: { description: d, type: Int, default: 3 }
          sections: { description: d, type: "Map<Section, Boolean>", default: { top: true, news: false } }
          order: { description: d, type: List<Section>, default: [top, top] }
          note: { description: d, type: Option<String>, default: hi }
        defaults:
          - channel: nightly
            value: { rows: 5, sections: { news: true } }
      messages:
        description: Messages
        allow-coenrollment: true
        variables:
          all: { description: d, type: "Map<String, Message>", default: {} }
    enums:
      Section: { description: d, variants: { top: { description: d }, news: { description: d } } }
    objects:
      Message:
        description: d
        fields:
          text: { description: d, type: String, default: none }
          size: { description: d, type: Int, default: 1 }
    """

  static let manifest: Manifest = {
    do {
      let files = FileReading.memory(["/home/app.fml.yaml": Array(text.utf8)])
      return try ManifestLoader(files: files, workingFolder: "/home").load("app.fml.yaml")
    } catch {
      fatalError("\(error)")
    }
  }()

  /// A recipe with a branch for each config; with the default `count` every client is in its buckets.
  static func recipe(
    _ slug: String, _ branches: KeyValuePairs<String, JSONObject>, isRollout: Bool = false, targeting: String? = nil,
    count: Int64 = 10_000
  ) -> JSONValue {
    [
      "slug": .string(slug), "schemaVersion": "1.11.0", "userFacingName": .string(slug),
      "userFacingDescription": "", "isEnrollmentPaused": false, "isRollout": .boolean(isRollout),
      "targeting": targeting.map(JSONValue.string) ?? .null, "appName": "app", "channel": .null,
      "proposedEnrollment": 7,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string(slug), "start": 0, "count": .integer(count),
        "total": 10_000,
      ],
      "branches": .array(
        branches.map { branch, configs in
          let features = configs.map { id, value in JSONValue.object(["featureId": .string(id), "value": value]) }
          return ["slug": .string(branch), "ratio": 1, "features": .array(features)]
        }),
    ]
  }
}

extension Manifest {
  /// The feature called `id`, which must exist.
  func known(_ id: String) -> FeatureDefinition {
    guard let feature = feature(id) else { fatalError("no feature \(id)") }
    return feature
  }
}
