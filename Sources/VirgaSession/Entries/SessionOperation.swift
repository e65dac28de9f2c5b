public import VirgaJSON
public import VirgaTargeting

/// One entry before and after; nil means that there is none.
public struct EntryChange: Hashable, Sendable {
  /// The entry.
  public var key: EntryKey
  /// What it was.
  public var old: JSONValue?
  /// What it becomes.
  public var new: JSONValue?

  /// A change of the entry at `key`.
  public init(_ key: EntryKey, from old: JSONValue?, to new: JSONValue?) {
    self.key = key
    self.old = old
    self.new = new
  }

  /// The change that takes this one back.
  public var inverse: EntryChange { EntryChange(key, from: new, to: old) }
}

/// One thing that a person or a script did: what undo takes back as a whole.
public struct SessionOperation: Hashable, Sendable {
  /// Rises with every operation of a session; zero until it is performed.
  public var id: Int64 = 0
  /// What was done, in the words of the undo hint: `set sections-enabled.pocket = false`.
  public var label: String
  /// The feature it is about, where it is about one.
  public var feature: String?
  /// The entries that it changed, those that followed from it included.
  public var changes: [EntryChange]
  /// The events that it caused: recorded with it, and marked when it is undone.
  public var events: [SessionEvent] = []
  /// When it was done.
  public var time: Instant
  /// What did it, such as `virga 4177`.
  public var process: String
  /// Whether it was taken back.
  public var isUndone = false

  /// Whether changes and events of it were not read, which undo needs.
  ///
  /// An outline of an operation that was not undone has the first change of each entry of the client, from which
  /// ``ClientChanges`` follows, and the exposures that count; one that was undone has neither.
  public var isOutline = false

  /// Whether undo takes it back: what a session begins with and a draft that is kept count, and are no part of the history.
  public var isStep = true

  /// Whether there is something to take back: an entry that changed, or an event that telemetry heard of.
  public var canBeUndone: Bool {
    isStep && (!changes.isEmpty || events.contains { $0.suppressed == nil })
  }

  /// An operation without events that was not performed yet.
  package init(
    _ label: String, feature: String? = nil, changes: [EntryChange], time: Instant, process: String
  ) {
    self.label = label
    self.feature = feature
    self.changes = changes
    self.time = time
    self.process = process
  }

  /// The same with events that it causes.
  package func causing(_ events: [SessionEvent]) -> SessionOperation {
    var operation = self
    operation.events = events
    return operation
  }

  /// The same with its feature named in the label, as in `set search ▸ enabled = true`, for where values of many are seen.
  package func namingFeature() -> SessionOperation {
    guard let feature, let blank = label.firstIndex(of: " ") else { return self }
    var operation = self
    operation.label = "\(label[..<blank]) \(feature) ▸\(label[blank...])"
    for place in events.indices where events[place].kind == SessionEvent.operationKind {
      operation.events[place].reason = operation.label
    }
    return operation
  }

  /// Whether both are the same thing done, whatever number it got: that is given anew where another process was first.
  package func isSame(as other: SessionOperation) -> Bool {
    (label, time, process) == (other.label, other.time, other.process)
  }
}

extension EntryChange {
  /// The change made to `current`, which may not be what the change was made from.
  ///
  /// Of an edit, only the members that the change touches are taken: what another process did to others stays. Anything
  /// else is one value, and the last word counts.
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
  /// The change as an object: `kind`, `name`, and `old` and `new` where there is such a value.
  package var json: JSONObject {
    var object: JSONObject = ["kind": .string(key.kind.rawValue)]
    if !key.name.isEmpty { object["name"] = .string(key.name) }
    if let old { object["old"] = old }
    if let new { object["new"] = new }
    return object
  }

  /// A change that was written as `json` writes it; nil where it is none.
  package init?(json: JSONObject) {
    guard let kind = json["kind"]?.stringValue.flatMap(EntryKind.init(rawValue:)) else { return nil }
    self.init(EntryKey(kind, json["name"]?.stringValue ?? ""), from: json["old"], to: json["new"])
  }
}

extension SessionOperation {
  /// The operation as an object, with all that it changed.
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

  /// An operation that was written as `json` writes it; nil where it is none.
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

  /// The changes in an array; what this version does not know is left out.
  static func changes(_ json: JSONValue?) -> [EntryChange] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(EntryChange.init(json:)) }
  }

  /// The events in an array.
  static func events(_ json: JSONValue?) -> [SessionEvent] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(SessionEvent.init(json:)) }
  }
}
