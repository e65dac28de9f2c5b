import VirgaJSON
import VirgaTargeting

/// Describes a status and its gates as text.
struct ReasonText {
  let recipe: Recipe
  let status: EnrollmentStatus?
  let gates: [Gate]
  let assignment: BranchAssignment.Outcome?
  let forcedFirst: [String]

  var sentence: String {
    switch status {
    case nil: failing([.branch]).map { "not enrolled, and no record is kept: \($0)" } ?? "not evaluated yet"
    case .enrolled(.qualified, let branch)?: qualified(on: branch)
    case .enrolled(.optIn, let branch)?:
      "enrolled in `\(branch)` because the branch was forced; targeting is ignored until it is dropped"
    case .enrolled(.labsOptIn, let branch)?: "enrolled in `\(branch)` because the user chose it in Labs"
    case .notEnrolled(let reason)?: "not enrolled: \(words(for: reason))"
    case .disqualified(.optOut, let branch)?: "was enrolled in `\(branch)` until the user opted out"
    case .disqualified(let reason, let branch)?:
      "was enrolled in `\(branch)` and then unenrolled: \(words(for: reason))"
    case .wasEnrolled(let branch, let end)?: Self.ended(branch, at: end)
    case .error(let text)?:
      "not enrolled: it could not be evaluated: \(failing([.targeting, .clientID]) ?? text)"
    }
  }

  /// What is needed to enroll; nil if the client is enrolled.
  var fix: String? {
    switch status {
    case .enrolled?: return nil
    case .wasEnrolled?: return Self.endedFix
    case .disqualified(let reason, _)? where !canReenroll(from: reason):
      return recipe.isRollout
        ? "it enrolls again only after the user turns rollouts off and on"
        : "nothing: an experiment never enrolls the same client again"
    default: return conditions
    }
  }

  /// The conditions of ``fix``; empty if the client is enrolled or cannot enroll.
  var requirements: [Requirement] {
    switch status {
    case .enrolled?, .wasEnrolled?: []
    case .disqualified(let reason, _)? where !canReenroll(from: reason): []
    default: gates.contains { $0.obstacle != nil } ? [] : gates.compactMap(\.requirement)
    }
  }

  static func ended(_ branch: String, at end: Instant) -> String {
    "was enrolled in `\(branch)` until the recipe ended at \(end)"
  }

  static let endedFix = "nothing: the recipe ended; it could only return as a new recipe with a new slug"

  private var conditions: String {
    let obstacles = gates.compactMap(\.obstacle)
    if !obstacles.isEmpty { return "nothing can enroll it: " + obstacles.joined(separator: " and ") }
    let fixes = gates.compactMap(\.requirement?.sentence)
    guard !fixes.isEmpty else { return "it enrolls at the next evaluation" }
    let branch = assignment.map { " in `\(recipe.branches[$0.branch].slug)`" } ?? ""
    let step = forcedFirst.isEmpty ? "" : "; first force " + forcedFirst.joined(separator: " and ")
    return "it enrolls\(branch) if " + Requirement.list(fixes, "and") + step
  }

  private func qualified(on branch: String) -> String {
    let telling = gates.filter { [.targeting, .buckets].contains($0.kind) }.map(\.sentence)
    return "enrolled in `\(branch)`: " + (telling + [draw(branch)]).joined(separator: "; ")
  }

  private func draw(_ branch: String) -> String {
    guard let assignment, !recipe.branches[assignment.branch].slug.isSameName(as: branch) else {
      return "the draw selects `\(branch)`"
    }
    return "it stays there, although the draw would now select `\(recipe.branches[assignment.branch].slug)`"
  }

  private func canReenroll(from reason: EnrollmentStatus.DisqualifiedReason) -> Bool {
    recipe.isRollout && [.notSelected, .notTargeted, .rolloutsOptOut].contains(reason)
  }

  private func failing(_ kinds: [Gate.Kind]) -> String? {
    gates.first { kinds.contains($0.kind) && !$0.passes }?.sentence
  }

  private func words(for reason: EnrollmentStatus.NotEnrolledReason) -> String {
    switch reason {
    case .differentAppName: failing([.appName]) ?? "it was for another app"
    case .differentChannel: failing([.channel]) ?? "it was for another channel"
    case .enrollmentsPaused: failing([.enrollment]) ?? "enrollment was paused"
    case .featureConflict(let slug):
      failing([.features]) ?? "\(slug.map { "`\($0)`" } ?? "another recipe") had one of its features"
    case .notSelected: failing([.buckets]) ?? "its bucket was not selected"
    case .notTargeted: failing([.targeting]) ?? "the targeting was false"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .labs: "it only enrolls if the user chooses it in Labs"
    }
  }

  private func words(for reason: EnrollmentStatus.DisqualifiedReason) -> String {
    switch reason {
    case .error: failing([.targeting, .clientID]) ?? "its branch was gone, or it could not be evaluated"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .notTargeted: failing([.appName, .channel, .targeting]) ?? "it no longer targeted the client"
    case .notSelected: failing([.buckets]) ?? "its bucket was no longer selected"
    case .preferenceChanged: "the user changed a preference that it sets"
    case .preferenceFailedToSet: "a preference that it sets could not be set"
    case .labsOptOut: "the user left it in Labs"
    }
  }
}
