import VirgaTargeting

/// Computes a client's new status in one recipe from the old one.
///
/// Rule: VirgaExperiments/Transitions.
struct Transition {
  /// How long the record of an ended recipe is stored, in seconds: 365 days.
  static let maxAgeOfEndedRecord: Int64 = 365 * 86_400

  let client: Client
  let context: TargetingContext
  /// Whether the user has not opted out of this kind of recipe.
  let userTakesPart: Bool
  /// The change to report; nil if the enrollment did not change.
  private(set) var change: EnrollmentChange?

  /// The new status; nil if the recipe has no record from now on.
  ///
  /// Also sets ``change``, if there is one to report.
  ///
  /// - Parameters:
  ///   - previousRecipe: The recipe in the last list; nil if it was not there.
  ///   - nextRecipe: The recipe in the new list; nil if it is not there.
  ///   - previousStatus: The status of the last evaluation; nil without a record.
  mutating func newStatus(
    previousRecipe: Recipe?, nextRecipe: Recipe?, previousStatus: EnrollmentStatus?
  ) -> EnrollmentStatus? {
    switch (previousRecipe, nextRecipe, previousStatus) {
    case (nil, let newRecipe?, nil): return statusInNewRecipe(newRecipe)
    case (_?, let recipe?, let status?): return statusInContinuingRecipe(recipe, status)
    case (let endedRecipe?, nil, let status?): return statusInEndedRecipe(endedRecipe, status)
    // The recipe was not in the last list either: its record stays for a limited time.
    case (nil, nil, .wasEnrolled(_, let end)?):
      let secondsSinceEnd = client.now.seconds - end.seconds
      return secondsSinceEnd < Self.maxAgeOfEndedRecord ? previousStatus : nil
    case (nil, let returnedRecipe?, .wasEnrolled?) where returnedRecipe.isRollout:
      return statusInNewRecipe(returnedRecipe)
    // The record of an experiment that ended and is back is deleted, so that the next evaluation
    // treats it as new. A record that contradicts the lists is deleted too, such as an enrollment
    // in a recipe that was not in the last list.
    default: return nil
    }
  }

  /// The status in a recipe that is new to the client; nil, so that no record is stored, if no
  /// branch can be chosen.
  private mutating func statusInNewRecipe(_ recipe: Recipe) -> EnrollmentStatus? {
    if let reason = recipe.reasonClosed(takesPart: userTakesPart) { return .notEnrolled(reason) }
    return statusByGates(of: recipe)
  }

  /// The new status in a recipe that is no longer in the list: "was enrolled" if the client is
  /// enrolled or disqualified; otherwise nil, so that the record is deleted.
  ///
  /// Sets ``change``, which is reported, unless the record is deleted.
  private mutating func statusInEndedRecipe(
    _ recipe: Recipe, _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    // The SDK's database has no fractions of seconds.
    let wholeSecond = Instant(seconds: client.now.seconds)
    switch status {
    // As in the SDK, the end is recorded for a disqualified client too.
    case .enrolled(_, let branch), .disqualified(_, let branch):
      change = EnrollmentChange(
        .unenrollment, recipe.slug, branch: branch, featureIDs: recipe.featureIDs)
      return .wasEnrolled(branch: branch, endedAt: wholeSecond)
    case .notEnrolled, .error, .wasEnrolled: return nil
    }
  }

  /// The new status in a recipe that was in the last list and is in the new one, given the status
  /// of the last evaluation; nil to delete the record.
  private mutating func statusInContinuingRecipe(
    _ recipe: Recipe, _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    // An evaluation never enrolls a client in a Labs recipe: only the user's choice does.
    if recipe.isLabsOptIn, status.activeBranch == nil { return status }
    switch status {
    case .notEnrolled, .error:
      // If the recipe is closed to the client now, the status keeps its old reason.
      return userTakesPart && !recipe.isEnrollmentPaused ? statusByGates(of: recipe) : status
    case .enrolled(let reason, let branch):
      return statusOfEnrolled(recipe, reason, branch, status)
    case .disqualified(let reason, let branch):
      return statusOfDisqualified(recipe, reason, branch, status)
    // An enrollment that is over stays over as long as the recipe is in the list.
    case .wasEnrolled: return status
    }
  }

  /// The new status of a client that is enrolled in `branch`; nil, so that the record is deleted,
  /// if all ratios are 0 now and so no branch can be chosen.
  ///
  /// A forced branch only needs that the user takes part and that the recipe still has the branch.
  /// Any other one also needs the gates: app name, channel, targeting, client id and buckets.
  private mutating func statusOfEnrolled(
    _ recipe: Recipe, _ reason: EnrollmentStatus.EnrolledReason, _ branch: String,
    _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    if let reasonToLeave = reasonToLeaveBeforeGates(recipe, branch) {
      return disqualify(recipe, reasonToLeave, branch)
    }
    // A forced branch stays, whatever the gates say.
    let isForced = reason == .optIn
    if isForced { return status }
    switch verdict(on: recipe) {
    // The client keeps its branch, even if changed ratios would select another one now.
    case .enrolled: return status
    case .notEnrolled(.notSelected): return disqualify(recipe, .notSelected, branch)
    // The targeting, the app name or the channel no longer matches.
    case .notEnrolled: return disqualify(recipe, .notTargeted, branch)
    case .error: return disqualify(recipe, .error, branch)
    case .noBranch: return nil
    }
  }

  /// Why an enrolled client must leave, whatever the gates say: the user no longer takes part, or
  /// the recipe no longer has the client's branch; nil if neither is so.
  private func reasonToLeaveBeforeGates(
    _ recipe: Recipe, _ branch: String
  ) -> EnrollmentStatus.DisqualifiedReason? {
    // A Labs recipe keeps users who do not take part, because they chose it themselves.
    if !userTakesPart && !recipe.isLabsOptIn { return reasonOfNotTakingPart(in: recipe) }
    return recipe.branch(branch) == nil ? .error : nil
  }

  /// The status of a client that was unenrolled for `reason`: a rollout enrolls it again if it left
  /// because of its bucket, its targeting or an opt-out from rollouts; an experiment never does.
  ///
  /// If the user no longer takes part in recipes of this kind (rollouts or experiments), that is
  /// the new reason.
  private mutating func statusOfDisqualified(
    _ recipe: Recipe, _ reason: EnrollmentStatus.DisqualifiedReason, _ branch: String,
    _ status: EnrollmentStatus
  ) -> EnrollmentStatus? {
    if !userTakesPart { return .disqualified(reasonOfNotTakingPart(in: recipe), branch: branch) }
    guard recipe.takesBack(after: reason) else { return status }
    // The gates do not look at the pause, so a paused rollout enrolls the client too.
    let statusOfNewClient = statusByGates(of: recipe)
    switch statusOfNewClient {
    case .enrolled?: return statusOfNewClient
    // No branch can be chosen; as for a new client, no record is stored then.
    case nil: return nil
    // Still not enrolled, or an error: the status keeps the reason for which the client left.
    default: return status
    }
  }

  /// The reason if the user does not take part in experiments, or in rollouts.
  private func reasonOfNotTakingPart(in recipe: Recipe) -> EnrollmentStatus.DisqualifiedReason {
    recipe.isRollout ? .rolloutsOptOut : .experimentsOptOut
  }

  /// The status of a client that is not enrolled, by these gates: app name, channel, targeting,
  /// client id, buckets and branch; nil if no branch can be chosen.
  ///
  /// Sets ``change``, which is reported, if the gates enroll the client.
  private mutating func statusByGates(of recipe: Recipe) -> EnrollmentStatus? {
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

  /// Unenrolls the client from a recipe that continues; sets ``change`` and returns the status.
  private mutating func disqualify(
    _ recipe: Recipe, _ reason: EnrollmentStatus.DisqualifiedReason, _ branch: String
  ) -> EnrollmentStatus {
    change = EnrollmentChange(
      .disqualification, recipe.slug, branch: branch, reason: reason.eventReason,
      featureIDs: recipe.featureIDs)
    return .disqualified(reason, branch: branch)
  }

  /// The verdict of the gates that depend on the client: app name, channel, targeting, client id,
  /// buckets and branch.
  private func verdict(on recipe: Recipe) -> PreparedRecipe.Verdict {
    var prepared = PreparedRecipe(recipe)
    return prepared.verdict(for: client, in: context)
  }
}
