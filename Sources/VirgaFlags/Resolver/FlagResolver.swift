import VirgaJSON
import VirgaSource

/// Resolves flags of every kind: development gate, build value with debug override, preference,
/// then the three checks (Rule: VirgaFlags/Resolving).
package enum FlagResolver {
  /// The results of the three checks of a flag: of the build alone (`buildOnly`), of the user's
  /// choice (`userOnly`), and of both (`buildAndUser`).
  package static func answer(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput, in environment: FlagEnvironment
  ) -> FlagAnswer {
    switch flag.kind {
    case .core: coreAnswer(flag, environment)
    case .bool: boolAnswer(flag, inputs, environment)
    case .options: optionsAnswer(flag, inputs)
    case .flag, .unlock, .featureAB, .ab, .mvt: configuredAnswer(flag, inputs, environment)
    }
  }

  /// A core flag is on if it lists the running channel.
  private static func coreAnswer(
    _ flag: FlagDefinition, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    let isOn = environment.channel.map(flag.channels.containsName) ?? false
    return FlagAnswer(allChecks: FlagResult(FlagValue(isOn), by: .channel))
  }

  /// The answer of a Boolean flag: its build value, which the app reads from its configs, a debug
  /// override over that on debug channels, then the preference.
  ///
  /// A missing build value counts as off in all three checks (``FlagCheck``), but the state is
  /// unset as long as nothing else decides.
  private static func boolAnswer(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    let build = buildResult(inputs.build.value, decidedBy: inputs.build.layer)
    var answer = FlagAnswer(allChecks: FlagResult(build.value ?? .off, by: build.decider))
    answer.build = build
    answer.ignoredLayerReason = inputs.build.ignoredLayerReason
    if build.value == nil { answer.notes.insert(.missingBuild) }
    if flag.debugKey != nil { answer.applyDebugOverrideInDebugChannel(inputs, environment) }
    // Unlike a flag in a JSON configuration, it can have a test override without a preference key.
    answer.applyPreference(flag, inputs, testOverride: inputs.testOverride)
    let nothingDecides = answer.buildAndUser.decider == .missing
    if build.value == nil, nothingDecides { answer.state = .unset }
    return answer
  }

  /// The result of the build alone; `value` is nil if the build has none that the flag can have.
  private static func buildResult(_ value: FlagValue?, decidedBy layer: Layer?) -> FlagResult {
    guard let value else { return FlagResult(nil, by: .missing) }
    return FlagResult(value, by: .build(layer))
  }

  /// The answer of a flag with options: the build's option, which the app reads from its configs,
  /// and the user's choice over that.
  ///
  /// A name that is not one of the flag's options is treated as missing or unset; a flag that lists
  /// no options accepts every name. The build decides `buildAndUser` if it has no option or the off
  /// option: the user cannot turn on what the build turns off. Rule: VirgaFlags/OptionFlags.
  private static func optionsAnswer(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput
  ) -> FlagAnswer {
    let buildOption = inputs.build.value?.option.flatMap { flag.hasOption($0) ? $0 : nil }
    let build = buildResult(
      buildOption.map { FlagValue.option($0) }, decidedBy: inputs.build.layer)
    var answer = FlagAnswer(allChecks: build)
    answer.ignoredLayerReason = inputs.build.ignoredLayerReason
    if buildOption == nil { answer.notes.insert(.missingBuild) }
    answer.applyOptionPreference(flag, inputs)
    // `buildOnly` stays the build's option, `userOnly` may now be another one.
    let buildDecides = buildOption == nil || buildOption == flag.offOption
    answer.buildAndUser = buildDecides ? build : answer.userOnly
    answer.state = FlagAnswer.State(answer.buildAndUser.value)
    return answer
  }

  /// The answer of a flag or test in a JSON configuration: what its entry gives, a debug override
  /// over that, then the preference that a catalogue may add to a plain flag.
  ///
  /// A test also needs its draw, the number that selects the variation, and an unlock flag its lock
  /// state: whether it is unlocked.
  ///
  /// The gate hides flags under development, except in development builds. A hidden flag stays
  /// hidden whatever the user chose. Rule: VirgaFlags/Resolving.
  /// Rule: VirgaFlags/Questions.
  static func configuredAnswer(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    guard let configured = inputs.configured else { return .missing }
    var answer = configured.answer(inputs.drawLockAndWeights, gate: environment.developmentGate)
    answer.applyDebugOverride(of: configured, inputs, environment)
    guard flag.kind == .flag, answer.state != .hidden else { return answer }
    // A test override simulates the preference, so it needs a flag that has one.
    let testOverride = flag.preferenceKey == nil ? nil : inputs.testOverride
    answer.applyPreference(flag, inputs, testOverride: testOverride)
    return answer
  }
}

extension FlagAnswer {
  /// An answer with the same result for the build and for all three checks.
  init(allChecks result: FlagResult) {
    self.init(
      build: result, buildOnly: result, userOnly: result, buildAndUser: result,
      state: State(result.value), notes: [])
  }

  /// The answer for a flag that no configuration contains: off, with the state unset.
  static var missing: FlagAnswer {
    var answer = FlagAnswer(allChecks: FlagResult(.off, by: .missing))
    // It is off because it is missing, not because the build turns it off.
    answer.build.value = nil
    answer.state = .unset
    answer.notes = .missingBuild
    return answer
  }

  /// Replaces the results of the three checks, `buildOnly` too, and the state.
  ///
  /// `build` stays, so that a sentence can say which value of the build is overridden.
  mutating func setAllChecks(_ result: FlagResult) {
    buildOnly = result
    userOnly = result
    buildAndUser = result
    state = State(result.value)
  }

  /// Sets ``debug`` to what `read` makes of a stored debug override, or notes that it could not be
  /// read; the results of the three checks stay as they are.
  fileprivate mutating func readDebugOverride(
    _ stored: JSONValue?, read: (JSONValue) -> FlagValue?
  ) {
    guard let stored else { return }
    debug = read(stored)
    if debug == nil { notes.insert(.unreadableDebug) }
  }

  /// Sets ``debug`` to the stored override of a Boolean flag, and applies it to all checks; a
  /// channel that does not use debug overrides only notes that it is ignored.
  fileprivate mutating func applyDebugOverrideInDebugChannel(
    _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) {
    readDebugOverride(inputs.debugOverride) { FlagValue.stored($0) }
    guard let debug else { return }
    if environment.allowsDebugOverrides {
      setAllChecks(FlagResult(debug, by: .debug))
    } else {
      notes.insert(.ignoredDebug)
    }
  }

  /// Sets ``debug`` to the developer's choice for a JSON-configured flag, and applies it: a valid
  /// choice replaces the results, the state, the variation, and the labels of the variations for
  /// analytics.
  fileprivate mutating func applyDebugOverride(
    of configured: ConfiguredFlag, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) {
    // Also sets `debug`, if there is a valid choice.
    let storedWithChoice = storedStateWithDeveloperChoice(of: configured, inputs)
    let hasValidChoice = debug != nil
    guard hasValidChoice else { return }
    let chosen = configured.answer(storedWithChoice, gate: environment.developmentGate)
    // A flag that is hidden in this build stays hidden, whatever the developer chose.
    let decider: FlagDecider = chosen.state == .hidden ? .development : .debug
    // The developer's choice takes the place of the build's value in each check; all checks of
    // `chosen` have the same result.
    setAllChecks(FlagResult(chosen.buildOnly.value, by: decider))
    state = chosen.state
    variation = chosen.variation
    labels = chosen.labels
  }

  /// Returns what is stored for the flag, with the developer's choice added, the debug override: a
  /// variation for a test, on or off for a plain flag.
  ///
  /// Stored are the draw of a test, which selects its variation, its weights, and whether an unlock
  /// flag is unlocked.
  ///
  /// Also sets ``debug`` to the choice, and notes a choice that is not valid.
  private mutating func storedStateWithDeveloperChoice(
    of configured: ConfiguredFlag, _ inputs: FlagResolverInput
  ) -> ConfiguredFlagOverrides {
    var stored = inputs.drawLockAndWeights
    // An unlock flag has no debug override.
    if configured.isTest {
      stored.variation = readForcedVariation(of: configured, inputs.debugOverride)
    } else if configured.kind == .flag {
      stored.isEnabled = FlagValue.stored(inputs.debugOverride)?.isOn
      readDebugOverride(inputs.debugOverride) { FlagValue.stored($0) }
    }
    return stored
  }

  /// Sets ``debug`` to the variation that a developer forced on a test by a debug override, and
  /// returns that variation; nil if none is stored, or if the test has no such variation, which is
  /// noted.
  private mutating func readForcedVariation(
    of test: ConfiguredFlag, _ stored: JSONValue?
  ) -> Variation? {
    let forced = stored.flatMap { test.storedVariation($0) }
    readDebugOverride(stored) { _ in forced.map { test.value(of: $0) } }
    // A string can be read, even if it names no variation. So this note replaces the note about an
    // unreadable override, the only one so far.
    let isUnknownName = debug == nil && stored?.stringValue != nil
    if isUnknownName { notes = .unknownOption }
    return forced
  }

  /// Applies the user's choice of on or off to `userOnly`, and then the build to `buildAndUser`.
  ///
  /// `userOnly` is the test override, a preference that a test of the app simulates, else the
  /// stored preference, else the flag's own default, else what the build has. `buildAndUser` is off
  /// if the build is off. Rule: VirgaFlags/ThreeChecks.
  fileprivate mutating func applyPreference(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput, testOverride: Bool?
  ) {
    readPreference(of: flag, inputs)
    if let testOverride {
      userOnly = FlagResult(FlagValue(testOverride), by: .testOverride)
    } else if let preference {
      userOnly = FlagResult(preference, by: .preference)
    } else if flag.preferenceKey != nil, let ownDefault = flag.preferenceDefault?.booleanValue {
      userOnly = FlagResult(FlagValue(ownDefault), by: .preferenceDefault)
    }
    buildAndUser = buildOnly.value == .off ? buildOnly : userOnly
    state = State(buildAndUser.value)
  }

  /// Sets ``preference`` to the stored choice of on or off, or notes why it cannot be used.
  private mutating func readPreference(of flag: FlagDefinition, _ inputs: FlagResolverInput) {
    if flag.preferenceKey != nil {
      preference = FlagValue.stored(inputs.preference)
      if preference == nil, inputs.preference != nil { notes.insert(.unreadablePreference) }
    } else if inputs.preference != nil {
      // Without a key, no app reads the preference.
      notes.insert(.ignoredPreference)
    }
  }

  /// Sets ``preference`` and `userOnly` to the option that the user chose; without a choice that
  /// the flag can use, sets `userOnly` to the flag's own default, or keeps the build value.
  fileprivate mutating func applyOptionPreference(
    _ flag: FlagDefinition, _ inputs: FlagResolverInput
  ) {
    readOptionPreference(of: flag, inputs)
    if let preference {
      userOnly = FlagResult(preference, by: .preference)
    } else if flag.preferenceKey != nil, let ownDefault = flag.preferenceDefault?.stringValue,
      flag.hasOption(ownDefault)
    {
      userOnly = FlagResult(.option(ownDefault), by: .preferenceDefault)
    }
  }

  /// Sets ``preference`` to the stored choice of an option, or notes why it cannot be used.
  private mutating func readOptionPreference(
    of flag: FlagDefinition, _ inputs: FlagResolverInput
  ) {
    guard let stored = inputs.preference else { return }
    if flag.preferenceKey == nil {
      // Without a key, no app reads the preference.
      notes.insert(.ignoredPreference)
    } else if let name = stored.stringValue {
      if flag.hasOption(name) { preference = .option(name) } else { notes.insert(.unknownOption) }
    } else {
      notes.insert(.unreadablePreference)
    }
  }
}

extension ConfiguredFlag {
  /// The variation that a stored debug override names, ignoring case; true and false mean `Enabled`
  /// and `Disabled`.
  ///
  /// Nil if the test has no such variation.
  func storedVariation(_ stored: JSONValue) -> Variation? {
    let wanted: Variation
    if let isOn = stored.booleanValue {
      wanted = isOn ? .enabled : .disabled
    } else if let name = stored.stringValue {
      wanted = Variation(rawValue: name)
    } else {
      return nil
    }
    // Variations are equal if their names are, ignoring case.
    return variations.first { $0 == wanted }
  }

  /// The value of a test in `variation`: on or off for a feature A/B test, else its name.
  fileprivate func value(of variation: Variation) -> FlagValue {
    kind == .featureAB ? FlagValue(variation == .enabled) : .option(variation.rawValue)
  }
}
