import VirgaJSON
public import VirgaTargeting

/// Attributes of a client that the session itself knows.
package enum ClientKey {
  package static let appName = "app_name"
  package static let channel = "channel"
  package static let clientID = "nimbus_id"
}

extension Session {
  /// The id by which the client is drawn; nil before the first evaluation.
  public var clientID: String? { self[.context, ClientKey.clientID]?.stringValue }

  /// The session's time while the wall shows `wall`.
  public func now(wall: Instant) -> Instant {
    switch self[.clock] {
    case .some(let clock):
      if let at = clock["at"]?.stringValue.flatMap(Instant.init(iso8601:)) { return at }
      let moved = wall.advanced(by: clock["offset"]?.integerValue ?? 0)
      return Instant(clamping: moved.seconds, nanoseconds: Int64(moved.nanoseconds))
    case nil: return wall
    }
  }

  /// Whether the session's clock stands still.
  public var clockStands: Bool { self[.clock]?["at"] != nil }

  /// The behavioural events of the client.
  public var behavior: EventStore {
    EventStore(json: JSONObject(names(of: .behavior).map { ($0, self[.behavior, $0] ?? [:]) }))
  }

  /// One behavioural event of the client, without all others.
  package func behavior(of event: String) -> EventStore {
    EventStore(json: [event: self[.behavior, event] ?? [:]])
  }

  /// How often a behavioural event was recorded in the years that are kept, while the wall shows `wall`.
  package func eventCount(of event: String, wall: Instant) -> UInt64 {
    let counter = behavior(of: event).counter(of: event, by: .years, at: now(wall: wall))
    return (counter?.buckets ?? []).reduce(0) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
  }
}
