public import VirgaExperiments
public import VirgaSource

/// The build value of a flag: what the merged config says, without any person's choice.
public struct FlagBuild: Hashable, Sendable {
  /// The value; nil where the feature, the variable or the option is missing.
  public var value: FlagValue?
  /// The layer that gave it; nil where none did.
  public var layer: Layer?
  /// Where it was written.
  public var location: SourceLocation?

  /// The build value `value`, given by `layer`.
  public init(_ value: FlagValue?, layer: Layer? = nil, location: SourceLocation? = nil) {
    self.value = value
    self.layer = layer
    self.location = location
  }

  /// There is no build value.
  public static let missing = FlagBuild(nil)
}
