package import VirgaExperiments
package import VirgaJSON
package import VirgaTargeting

/// An event of a session, as listed on screen 5.
package struct SessionEvent: Hashable, Sendable {
  /// Increases with every event of a session; zero until recorded.
  package var id: Int64 = 0
  package var time: Instant
  /// The event's name in the SDK, such as `exposure` or `enrollment`; `set` for an operation,
  /// `undo` and `redo` for its reversal and repetition.
  package var kind: String
  /// Why it was not recorded as telemetry, or that it was undone; nil if it counts.
  package var suppressed: String?
  package var feature: String?
  package var slug: String?
  package var branch: String?
  /// Why it happened, in the SDK's terms.
  package var reason: String?
  /// The process that caused it, such as `virga-example-app 4121`.
  package var process: String
  /// The event's extra keys, exactly as sent to telemetry.
  package var extra: JSONObject {
    get { storedExtra.object }
    set { storedExtra = .object(newValue) }
  }
  private var storedExtra: LazyObject

  /// An event that is not recorded yet; `describe` sets its optional properties.
  package init(
    time: Instant, kind: String, process: String, extra: JSONObject = [:],
    _ describe: (inout SessionEvent) -> Void = { _ in }
  ) {
    self.time = time
    self.kind = kind
    self.process = process
    storedExtra = .object(extra)
    describe(&self)
  }

  /// Whether it is an exposure that was recorded as telemetry.
  package var isCountedExposure: Bool { kind == "exposure" && suppressed == nil }

  /// Stores ``extra`` as text, to be parsed on first use.
  mutating func setExtra(json text: String) { storedExtra = .text(text) }

  // The kinds of events that record what a person does, besides those of the SDK.
  package static let operationKind = "set"
  package static let undoKind = "undo"
  package static let redoKind = "redo"

  /// The kinds of all events that a session records.
  package static let kinds =
    TelemetryEvent.Name.allCases.map(\.rawValue) + [operationKind, undoKind, redoKind]

  /// Why the events of an undone operation do not count.
  package static let undone = "undone"

  /// Whether it records an operation, which telemetry never sees.
  package var isAboutOperation: Bool {
    [Self.operationKind, Self.undoKind, Self.redoKind].contains(kind)
  }

  /// An event of the SDK; `suppressed` is why it was not recorded as telemetry, nil if it was.
  ///
  /// `reason` replaces the event's own reason.
  package init(
    _ event: TelemetryEvent, time: Instant, reason: String? = nil, suppressed: String? = nil,
    process: String
  ) {
    self.init(time: time, kind: event.name.rawValue, process: process, extra: event.extra)
    self.suppressed = suppressed
    feature = event.feature
    slug = event.slug
    branch = event.branch
    self.reason = reason ?? event.reason
  }

  /// The event as an object; members without a value are left out.
  package var json: JSONObject {
    var object: JSONObject = ["time": .string(time.description), "kind": .string(kind)]
    // An event has no id before it is stored.
    if id > 0 { object["id"] = .integer(id) }
    for (key, text) in optionalTexts { if let text { object[key] = .string(text) } }
    object["process"] = .string(process)
    if !extra.isEmpty { object["extra"] = .object(extra) }
    return object
  }

  /// Reads the output of ``json``; nil without a time or a kind.
  package init?(json: JSONObject) {
    guard let time = json["time"]?.stringValue.flatMap(Instant.init(iso8601:)),
      let kind = json["kind"]?.stringValue
    else { return nil }
    self.init(
      time: time, kind: kind, process: json["process"]?.stringValue ?? "",
      extra: json["extra"]?.objectValue ?? [:])
    suppressed = json["suppressed"]?.stringValue
    feature = json["feature"]?.stringValue
    slug = json["slug"]?.stringValue
    branch = json["branch"]?.stringValue
    reason = json["reason"]?.stringValue
    // 0 for an event that was not stored yet.
    id = json["id"]?.integerValue ?? 0
  }

  /// The optional properties by their keys in JSON.
  private var optionalTexts: [(key: String, text: String?)] {
    [
      ("suppressed", suppressed), ("feature", feature), ("slug", slug), ("branch", branch),
      ("reason", reason),
    ]
  }
}

/// A JSON object, parsed on first use: a list of 100,000 events shows few of them.
private enum LazyObject: Hashable, Sendable {
  case object(JSONObject)
  case text(String)

  /// The object, parsed now if it is still the text that was read from the file; empty if the text
  /// is not an object.
  var object: JSONObject {
    switch self {
    case .object(let object): object
    case .text(let text): (try? JSONValue.parse(text))?.objectValue ?? [:]
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.object == right.object }

  func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
