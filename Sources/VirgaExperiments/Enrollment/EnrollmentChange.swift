/// A change of a client's enrollment in a recipe, as reported to telemetry.
public struct EnrollmentChange: Hashable, Sendable {
  /// The kinds of changes.
  public enum Kind: String, Sendable, CaseIterable {
    /// The client enrolled.
    case enrollment = "Enrollment"
    /// The client could not enroll.
    case enrollFailed = "EnrollFailed"
    /// The client was unenrolled while the recipe continues.
    case disqualification = "Disqualification"
    /// The recipe ended.
    case unenrollment = "Unenrollment"
    /// The client could not be unenrolled.
    case unenrollFailed = "UnenrollFailed"
  }

  /// The kind of change.
  public var kind: Kind
  /// The recipe.
  public var slug: String
  /// The branch; `N/A` if there is none.
  public var branch: String
  /// The reason; nil if this kind of change has none.
  public var reason: String?
  /// The features of all branches, sorted by bytes; empty for an unknown recipe.
  public var featureIDs: [String]

  /// The text in place of a missing branch.
  package static let noBranch = "N/A"

  /// The client could not enroll or stay enrolled because of a feature conflict.
  package static func lostFeature(_ recipe: Recipe) -> EnrollmentChange {
    EnrollmentChange(.enrollFailed, recipe.slug, reason: "feature-conflict", featureIDs: recipe.featureIDs)
  }

  /// Creates a change for the recipe called `slug`.
  package init(
    _ kind: Kind, _ slug: String, branch: String = noBranch, reason: String? = nil, featureIDs: [String] = []
  ) {
    self.kind = kind
    self.slug = slug
    self.branch = branch
    self.reason = reason
    self.featureIDs = featureIDs
  }
}
