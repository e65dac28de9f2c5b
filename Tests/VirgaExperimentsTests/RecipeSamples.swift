import VirgaExperiments
import VirgaJSON
import VirgaTargeting

/// Minimal recipes and clients for tests.
enum Sample {
  static let now = Instant(seconds: 1_700_000_000)

  static func recipe(
    _ slug: String, targeting: String? = nil, start: UInt32 = 0, count: UInt32 = 10_000, isRollout: Bool = false,
    branches: [Branch] = [branch("control")]
  ) -> Recipe {
    var recipe = Recipe(
      slug: slug, bucketConfig: BucketConfig(namespace: slug, start: start, count: count), branches: branches)
    recipe.targeting = targeting
    recipe.isRollout = isRollout
    return recipe
  }

  static func branch(
    _ slug: String, ratio: UInt32 = 1, feature: String = "app-menu", _ value: JSONObject = [:]
  ) -> Branch {
    Branch(slug: slug, ratio: ratio, features: [FeatureConfig(featureID: feature, value: value)])
  }

  static func client(
    _ attributes: [Name: ExpressionValue] = [:], id: String? = "00000000-0000-4000-8000-000000000001",
    coenrolling: Set<Name> = []
  ) -> Client {
    var client = ClientAttributes(flat: attributes)
    client.clientID = id
    return Client(attributes: client, coenrollingFeatures: coenrolling, now: now)
  }
}
