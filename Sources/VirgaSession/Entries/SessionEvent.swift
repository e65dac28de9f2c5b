package import VirgaExperiments
public import VirgaJSON
public import VirgaTargeting

/// Something that happened, as screen 5 lists it.
public struct SessionEvent: Hashable, Sendable {
  /// Rises with every event of a session; zero until it is recorded.
  public var id: Int64 = 0
  /// When it happened.
  public var time: Instant
  /// `exposure`, `enrollment`, …: the event's name in the SDK; `set` for an operation, `undo` and `redo` for one taken
  /// back and one done again.
  public var kind: String
  /// Why it was not recorded as telemetry, or that it was taken back; nil where it counts.
  public var suppressed: String?
  /// The feature it is about.
  public var feature: String?
  /// The recipe.
  public var slug: String?
  /// The branch.
  public var branch: String?
  /// Why it happened, in the SDK's words.
  public var reason: String?
  /// What caused it, such as `virga-example-app 4121`.
  public var process: String
  /// The event's keys exactly as telemetry has them.
  public var extra: JSONObject {
    get { written.object }
    set { written = .object(newValue) }
  }
  private var written: WrittenObject

  /// An event that was not recorded yet; `describe` sets what else is known of it.
  package init(
    time: Instant, kind: String, process: String, extra: JSONObject = [:],
    _ describe: (inout SessionEvent) -> Void = { _ in }
  ) {
    self.time = time
    self.kind = kind
    self.process = process
    written = .object(extra)
    describe(&self)
  }

  /// Whether it is an exposure that telemetry heard of.
  package var isCountedExposure: Bool { kind == "exposure" && suppressed == nil }

  /// Takes ``extra`` as it was written, and reads it when somebody asks.
  mutating func takeExtra(_ text: String) { written = .text(text) }
}

/// A JSON object, or its text until somebody asks: a list of a hundred thousand events shows next to none of them.
private enum WrittenObject: Hashable, Sendable {
  case object(JSONObject)
  case text(String)

  /// The object; an empty one where the text is none.
  var object: JSONObject {
    switch self {
    case .object(let object): object
    case .text(let text): (try? JSONValue.parse(text))?.objectValue ?? [:]
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.object == right.object }

  func hash(into hasher: inout Hasher) { hasher.combine(object) }
}

extension SessionEvent {
  /// The kind of the event that tells of an operation.
  package static let operationKind = "set"

  /// The kind of the event that tells that an operation was taken back.
  package static let undoKind = "undo"

  /// The kind of the event that tells that an operation was done again.
  package static let redoKind = "redo"

  /// Why the events of an operation that was taken back do not count.
  package static let undone = "undone"

  /// Whether it tells of an operation itself, and of nothing that telemetry could hear of.
  package var isAboutOperation: Bool { [Self.operationKind, Self.undoKind, Self.redoKind].contains(kind) }

  /// An event of the SDK, with its keys taken apart.
  package init(
    _ event: TelemetryEvent, time: Instant, reason: String? = nil, suppressed: String? = nil, process: String
  ) {
    func text(_ key: String) -> String? { event.extra[key]?.stringValue }
    self.init(time: time, kind: event.name.rawValue, process: process, extra: event.extra)
    self.suppressed = suppressed
    feature = text("feature_id")
    slug = text("experiment") ?? text("slug")
    branch = text("branch")
    self.reason = reason ?? text("reason")
  }
}

extension SessionEvent {
  /// The event as the command line prints it; what it does not have is left out.
  package var json: JSONObject {
    var object: JSONObject = ["time": .string(time.description), "kind": .string(kind)]
    if id > 0 { object["id"] = .integer(id) }
    for (key, text) in texts { if let text { object[key] = .string(text) } }
    object["process"] = .string(process)
    if !extra.isEmpty { object["extra"] = .object(extra) }
    return object
  }

  /// An event that was written as `json` writes it; nil where it is none.
  package init?(json: JSONObject) {
    guard let time = json["time"]?.stringValue.flatMap(Instant.init(iso8601:)), let kind = json["kind"]?.stringValue
    else { return nil }
    self.init(
      time: time, kind: kind, process: json["process"]?.stringValue ?? "", extra: json["extra"]?.objectValue ?? [:])
    suppressed = json["suppressed"]?.stringValue
    feature = json["feature"]?.stringValue
    slug = json["slug"]?.stringValue
    branch = json["branch"]?.stringValue
    reason = json["reason"]?.stringValue
    id = json["id"]?.integerValue ?? 0
  }

  private var texts: [(String, String?)] {
    [("suppressed", suppressed), ("feature", feature), ("slug", slug), ("branch", branch), ("reason", reason)]
  }
}
