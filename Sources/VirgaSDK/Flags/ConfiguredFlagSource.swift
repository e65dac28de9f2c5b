public import VirgaFlags

/// The JSON-configured flags of an app, as a ``FeatureFlagManager`` asks them.
public protocol ConfiguredFlagSource: Sendable {
  /// What shows flags under development.
  var gate: DevelopmentGate { get }

  /// The flag called `name`; nil if there is none.
  func flag(called name: String) -> ConfiguredFlag?

  /// What the installation kept and what was chosen for a flag.
  func choices(forFlag name: String) -> FlagChoices
}
