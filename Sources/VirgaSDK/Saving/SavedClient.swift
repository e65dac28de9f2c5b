public import VirgaExperiments
public import VirgaJSON
import VirgaSource
public import VirgaTargeting

/// The state of a client that an app saves from one start to the next.
///
/// It holds the client id, recipes and enrollments (with opt-outs), participation, events, pending
/// recipes, the version of the fetched ones, what the last evaluation knew, and the last update.
/// Rule: VirgaSDK/Survival.
public struct SavedClient: Equatable, Sendable {
  /// The id that decides the client's buckets.
  public var clientID: String?
  /// The recipes, the enrollment in each, and whether the user takes part.
  public var enrollments: EnrollmentState
  /// The behavioral events; an advanced clock is not saved.
  public var events: EventStore
  /// The recipes to apply next; nil if none are pending.
  public var pending: [Recipe]?
  /// The version of the app that saved the state; nil if the app does not say.
  public var appVersion: String?
  /// When that version was first started, from which `days_since_update` counts.
  public var updateDate: Instant?
  /// The version of the fetched recipes, in words of their source; nil if they have none.
  public var recipesVersion: String?
  /// The client's attributes at the last evaluation; nil if there was none.
  public var context: JSONObject?

  /// Creates a state from its parts; `pending` are fetched recipes that were not applied yet, nil
  /// if there are none.
  public init(
    clientID: String?, enrollments: EnrollmentState = EnrollmentState(),
    events: EventStore = EventStore(),
    pending: [Recipe]? = nil
  ) {
    self.clientID = clientID
    self.enrollments = enrollments
    self.events = events
    self.pending = pending
  }

  /// The version of the JSON format that this SDK writes.
  public static let version: Int64 = 1

  /// The state as one JSON object with its `version`.
  ///
  /// An id that is nil is written as null; any other part that is nil, such as `pending`, is left
  /// out.
  public var json: JSONObject {
    // In the order of the slugs, each of which has a record.
    let statuses = enrollments.slugs.compactMap { slug in
      enrollments.records[slug].map { status in (slug, status.json) }
    }
    var members: [(String, JSONValue)] = [
      ("version", .integer(Self.version)),
      ("client_id", clientID.map(JSONValue.string) ?? .null),
      ("recipes", Self.json(of: enrollments.recipes)),
      ("enrollments", .object(JSONObject(statuses))),
      ("participation", participation),
      ("events", .object(events.json)),
    ]
    if let pending { members.append(("pending", Self.json(of: pending))) }
    if let appVersion { members.append(("app_version", .string(appVersion))) }
    if let updateDate { members.append(("update_date", .integer(updateDate.seconds))) }
    if let recipesVersion { members.append(("recipes_version", .string(recipesVersion))) }
    if let context { members.append(("context", .object(context))) }
    return JSONObject(members)
  }

  /// Reads the format of ``json``.
  ///
  /// - Throws: ``SavedClient/Failure`` if any part cannot be read. No state is made from the rest:
  ///   a client that lost some of its enrollments would enroll again.
  public init(json: JSONValue) throws(Failure) {
    try Self.checkVersion(of: json)
    let participation = try Self.participation(json["participation"])
    guard let events = json["events"]?.objectValue else {
      throw .corrupt(reason: "`events` is not an object")
    }
    self.init(
      clientID: json["client_id"]?.stringValue,
      enrollments: EnrollmentState(
        recipes: try Self.recipes(json["recipes"], "recipes"),
        records: try Self.records(json["enrollments"]),
        takesPartInExperiments: participation.inExperiments,
        takesPartInRollouts: participation.inRollouts),
      events: EventStore(json: events),
      pending: try json["pending"].map { value throws(Failure) in
        try Self.recipes(value, "pending")
      })
    appVersion = json["app_version"]?.stringValue
    updateDate = json["update_date"]?.integerValue.map { Instant(seconds: $0) }
    recipesVersion = json["recipes_version"]?.stringValue
    context = json["context"]?.objectValue
    // `EventStore` drops what it cannot read, so the events must be the same when written again.
    guard self.events.json == events else { throw .corrupt(reason: "`events` cannot be read") }
  }

  /// The member `participation` of ``json``.
  private var participation: JSONValue {
    [
      "experiments": .boolean(enrollments.takesPartInExperiments),
      "rollouts": .boolean(enrollments.takesPartInRollouts),
    ]
  }

  /// Throws if the state has no version, or if a newer version of the SDK wrote it.
  private static func checkVersion(of json: JSONValue) throws(Failure) {
    guard let version = json["version"]?.integerValue else {
      throw .corrupt(reason: "it has no version")
    }
    guard version <= Self.version else { throw .newer(version: version) }
  }

  /// Whether the user takes part in experiments and in rollouts; `json` is the value of the member
  /// `participation` of the state.
  private static func participation(
    _ json: JSONValue?
  ) throws(Failure) -> (inExperiments: Bool, inRollouts: Bool) {
    guard let experiments = json?["experiments"]?.booleanValue,
      let rollouts = json?["rollouts"]?.booleanValue
    else { throw .corrupt(reason: "`participation` cannot be read") }
    return (experiments, rollouts)
  }

  private static func json(of recipes: [Recipe]) -> JSONValue {
    .array(recipes.map { .object($0.json) })
  }

  /// The recipes in `json`, the value of the member `name` of the state.
  private static func recipes(
    _ json: JSONValue?, _ name: String
  ) throws(Failure) -> [Recipe] {
    guard let elements = json?.arrayValue else {
      throw .corrupt(reason: "`\(name)` is not an array")
    }
    let batch = RecipeBatch(.array(elements))
    if let unreadable = batch.unread.first {
      throw .corrupt(reason: "the recipe `\(unreadable.slug ?? "")` in `\(name)` cannot be read")
    }
    return batch.recipes
  }

  /// The enrollment statuses by slug in `json`, the value of the member `enrollments` of the state.
  private static func records(
    _ json: JSONValue?
  ) throws(Failure) -> [Name: EnrollmentStatus] {
    guard let members = json?.objectValue else {
      throw .corrupt(reason: "`enrollments` is not an object")
    }
    var records: [Name: EnrollmentStatus] = [:]
    for (slug, status) in members {
      guard let status = EnrollmentStatus(status) else {
        throw .corrupt(reason: "the enrollment in `\(slug)` cannot be read")
      }
      records[slug] = status
    }
    return records
  }
}

extension SavedClient {
  /// Why a saved state cannot be used.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A newer version of the SDK wrote it.
    case newer(version: Int64)
    /// It is not in the format that this SDK writes.
    case corrupt(reason: String)

    /// The reason, as a sentence without a final period.
    public var description: String {
      switch self {
      case .newer(let version):
        "The saved state has version \(version); this SDK reads versions up to \(SavedClient.version)"
      case .corrupt(let reason): "The saved state is corrupt: \(reason)"
      }
    }
  }
}

/// Encoded as JSON text, which preserves member order and digits in every format.
extension SavedClient: Codable {
  /// Writes the text of ``json``.
  ///
  /// - Throws: What the encoder throws; this state is not changed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONValue.object(json).compact)
  }

  /// Reads the text of ``json``.
  ///
  /// - Throws: ``SavedClient/Failure`` if it is not a state, or what the decoder throws;
  ///   no part of it is used then.
  public init(from decoder: any Decoder) throws {
    try self.init(text: decoder.singleValueContainer().decode(String.self))
  }

  /// Reads the text of ``json``.
  ///
  /// - Throws: ``SavedClient/Failure`` if any part cannot be read, as ``init(json:)`` does.
  public init(text: String) throws(Failure) {
    let value: JSONValue
    do throws(Problems) {
      value = try JSONValue.parse(text, name: "saved state")
    } catch {
      throw .corrupt(reason: error.all.first?.message ?? "it is not JSON")
    }
    try self.init(json: value)
  }
}
