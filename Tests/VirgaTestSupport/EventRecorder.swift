package import VirgaExperiments
package import VirgaJSON
import VirgaSource

/// Collects the events that a client records.
package final class EventRecorder: Sendable {
  private let events = Locked<[TelemetryEvent]>([])

  package init() {}

  package var record: @Sendable (TelemetryEvent) -> Void {
    { [self] event in events.withLock { $0.append(event) } }
  }

  /// The names of all events so far.
  package var names: [String] { events.withLock { $0.map(\.name.rawValue) } }

  /// The events since the last call, in the format of vector files.
  package func drain() -> JSONValue {
    let taken = events.withLock { events in
      defer { events = [] }
      return events
    }
    return .array(
      taken.map {
        .object(
          JSONObject([("event", .string($0.name.rawValue))] + $0.extra.map { ($0.key, $0.value) }))
      })
  }
}
