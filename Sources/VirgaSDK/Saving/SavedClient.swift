public import VirgaExperiments
public import VirgaTargeting

/// What an app keeps of a client from one start to the next.
///
/// It holds what the SDK's own database keeps (SDK: Survival): the client id, recipes with what became of them (opt-outs
/// included), participation, behavioral events, and recipes that are not applied yet.
public struct SavedClient: Equatable, Sendable {
  /// The id by which the client is bucketed.
  public var clientID: String?
  /// The recipes, what became of each, and whether the user takes part.
  public var enrollments: EnrollmentState
  /// The behavioral events; an advanced clock is not kept.
  public var events: EventStore
  /// Recipes to be applied next; nil if none are set aside.
  public var pending: [Recipe]?

  /// The state with these parts.
  public init(
    clientID: String?, enrollments: EnrollmentState = EnrollmentState(), events: EventStore = EventStore(),
    pending: [Recipe]? = nil
  ) {
    self.clientID = clientID
    self.enrollments = enrollments
    self.events = events
    self.pending = pending
  }
}

/// Why a saved state cannot be used.
public enum SavedClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A newer version of the SDK wrote it.
  case newer(version: Int64)
  /// It is not what this SDK writes.
  case corrupt(reason: String)

  /// The reason, in a sentence without a final full stop.
  public var description: String {
    switch self {
    case .newer(let version):
      "The saved state has version \(version), this SDK reads versions up to \(SavedClient.version)"
    case .corrupt(let reason): "The saved state is corrupt: \(reason)"
    }
  }
}
