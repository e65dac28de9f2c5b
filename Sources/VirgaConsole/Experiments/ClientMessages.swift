import VirgaExperiments
import VirgaTargeting

extension StatusMessage {
  static let clientInChannel = refusal("the client's channel is the one on screen")
  static let noAttributeSelected = refusal("nothing in the context is selected")
  static let attributeHasNoPath = refusal("an attribute has no path")
  static func attributeUndefined(_ name: String) -> Self { refusal("\(name) is undefined") }
  static func attributeNotSet(_ name: String) -> Self { refusal("the session does not set \(name)") }

  /// - Parameter deciding: The selected attribute if it keeps the client out.
  static func contextKeys(deciding: String?, edit: String, add: String) -> Self {
    info((deciding.map { "\($0) decides: " } ?? "") + "\(edit) changes it, \(add) adds an attribute")
  }
  /// - Parameter misfit: Why the value does not suit the attribute.
  static func attributeMismatch(_ mismatch: String, isText: Bool) -> Self {
    refusal(mismatch + (isText ? "; put it in quotes to set it anyway" : ""))
  }
  static let participationExpected = refusal("name experiments or rollouts, and on or off")
  static let clockExpected = refusal(
    "the clock takes a time such as 2026-11-21T12:00:00Z, a step such as +14d, or run")
  static let eventExpected = refusal("record-event takes a name, a count and an age, as in app_opened 3 2d")
  static func clockChanged(_ done: String, now: Instant) -> Self { info("\(done): it is \(now.minuteText) now") }
  static let nothingToComplete = refusal("nothing to complete")
}

/// Why no change makes a recipe accept the client.
extension StatusMessage {
  static func alreadyEnrolled(in slug: String) -> Self { refusal("the client is in \(slug)") }
  static func optedOut(of slug: String, drop key: String) -> Self {
    refusal("the client was opted out of \(slug); \(key) drops that")
  }
  static func cannotReturn(to slug: String, evaluate: String, force: String) -> Self {
    refusal(
      "a client that left \(slug) does not return; \(evaluate) evaluates all as for a new client, \(force) forces a branch"
    )
  }
  /// - Parameter gate: The sentence of the gate that keeps the client out; nil if none does.
  static func noAttributeHelps(_ slug: String, gate: String?) -> Self {
    guard let gate else { return refusal("no attribute keeps the client out of \(slug)") }
    return refusal("no attribute can change what keeps the client out of \(slug): \(gate)")
  }
  static func noClient(in buckets: BucketConfig) -> Self {
    refusal("found no client in bucket \(buckets.words): it selects too few")
  }
  static let planExpected = refusal(
    #"write it as in force-branch {"recipe": "slug", "branches": {"other": "branch"}, "attributes": {}}"#)
}
