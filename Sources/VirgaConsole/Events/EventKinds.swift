import VirgaExperiments
import VirgaSession
import VirgaSource

/// The kinds by which events are listed and hidden.
enum EventKinds {
  /// An exposure that was not recorded.
  static let suppressed = "suppressed"
  /// What the console did to the session at its start.
  static let setup = "setup"
  private static let evaluation = TelemetryEvent.Name.enrollmentStatus.rawValue

  /// The kinds that are hidden until a person asks for them.
  static let hiddenAtFirst: Set<String> = [evaluation, setup]

  /// All kinds in the order in which the list names them.
  private static let order: [String] = {
    let telemetry: [TelemetryEvent.Name] = [
      .enrollment, .unenrollment, .disqualification, .enrollFailed, .unenrollFailed,
      .malformedFeature, .activation,
    ]
    let operations = [SessionEvent.operationKind, SessionEvent.undoKind, SessionEvent.redoKind]
    return [TelemetryEvent.Name.exposure.rawValue, suppressed] + telemetry.map(\.rawValue)
      + operations + [evaluation, setup]
  }()

  /// The kinds in their fixed order, and unknown ones by name after them.
  static func sorted(_ kinds: Set<String>) -> [String] {
    order.filter(kinds.contains) + kinds.subtracting(order).sorted()
  }

  /// A number of events of a kind in words, as in `1 enrollment` or `28 evaluated`.
  static func words(_ count: Int, of kind: String) -> String {
    if kind == evaluation { return "\(count) evaluated" }
    return count.pluralizing(nouns[kind] ?? "\(kind) event")
  }

  /// What the events that an operation may cause are called.
  private static let nouns = [
    "enrollment": "enrollment", "unenrollment": "unenrollment",
    "disqualification": "disqualification", "enroll_failed": "failed enrollment",
    "unenroll_failed": "failed unenrollment", "malformed_feature": "malformed config",
    "activation": "activation", SessionEvent.operationKind: "further operation",
  ]
}
