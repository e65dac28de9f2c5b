public import VirgaFlags

/// A JSON-configured flag or test, by its name: what an app asks.
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
/// It keeps nothing: every question is answered by what the flags are now.
public struct Feature: Sendable {
  /// The name of a flag; it has to match the configuration exactly.
  public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// The name `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name in the literal.
    public init(stringLiteral name: String) { rawValue = name }

    /// The name.
    public var description: String { rawValue }
  }

  /// Its name.
  public let name: Name

  private let flags: FeatureFlags
  private let asksAsDevelopment: Bool

  /// The flag called `name`; nil where there is none.
  ///
  /// With `isDevelopment` every question is asked as if the flag were under development. Without `flags`,
  /// ``FeatureFlags/shared`` is asked.
  public init?(named name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .asked
    guard flags.flag(name) != nil else { return nil }
    self.name = name
    self.flags = flags
    asksAsDevelopment = isDevelopment
  }

  /// The flag called `name`; nil where there is none.
  public static func named(
    _ name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil
  ) -> Feature? {
    Feature(named: name, isDevelopment: isDevelopment, in: flags)
  }

  /// Whether the flag called `name` is on; false where there is none.
  public static func isEnabled(
    _ name: Name, isDevelopment: Bool = false, in flags: FeatureFlags? = nil
  ) -> Bool {
    (flags ?? .asked).isEnabled(name, isDevelopment: isDevelopment)
  }
}

extension Feature {
  /// Whether it is on: of a feature A/B test, whether the user has the feature; of any other test, whether it runs.
  public func isEnabled(isDevelopment: Bool = false) -> Bool { answer(isDevelopment)?.isEnabled ?? false }

  /// The variation of the user; `Disabled` where the test is off, and `Enabled` or `Disabled` for a flag.
  public func testVariation() -> Test.Variation { answer()?.variation ?? .disabled }

  /// Whether the user is in a variation.
  public func isTestVariation(_ variation: Test.Variation) -> Bool { testVariation() == variation }

  /// The label of a variation for analytics; nil where it has none, or the flag is off.
  public func label(_ variation: Test.Variation) -> String? { answer()?.label(of: variation) }

  /// Whether it is an unlock flag that is on and unlocked.
  public func isUnlocked() -> Bool { answer()?.isUnlocked ?? false }

  /// Unlocks it for this user; true where it is unlocked now.
  @discardableResult
  public func unlock() -> Bool { flags.unlock(name) }

  /// Locks it for this user; true where it is locked now.
  @discardableResult
  public func lock() -> Bool { flags.lock(name) }

  /// What sort of switch it is; nil once it was deleted.
  public var kind: FlagKind? { flags.flag(name)?.kind }

  /// Whether only developers may see it.
  public var isDevelopment: Bool { flags.flag(name)?.isDevelopment ?? false }

  private func answer(_ isDevelopment: Bool = false) -> ConfiguredAnswer? {
    flags.answer(name, isDevelopment: isDevelopment || asksAsDevelopment)
  }
}

extension FeatureFlags {
  /// The flags to ask if none are named.
  static var asked: FeatureFlags { current ?? shared }

  /// The flag called `name`; nil where there is none.
  public subscript(name: Feature.Name) -> Feature? { Feature(named: name, in: self) }
}

/// A JSON-configured test of any kind.
public struct Test: Sendable {
  /// One of the things that a test tries.
  ///
  /// ```swift
  /// extension Test.Variation {
  ///   static let red = Test.Variation(rawValue: "Red")
  /// }
  /// ```
  public typealias Variation = VirgaFlags.Variation

  /// The test as a feature.
  public let feature: Feature

  /// The test called `name`; nil where there is none, or it is a flag.
  public init?(rawValue name: Feature.Name, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .asked
    guard let feature = Feature(named: name, in: flags), flags.flag(name)?.isTest == true else { return nil }
    self.feature = feature
  }

  /// The variation of the user; `Disabled` where the test is off.
  public func variation() -> Variation { feature.testVariation() }
}

/// A JSON-configured test of two variations that are not simply with and without a feature.
public struct ABTest: Sendable {
  /// The test as a feature.
  public let feature: Feature

  private let groups: [Test.Variation]

  /// The test called `name`; nil where there is none, and for tests of other kinds.
  public init?(rawValue name: Feature.Name, in flags: FeatureFlags? = nil) {
    let flags = flags ?? .asked
    guard let flag = flags.flag(name), flag.kind == .ab, let feature = Feature(named: name, in: flags) else {
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
