import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaYAML

extension Surface {
  /// Recipes: parsed, evaluated for a client, explained.
  static var recipes: Surface {
    Surface(name: "recipes", seeds: RecipeSeeds.all, words: RecipeSeeds.words) { text in
      for name in ["recipes.json", "recipes.yaml"] {
        let text = LocatedText(SourceText(name: name, bytes: text))
        guard let written = text.written else { continue }
        let batch = RecipeBatch(written)
        var attributes = ClientAttributes(flat: [
          "app_version": .string("120.0"), "region": .string("GB"),
        ])
        attributes.clientID = "00000000-0000-4000-8000-000000000001"
        let client = Client(
          attributes: attributes, coenrollingFeatures: ["messages"],
          now: Instant(seconds: 1_700_000_000))
        var state = EnrollmentState(takesPartInExperiments: true, takesPartInRollouts: true)
        _ = state.apply(batch.recipes, for: client)
        for reason in state.reasons(for: client) { _ = (reason.sentence, reason.fix) }
        for effective in state.effectiveFeatures(coenrolling: ["messages"]).values {
          _ = JSONValue.object(effective.value).hasEffect(over: [:])
        }
      }
    }
  }
}

/// Recipes that use every member.
enum RecipeSeeds {
  static let all = [experiment, #"{"data": [\#(experiment), \#(rollout)]}"#, rollout, yaml]

  private static let experiment = """
    {"schemaVersion": "1.12.0", "slug": "rows", "id": "rows", "appName": "cirrus", "appId": "org.cirrus",
    "channel": "release", "userFacingName": "n", "userFacingDescription": "d", "isEnrollmentPaused": false,
    "bucketConfig": {"namespace": "n", "randomizationUnit": "nimbus_id", "start": 0, "count": 9000, "total": 10000},
    "featureIds": ["home"], "probeSets": [], "proposedEnrollment": 7, "proposedDuration": 28,
    "targeting": "app_version|versionCompare('118.!') >= 0 && region == 'GB'",
    "startDate": "2026-01-01", "endDate": null, "publishedDate": "2026-01-01T12:00:00.000Z",
    "referenceBranch": "control", "branches": [
    {"slug": "control", "ratio": 1, "features": [{"featureId": "home", "enabled": true, "value": {"rows": 1}}]},
    {"slug": "more", "ratio": 2, "feature": {"featureId": "home", "value": {"rows": 9, "t": "{experiment}"}}}]}
    """

  private static let rollout = """
    {"schemaVersion": "1.12.0", "slug": "messages-on", "isRollout": true, "userFacingName": "n",
    "userFacingDescription": "d", "isEnrollmentPaused": false, "isFirefoxLabsOptIn": true,
    "firefoxLabsTitle": "t", "firefoxLabsDescription": "d", "firefoxLabsDescriptionLinks": {"a": "b"},
    "bucketConfig": {"namespace": "m", "randomizationUnit": "user_id", "start": 0, "count": 10000, "total": 10000},
    "proposedEnrollment": 0, "localizations": {"en-US": {"id": "text"}}, "branches": [
    {"slug": "on", "ratio": 1, "features": [{"featureId": "messages", "value": {"a": {"b": null}}}]}]}
    """

  private static let yaml = """
    slug: rows
    schemaVersion: '1'
    userFacingName: n
    userFacingDescription: d
    isEnrollmentPaused: no
    bucketConfig: { namespace: n, randomizationUnit: nimbus_id, start: 0, count: 1, total: 2 }
    branches: [{ slug: a, ratio: 1, features: [{ featureId: home, value: { rows: 2 } }] }]
    """

  static let words = [
    "{", "}", "[", "]", ",", ":", "\"", "\"slug\": ", "\"branches\": [", "\"features\": [",
    "\"value\": {", "null",
    "true", "0", "-1", "4294967296", "1.5", "\"nimbus_id\"", "\"user_id\"", "\"isRollout\": true",
    "\"ratio\": 0",
    "\"targeting\": \"", "\"count\": 4294967295", "\"total\": 0", "\"data\": [",
    "\"bucketConfig\": {", "\n",
  ]
}
