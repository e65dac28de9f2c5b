package import VirgaJSON
package import VirgaSession
import VirgaTargeting

// Repeating an operation from its JSON: as one undo step, with the outcomes of recipes that it had.
extension SessionOperation {
  /// The operation as JSON without id, time, process and old values: when it is repeated, it gets
  /// new ones.
  package var repeatableJSON: JSONObject {
    var json: JSONObject = ["label": .string(label)]
    if let feature { json["feature"] = .string(feature) }
    let withoutOldValues = changes.map { EntryChange($0.key, from: nil, to: $0.new) }
    json["changes"] = .array(withoutOldValues.map { .object($0.json) })
    if !events.isEmpty { json["events"] = .array(events.map { .object(repeatableJSON(of: $0)) }) }
    // Almost all operations are undo steps, so that is left out.
    if !isUndoStep { json["step"] = false }
    return json
  }

  /// An event as JSON, without the time and process of the operation: a repetition has its own.
  ///
  /// An event that the operation imported has another process, and its own time; both stay.
  private func repeatableJSON(of event: SessionEvent) -> JSONObject {
    var json = event.json
    json["id"] = nil
    guard event.process == process else { return json }
    json["process"] = nil
    // The first event of the process happens when the operation does. Events at that time get the
    // time of a repetition; older ones, which an import may add, keep their own.
    let firstEventOfProcess = events.first { $0.process == process }
    if event.time == firstEventOfProcess?.time { json["time"] = nil }
    return json
  }
}

extension Operations {
  /// The operation that a JSON object describes, as `repeatableJSON` or an exported session has it.
  ///
  /// It happens now, and does nothing but what its changes and events say: no recipe is evaluated.
  package func operation(repeating json: JSONObject) throws(Refusal) -> SessionOperation {
    // A read-only session allows no operation.
    if let refusal { throw refusal }
    guard let label = json["label"]?.stringValue else {
      throw Refusal(
        "write an operation as JSON, with a label and changes, as in an exported session")
    }
    let changes = try (json["changes"]?.arrayValue ?? []).map(repeatedChange)
    var operation = SessionOperation(
      label, feature: json["feature"]?.stringValue, changes: changes, time: operationContext.time,
      process: operationContext.process)
    // Events happen at the time of the client's clock, which the changes may set.
    let now = clientTime(after: changes)
    operation.events = try (json["events"]?.arrayValue ?? []).map { event throws(Refusal) in
      try repeatedEvent(event, at: now)
    }
    // `repeatableJSON` leaves the key out of undo steps, which almost all operations are.
    operation.isUndoStep = json["step"]?.booleanValue ?? true
    let hasEffect = changes.contains { !OperationBuilder.isSame($0.old, $0.new) }
    // An exposure, for example, has events and no changes.
    let onlyRecords = changes.isEmpty && !operation.events.isEmpty
    guard hasEffect || onlyRecords else { throw .unchanged() }
    return operation
  }

  /// The time of the client after `changes`, which may set its clock.
  private func clientTime(after changes: [EntryChange]) -> Instant {
    var changed = session
    changed.apply(changes)
    return changed.now(wall: operationContext.time)
  }

  /// The change of one entry that `json` describes.
  ///
  /// Its old value is the entry's current one, whatever the JSON says, so that undo restores that.
  private func repeatedChange(_ json: JSONValue) throws(Refusal) -> EntryChange {
    guard var change = json.objectValue.flatMap(EntryChange.init(json:)) else {
      throw Refusal("not a change of a session: \(json.label)")
    }
    change.old = session[change.key]
    return change
  }

  /// An event that happens `now` in this process, unless the JSON has a time or process.
  private func repeatedEvent(_ json: JSONValue, at now: Instant) throws(Refusal) -> SessionEvent {
    var object = json.objectValue ?? [:]
    let happensNow = object["time"] == nil
    if happensNow { object["time"] = .string(now.description) }
    if object["process"] == nil { object["process"] = .string(operationContext.process) }
    guard var event = SessionEvent(json: object) else {
      throw Refusal("not an event: \(json.label)")
    }
    // The JSON needed a time as a text; `now` is exact.
    if happensNow { event.time = now }
    // The store gives the event its id.
    let noID: Int64 = 0
    event.id = noID
    return event
  }
}
