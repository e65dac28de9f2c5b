package import VirgaJSON
import VirgaTargeting

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
      time: time, kind: kind, suppressed: json["suppressed"]?.stringValue, feature: json["feature"]?.stringValue,
      slug: json["slug"]?.stringValue, branch: json["branch"]?.stringValue, reason: json["reason"]?.stringValue,
      process: json["process"]?.stringValue ?? "", extra: json["extra"]?.objectValue ?? [:])
    id = json["id"]?.integerValue ?? 0
  }

  private var texts: [(String, String?)] {
    [("suppressed", suppressed), ("feature", feature), ("slug", slug), ("branch", branch), ("reason", reason)]
  }
}
