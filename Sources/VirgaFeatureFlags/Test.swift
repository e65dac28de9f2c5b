public import VirgaFlags

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
