import VirgaExperiments
public import VirgaJSON
import VirgaSource
import VirgaTargeting

extension SavedClient {
  /// The version of the JSON that this SDK writes.
  public static let version: Int64 = 1

  /// The state as one JSON object with its `version`.
  public var json: JSONObject {
    let records = enrollments.slugs.compactMap { slug in enrollments.records[slug].map { (slug, $0.json) } }
    var members: [(String, JSONValue)] = [
      ("version", .integer(Self.version)),
      ("client_id", clientID.map(JSONValue.string) ?? .null),
      ("recipes", Self.json(of: enrollments.recipes)),
      ("enrollments", .object(JSONObject(records))),
      ("participation", participation),
      ("events", .object(events.json)),
    ]
    if let pending { members.append(("pending", Self.json(of: pending))) }
    return JSONObject(members)
  }

  /// Reads what ``json`` gave.
  ///
  /// - Throws: ``SavedClientFailure`` if any part cannot be read: a client that forgets half of what it was enrolled in
  ///   would enroll again.
  public init(json: JSONValue) throws(SavedClientFailure) {
    guard let version = json["version"]?.integerValue else { throw .corrupt(reason: "it has no version") }
    guard version <= Self.version else { throw .newer(version: version) }
    guard let participation = json["participation"], let experiments = participation["experiments"]?.booleanValue,
      let rollouts = participation["rollouts"]?.booleanValue
    else { throw .corrupt(reason: "`participation` cannot be read") }
    guard let events = json["events"]?.objectValue else { throw .corrupt(reason: "`events` is not an object") }
    self.init(
      clientID: json["client_id"]?.stringValue,
      enrollments: EnrollmentState(
        recipes: try Self.recipes(json["recipes"], "recipes"), records: try Self.records(json["enrollments"]),
        takesPartInExperiments: experiments, takesPartInRollouts: rollouts),
      events: EventStore(json: events),
      pending: try json["pending"].map { value throws(SavedClientFailure) in
        try Self.recipes(value, "pending")
      })
    guard self.events.json == events else { throw .corrupt(reason: "`events` cannot be read") }
  }

  private var participation: JSONValue {
    [
      "experiments": .boolean(enrollments.takesPartInExperiments),
      "rollouts": .boolean(enrollments.takesPartInRollouts),
    ]
  }

  private static func json(of recipes: [Recipe]) -> JSONValue { .array(recipes.map { .object($0.json) }) }

  private static func recipes(_ json: JSONValue?, _ name: String) throws(SavedClientFailure) -> [Recipe] {
    guard let elements = json?.arrayValue else { throw .corrupt(reason: "`\(name)` is not an array") }
    let batch = RecipeBatch(.array(elements), locate: { _ in nil })
    if let unread = batch.unread.first {
      throw .corrupt(reason: "the recipe `\(unread.slug ?? "")` in `\(name)` cannot be read")
    }
    return batch.recipes
  }

  private static func records(_ json: JSONValue?) throws(SavedClientFailure) -> NameTable<EnrollmentStatus> {
    guard let members = json?.objectValue else { throw .corrupt(reason: "`enrollments` is not an object") }
    var records: NameTable<EnrollmentStatus> = [:]
    for (slug, status) in members {
      guard let status = EnrollmentStatus(status) else {
        throw .corrupt(reason: "the enrollment in `\(slug)` cannot be read")
      }
      records[slug] = status
    }
    return records
  }
}

/// The state is coded as the text of its JSON, so that the order of members and the digits of numbers survive every
/// format.
extension SavedClient: Codable {
  /// Writes the text of ``json``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONValue.object(json).compact)
  }

  /// Reads the text of ``json``.
  ///
  /// - Throws: ``SavedClientFailure``, or what the decoder throws.
  public init(from decoder: any Decoder) throws {
    try self.init(text: decoder.singleValueContainer().decode(String.self))
  }

  /// Reads the text of ``json``.
  ///
  /// - Throws: ``SavedClientFailure``.
  public init(text: String) throws(SavedClientFailure) {
    let document = JSONDocument.parse(text, name: "saved state")
    guard let value = document.value, document.problems.allSatisfy({ $0.severity != .error }) else {
      throw .corrupt(reason: document.problems.first?.message ?? "it is not JSON")
    }
    try self.init(json: value)
  }
}
