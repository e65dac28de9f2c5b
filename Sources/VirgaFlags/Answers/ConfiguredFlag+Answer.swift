/// The state of a JSON-configured flag for one installation.
///
/// All answers follow from one ``FlagAnswer``, so that no two of them can contradict each other.
/// Rule: VirgaFlags/Questions.
extension ConfiguredFlag {
  /// Evaluates the flag for an installation; `choices` has its draw, its lock state and what a
  /// developer chose.
  ///
  /// `gate` decides whether a flag under development is hidden in this build; with `isDevelopment`
  /// the flag is under development even if its entry does not say so.
  ///
  /// The first that applies decides: off, hidden in this build, locked, then the draw. A developer
  /// who forces a variation gets it even if the file turns the test off.
  ///
  /// The result is for all three checks (``FlagCheck``): only a preference, which is not applied
  /// here, can make them differ. A flag that is not a test has the variation `Enabled`, unless it
  /// is off or hidden.
  package func answer(
    _ choices: ConfiguredFlagOverrides = ConfiguredFlagOverrides(),
    gate: DevelopmentGate = DevelopmentGate(),
    isDevelopment: Bool = false
  ) -> FlagAnswer {
    let forced = forcedVariation(choices)
    // Forcing `Disabled` on a test that has no such variation turns the test off.
    let isOnByForce = forced.map { variations.contains($0) }
    let isOn = choices.isEnabled ?? isOnByForce ?? isEnabled
    guard isOn else { return answerForAllChecks(.off, variation: .disabled, by: .enabled) }
    let isUnderDevelopment = self.isDevelopment || isDevelopment
    if isUnderDevelopment, !gate.isOpen {
      return answerForAllChecks(.hidden, variation: .disabled, by: .development)
    }
    if kind == .unlock {
      let isUnlocked = choices.lock ?? unlocked ?? false
      return answerForAllChecks(isUnlocked ? .on : .locked, variation: .enabled, by: .lock)
    }
    guard isTest else { return answerForAllChecks(.on, variation: .enabled, by: .enabled) }
    return answerOfTest(in: forced ?? drawnVariation(choices))
  }

  /// The answer of a test that is on, for an installation in this variation.
  private func answerOfTest(in variation: Variation) -> FlagAnswer {
    // An A/B test of a feature is on or, in the control group, off. The value of another test is
    // the variation's name.
    guard kind == .featureAB else {
      return answerForAllChecks(.option(variation.rawValue), variation: variation, by: .draw)
    }
    let state: FlagAnswer.State = variation == .enabled ? .on : .control
    return answerForAllChecks(state, variation: variation, by: .draw)
  }

  /// The variation that a developer forced on a test; nil if there is none, or if the test has no
  /// such variation.
  ///
  /// `Disabled` can always be forced: it turns off a test without this variation.
  private func forcedVariation(_ choices: ConfiguredFlagOverrides) -> Variation? {
    guard isTest, let variation = choices.variation else { return nil }
    let canBeForced = variation == .disabled || variations.contains(variation)
    return canBeForced ? variation : nil
  }

  /// The variation selected by the stored draw; `unassigned` without a draw, which NaN stands for.
  private func drawnVariation(_ choices: ConfiguredFlagOverrides) -> Variation {
    let weights = choices.weights.map { VariationWeights($0, count: variations.count) }
    return variation(for: choices.draw ?? .nan, weights: weights)
  }

  /// The answer that gives all three checks the same result: the name of the variation for tests of
  /// the kinds `ab` and `mvt`, else whether the state is on.
  ///
  /// The result also says what decided it, `decider`, such as the draw.
  ///
  /// Labels, the names of variations for analytics, are included unless the flag is off or hidden.
  private func answerForAllChecks(
    _ state: FlagAnswer.State, variation: Variation, by decider: FlagDecider
  ) -> FlagAnswer {
    let hasVariationAsValue = kind == .ab || kind == .mvt
    let value: FlagValue =
      hasVariationAsValue ? .option(variation.rawValue) : FlagValue(state == .on)
    var answer = FlagAnswer(allChecks: FlagResult(value, by: decider))
    answer.state = state
    answer.variation = variation
    answer.hasLock = kind == .unlock
    guard state != .off, state != .hidden else { return answer }
    for labelled in labelledVariations { answer.labels[labelled] = label(of: labelled) }
    return answer
  }
}

extension FlagAnswer {
  /// Whether a JSON-configured feature is on: neither off, nor hidden, nor in the control group,
  /// nor unset, which it is if no configuration contains the flag.
  ///
  /// A locked flag is enabled too, though its checks are off until it is unlocked, and so is a test
  /// whose value is a variation.
  public var isEnabled: Bool {
    switch state {
    case .on, .locked, .option: true
    case .off, .control, .hidden, .unset: false
    }
  }

  /// Whether an unlock flag is on and unlocked; false for every other kind.
  public var isUnlocked: Bool { hasLock && state == .on }

  /// The label of the assigned variation; nil if it has none, and while the flag is off or hidden.
  public var label: String? { labels[variation] }

  /// Why the flag may not be unlocked; nil if it may (Rule: VirgaFlags/UnlockFlags).
  package var refusalToUnlock: FlagError? {
    // Only an unlock flag has a lock. Any other can be neither locked nor unlocked, which is the
    // only refusal of `refusalToLock`.
    if let refusalToLock { return refusalToLock }
    switch state {
    case .off:
      return FlagError(.notEnabled, "The flag is off for everyone, so it cannot be unlocked")
    case .hidden:
      return FlagError(.notEnabled, "The flag is under development and hidden in this build")
    case .on, .locked: return nil
    // A flag with a lock is never in these states.
    case .control, .unset, .option: return nil
    }
  }

  /// Why the flag may not be locked; nil if it may, even while off.
  package var refusalToLock: FlagError? {
    guard !hasLock else { return nil }
    return FlagError(
      .notApplicable, "This is not an unlock flag: it has no `unlocked` in the configuration")
  }
}

/// Whether flags under development may be seen (Rule: VirgaFlags/DevelopmentFlags).
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
