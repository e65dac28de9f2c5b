/// What happened to a recipe for a client, as telemetry is told.
public struct EnrollmentChange: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Sendable, CaseIterable {
    /// The client entered.
    case enrollment = "Enrollment"
    /// The client could not enter.
    case enrollFailed = "EnrollFailed"
    /// The client had to leave while the recipe goes on.
    case disqualification = "Disqualification"
    /// The recipe ended.
    case unenrollment = "Unenrollment"
    /// The client could not leave.
    case unenrollFailed = "UnenrollFailed"
  }

  /// What happened.
  public var kind: Kind
  /// The recipe.
  public var slug: String
  /// The branch; `N/A` where there is none.
  public var branch: String
  /// Why, where the kind of change has a reason.
  public var reason: String?
  /// The features of all branches, sorted by bytes; empty for a recipe that is not known.
  public var featureIDs: [String]

  /// What stands for a branch where there is none.
  package static let noBranch = "N/A"

  /// The client could not enter a recipe, or had to leave it at once, because another one has a feature of it.
  package static func lostFeature(_ recipe: Recipe) -> EnrollmentChange {
    EnrollmentChange(.enrollFailed, recipe.slug, reason: "feature-conflict", featureIDs: recipe.featureIDs)
  }

  /// Something that happened to the recipe called `slug`.
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
