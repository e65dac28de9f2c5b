public import VirgaJSON

/// A part of an app that asks flags.
///
/// ```swift
/// struct MenuModel: FeatureFlaggable {
///   var isNewMenuAvailable: Bool { featureFlags.isFeatureEnabled(.newMenu, checking: .buildOnly) }
/// }
/// ```
///
/// The flags are those of the running task unless the type, or an extension of this protocol in the app, says otherwise.
public protocol FeatureFlaggable {
  /// The flags.
  var featureFlags: FeatureFlagManager { get }
}

extension FeatureFlaggable {
  /// The flags of the running task; see ``FeatureFlagManager/current``.
  public var featureFlags: FeatureFlagManager { FeatureFlagManager.current }
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

/// The options of a flag that has more than on and off: a `String` enum of the app.
public protocol FlaggableFeatureOptions: RawRepresentable, Sendable where RawValue == String {}

/// Where an app keeps what its user and its developers chose for flags.
public protocol FlagChoiceStore: Sendable {
  /// What the user chose; nil where the preference is unset.
  func preference(forKey key: String) -> JSONValue?

  /// What a developer chose; nil where the debug override is unset.
  func debugOverride(forKey key: String) -> JSONValue?

  /// Stores what the user chose; nil unsets the preference.
  func setPreference(_ value: JSONValue?, forKey key: String) throws

  /// Stores what a developer chose; nil unsets the debug override.
  func setDebugOverride(_ value: JSONValue?, forKey key: String) throws
}

extension StoredPreferences: FlagChoiceStore {
  /// What the user chose; nil where the preference is unset.
  public func preference(forKey key: String) -> JSONValue? { value(forKey: key) }

  /// What a developer chose; nil where the debug override is unset.
  public func debugOverride(forKey key: String) -> JSONValue? { value(forKey: key) }

  /// Stores what the user chose; nil unsets the preference.
  public func setPreference(_ value: JSONValue?, forKey key: String) { set(key, to: value) }

  /// Stores what a developer chose; nil unsets the debug override.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) { set(key, to: value) }
}
