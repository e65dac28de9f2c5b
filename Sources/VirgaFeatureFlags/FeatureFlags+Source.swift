public import VirgaFlags
public import VirgaSDK

extension FeatureFlags: ConfiguredFlagSource {
  /// The flag called `name`; nil if there is none.
  public func flag(called name: String) -> ConfiguredFlag? { flag(Feature.Name(rawValue: name)) }

  /// What the installation kept and what was chosen for a flag.
  public func choices(forFlag name: String) -> FlagChoices { choices(for: Feature.Name(rawValue: name)) }
}
