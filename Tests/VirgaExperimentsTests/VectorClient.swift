import VirgaExperiments
import VirgaJSON
import VirgaTargeting

/// A client and its enrollments, as described by vector files.
struct VectorClient {
  var client: Client
  var state = EnrollmentState()

  init(_ json: JSONValue?) {
    let application = ExpressionValue.members(of: json?["app"]?.objectValue ?? [:])
    let attributes = ClientAttributes(
      application: application,
      custom: ExpressionValue.members(of: json?["custom"]?.objectValue ?? [:]),
      recorded: ExpressionValue.members(of: json?["recorded"]?.objectValue ?? [:]),
      clientID: json?["nimbusId"]?.stringValue ?? "00000000-0000-4000-8000-000000000001")
    let preferences = (json?["userSetPrefs"]?.objectValue ?? [:]).filter {
      $0.value.booleanValue == true
    }
    client = Client(
      attributes: attributes, userSetPreferences: Set(naming: preferences.map(\.key)),
      coenrollingFeatures: Set(
        naming: (json?["coenrolling"]?.arrayValue ?? []).compactMap(\.stringValue)),
      now: Instant(seconds: 1_700_000_000))
    update(from: json)
  }

  /// Updates the client from a step; the changes persist.
  mutating func update(from json: JSONValue?) {
    if let now = json?["now"]?.integerValue { client.now = Instant(seconds: now) }
    if let days = json?["days_since_install"]?.integerValue {
      client.attributes.daysSinceInstall = days
    }
    if let days = json?["days_since_update"]?.integerValue {
      client.attributes.daysSinceUpdate = days
    }
    if let app = json?["app"]?.objectValue {
      client.attributes.application = ExpressionValue.members(of: app)
    }
    if let custom = json?["custom"]?.objectValue {
      client.attributes.custom = ExpressionValue.members(of: custom)
    }
    if let recorded = json?["recorded"]?.objectValue {
      client.attributes.recorded = ExpressionValue.members(of: recorded)
    }
  }

  /// The recipes of a list, without unusable ones.
  static func recipes(_ json: JSONValue?) -> [Recipe] {
    RecipeBatch(json ?? .array([])).recipes
  }

  /// The features in the format of vector files.
  var features: JSONValue {
    let features = state.effectiveFeatures(coenrolling: client.coenrollingFeatures)
    return .object(
      JSONObject(
        named: features.map { id, feature in
          let branch = feature.branch.map(JSONValue.string) ?? .null
          return (
            id,
            [
              "experiment": .string(feature.slug), "branch": branch,
              "value": .object(feature.value),
            ]
          )
        }))
  }

  /// All records in the format of vector files.
  var enrollments: JSONObject {
    JSONObject(named: state.records.map { ($0.key, Self.json(of: $0.value)) })
  }

  static func json(of status: EnrollmentStatus) -> JSONValue {
    var json: JSONObject = ["status": .string(status.name)]
    if let reason = status.reasonName { json["reason"] = .string(reason) }
    if let branch = status.branch { json["branch"] = .string(branch) }
    if let slug = status.conflictingSlug { json["conflictSlug"] = .string(slug) }
    if case .wasEnrolled(_, let end) = status { json["endedAt"] = .integer(end.seconds) }
    return .object(json)
  }

  static func json(of change: EnrollmentChange) -> JSONValue {
    [
      "experiment": .string(change.slug), "branch": .string(change.branch),
      "change": .string(change.kind.rawValue),
      "reason": change.reason.map(JSONValue.string) ?? .null,
      "featureIds": .array(change.featureIDs.map(JSONValue.string)),
    ]
  }
}
