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

  /// An event that was not recorded yet.
  package init(
    time: Instant, kind: String, suppressed: String? = nil, feature: String? = nil, slug: String? = nil,
    branch: String? = nil, reason: String? = nil, process: String, extra: JSONObject = [:]
  ) {
    self.time = time
    self.kind = kind
    self.suppressed = suppressed
    self.feature = feature
    self.slug = slug
    self.branch = branch
    self.reason = reason
    self.process = process
    written = .object(extra)
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
