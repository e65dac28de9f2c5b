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
  public var events: [SessionEvent]
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

  /// An operation that was not performed yet.
  package init(
    _ label: String, feature: String? = nil, changes: [EntryChange], events: [SessionEvent] = [], time: Instant,
    process: String
  ) {
    self.label = label
    self.feature = feature
    self.changes = changes
    self.events = events
    self.time = time
    self.process = process
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
