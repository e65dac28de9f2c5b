public import VirgaSource

/// The app's JSON-configured flags, as the flags of a catalogue read them.
public protocol ConfiguredFlagSource: ChangeReporting {
  /// Decides whether flags under development are shown.
  var gate: DevelopmentGate { get }

  /// The flag called `name`; nil if there is none.
  func flag(called name: String) -> ConfiguredFlag?

  /// The stored state and choices of this installation for a flag.
  func choices(forFlag name: String) -> ConfiguredFlagOverrides
}

/// Choices for flags that are made outside the app, such as in a console's session.
public protocol FlagOverrides: ChangeReporting {
  /// The choices and the test assignment for a flag. Nil parts are left to the app.
  func choices(for flag: ConfiguredFlag) -> ConfiguredFlagOverrides

  /// Stores a lock state. Returns false if it was not stored, so that the app stores it.
  func setLock(_ flag: String, isUnlocked: Bool) -> Bool
}
