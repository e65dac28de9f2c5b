/// The state of a JSON-configured flag for one installation.
///
/// All properties derive from this one value, so they cannot contradict each other. Rule: VirgaFlags/Questions.
public struct ConfiguredAnswer: Hashable, Sendable {
  /// The state in one word.
  public enum State: String, Hashable, Sendable {
    /// The feature is on.
    case on
    /// Off for everyone.
    case off
    /// In the group without the feature.
    case control
    /// Not unlocked by this user.
    case locked
    /// Hidden: the flag is under development and this is not a development build.
    case hidden
  }

  /// The state.
  public let state: State
  /// The variation chosen by the draw or the developer.
  ///
  /// ``Variation/disabled`` if the flag is off or hidden.
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

  /// Whether the client is in a variation; if a test is off, only in `Disabled`.
  public func isVariation(_ variation: Variation) -> Bool { self.variation == variation }

  /// The label of a variation.
  ///
  /// Nil if it has none or the flag is off or hidden.
  public func label(of variation: Variation) -> String? {
    state == .off || state == .hidden ? nil : flag.label(of: variation)
  }

  /// The label of the assigned variation.
  public var label: String? { label(of: variation) }
}

extension ConfiguredFlag {
  /// Evaluates the flag for an installation.
  ///
  /// - Parameters:
  ///   - choices: The stored state and choices. A developer who forces a variation gets it even if the file turns the test off.
  ///   - gate: Whether flags under development are shown.
  ///   - isDevelopment: Whether to evaluate the flag as if it were under development.
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

/// Whether flags under development are shown.
///
/// Rule: VirgaFlags/DevelopmentFlags.
public struct DevelopmentGate: Hashable, Sendable {
  /// Whether this is a debug build of the app.
  public var isDebugBuild: Bool
  /// Whether the app says that it is in development.
  public var isAppInDevelopment: Bool

  /// Creates a gate; closed by default.
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

  /// Why the flag may not be locked; nil if it may, even while off.
  public var refusalToLock: FlagError? {
    hasLock
      ? nil : FlagError(.notApplicable, "This is not an unlock flag: the configuration gives it no `unlocked`")
  }
}
