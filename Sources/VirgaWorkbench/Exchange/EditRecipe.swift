import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource

/// A recipe that gives edits to every client: one branch, no targeting, all buckets.
///
/// It has the members that the SDK requires and those that its tools write.
/// Rule: VirgaWorkbench/EditRecipes.
package struct EditRecipe {
  package let json: JSONObject

  /// The recipe called `slug` for one app; nil as channel means all channels.
  ///
  /// Some members mean nothing here, such as the planned days: the SDK requires them, or its tools
  /// write them.
  package init(_ slug: String, edits: [Name: JSONValue], app: String, channel: String?) {
    let ids = edits.keys.sorted().map(\.text)
    let features = ids.map { id -> JSONValue in
      ["featureId": .string(id), "enabled": true, "value": edits[id] ?? [:]]
    }
    let names = ids.joined(separator: ", ")
    let bucketCount: JSONValue = 10_000
    json = [
      "schemaVersion": "1.11.0", "slug": .string(slug), "id": .string(slug), "arguments": [:],
      "application": .string(app), "appName": .string(app), "appId": .string(app),
      "channel": channel.map(JSONValue.string) ?? .null,
      "userFacingName": .string("Edits of \(names)"),
      "userFacingDescription": .string("The edits of a virga session to \(names)"),
      "isEnrollmentPaused": false, "isRollout": false,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string("\(slug)-1"), "start": 0,
        "count": bucketCount, "total": bucketCount,
      ],
      "featureIds": .array(ids.map(JSONValue.string)), "probeSets": [], "outcomes": [],
      "branches": [["slug": "edits", "ratio": 100, "features": .array(features)]],
      "referenceBranch": "edits",
      "targeting": "true", "featureValidationOptOut": false, "startDate": .null, "endDate": .null,
      "enrollmentEndDate": .null, "proposedDuration": 7, "proposedEnrollment": 7,
    ]
  }
}

extension Operations {
  /// A recipe that gives the session's edits to every client.
  ///
  /// - Throws: Why there is none: no edits, or an edit that the manifest does not allow.
  package func recipeOfEdits(slug: String) throws(Refusal) -> JSONObject {
    let edits = session.names(of: .edit)
    guard !edits.isEmpty else { throw Refusal("there are no edits to make a recipe from") }
    let problems = edits.flatMap(problemsOfEdit)
    let hasErrors = problems.contains { $0.severity == .error }
    guard !hasErrors else {
      throw Refusal(
        "an edit does not match the manifest, so no app could use it", problems: problems)
    }
    let client = session.client(in: operationContext)
    // If the client has no name of its app, the name of the manifest is used.
    let app = client.appName ?? operationContext.manifest?.name ?? "app"
    return EditRecipe(slug, edits: session.entries(of: .edit), app: app, channel: client.channel)
      .json
  }

  /// The problems of the edit of a feature, of any severity; none without a manifest or an edit.
  func problemsOfEdit(of id: String) -> [Problem] {
    guard let manifest = operationContext.manifest, let edit = session[.edit, id] else { return [] }
    guard let feature = manifest.feature(id) else {
      return [
        Problem(
          .error, "unknown-feature", path: "features/\(id)", "the manifest has no feature `\(id)`")
      ]
    }
    return manifest.check(config: LocatedValue(edit), feature: feature, channel: channel).problems
  }
}
