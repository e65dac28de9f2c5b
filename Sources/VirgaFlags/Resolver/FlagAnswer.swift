public import VirgaExperiments

/// One of the three ways to ask a flag.
public enum FlagCheck: String, CaseIterable, Sendable {
  /// What the build says, a debug override included.
  case buildOnly
  /// What the app's user chose, else what the build says.
  case userOnly
  /// On where both are.
  case buildAndUser
}

/// What decided the answer to a check.
public enum FlagDecider: Hashable, Sendable {
  /// The running channel.
  case channel
  /// The gate of development flags.
  case development
  /// A layer of the merged config.
  case build(Layer?)
  /// Nothing gives a build value.
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
  /// The own default of an unset preference.
  case preferenceDefault
  /// The test override.
  case testOverride

  /// The decider in a word or two: `preference`, `experiment menu/treatment`.
  public var title: String {
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

/// The answer to one check.
public struct FlagResult: Hashable, Sendable {
  /// The value; nil where an `options` flag has none.
  public var value: FlagValue?
  /// What decided it.
  public var decider: FlagDecider

  init(_ value: FlagValue?, by decider: FlagDecider) {
    self.value = value
    self.decider = decider
  }
}

/// The answers to the three checks, and what stood behind them.
public struct FlagAnswer: Hashable, Sendable {
  /// The build value as it is shown: without debug override and preference; nil where it is missing.
  public var build: FlagResult
  /// The stored preference that counts; nil where unset, of the wrong type or without a key.
  public var preference: FlagValue?
  /// The stored debug override, whether it counts or not; nil where unset, of the wrong type or without a key.
  public var debug: FlagValue?
  /// What the build says, a debug override included.
  public var buildOnly: FlagResult
  /// What the user chose, else what the build says.
  public var userOnly: FlagResult
  /// On where both are; of an option the user's, where the build has one that is not off.
  public var buildAndUser: FlagResult
  /// What stands in the column of states.
  public var state: State
  /// What a person should know about what is stored.
  public var notes: FlagNotes

  /// Why a flag is what it is, in a word: on, an option, or which of five kinds of off.
  ///
  /// Rule: VirgaFlags/States.
  public enum State: Hashable, Sendable {
    /// On.
    case on
    /// Off because something says so.
    case off
    /// Off because the draw fell on the control group.
    case control
    /// Off because it is locked.
    case locked
    /// Off because it is under development.
    case hidden
    /// Nothing says what it is.
    case unset
    /// An option or a variation.
    case option(String)

    init(_ value: FlagValue?) {
      self =
        switch value {
        case nil: .unset
        case .on: .on
        case .off: .off
        case .option(let name): .option(name)
        }
    }

    /// The word.
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

  /// The answer to `check`.
  public subscript(check: FlagCheck) -> FlagResult {
    switch check {
    case .buildOnly: buildOnly
    case .userOnly: userOnly
    case .buildAndUser: buildAndUser
    }
  }

  /// Whether the checks give different answers.
  public var differs: Bool { buildOnly.value != userOnly.value || userOnly.value != buildAndUser.value }
}

extension FlagAnswer {
  /// The answer to `check` as on or off; nil for an `options` flag without an off option, where the question is an error.
  ///
  /// Rule: VirgaFlags/OptionFlags.
  public func isOn(_ check: FlagCheck, of row: FlagRow) -> Bool? {
    let value = self[check].value
    switch row.kind {
    case .options:
      guard let off = row.offOption else { return nil }
      return value.map { $0 != .option(off) } ?? false
    case .ab, .mvt: return state != .off && state != .hidden
    case .core, .bool, .flag, .unlock, .featureAB: return value == .on
    }
  }
}

/// What a person should know about what is stored for a flag.
public struct FlagNotes: OptionSet, Hashable, Sendable {
  /// One bit for each note.
  public let rawValue: UInt8

  /// The notes of some bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The feature, variable or option that it reads is missing; it counts as off.
  public static let missingBuild = FlagNotes(rawValue: 1)
  /// The stored preference or override is none of the options or variations; it counts as unset.
  public static let unknownOption = FlagNotes(rawValue: 2)
  /// The stored preference has the wrong type; it counts as unset.
  public static let unreadablePreference = FlagNotes(rawValue: 4)
  /// The stored debug override has the wrong type; it counts as unset.
  public static let unreadableDebug = FlagNotes(rawValue: 8)
  /// A debug override is stored and this channel ignores it.
  public static let ignoredDebug = FlagNotes(rawValue: 16)
  /// A preference is stored and the flag has no key for it.
  public static let ignoredPreference = FlagNotes(rawValue: 32)
}
