/// What a JSON-configured flag answers for one installation.
///
/// All answers follow from this one value, so that no two of them can contradict each other. Rule: VirgaFlags/Questions.
public struct ConfiguredAnswer: Hashable, Sendable {
  /// How the flag stands, in one word.
  public enum State: String, Hashable, Sendable {
    /// The feature is there.
    case on
    /// Switched off for everybody.
    case off
    /// In the group without the feature.
    case control
    /// Not unlocked by this user.
    case locked
    /// Hidden: the flag is under development and this is not a development build.
    case hidden
  }

  /// How it stands.
  public let state: State
  /// The variation: that of the draw or of the developer, ``Variation/disabled`` if the flag is off or hidden.
  ///
  /// Flags have `Enabled` and `Disabled`.
  public let variation: Variation
  /// Whether the feature is on; for a plain test, whether the test runs.
  public let isEnabled: Bool

  let flag: ConfiguredFlag

  /// Whether the flag has a lock state.
  public var hasLock: Bool { flag.kind == .unlock }

  /// Whether an unlock flag is on and unlocked; false for every other kind.
  public var isUnlocked: Bool { hasLock && state == .on }

  /// Whether the client is in a variation; of a test that is off, only in `Disabled`.
  public func isVariation(_ variation: Variation) -> Bool { self.variation == variation }

  /// The label of a variation; nil if it has none, and while the flag is off or hidden.
  public func label(of variation: Variation) -> String? {
    state == .off || state == .hidden ? nil : flag.label(of: variation)
  }

  /// The label of the assigned variation.
  public var label: String? { label(of: variation) }
}

extension ConfiguredFlag {
  /// What the flag answers for an installation.
  ///
  /// - Parameters:
  ///   - choices: What the installation kept and what was chosen. Who forces a variation sees it, also where the file has
  ///     the test off.
  ///   - gate: Whether flags under development may be seen.
  ///   - isDevelopment: Whether the question is asked as if the flag were under development.
  public func answer(
    _ choices: FlagChoices = FlagChoices(), gate: DevelopmentGate = DevelopmentGate(), isDevelopment: Bool = false
  ) -> ConfiguredAnswer {
    let forced = isTest ? choices.variation.flatMap { fits($0) ? $0 : nil } : nil
    let isOn = choices.isEnabled ?? (forced.map(isGroup) ?? isEnabled)
    guard isOn else { return ConfiguredAnswer(state: .off, variation: .disabled, isEnabled: false, flag: self) }
    if self.isDevelopment || isDevelopment, !gate.isOpen {
      return ConfiguredAnswer(state: .hidden, variation: .disabled, isEnabled: false, flag: self)
    }
    return openAnswer(choices, forced)
  }

  private func openAnswer(_ choices: FlagChoices, _ forced: Variation?) -> ConfiguredAnswer {
    guard isTest else {
      let isLocked = kind == .unlock && !(choices.lock ?? unlocked ?? false)
      return ConfiguredAnswer(state: isLocked ? .locked : .on, variation: .enabled, isEnabled: true, flag: self)
    }
    let weights = choices.weights.map { VariationWeights($0, count: variations.count) }
    let assigned = forced ?? variation(for: choices.draw ?? .nan, weights: weights)
    let isControl = kind == .featureAB && assigned != .enabled
    return ConfiguredAnswer(
      state: isControl ? .control : .on, variation: assigned, isEnabled: !isControl, flag: self)
  }

  private func fits(_ variation: Variation) -> Bool { variation == .disabled || isGroup(variation) }

  private func isGroup(_ variation: Variation) -> Bool { variations.contains(variation) }
}

/// Whether flags under development may be seen.
///
/// Rule: VirgaFlags/DevelopmentFlags.
public struct DevelopmentGate: Hashable, Sendable {
  /// Whether the app was built for debugging.
  public var isDebugBuild: Bool
  /// Whether the app says that it is in development.
  public var isAppInDevelopment: Bool

  /// A gate, closed unless something opens it.
  public init(isDebugBuild: Bool = false, isAppInDevelopment: Bool = false) {
    self.isDebugBuild = isDebugBuild
    self.isAppInDevelopment = isAppInDevelopment
  }

  /// Whether this is a development build.
  public var isOpen: Bool { isDebugBuild || isAppInDevelopment }
}

extension ConfiguredAnswer {
  /// Why the flag may not be unlocked; nil if it may.
  ///
  /// Rule: VirgaFlags/UnlockFlags.
  public var refusalToUnlock: FlagError? {
    if let refusalToLock { return refusalToLock }
    switch state {
    case .off: return FlagError(.notEnabled, "The flag is off for everybody, and nobody may unlock it")
    case .hidden: return FlagError(.notEnabled, "The flag is under development and hidden here")
    case .on, .control, .locked: return nil
    }
  }

  /// Why the flag may not be locked; nil if it may, whether it is on or off.
  public var refusalToLock: FlagError? {
    hasLock
      ? nil : FlagError(.notApplicable, "This is not an unlock flag: the configuration gives it no `unlocked`")
  }
}
