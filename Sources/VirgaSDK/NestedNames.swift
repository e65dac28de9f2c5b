public import VirgaExperiments
public import VirgaFlags
public import VirgaSource

// Names for apps of types that others declare.

extension FeatureClient {
  /// A change of an enrollment.
  public typealias EnrollmentChange = VirgaExperiments.EnrollmentChange
  /// A problem in recipes that the app was given, with its position.
  public typealias RecipeProblem = Problem
}

extension FeatureFlagManager {
  /// All three checks of a flag, and what decided each.
  public typealias Answer = FlagAnswer
}
