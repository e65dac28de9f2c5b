package import VirgaJSON
import VirgaSource
package import VirgaTargeting

/// What decided a client's status in a recipe.
///
/// It is stored with the status, because it cannot be found out later: targeting may read
/// enrollments, and those were changed by the decision. Rule: VirgaExperiments/Explaining.
package struct EnrollmentDecision: Equatable, Sendable {
  /// When the client entered or left the recipe, to the second; nil for any other status.
  package private(set) var time: Instant?
  /// The reason for the status, or for a missing record; nil if the status says it, as "opted out"
  /// does.
  package private(set) var why: String?
  /// The targeting of that time; nil if everyone is targeted, and if a person decided.
  package private(set) var targeting: JudgedTargeting?
  /// The attributes about enrollments as the targeting read them; only for "not enrolled" and
  /// "error", else empty.
  package private(set) var enrollmentAttributes: [Name: ExpressionValue] = [:]

  /// The longest reason, in characters.
  private static let maxLength = 4_000

  /// A decision that the status explains, such as an opt-out.
  init(at time: Instant) { self.time = time.wholeSeconds }

  /// A decision with a reason alone.
  init(why: String) { self.why = why }

  /// The decision for a status that every evaluation judges again: the enrollments as the targeting
  /// read them, which may change later; nil if it reads none.
  init?(seenBy recipe: Recipe, in context: TargetingContext) {
    guard let targeting = recipe.targeting else { return nil }
    // The text is not parsed: an attribute counts as read if its name is anywhere in it.
    let names = Self.namesOfEnrollmentAttributes.filter { targeting.containsBytes(of: $0.text) }
    guard !names.isEmpty else { return nil }
    enrollmentAttributes = context.attributes.filter { names.contains($0.key) }
  }

  /// The decision for a new status, by the gates of that time; without ``why`` if the status says
  /// it, and without ``targeting`` if everyone is targeted or the expression is invalid.
  init(
    _ status: EnrollmentStatus, in recipe: Recipe, by gates: EnrollmentGates,
    in context: TargetingContext
  ) {
    time = context.now.wholeSeconds
    why = ReasonText.why(status, by: gates).map { $0.shortened(to: Self.maxLength) }
    targeting = JudgedTargeting(of: recipe, in: context)
  }

  /// The attributes that tell about enrollments.
  private static let namesOfEnrollmentAttributes: [Name] = [
    "is_already_enrolled", "active_experiments", "enrollments", "enrollments_map",
  ]

  /// Whether the targeting sees the same enrollments in `context`.
  func seesSameEnrollments(in context: TargetingContext) -> Bool {
    enrollmentAttributes.allSatisfy { context.attributes[$0.key] == $0.value }
  }

  /// What a session stores: the parts that are not nil or empty.
  package var json: JSONObject {
    var object = JSONObject()
    if let time { object["time"] = .integer(time.seconds) }
    if let why { object["why"] = .string(why) }
    if let targeting = targeting?.json { object["targeting"] = targeting }
    if !enrollmentAttributes.isEmpty {
      // What the targeting has read of the enrollments.
      object["seen"] = ExpressionValue.object(enrollmentAttributes).json
    }
    return object
  }

  /// Reads what ``json`` wrote; unreadable members are ignored.
  package init(json: JSONObject) {
    time = json["time"]?.integerValue.map { Instant(seconds: $0) }
    why = json["why"]?.stringValue
    targeting = json["targeting"].flatMap { JudgedTargeting($0) }
    // What the targeting has read of the enrollments.
    enrollmentAttributes = ExpressionValue.members(of: json["seen"]?.objectValue ?? [:])
  }
}

extension EnrollmentStatus {
  /// Whether what decided the status is kept as long as the status does not change; "not enrolled"
  /// and "error" are judged again at every evaluation.
  var keepsDecisionIfUnchanged: Bool {
    switch self {
    case .enrolled, .disqualified, .wasEnrolled: true
    case .notEnrolled, .error: false
    }
  }
}

extension EnrollmentState {
  /// Restores the decision of every status that is the same as in `before`, and adds one with the
  /// date to each status that a person decided, such as a forced branch.
  ///
  /// An evaluation stores its decisions, so a changed status without one was decided by a person.
  /// "Was enrolled", the status after a recipe ended, needs no decision: its sentence has the date
  /// of the end. "Not enrolled" and "error" are left out: every evaluation judges them again.
  ///
  /// - Parameters:
  ///   - before: The state before the recipes were evaluated.
  ///   - forgotten: The recipes whose records were removed before the evaluation: it decided these
  ///     again, even if with the same result.
  ///   - now: The time of decisions by a person.
  package mutating func restoreAndDateDecisions(
    since before: EnrollmentState, forgotten: Set<Name>, at now: Instant
  ) {
    for (slug, status) in records where status.keepsDecisionIfUnchanged {
      let isUnchanged = before.records[slug] == status
      if isUnchanged, !forgotten.contains(slug) {
        decisions[slug] = before.decisions[slug]
      } else if decisions[slug] == nil, status.sentenceNeedsDate {
        decisions[slug] = EnrollmentDecision(at: now)
      }
    }
  }

  /// The key of the decision in a stored record.
  private static let decisionKey = "decision"

  /// A record with its decision, as a session stores it; nil if the recipe has neither.
  ///
  /// The decision is a member that the SDK ignores: `{"Enrolled": {"reason": "Qualified",
  /// "branch": "b", "decision": {…}}}`. A recipe without a record is `{"None": {"decision": {…}}}`.
  package func entry(of slug: String) -> JSONValue? {
    let decision = decisions[slug].map { JSONValue.object($0.json) }
    // The only member of a record is under the name of the status.
    guard let record = records[slug]?.json.objectValue?.first else {
      return decision.map { ["None": [Self.decisionKey: $0]] }
    }
    var body = record.value.objectValue ?? [:]
    body[Self.decisionKey] = decision
    return .object([record.key: .object(body)])
  }

  /// The decision in the stored entry of a recipe, as in `{"Enrolled": {"branch": "b", "decision":
  /// {…}}}`; nil if no decision was stored.
  package static func decision(in entry: JSONValue) -> EnrollmentDecision? {
    entry.objectValue?.first?.value[Self.decisionKey]?.objectValue.map {
      EnrollmentDecision(json: $0)
    }
  }
}

extension EnrollmentStatus {
  /// Whether its sentence needs the date of a decision; "was enrolled" has its own date.
  fileprivate var sentenceNeedsDate: Bool { if case .wasEnrolled = self { false } else { true } }
}
