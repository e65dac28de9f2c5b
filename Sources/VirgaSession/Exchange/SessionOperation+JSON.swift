package import VirgaJSON
import VirgaTargeting

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
      label, feature: json["feature"]?.stringValue, changes: Self.changes(json["changes"]),
      events: Self.events(json["events"]), time: time, process: json["process"]?.stringValue ?? "")
    self.id = id
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
