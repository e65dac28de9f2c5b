package import VirgaExperiments
import VirgaJSON
package import VirgaTargeting

extension SessionEvent {
  /// The kind of the event that tells of an operation.
  package static let operationKind = "set"

  /// The kind of the event that tells that an operation was taken back.
  package static let undoKind = "undo"

  /// The kind of the event that tells that an operation was done again.
  package static let redoKind = "redo"

  /// Why the events of an operation that was taken back do not count.
  package static let undone = "undone"

  /// Whether it tells of an operation itself, and of nothing that telemetry could hear of.
  package var isAboutOperation: Bool { [Self.operationKind, Self.undoKind, Self.redoKind].contains(kind) }

  /// An event of the SDK, with its keys taken apart.
  package init(
    _ event: TelemetryEvent, time: Instant, reason: String? = nil, suppressed: String? = nil, process: String
  ) {
    func text(_ key: String) -> String? { event.extra[key]?.stringValue }
    self.init(
      time: time, kind: event.name.rawValue, suppressed: suppressed, feature: text("feature_id"),
      slug: text("experiment") ?? text("slug"), branch: text("branch"), reason: reason ?? text("reason"),
      process: process, extra: event.extra)
  }
}
