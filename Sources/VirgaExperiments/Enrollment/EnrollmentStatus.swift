public import VirgaTargeting

/// What became of a recipe for a client.
public enum EnrollmentStatus: Hashable, Sendable {
  /// The client is in the recipe, on this branch.
  case enrolled(EnrolledReason, branch: String)
  /// The client never was in the recipe.
  case notEnrolled(NotEnrolledReason)
  /// The client was in the recipe and had to leave while it went on.
  case disqualified(DisqualifiedReason, branch: String)
  /// The client was in the recipe until it ended.
  case wasEnrolled(branch: String, endedAt: Instant)
  /// The recipe could not be evaluated; the client never was in it.
  case error(String)

  /// Why a client is in a recipe.
  public enum EnrolledReason: String, Sendable, CaseIterable {
    /// It passed every gate.
    case qualified = "Qualified"
    /// Somebody chose the branch; no gate is looked at any more.
    case optIn = "OptIn"
    /// The user chose it in Labs.
    case labsOptIn = "FirefoxLabsOptIn"
  }

  /// Why a client never was in a recipe.
  public enum NotEnrolledReason: Hashable, Sendable {
    /// The recipe is for another application.
    case differentAppName
    /// The recipe is for another channel.
    case differentChannel
    /// Nobody new is enrolled.
    case enrollmentsPaused
    /// Another recipe has one of the features; older databases don't say which.
    case featureConflict(with: String?)
    /// The client is in none of the recipe's buckets.
    case notSelected
    /// The targeting expression is false.
    case notTargeted
    /// The user left this recipe, in older databases.
    case optOut
    /// The user takes part in no experiments.
    case experimentsOptOut
    /// The user takes part in no rollouts.
    case rolloutsOptOut
    /// Only a choice in Labs enrolls.
    case labs
  }

  /// Why a client had to leave a recipe.
  public enum DisqualifiedReason: Hashable, Sendable {
    /// The recipe could no longer be evaluated, or the branch is gone.
    case error
    /// The user left this recipe.
    case optOut
    /// The user takes part in no experiments.
    case experimentsOptOut
    /// The user takes part in no rollouts.
    case rolloutsOptOut
    /// The application, the channel or the targeting no longer fits.
    case notTargeted
    /// The client is no longer in one of the recipe's buckets.
    case notSelected
    /// A preference that the recipe sets was changed by the user.
    case preferenceChanged
    /// A preference that the recipe sets could not be set.
    case preferenceFailedToSet
    /// The user left it in Labs.
    case labsOptOut
  }
}

extension EnrollmentStatus {
  /// The branch on which the client is now; nil where it is not enrolled.
  public var activeBranch: String? {
    if case .enrolled(_, let branch) = self { branch } else { nil }
  }

  /// The branch on which the client is or was; nil where it never was enrolled.
  public var branch: String? {
    switch self {
    case .enrolled(_, let branch), .disqualified(_, let branch), .wasEnrolled(let branch, _): branch
    case .notEnrolled, .error: nil
    }
  }

  /// The recipe that has a feature which this one needs; nil without such a conflict.
  public var conflictingSlug: String? {
    if case .notEnrolled(.featureConflict(let slug)) = self { slug } else { nil }
  }
}
