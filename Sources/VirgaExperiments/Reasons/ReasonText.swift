import VirgaJSON
import VirgaTargeting

/// Describes a status, its decision and the gates as text.
struct ReasonText {
  let recipe: Recipe
  let status: EnrollmentStatus?
  /// Nil if it was not kept.
  let decision: EnrollmentDecision?
  /// The gates for the next evaluation.
  let gates: EnrollmentGates
  /// The gates of the last evaluation, for a status that it judged.
  let judged: EnrollmentGates

  var sentence: String {
    switch status {
    case nil: unrecorded
    case .enrolled(let reason, let branch)?: enrolled(in: branch, reason)
    case .notEnrolled(let reason)?: "not enrolled: \(words(for: reason))"
    case .disqualified(let reason, let branch)?: unenrolled(from: branch, reason)
    case .wasEnrolled(let branch, let end)?: returned(branch, end)
    case .error(let text)?:
      "not enrolled: it could not be evaluated: \(judged.failing([.targeting, .clientID]) ?? text)"
    }
  }

  /// What keeps an enrolled client, or removes it at the next evaluation; nil if that is what
  /// enrolled it.
  var stays: String? {
    guard case .enrolled(let reason, let branch)? = status, reason != .optIn else { return nil }
    let participation: [Gate.Kind] = recipe.isLabsOptIn ? [] : [.participation]
    if let failing = gates.failing(
      participation + [.appName, .channel, .targeting, .clientID, .buckets])
    {
      return "leaves at the next evaluation: \(failing)"
    }
    let holding = Self.holding(gates)
    guard decision?.why != Self.qualified(for: branch, holding) else { return nil }
    return "stays enrolled: "
      + (holding + [otherDraw(than: branch)].compactMap(\.self)).joined(separator: "; ")
  }

  /// What is needed to enroll; nil if the client is enrolled.
  var fix: String? {
    switch status {
    case .enrolled?: return nil
    case .wasEnrolled?:
      return "nothing: it enrolls again only after it is removed and added again, as a new recipe"
    case .disqualified(let reason, _)? where !canReenroll(from: reason):
      return recipe.isRollout
        ? "it enrolls again only after the user turns rollouts off and on"
        : "nothing: an experiment never enrolls the same client again"
    case .disqualified?, .notEnrolled?, .error?, nil: return conditions
    }
  }

  /// The conditions of ``fix``; empty if the client is enrolled or cannot enroll.
  var requirements: [Requirement] {
    switch status {
    case .enrolled?, .wasEnrolled?: []
    case .disqualified(let reason, _)? where !canReenroll(from: reason): []
    case .disqualified?, .notEnrolled?, .error?, nil:
      gates.gates.contains { $0.obstacle != nil } ? [] : gates.gates.compactMap(\.requirement)
    }
  }

  static func ended(_ branch: String, at end: Instant) -> String {
    "was enrolled in `\(branch)` until the recipe ended at \(end)"
  }

  static let endedFix =
    "nothing: the recipe ended; it could only return as a new recipe with a new slug"

  private var conditions: String {
    let obstacles = gates.gates.compactMap(\.obstacle)
    if !obstacles.isEmpty {
      return "nothing can enroll it: " + obstacles.joined(separator: " and ")
    }
    let fixes = gates.gates.compactMap(\.requirement?.sentence)
    guard !fixes.isEmpty else { return "it enrolls at the next evaluation" }
    let branch = gates.branch.map { " in `\(recipe.branches[$0.branch].slug)`" } ?? ""
    let step =
      gates.forcedFirst.isEmpty
      ? "" : "; first force " + gates.forcedFirst.joined(separator: " and ")
    return "it enrolls\(branch) if " + Requirement.list(fixes, "and") + step
  }

  private func canReenroll(from reason: EnrollmentStatus.DisqualifiedReason) -> Bool {
    recipe.isRollout && [.notSelected, .notTargeted, .rolloutsOptOut].contains(reason)
  }

  private var day: String { decision?.time.map { " on \($0.dayText)" } ?? "" }

  // What decided.

  /// Why a client entered or left a recipe, by the gates of that time; nil if the status says it.
  static func why(_ status: EnrollmentStatus, by gates: EnrollmentGates) -> String? {
    switch status {
    case .enrolled(.qualified, let branch): qualified(for: branch, holding(gates))
    case .disqualified(.optOut, _): nil
    case .disqualified(.error, let branch) where gates.recipe.branch(branch) == nil:
      "the recipe no longer has this branch"
    case .disqualified(let reason, _): words(for: reason, by: gates)
    case .enrolled, .notEnrolled, .wasEnrolled, .error: nil
    }
  }

  /// Why a live recipe lost its record; nil if a gate says it.
  static func loss(of status: EnrollmentStatus) -> String? {
    guard case .wasEnrolled(_, let end) = status else { return nil }
    return
      "it ended at \(end) and is back, which dropped its record; the next evaluation treats it as new"
  }

  /// What ended an enrollment in a live recipe.
  static func changedKind(of recipe: Recipe) -> String {
    recipe.isRollout
      ? "changed from an experiment to a rollout" : "changed from a rollout to an experiment"
  }

  private static func holding(_ gates: EnrollmentGates) -> [String] {
    gates.sentences(of: [.targeting, .buckets])
  }

  private static func qualified(for branch: String, _ holding: [String]) -> String {
    (holding + ["the draw selects `\(branch)`"]).joined(separator: "; ")
  }

  private func otherDraw(than branch: String) -> String? {
    guard let assignment = gates.branch else { return nil }
    let drawn = recipe.branches[assignment.branch].slug
    return drawn.isSameName(as: branch)
      ? nil : "it keeps `\(branch)`, although the draw would now select `\(drawn)`"
  }

  // The sentence of each status.

  private var unrecorded: String {
    if let why = decision?.why { return "no record: \(why)" }
    return gates.failing([.branch]).map { "not enrolled, and no record is kept: \($0)" }
      ?? "not evaluated yet"
  }

  private func enrolled(in branch: String, _ reason: EnrollmentStatus.EnrolledReason) -> String {
    switch reason {
    case .qualified:
      decision?.why.map { "enrolled in `\(branch)`\(day) because \($0)" }
        ?? "enrolled in `\(branch)`; the reason at that time was not kept"
    case .optIn:
      "enrolled in `\(branch)`\(day) because the branch was forced; targeting is ignored until it is dropped"
    case .labsOptIn: "enrolled in `\(branch)`\(day) because the user chose it in Labs"
    }
  }

  private func unenrolled(
    from branch: String, _ reason: EnrollmentStatus.DisqualifiedReason
  ) -> String {
    guard reason != .optOut else {
      return "was enrolled in `\(branch)` until the user opted out\(day)"
    }
    let why = decision?.why ?? Self.words(for: reason, by: nil)
    return "was enrolled in `\(branch)` and then unenrolled\(day): \(why)"
  }

  /// The sentence for an ended enrollment in a live recipe.
  private func returned(_ branch: String, _ end: Instant) -> String {
    if let why = decision?.why {
      return "was enrolled in `\(branch)` until the recipe \(why) at \(end)"
    }
    return Self.ended(branch, at: end) + "; it is back, but the record of its end stays"
  }

  private func words(for reason: EnrollmentStatus.NotEnrolledReason) -> String {
    switch reason {
    case .differentAppName: judged.failing([.appName]) ?? "it was for another app"
    case .differentChannel: judged.failing([.channel]) ?? "it was for another channel"
    case .enrollmentsPaused: judged.failing([.enrollment]) ?? "enrollment was paused"
    case .featureConflict(let slug):
      judged.failing([.features])
        ?? "\(slug.map { "`\($0)`" } ?? "another recipe") had one of its features"
    case .notSelected: judged.failing([.buckets]) ?? "its bucket was not selected"
    case .notTargeted: judged.failing([.targeting]) ?? "the targeting was false"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .labs: "it only enrolls if the user chooses it in Labs"
    }
  }

  /// Without the gates of that time, the words are general: those of now could tell what the
  /// unenrollment caused.
  private static func words(
    for reason: EnrollmentStatus.DisqualifiedReason, by gates: EnrollmentGates?
  ) -> String {
    func failing(_ kinds: [Gate.Kind]) -> String? { gates?.failing(kinds) }
    return switch reason {
    case .error:
      failing([.targeting, .clientID]) ?? "its branch was gone, or it could not be evaluated"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .notTargeted:
      failing([.appName, .channel, .targeting]) ?? "it no longer targeted the client"
    case .notSelected: failing([.buckets]) ?? "its bucket was no longer selected"
    case .preferenceChanged: "the user changed a preference that it sets"
    case .preferenceFailedToSet: "a preference that it sets could not be set"
    case .labsOptOut: "the user left it in Labs"
    }
  }
}
