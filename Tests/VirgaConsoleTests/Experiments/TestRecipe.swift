import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

extension Recipe {
  /// A recipe that selects every client and has one branch.
  static func test(
    _ slug: String, app: String = "fenix", _ targeting: String? = nil, branch: String = "control", features: String...,
    config: JSONValue = [:]
  ) throws -> Recipe {
    let features = (features.isEmpty ? ["home"] : features).map { JSONValue.string($0) }
    return try #require(
      Recipe(entry: [
        "slug": .string(slug), "schemaVersion": "1.11.0", "userFacingName": "N", "userFacingDescription": "",
        "isEnrollmentPaused": false, "isRollout": false, "appName": .string(app), "proposedEnrollment": 7,
        "targeting": targeting.map { .string($0) } ?? .null,
        "bucketConfig": [
          "randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10_000, "total": 10_000,
        ],
        "branches": [
          [
            "slug": .string(branch), "ratio": 1,
            "features": .array(features.map { ["featureId": $0, "value": config] }),
          ]
        ],
      ]))
  }
}

extension ConsoleDriver {
  /// Adds recipes to the session.
  mutating func open(_ recipes: [Recipe]) {
    send(.opening(SessionOpening(recipes: recipes, context: [:], ended: [], isAskedFor: false)))
  }
}
