import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

extension Recipe {
  /// A recipe that selects every client and has one branch.
  static func test(
    _ slug: String, app: String = "fenix", _ targeting: String? = nil, branch: String = "control",
    features: String...,
    config: JSONValue = [:]
  ) throws -> Recipe {
    let configs = (features.isEmpty ? ["home"] : features).map {
      FeatureConfig(featureID: $0, value: config.objectValue ?? [:])
    }
    let entry = Sample.entry(
      slug, branches: [Branch(slug: branch, features: configs)], targeting: targeting)
    var members = try #require(entry.objectValue)
    members["appName"] = .string(app)
    members["bucketConfig"] = [
      "randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10_000,
      "total": 10_000,
    ]
    return try #require(Recipe(entry: .object(members)))
  }
}

extension ConsoleDriver {
  /// Adds recipes to the session.
  mutating func open(_ recipes: [Recipe]) {
    send(
      .opening(SessionOpening(recipes: recipes, context: [:], endedSlugs: [], isAskedFor: false)))
  }
}
