public import VirgaSource

/// The three ways to check a flag.
public enum FlagCheck: String, CaseIterable, Sendable {
  /// The build value, including a debug override.
  case buildOnly
  /// The user's choice, or else the build value.
  case userOnly
  /// On if both are on.
  case buildAndUser
}

/// What decided the result of a check.
public enum FlagDecider: Hashable, Sendable {
  /// The running channel.
  case channel
  /// The gate of development flags.
  case development
  /// The build value: the layer of the merged config that sets it, if known.
  case build(Layer?)
  /// The build value is missing.
  case missing
  /// The `enabled` of a JSON configuration.
  case enabled
  /// The lock state.
  case lock
  /// The draw of a test.
  case draw
  /// The debug override.
  case debug
  /// The stored preference.
  case preference
  /// The flag's own default for an unset preference.
  case preferenceDefault
  /// The test override.
  case testOverride

  /// The decider in a word or two: `preference`, or for a layer of the build value its title, such
  /// as `experiment menu/treatment`; `build` if that layer is unknown.
  package var title: String {
    switch self {
    case .channel: "channel"
    case .development: "development gate"
    case .build(let layer): layer?.title ?? "build"
    case .missing: "no build value"
    case .enabled: "configuration"
    case .lock: "lock state"
    case .draw: "draw"
    case .debug: "debug override"
    case .preference: "preference"
    case .preferenceDefault: "preference default"
    case .testOverride: "test override"
    }
  }
}

/// The result of one check.
public struct FlagResult: Hashable, Sendable {
  /// The value; nil if an `options` flag has none.
  public var value: FlagValue?
  /// What decided it.
  public var decider: FlagDecider

  init(_ value: FlagValue?, by decider: FlagDecider) {
    self.value = value
    self.decider = decider
  }
}

/// The results of the three checks and their inputs.
public struct FlagAnswer: Hashable, Sendable {
  /// The build value as displayed, without debug override and preference; its value is nil if
  /// missing.
  public var build: FlagResult
  /// The stored preference; nil if unset, of the wrong type or without a key.
  public var preference: FlagValue?
  /// The stored debug override, even if ignored; nil if unset, mistyped or without a key.
  public var debug: FlagValue?
  /// The build value, including a debug override.
  public var buildOnly: FlagResult
  /// The user's choice, or else the build value.
  public var userOnly: FlagResult
  /// On if both are on; for options, the user's if the build's is not the off option.
  public var buildAndUser: FlagResult
  /// The state shown in lists.
  public var state: State
  /// What is unusual about the stored values.
  package var notes: FlagNotes
  /// The variation of the draw or of the developer; ``Variation/disabled`` if the flag is off,
  /// hidden or not in a configuration, else ``Variation/enabled`` for a flag that is not a test.
  public var variation = Variation.disabled
  /// The labels of the variations for analytics; none while the flag is off or hidden.
  package var labels: [Variation: String] = [:]
  /// Whether it is an unlock flag.
  package var hasLock = false
  /// Which layer of the build value an app ignores, and why, as in "experiment menu/a is ignored: 0
  /// is not a Boolean".
  package var ignoredLayerReason: String?

  /// The state of a flag: on, an option, or one of five kinds of off (Rule: VirgaFlags/States).
  public enum State: Hashable, Sendable {
    /// On.
    case on
    /// Explicitly off.
    case off
    /// Off because the draw selected the control group.
    case control
    /// Off because it is locked.
    case locked
    /// Off because it is under development.
    case hidden
    /// No value.
    case unset
    /// An option or a variation.
    case option(String)

    /// The state of a flag with this value; unset without one.
    init(_ value: FlagValue?) {
      self =
        switch value {
        case nil: .unset
        case .on: .on
        case .off: .off
        case .option(let name): .option(name)
        }
    }

    /// The state as one word; an option is shown by its name.
    public var word: String {
      switch self {
      case .on: "on"
      case .off: "off"
      case .control: "control"
      case .locked: "locked"
      case .hidden: "hidden"
      case .unset: "unset"
      case .option(let name): name
      }
    }
  }

  /// The result of `check`.
  public subscript(check: FlagCheck) -> FlagResult {
    switch check {
    case .buildOnly: buildOnly
    case .userOnly: userOnly
    case .buildAndUser: buildAndUser
    }
  }

  /// Whether the three checks do not all have the same result.
  package var hasDifferingChecks: Bool {
    buildOnly.value != userOnly.value || userOnly.value != buildAndUser.value
  }

  /// Whether lists show the flag as on, by `buildAndUser`.
  ///
  /// A flag with options but no off option is on if it has any option.
  package func isOn(of flag: FlagDefinition) -> Bool {
    isOn(.buildAndUser, of: flag) ?? (buildAndUser.value != nil)
  }

  /// The result of `check` as on or off; nil for an `options` flag without an off option.
  ///
  /// A flag with options is on with any option other than the off option, and off without an
  /// option. A test of the kind `ab` or `mvt` is on while it runs, by every check and with every
  /// variation; a `featureAB` test has the value on or off. Rule: VirgaFlags/OptionFlags.
  package func isOn(_ check: FlagCheck, of flag: FlagDefinition) -> Bool? {
    let value = self[check].value
    switch flag.kind {
    case .options:
      guard let off = flag.offOption else { return nil }
      guard let value else { return false }
      return value != .option(off)
    case .ab, .mvt: return state != .off && state != .hidden
    case .core, .bool, .flag, .unlock, .featureAB: return value == .on
    }
  }
}

/// What is unusual about the stored values of a flag, as a set.
package struct FlagNotes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The feature, variable or option that it reads is missing; treated as off.
  package static let missingBuild = FlagNotes(rawValue: 1 << 0)
  /// The stored preference or override is not one of the options or variations; treated as unset.
  package static let unknownOption = FlagNotes(rawValue: 1 << 1)
  /// The stored preference has the wrong type; treated as unset.
  package static let unreadablePreference = FlagNotes(rawValue: 1 << 2)
  /// The stored debug override has the wrong type; treated as unset.
  package static let unreadableDebug = FlagNotes(rawValue: 1 << 3)
  /// A debug override is stored but this channel ignores it.
  package static let ignoredDebug = FlagNotes(rawValue: 1 << 4)
  /// A preference is stored but the flag has no key for it.
  package static let ignoredPreference = FlagNotes(rawValue: 1 << 5)
}
