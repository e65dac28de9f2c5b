import VirgaExperiments
package import VirgaJSON
package import VirgaTargeting

/// A change of a session's entry.
package struct EntryChange: Hashable, Sendable {
  package var key: EntryKey
  /// The value before the change; nil if the change adds the entry.
  package var old: JSONValue?
  /// The value after the change; nil if the change removes the entry.
  package var new: JSONValue?

  /// A change of an entry; `old` is nil if it adds the entry, `new` if it removes the entry.
  package init(_ key: EntryKey, from old: JSONValue?, to new: JSONValue?) {
    self.key = key
    self.old = old
    self.new = new
  }

  package var inverse: EntryChange { EntryChange(key, from: new, to: old) }

  /// The change applied to `current`, the entry's value now, which may differ from ``old``; nil if
  /// the entry does not exist now.
  ///
  /// For an edit, only the members that the change touches are changed: concurrent changes to other
  /// members survive. If both changes together leave no member, the edit is removed. A value of
  /// another kind is replaced.
  package func rebased(onto current: JSONValue?) -> EntryChange {
    let replacement = EntryChange(key, from: current, to: new)
    let hasChangedMeanwhile = current != old
    guard key.kind == .edit, hasChangedMeanwhile else { return replacement }
    // Only two objects can be merged member by member.
    guard let current, current.objectValue != nil, new?.objectValue != nil else {
      return replacement
    }
    // Applies what differs between `old` and `new`. Not nil, because both values are objects.
    let merged = ChangedEdit(from: old, to: new).overlaid(on: ChangedEdit(current: current))?.new
    // Only an edit that this change itself sets to `{}` may be empty.
    let isEmptiedByBoth = merged == [:] && new != [:]
    return EntryChange(key, from: current, to: isEmptiedByBoth ? nil : merged)
  }

  /// The change as an object; members without a value are left out.
  package var json: JSONObject {
    var object: JSONObject = ["kind": .string(key.kind.rawValue)]
    // An entry has no name if it is the only one of its kind.
    if !key.name.isEmpty { object["name"] = .string(key.name) }
    if let old { object["old"] = old }
    if let new { object["new"] = new }
    return object
  }

  /// Reads the output of ``json``; nil for a kind that this version does not know.
  package init?(json: JSONObject) {
    guard let kind = json["kind"]?.stringValue.flatMap(EntryKind.init(rawValue:)) else {
      return nil
    }
    self.init(EntryKey(kind, json["name"]?.stringValue ?? ""), from: json["old"], to: json["new"])
  }
}

/// An action of a person or a script, undone as a unit.
package struct SessionOperation: Hashable, Sendable {
  /// Increases with every operation of a session; zero until performed.
  package var id: Int64 = 0
  /// What was done, as the undo hint shows it: `set sections-enabled.pocket = false`.
  package var label: String
  package var feature: String?
  package var changes: [EntryChange]
  package var events: [SessionEvent] = []
  package var time: Instant
  /// The process that did it, such as `virga 4177`.
  package var process: String
  package var isUndone = false

  /// Whether its changes and events, which undo needs, were not read.
  ///
  /// The outline of an operation that was not undone still has the first change of each client
  /// entry, which `ClientChanges` needs, and the exposures that count. The outline of an undone one
  /// has neither.
  package var isOutline = false

  /// Whether this is an undo step; initial contents and saved drafts are not.
  package var isUndoStep = true

  /// Whether there is anything to undo: a changed entry, or an event recorded as telemetry.
  package var canBeUndone: Bool {
    isUndoStep && (!changes.isEmpty || events.contains { $0.suppressed == nil })
  }

  /// Creates an operation that is not performed yet, so without an id and events; `label` says what
  /// it does, as the undo hint shows it, and `process` is the program that does it.
  package init(
    _ label: String, feature: String? = nil, changes: [EntryChange], time: Instant, process: String
  ) {
    self.label = label
    self.feature = feature
    self.changes = changes
    self.time = time
    self.process = process
  }

  /// A copy with the events that the operation caused.
  package func causing(_ events: [SessionEvent]) -> SessionOperation {
    var operation = self
    operation.events = events
    return operation
  }

  /// A copy that names its feature in the label, for lists of several features:
  /// `set search ▸ enabled = true`.
  package func namingFeature() -> SessionOperation {
    guard let feature, let blank = label.firstIndex(of: " ") else { return self }
    var operation = self
    // The first word of a label says what is done; the feature follows it.
    operation.label = "\(label[..<blank]) \(feature) ▸\(label[blank...])"
    // The event that records the operation repeats its label as the reason.
    for index in events.indices where events[index].kind == SessionEvent.operationKind {
      operation.events[index].reason = operation.label
    }
    return operation
  }

  /// Whether both are the same action; ids are ignored: they change if another process commits
  /// first.
  package func isSameAction(as other: SessionOperation) -> Bool {
    (label, time, process) == (other.label, other.time, other.process)
  }

  /// The operation as an object; members without a value are left out.
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

  /// Reads the output of ``json``; nil without an id, a label or a time.
  ///
  /// Only undo steps get an id, so ``isUndoStep`` keeps its initial value, true.
  package init?(json: JSONObject) {
    guard let id = json["operation"]?.integerValue, let label = json["label"]?.stringValue,
      let time = json["time"]?.stringValue.flatMap(Instant.init(iso8601:))
    else { return nil }
    self.init(
      label, feature: json["feature"]?.stringValue, changes: Self.changes(json["changes"]),
      time: time,
      process: json["process"]?.stringValue ?? "")
    self.id = id
    events = Self.events(json["events"])
    isUndone = json["undone"]?.booleanValue ?? false
  }

  /// The changes in an array, none for nil; those of kinds that this version does not know are
  /// skipped.
  static func changes(_ json: JSONValue?) -> [EntryChange] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(EntryChange.init(json:)) }
  }

  /// The events in an array, none for nil; invalid ones are skipped.
  static func events(_ json: JSONValue?) -> [SessionEvent] {
    (json?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(SessionEvent.init(json:)) }
  }
}

extension SessionOperation {
  /// The label in past tense: `drop the edit of search` becomes `dropped …`.
  package var labelInPastTense: String {
    let verb = String(label.prefix { $0 != " " })
    return (Self.pastTenses[verb] ?? verb) + label.dropFirst(verb.count)
  }

  /// The past tense of each verb, if it differs.
  private static let pastTenses = [
    "add": "added", "change": "changed", "clear": "cleared", "discard": "discarded",
    "draw": "drew", "drop": "dropped", "end": "ended", "enroll": "enrolled",
    "evaluate": "evaluated", "expose": "exposed", "force": "forced", "import": "imported",
    "keep": "kept", "leave": "left", "load": "loaded", "lock": "locked", "move": "moved",
    "opt": "opted", "record": "recorded", "remove": "removed", "replace": "replaced",
    "start": "started", "switch": "switched", "take": "took", "try": "tried", "unlock": "unlocked",
  ]
}
