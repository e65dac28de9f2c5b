public import VirgaFlags

/// A JSON-configured flag or test that an app reads by name.
///
/// ```swift
/// extension Feature.Name {
///   static let darkRoast = Feature.Name(rawValue: "Dark roast")
/// }
///
/// if Feature.isEnabled(.darkRoast, in: flags) { … }
/// if let roast = flags[.darkRoast] { print(roast.testVariation()) }
/// ```
///
/// It stores nothing: every property reflects the current flags.
public struct Feature: Sendable {
  /// The name of a flag; must match the configuration exactly.
  public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The name.
    public let rawValue: String

    /// The name `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name in the literal.
    public init(stringLiteral name: String) { rawValue = name }

    /// The name.
    public var description: String { rawValue }
  }

  /// The name.
  public let name: Name

  private let flags: FeatureFlags
  /// Whether it is evaluated as if it were under development.
  private let isEvaluatedAsDevelopment: Bool

  /// The flag called `name`; nil if there is none.
  ///
  /// With `isDevelopment`, the flag is evaluated as if it were under development, so it is off in a
  /// build that hides such flags. If it is off then, the result is nil. If `flags` is nil, those of
  /// the running test are used, or else ``FeatureFlags/shared``.
  public init?(named name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .currentOrShared
    guard flags.flag(name) != nil else { return nil }
    if isDevelopment, !flags.isEnabled(name, isDevelopment: true) { return nil }
    self.name = name
    self.flags = flags
    isEvaluatedAsDevelopment = isDevelopment
  }

  /// The flag called `name`, as ``init(named:isDevelopment:in:)`` returns it; nil if there is none,
  /// or if it is off in a build that hides it as a flag under development.
  public static func named(
    _ name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil
  ) -> Feature? {
    Feature(named: name, isDevelopment: isDevelopment, in: flags)
  }

  /// Whether the flag called `name` is on; false if there is none.
  ///
  /// With `isDevelopment`, the flag is evaluated as if it were under development: it is off in a
  /// build that hides such flags. If `flags` is nil, those of the running test are used, or else
  /// ``FeatureFlags/shared``.
  public static func isEnabled(
    _ name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil
  ) -> Bool {
    (flags ?? .currentOrShared).isEnabled(name, isDevelopment: isDevelopment)
  }

  /// Whether it is on: for a feature A/B test, whether the user has the feature.
  ///
  /// For any other test, whether it runs. With `isDevelopment`, it is evaluated as if it were under
  /// development: it is off in a build that hides such flags.
  public func isEnabled(isDevelopment: Bool = false) -> Bool {
    answer(asDevelopment: isDevelopment)?.isEnabled ?? false
  }

  /// The user's variation: `Disabled` if the test is off, `Enabled` or `Disabled` for a flag.
  public func testVariation() -> Test.Variation { answer()?.variation ?? .disabled }

  /// Whether the user is in a variation.
  public func isTestVariation(_ variation: Test.Variation) -> Bool { testVariation() == variation }

  /// The analytics label of a variation; nil without a label or while off.
  public func label(_ variation: Test.Variation) -> String? { answer()?.labels[variation] }

  /// Whether this is an unlock flag that is on and unlocked.
  public func isUnlocked() -> Bool { answer()?.isUnlocked ?? false }

  /// Unlocks it for this user; returns whether it is now unlocked.
  @discardableResult
  public func unlock() -> Bool { flags.unlock(name) }

  /// Locks it for this user; returns whether it is now locked.
  @discardableResult
  public func lock() -> Bool { flags.lock(name) }

  /// The kind of flag; nil if it was deleted.
  public var kind: FlagKind? { flags.flag(name)?.kind }

  /// Whether it is visible to developers only.
  public var isDevelopment: Bool { flags.flag(name)?.isDevelopment ?? false }

  /// The current answer of the flag, which the caller or the creation of this feature can evaluate
  /// as if it were under development; nil if the flag was deleted.
  private func answer(asDevelopment isDevelopment: Bool = false) -> FlagAnswer? {
    flags.answer(name, isDevelopment: isDevelopment || isEvaluatedAsDevelopment)
  }
}

extension FeatureFlags {
  /// The flags of the running test, or else those of the app.
  static var currentOrShared: FeatureFlags { current ?? shared }

  /// The flag called `name`; nil if there is none.
  public subscript(name: Feature.Name) -> Feature? { Feature(named: name, in: self) }
}

/// A JSON-configured test of any kind.
public struct Test: Sendable {
  /// One of the alternatives that a test compares.
  public typealias Variation = VirgaFlags.Variation

  /// The test as a feature.
  public let feature: Feature

  /// The test called `name`; nil if there is none, or if it is a flag.
  ///
  /// If `flags` is nil, those of the running test are used, or else ``FeatureFlags/shared``.
  public init?(rawValue name: Feature.Name, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .currentOrShared
    guard let feature = Feature(named: name, in: flags), flags.flag(name)?.isTest == true else {
      return nil
    }
    self.feature = feature
  }

  /// The user's variation; `Disabled` if the test is off.
  public func variation() -> Variation { feature.testVariation() }
}

/// A JSON-configured test of two variations other than with and without a feature.
public struct ABTest: Sendable {
  /// The test as a feature.
  public let feature: Feature

  private let groups: [Test.Variation]

  /// The test called `name`; nil if there is none, or if its kind is not `ab`.
  ///
  /// If `flags` is nil, those of the running test are used, or else ``FeatureFlags/shared``.
  public init?(rawValue name: Feature.Name, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .currentOrShared
    guard let feature = Feature(named: name, in: flags), let flag = flags.flag(name),
      flag.kind == .ab
    else {
      return nil
    }
    self.feature = feature
    groups = flag.variations
  }

  /// Whether the user is in the first variation.
  public func isGroupA() -> Bool { groups.first.map(feature.isTestVariation) ?? false }

  /// Whether the user is in the second variation.
  public func isGroupB() -> Bool { groups.dropFirst().first.map(feature.isTestVariation) ?? false }
}

extension Test.Variation {
  /// The usual name of a first group.
  public static let groupA = Test.Variation(rawValue: "Group A")
  /// The usual name of a second group.
  public static let groupB = Test.Variation(rawValue: "Group B")
  /// The usual name of a third group.
  public static let groupC = Test.Variation(rawValue: "Group C")
}
