public import VirgaFlags

/// A part of an app that asks flags.
///
/// ```swift
/// struct MenuModel: FeatureFlaggable {
///   var isNewMenuAvailable: Bool { featureFlags.isFeatureEnabled(.newMenu, checking: .buildOnly) }
/// }
/// ```
///
/// The flags are ``FeatureFlagManager/shared`` unless the type, or an extension of this protocol in the app, says otherwise.
public protocol FeatureFlaggable {
  /// The flags.
  var featureFlags: FeatureFlagManager { get }
}

extension FeatureFlaggable {
  /// The flags of the app, or those that a test gives the running task; see ``FeatureFlagManager/current``.
  public var featureFlags: FeatureFlagManager { FeatureFlagManager.current ?? .shared }
}

/// The id of a flag of the catalogue.
///
/// ```swift
/// extension FeatureFlagID {
///   static let newMenu = FeatureFlagID(rawValue: "newMenu")
/// }
/// ```
public struct FeatureFlagID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The id.
  public let rawValue: String

  /// The id `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The id in the literal.
  public init(stringLiteral id: String) { rawValue = id }
}

/// The options of a flag that has more than on and off: a `String` enum of the app, or one that is generated.
///
/// ```swift
/// extension StartPolicy: FlaggableFeatureOptions {}
/// let start: StartPolicy? = flags.getCustomState(for: .startAtHome)
/// ```
///
/// Its cases are the options of a flag for which the catalogue lists none.
public protocol FlaggableFeatureOptions: RawRepresentable, CaseIterable, Sendable where RawValue == String {}

/// What was chosen for flags outside the app itself, such as in a session that a console changes.
public protocol FlagOverrides: Sendable {
  /// What was chosen for a flag, and the draw of a test; what is nil is left to the app.
  func choices(for flag: ConfiguredFlag) -> FlagChoices

  /// Stores a lock state; false where it was not stored, so that the app keeps it.
  func setLock(_ flag: String, isUnlocked: Bool) -> Bool
}
