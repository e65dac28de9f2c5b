package import VirgaJSON

/// A recipe that gives every client edits: one branch, everyone targeted, all buckets.
///
/// It has the members that the real SDK asks for and those that its tools write (SDK: How enroll rewrites a recipe).
package struct EditRecipe {
  /// The recipe as an app reads it.
  package let json: JSONObject

  /// The recipe called `slug` for one app; without a channel it is for all of them.
  package init(_ slug: String, edits: NameTable<JSONValue>, app: String, channel: String?) {
    let ids = edits.keys.sorted()
    let features = ids.map { id -> JSONValue in
      ["featureId": .string(id), "enabled": true, "value": edits[id] ?? [:]]
    }
    let names = ids.joined(separator: ", ")
    json = [
      "schemaVersion": "1.11.0", "slug": .string(slug), "id": .string(slug), "arguments": [:],
      "application": .string(app), "appName": .string(app), "appId": .string(app),
      "channel": channel.map(JSONValue.string) ?? .null,
      "userFacingName": .string("Edits of \(names)"),
      "userFacingDescription": .string("The edits of a virga session to \(names)"),
      "isEnrollmentPaused": false, "isRollout": false,
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": .string("\(slug)-1"), "start": 0, "count": 10_000,
        "total": 10_000,
      ],
      "featureIds": .array(ids.map(JSONValue.string)), "probeSets": [], "outcomes": [],
      "branches": [["slug": "edits", "ratio": 100, "features": .array(features)]], "referenceBranch": "edits",
      "targeting": "true", "featureValidationOptOut": false, "startDate": .null, "endDate": .null,
      "enrollmentEndDate": .null, "proposedDuration": 7, "proposedEnrollment": 7,
    ]
  }
}
