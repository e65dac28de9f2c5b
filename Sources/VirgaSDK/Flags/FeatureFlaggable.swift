/// A part of an app that reads flags.
///
/// ```swift
/// struct MenuModel: FeatureFlaggable {
///   var isNewMenuAvailable: Bool { featureFlags.isFeatureEnabled(.newMenu, checking: .buildOnly) }
/// }
/// ```
///
/// The flags are ``FeatureFlagManager/shared`` unless the type, or an extension of this protocol in
/// the app, overrides it.
public protocol FeatureFlaggable {
  /// The flags.
  var featureFlags: FeatureFlagManager { get }
}

extension FeatureFlaggable {
  /// The flags of the app, or those that a test sets for the running task in
  /// ``FeatureFlagManager/current``.
  public var featureFlags: FeatureFlagManager { FeatureFlagManager.current ?? .shared }
}

/// The id of a flag in the catalogue.
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

/// The options of a flag with options: a `String` enum, hand-written or generated.
///
/// If the catalogue lists no options for a flag, the cases are its options.
public protocol FlaggableFeatureOptions: RawRepresentable, CaseIterable, Sendable
where RawValue == String {}
