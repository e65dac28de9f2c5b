import VirgaExperiments
public import VirgaJSON
import VirgaManifest
import VirgaSource

extension Operations {
  /// The name of the branch in ``recipeOfEdits(slug:)``.
  public static let editBranch = "edits"

  /// A recipe that gives every client the session's edits: one branch, everyone targeted, all buckets.
  ///
  /// It has the members that the real SDK asks for and those that its tools write (SDK: How enroll rewrites a recipe).
  /// - Throws: A refusal where there is no edit, or with the problems of edits that the manifest does not allow.
  public func recipeOfEdits(slug: String) throws(Refusal) -> JSONObject {
    let edits = session.names(of: .edit)
    guard !edits.isEmpty else { throw Refusal("there is no edit to make a recipe of") }
    let problems = edits.flatMap(problems)
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw Refusal("an edit does not fit the manifest, so that no app could use it", problems: problems)
    }
    let client = session.client(in: surroundings)
    let appName = JSONValue.string(client.appName ?? surroundings.manifest?.name ?? "app")
    let features = edits.map { id -> JSONValue in
      ["featureId": .string(id), "value": session[.edit, id] ?? [:], "enabled": true]
    }
    let names = edits.joined(separator: ", ")
    return [
      "schemaVersion": "1.11.0", "slug": .string(slug), "id": .string(slug), "arguments": [:],
      "application": appName, "appName": appName, "appId": appName,
      "channel": client.channel.map(JSONValue.string) ?? .null,
      "userFacingName": .string("Edits of \(names)"),
      "userFacingDescription": .string("The edits of a virga session to \(names)"),
      "isEnrollmentPaused": false, "isRollout": false,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string("\(slug)-1"), "start": 0, "count": 10_000,
        "total": 10_000,
      ],
      "featureIds": .array(edits.map(JSONValue.string)), "probeSets": [], "outcomes": [],
      "branches": [["slug": .string(Self.editBranch), "ratio": 100, "features": .array(features)]],
      "referenceBranch": .string(Self.editBranch), "targeting": "true", "featureValidationOptOut": false,
      "startDate": .null, "endDate": .null, "enrollmentEndDate": .null, "proposedDuration": 7, "proposedEnrollment": 7,
    ]
  }

  private func problems(of id: String) -> [Problem] {
    guard let manifest = surroundings.manifest, let edit = session[.edit, id] else { return [] }
    guard let feature = manifest.feature(id) else {
      return [Problem(.error, "unknown-feature", path: "features/\(id)", "the manifest has no feature `\(id)`")]
    }
    return manifest.check(config: WrittenValue(edit), feature: feature, channel: channel).problems
  }
}
