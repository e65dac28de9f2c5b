import VirgaTargeting

/// Computes a client's new status in one recipe from the old one (Rule:
/// VirgaExperiments/Transitions).
struct Transition {
  /// How long the record of an ended recipe is kept: 365 days.
  static let secondsKept: Int64 = 365 * 86_400

  let client: Client
  let context: TargetingContext
  let takesPart: Bool
  private(set) var change: EnrollmentChange?

  /// Nil if the recipe keeps no record.
  mutating func evolve(
    _ previous: Recipe?, _ next: Recipe?, _ status: EnrollmentStatus?
  ) -> EnrollmentStatus? {
    switch (previous, next, status) {
    case (nil, let next?, nil): return enroll(next)
    case (_?, let next?, let status?): return update(next, status)
    case (let previous?, nil, let status?): return end(previous, status)
    case (nil, nil, .wasEnrolled(_, let end)?):
      return client.now.seconds - end.seconds < Self.secondsKept ? status : nil
    case (nil, let next?, .wasEnrolled?) where next.isRollout: return enroll(next)
    default: return nil
    }
  }

  private mutating func enroll(_ recipe: Recipe) -> EnrollmentStatus? {
    recipe.closed(takesPart: takesPart).map(EnrollmentStatus.notEnrolled) ?? evaluate(recipe)
  }

  private mutating func end(_ recipe: Recipe, _ status: EnrollmentStatus) -> EnrollmentStatus? {
    switch status {
    case .enrolled(_, let branch), .disqualified(_, let branch):
      change = EnrollmentChange(
        .unenrollment, recipe.slug, branch: branch, featureIDs: recipe.featureIDs)
      return .wasEnrolled(branch: branch, endedAt: Instant(seconds: client.now.seconds))
    case .notEnrolled, .error, .wasEnrolled: return nil
    }
  }

  private mutating func update(_ recipe: Recipe, _ status: EnrollmentStatus) -> EnrollmentStatus? {
    if recipe.isLabsOptIn, status.activeBranch == nil { return status }
    switch status {
    case .notEnrolled, .error:
      return takesPart && !recipe.isEnrollmentPaused ? evaluate(recipe) : status
    case .enrolled(let reason, let branch): return keep(recipe, reason, branch, status)
    case .disqualified(let reason, let branch): return reconsider(recipe, reason, branch, status)
    case .wasEnrolled: return status
    }
  }

  /// The status of an enrolled client; it keeps its branch even if the ratios change.
  private mutating func keep(
    _ recipe: Recipe, _ reason: EnrollmentStatus.EnrolledReason, _ branch: String,
    _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    if !takesPart, !recipe.isLabsOptIn {
      return disqualify(recipe, recipe.isRollout ? .rolloutsOptOut : .experimentsOptOut, branch)
    }
    guard recipe.branch(branch) != nil else { return disqualify(recipe, .error, branch) }
    guard reason != .optIn else { return status }
    switch verdict(on: recipe) {
    case .enrolled: return status
    case .notEnrolled(.notSelected): return disqualify(recipe, .notSelected, branch)
    case .notEnrolled: return disqualify(recipe, .notTargeted, branch)
    case .error: return disqualify(recipe, .error, branch)
    case .noBranch: return nil
    }
  }

  /// The status of an unenrolled client: only some rollouts enroll again, even paused ones.
  private mutating func reconsider(
    _ recipe: Recipe, _ reason: EnrollmentStatus.DisqualifiedReason, _ branch: String,
    _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    if !takesPart {
      return .disqualified(recipe.isRollout ? .rolloutsOptOut : .experimentsOptOut, branch: branch)
    }
    guard recipe.isRollout, [.notSelected, .notTargeted, .rolloutsOptOut].contains(reason) else {
      return status
    }
    switch evaluate(recipe) {
    case .enrolled(let reason, let branch)?: return .enrolled(reason, branch: branch)
    case nil: return nil
    default: return status
    }
  }

  private mutating func evaluate(_ recipe: Recipe) -> EnrollmentStatus? {
    switch verdict(on: recipe) {
    case .enrolled(let index):
      let branch = recipe.branches[index].slug
      change = EnrollmentChange(
        .enrollment, recipe.slug, branch: branch, featureIDs: recipe.featureIDs)
      return .enrolled(.qualified, branch: branch)
    case .notEnrolled(let reason): return .notEnrolled(reason)
    case .error(let text): return .error(text)
    case .noBranch: return nil
    }
  }

  private mutating func disqualify(
    _ recipe: Recipe, _ reason: EnrollmentStatus.DisqualifiedReason, _ branch: String
  ) -> EnrollmentStatus {
    change = EnrollmentChange(
      .disqualification, recipe.slug, branch: branch, reason: reason.eventReason,
      featureIDs: recipe.featureIDs)
    return .disqualified(reason, branch: branch)
  }

  private func verdict(on recipe: Recipe) -> PreparedRecipe.Verdict {
    var prepared = PreparedRecipe(recipe)
    return prepared.verdict(for: client, in: context)
  }
}
