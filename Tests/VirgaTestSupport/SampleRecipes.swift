package import VirgaExperiments
package import VirgaJSON
package import VirgaTargeting

extension Sample {
  /// The time at which clients are evaluated.
  package static let now = Instant(seconds: 1_700_000_000)

  /// The JSON of a recipe; with the default `buckets` every client is in them.
  package static func entry(
    _ slug: String, branches: [Branch], isRollout: Bool = false, targeting: String? = nil,
    buckets: Range<Int64> = 0..<10_000
  ) -> JSONValue {
    [
      "slug": .string(slug), "schemaVersion": "1.12.0", "userFacingName": .string(slug),
      "userFacingDescription": "",
      "isEnrollmentPaused": false, "isRollout": .boolean(isRollout), "proposedEnrollment": 7,
      "targeting": targeting.map(JSONValue.string) ?? .null,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string(slug),
        "start": .integer(buckets.lowerBound),
        "count": .integer(Int64(buckets.count)), "total": 10_000,
      ],
      "branches": .array(
        branches.map { branch in
          let features = branch.features.map { feature -> JSONValue in
            ["featureId": .string(feature.featureID), "value": .object(feature.value)]
          }
          return [
            "slug": .string(branch.slug), "ratio": .integer(Int64(branch.ratio)),
            "features": .array(features),
          ]
        }),
    ]
  }

  /// The JSON of a recipe with a branch for each config.
  package static func entry(
    _ slug: String, _ branches: KeyValuePairs<String, JSONObject>, isRollout: Bool = false,
    targeting: String? = nil,
    buckets: Range<Int64> = 0..<10_000
  ) -> JSONValue {
    let branches = branches.map { branch, configs in
      Branch(
        slug: branch,
        features: configs.map { FeatureConfig(featureID: $0, value: $1.objectValue ?? [:]) })
    }
    return entry(
      slug, branches: branches, isRollout: isRollout, targeting: targeting, buckets: buckets)
  }

  /// The text of a recipe with one branch `treatment` and a config for a feature.
  package static func recipeText(
    _ slug: String, feature: String = "app-menu", config: String = "{}", isRollout: Bool = false,
    targeting: String? = nil
  ) -> String {
    guard let value = try? JSONValue.parse(config).objectValue else {
      fatalError("\(config) is not an object")
    }
    return entry(
      slug, branches: [branch("treatment", feature: feature, value)], isRollout: isRollout,
      targeting: targeting
    )
    .compact
  }

  /// A recipe as it is read from its JSON.
  package static func recipe(
    _ slug: String, targeting: String? = nil, buckets: Range<Int64> = 0..<10_000,
    isRollout: Bool = false,
    branches: [Branch] = [branch("control")]
  ) -> Recipe {
    let entry = entry(
      slug, branches: branches, isRollout: isRollout, targeting: targeting, buckets: buckets)
    guard let recipe = RecipeBatch(entry).recipes.first else {
      fatalError("\(entry) is not a recipe")
    }
    return recipe
  }

  /// A branch with a config for one feature.
  package static func branch(
    _ slug: String, ratio: UInt32 = 1, feature: String = "app-menu", _ value: JSONObject = [:]
  ) -> Branch {
    Branch(slug: slug, ratio: ratio, features: [FeatureConfig(featureID: feature, value: value)])
  }

  /// A client with attributes of its app.
  package static func client(
    _ attributes: [Name: ExpressionValue] = [:], id: String? = clientID, coenrolling: Set<Name> = []
  ) -> Client {
    var client = ClientAttributes(flat: attributes)
    client.clientID = id
    return Client(attributes: client, coenrollingFeatures: coenrolling, now: now)
  }

  /// The ID of ``client(_:id:coenrolling:)``.
  package static let clientID = "00000000-0000-4000-8000-000000000001"
}
