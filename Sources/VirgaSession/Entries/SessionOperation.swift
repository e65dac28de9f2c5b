public import VirgaJSON
public import VirgaTargeting

/// The value of an entry before and after; nil if the entry does not exist.
public struct EntryChange: Hashable, Sendable {
  /// The entry.
  public var key: EntryKey
  /// The value before.
  public var old: JSONValue?
  /// The value after.
  public var new: JSONValue?

  /// A change of the entry at `key`.
  public init(_ key: EntryKey, from old: JSONValue?, to new: JSONValue?) {
    self.key = key
    self.old = old
    self.new = new
  }

  /// The change that reverts this one.
  public var inverse: EntryChange { EntryChange(key, from: new, to: old) }
}

/// An action of a person or a script, undone as a unit.
public struct SessionOperation: Hashable, Sendable {
  /// Increases with every operation of a session; zero until performed.
  public var id: Int64 = 0
  /// What was done, as the undo hint shows it: `set sections-enabled.pocket = false`.
  public var label: String
  /// The feature, if the operation concerns a single one.
  public var feature: String?
  /// The changed entries, including derived ones.
  public var changes: [EntryChange]
  /// The events that it caused: recorded with it, and marked when it is undone.
  public var events: [SessionEvent] = []
  /// When it was done.
  public var time: Instant
  /// The process that did it, such as `virga 4177`.
  public var process: String
  /// Whether it was undone.
  public var isUndone = false

  /// Whether its changes and events, which undo needs, were not read.
  ///
  /// The outline of an operation that was not undone still has the first change of each client entry, which
  /// `ClientChanges` needs, and the exposures that count. The outline of an undone one has neither.
  public var isOutline = false

  /// Whether this is an undo step.
  ///
  /// Initial contents and saved drafts are not.
  public var isStep = true

  /// Whether there is anything to undo: a changed entry, or an event recorded as telemetry.
  public var canBeUndone: Bool {
    isStep && (!changes.isEmpty || events.contains { $0.suppressed == nil })
  }

  /// An operation without events that has not been performed.
  package init(
    _ label: String, feature: String? = nil, changes: [EntryChange], time: Instant, process: String
  ) {
    self.label = label
    self.feature = feature
    self.changes = changes
    self.time = time
    self.process = process
  }

  /// A copy with the events that it causes.
  package func causing(_ events: [SessionEvent]) -> SessionOperation {
    var operation = self
    operation.events = events
    return operation
  }

  /// A copy that names its feature in the label, for lists of several features: `set search ▸ enabled = true`.
  package func namingFeature() -> SessionOperation {
    guard let feature, let blank = label.firstIndex(of: " ") else { return self }
    var operation = self
    operation.label = "\(label[..<blank]) \(feature) ▸\(label[blank...])"
    for index in events.indices where events[index].kind == SessionEvent.operationKind {
      operation.events[index].reason = operation.label
    }
    return operation
  }

  /// Whether both are the same action.
  ///
  /// Ids are ignored: they change if another process commits first.
  package func isSame(as other: SessionOperation) -> Bool {
    (label, time, process) == (other.label, other.time, other.process)
  }
}

extension EntryChange {
  /// The change applied to `current`, which may differ from ``old``.
  ///
  /// For an edit, only the members that the change touches are changed: concurrent changes to other members
  /// survive. Any other value is replaced.
  package func rebased(onto current: JSONValue?) -> EntryChange {
    guard current != old, key.kind == .edit, let current = current?.objectValue, let new = new?.objectValue else {
      return EntryChange(key, from: current, to: new)
    }
    let merged = Self.merged(old?.objectValue ?? [:], new, onto: current)
    return EntryChange(key, from: .object(current), to: .object(merged))
  }

  private static func merged(_ old: JSONObject, _ new: JSONObject, onto current: JSONObject) -> JSONObject {
    var merged = current
    for name in old.keys where new[name] == nil { merged[name] = nil }
    for (name, value) in new where value != old[name] {
      if let value = value.objectValue, let current = current[name]?.objectValue {
        merged[name] = .object(Self.merged(old[name]?.objectValue ?? [:], value, onto: current))
      } else {
        merged[name] = value
      }
    }
    return merged
  }
}

extension EntryChange {
  /// The change as an object with `kind`, `name`, and `old` and `new` if present.
  package var json: JSONObject {
    var object: JSONObject = ["kind": .string(key.kind.rawValue)]
    if !key.name.isEmpty { object["name"] = .string(key.name) }
    if let old { object["old"] = old }
    if let new { object["new"] = new }
    return object
  }

  /// Reads the output of `json`; nil if it is not a change.
  package init?(json: JSONObject) {
    guard let kind = json["kind"]?.stringValue.flatMap(EntryKind.init(rawValue:)) else { return nil }
    self.init(EntryKey(kind, json["name"]?.stringValue ?? ""), from: json["old"], to: json["new"])
  }
}

extension SessionOperation {
  /// The operation as an object, with all its changes.
  package var json: JSONObject {
    var object: JSONObject = ["operation": .integer(id), "label": .string(label)]
    if let feature { object["feature"] = .string(feature) }
    object["time"] = .string(time.description)
    object["process"] = .string(process)
    if isUndone { object["undone"] = true }
    object["changes"] = .array(changes.map { .object($0.json) })
    if !events.isEmpty { object["events"] = .array(events.map { .object($0.json) }) }
    return object
  }

  /// Reads the output of `json`; nil if it is not an operation.
  package init?(json: JSONObject) {
    guard let id = json["operation"]?.integerValue, let label = json["label"]?.stringValue,
      let time = json["time"]?.stringValue.flatMap(Instant.init(iso8601:))
    else { return nil }
    self.init(
      label, feature: json["feature"]?.stringValue, changes: Self.changes(json["changes"]), time: time,
      process: json["process"]?.stringValue ?? "")
    self.id = id
    events = Self.events(json["events"])
    isUndone = json["undone"]?.booleanValue ?? false
  }

  /// Entries unknown to this version are skipped.
  static func changes(_ json: JSONValue?) -> [EntryChange] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(EntryChange.init(json:)) }
  }

  static func events(_ json: JSONValue?) -> [SessionEvent] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(SessionEvent.init(json:)) }
  }
}
