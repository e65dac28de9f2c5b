public import VirgaFlags

/// What was chosen for flags outside the app itself, such as in a session that a console changes.
public protocol FlagOverrides: Sendable {
  /// What was chosen for a flag, and the draw of a test; what is nil is left to the app.
  func choices(for flag: ConfiguredFlag) -> FlagChoices

  /// Stores a lock state; false where it was not stored, so that the app keeps it.
  func setLock(_ flag: String, isUnlocked: Bool) -> Bool
}
