import VirgaSession

extension [LoggedEvent] {
  /// Finds which events an operation caused, and counts them at the event that records the
  /// operation.
  ///
  /// A session stores the caused events right after that one.
  mutating func findCauses() {
    // The index of the event that records an operation, as long as only events follow that the
    // operation caused.
    var causeIndex: Int?
    for index in indices {
      (self[index].causeID, self[index].causedCountsByKind) = (nil, [:])
      if let causeIndex, self[causeIndex].hasCaused(self[index]) {
        let kind = self[index].event.shownKind
        self[index].causeID = self[causeIndex].id
        self[causeIndex].causedCountsByKind[kind, default: 0] += 1
      } else {
        let recordsOperation = self[index].event.kind == SessionEvent.operationKind
        causeIndex = recordsOperation ? index : nil
      }
    }
  }

  /// Nests events below the one that records their operation, if that is among them, and hides them
  /// (`isInFold`) unless it is unfolded.
  ///
  /// An event without nested ones is neither open nor closed.
  ///
  /// - Parameter unfolded: The ids of operations' events whose nested events are visible.
  mutating func nest(unfolded: Set<Int64>) {
    let idsOfCauses = Set(lazy.filter { !$0.causedCountsByKind.isEmpty }.map(\.id))
    // What an operation caused can be of hidden kinds: then it is not among the events.
    let idsWithNestedEvents = Set(lazy.compactMap(\.causeID)).intersection(idsOfCauses)
    for index in indices {
      if let cause = self[index].causeID {
        self[index].isNested = idsOfCauses.contains(cause)
        self[index].isInFold = self[index].isNested && !unfolded.contains(cause)
      } else if idsWithNestedEvents.contains(self[index].id) {
        self[index].isOpen = unfolded.contains(self[index].id)
      }
    }
  }
}

extension LoggedEvent {
  /// Whether the operation that this event records caused another event: one of the same process
  /// and time that is neither an operation nor an exposure.
  ///
  /// An exposure is what its operation records, not a consequence of it. Whatever the console did
  /// at its start (`isSetup`) counts as one operation, to which nothing else belongs.
  fileprivate func hasCaused(_ other: LoggedEvent) -> Bool {
    if isSetup || other.isSetup { return isSetup && other.isSetup }
    let canHaveCause = !other.event.isAboutOperation && other.event.kind != "exposure"
    let isFromSameMoment =
      event.time == other.event.time && event.process == other.event.process
    return canHaveCause && isFromSameMoment
  }
}

extension OperationList {
  /// How many values each operation changed, by the event that records it; an operation with a
  /// single change is left out, because its label names what it changed.
  var changeCounts: [SessionEvent: Int] {
    var counts: [SessionEvent: Int] = [:]
    for operation in self where operation.changes.count > 1 {
      let isRecord = { (event: SessionEvent) in event.kind == SessionEvent.operationKind }
      guard let record = operation.events.first(where: isRecord) else { continue }
      // Other values, such as enrollments, follow from these; so does a generated client id.
      let count = operation.changes.count { change in
        let kind = change.key.kind
        return (kind.isClientEntry || kind.isOverride) && !change.isGeneratedClientID
      }
      // The event may have got an id since, or may be marked as undone; the list of events looks it
      // up without these.
      if count > 1 { counts[record.beforeStoring] = count }
    }
    return counts
  }
}

extension SessionEvent {
  /// The event as it was before the store gave it an id or marked it as undone, to find an event of
  /// this console among loaded ones.
  var beforeStoring: SessionEvent {
    var event = self
    event.id = 0
    if event.suppressed == Self.undone { event.suppressed = nil }
    return event
  }
}
