public import VirgaExperiments
public import VirgaFlags
public import VirgaJSON
public import VirgaResources
public import VirgaSource
public import VirgaTargeting

// Names for apps of types that others declare: errors that they catch, and what signatures contain.
// Nested, so that an app may use the same words.

extension FeatureClient {
  /// A change of an enrollment.
  public typealias EnrollmentChange = VirgaExperiments.EnrollmentChange
  /// A problem in recipes that the app was given, with its position.
  public typealias RecipeProblem = Problem
  /// Why a behavioral event could not be counted, or the clock of events not be moved.
  public typealias EventFailure = EventStore.Failure
  /// The source of a value.
  public typealias Layer = VirgaSource.Layer
  /// The recipes of a client, with the outcome of each.
  public typealias EnrollmentState = VirgaExperiments.EnrollmentState
  /// The outcome of a recipe.
  public typealias EnrollmentStatus = VirgaExperiments.EnrollmentStatus
  /// What recipes are evaluated for.
  public typealias Client = VirgaExperiments.Client
}

extension FeatureFlagManager {
  /// All three checks of a flag, and what decided each.
  public typealias Answer = FlagAnswer
  /// Why a flag cannot be changed.
  public typealias FlagError = VirgaFlags.FlagError
  /// JSON-configured flags that a manager resolves too.
  public typealias ConfiguredFlagSource = VirgaFlags.ConfiguredFlagSource
  /// A flag or test in a JSON configuration.
  public typealias ConfiguredFlag = VirgaFlags.ConfiguredFlag
  /// What a person or the app chose for a JSON-configured flag.
  public typealias ConfiguredFlagOverrides = VirgaFlags.ConfiguredFlagOverrides
  /// Whether flags under development are shown.
  public typealias DevelopmentGate = VirgaFlags.DevelopmentGate
}

extension FlagAnswer {
  /// The result of one check.
  public typealias Result = FlagResult
  /// What decided a result.
  public typealias Decider = FlagDecider
  /// A Boolean or an option.
  public typealias Value = FlagValue
  /// A variation of a test.
  public typealias Variation = VirgaFlags.Variation
}

extension FlagDefinition {
  /// The kind of flag.
  public typealias Kind = FlagKind
  /// How a build value is read from merged configs.
  public typealias Reading = BuildValueSource
}

extension Recipe {
  /// One treatment of a recipe.
  public typealias Branch = VirgaExperiments.Branch
}

extension FolderResources {
  /// A language as resources name it: `de` or `de-DE`.
  public typealias Language = LanguageTag
}

extension JSONValue {
  /// A number with its spelling.
  public typealias Number = JSONNumber
  /// The way to a value inside another one.
  public typealias Path = JSONPath
}

extension JSONObject {
  /// A text that is compared byte for byte.
  public typealias Name = VirgaJSON.Name
}

extension SourceText {
  /// A mistake in a text, with its position.
  public typealias Problem = VirgaSource.Problem
  /// The mistakes in a text, as an error.
  public typealias Problems = VirgaSource.Problems
  /// A part of a file.
  public typealias Location = SourceLocation
  /// A part of a text.
  public typealias Range = SourceRange
  /// A line and a column, from 1.
  public typealias Position = SourcePosition
}
