import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaTargeting

/// The client for targeting and enrollment.
struct ContextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Targeting attributes, as a JSON or YAML object.", valueName: "file"),
    completion: .file())
  var context: String?

  @Option(
    help: ArgumentHelp(
      "Behavioral events, as [{\"event\", \"count\", \"seconds_ago\"}] in JSON or YAML.",
      valueName: "file"),
    completion: .file())
  var events: String?

  @Option(help: ArgumentHelp("The time, in ISO 8601 (default: now).", valueName: "time"))
  var now: String?

  /// The client with the attributes, events and time of the options.
  ///
  /// - Parameter id: The client's random id; nil to use the one in the attributes, if any.
  func client(id: String? = nil) throws -> Client { try client(attributes(), id: id) }

  /// The client with the given attributes, and the events and time of the options.
  ///
  /// Pass the result of ``attributes()`` if it is also used elsewhere: each call of it prints again
  /// what is wrong with the file.
  func client(_ given: JSONObject, id: String? = nil) throws -> Client {
    let time = try time()
    var attributes = ClientAttributes(flat: ExpressionValue.members(of: given))
    if let id { attributes.clientID = id }
    return Client(attributes: attributes, events: try eventStore(at: time), now: time)
  }

  /// The time of `--now`, or else the machine's.
  private func time() throws -> Instant {
    guard let now else { return Machine.now() }
    guard let time = Instant(iso8601: now) else {
      throw ValidationError("--now takes a time such as 2026-11-21T12:00:00Z, not \(now)")
    }
    return time
  }

  /// The attributes in the file of `--context`; empty without the option.
  func attributes() throws -> JSONObject {
    guard let context else { return [:] }
    try Inputs.claim([context], for: "--context")
    return try ContextFile.attributes(context)
  }

  /// The events in the file of `--events`, which says how long before `time` they happened; empty
  /// without the option.
  private func eventStore(at time: Instant) throws -> EventStore {
    guard let events else { return EventStore() }
    try Inputs.claim([events], for: "--events")
    return try EventsFile.store(events, at: time)
  }
}
