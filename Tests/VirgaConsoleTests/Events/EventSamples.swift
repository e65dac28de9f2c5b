import Testing
import VirgaCanvas
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

/// Events as a session records them.
enum EventSamples {
  static let start = Instant(seconds: 1_795_262_698)

  static func event(
    _ id: Int64, _ kind: String = "exposure", feature: String? = "homescreen"
  ) -> SessionEvent {
    var event = SessionEvent(
      time: Instant(seconds: start.seconds + id, nanoseconds: 120_000_000), kind: kind,
      process: "example-app 4121"
    ) {
      $0.feature = feature
      $0.slug = kind == "set" ? nil : "order-2026"
      $0.branch = kind == "set" ? nil : "treatment-a"
    }
    event.id = id
    return event
  }

  /// A few of each kind.
  static var few: [SessionEvent] {
    var suppressed = event(2, feature: "search")
    suppressed.suppressed = "a rollout is not recorded"
    var set = event(4, "set")
    set.reason = "set sections-enabled.pocket = false"
    return [
      event(1), suppressed, event(3, "enrollment", feature: nil), set, event(5),
      event(6, feature: "tabs-tray"),
    ]
  }
}

extension ConsoleDriver {
  /// A console on screen 5 with a few events.
  static func onEvents(_ size: Size = defaultSize) -> ConsoleDriver {
    ConsoleOpenings.console("events \(size)") {
      var console = ConsoleDriver(size)
      console.show(EventSamples.few)
      console.press("5")
      return console
    }
  }

  /// Replaces the shown events.
  mutating func show(_ events: [SessionEvent]) { send(.events(events, replacesAll: true)) }

  /// Appends events to the shown ones.
  mutating func add(_ events: SessionEvent...) { send(.events(events, replacesAll: false)) }

  /// Appends an event, drops those with a smaller id than `first`, and expects what holds after it.
  mutating func add(
    _ id: Int64, from first: Int64 = 0, at location: SourceLocation = #_sourceLocation,
    holds: (Self) -> Bool
  ) {
    send(
      .events([EventSamples.event(id)], replacesAll: false, first: first), at: location,
      holds: holds)
  }

  /// The features of panel "Per feature".
  var counts: [FeatureCount] { events.featureCounts.items }

  /// The numbers of the events in the list, from top to bottom.
  var eventIDs: [Int64] { events.shown.map(\.id) }
}
