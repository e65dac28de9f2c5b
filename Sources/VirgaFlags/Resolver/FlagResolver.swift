import VirgaJSON

/// Resolves flags of every kind: gate, effective build, preference, then the three checks (Rule:
/// VirgaFlags/Resolving).
package enum FlagResolver {
  package static func answer(
    _ row: FlagDefinition, _ inputs: FlagResolverInput, in environment: FlagEnvironment
  ) -> FlagAnswer {
    switch row.kind {
    case .core: core(row, environment)
    case .bool: bool(row, inputs, environment)
    case .options: options(row, inputs, environment)
    case .flag, .unlock, .featureAB, .ab, .mvt: configured(row, inputs, environment)
    }
  }

  private static func core(_ row: FlagDefinition, _ environment: FlagEnvironment) -> FlagAnswer {
    let isOn = environment.channel.map(row.channels.containsName) ?? false
    return .same(FlagResult(FlagValue(isOn), by: .channel))
  }

  private static func bool(
    _ row: FlagDefinition, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    let build =
      inputs.build.value.map { FlagResult($0, by: .build(inputs.build.layer)) }
      ?? FlagResult(nil, by: .missing)
    var answer = FlagAnswer.same(FlagResult(build.value ?? .off, by: build.decider))
    answer.build = build
    answer.ignored = inputs.build.ignored
    if build.value == nil { answer.notes.insert(.missingBuild) }
    if row.debugKey != nil {
      answer.applyDebugOverride(inputs.debug) { FlagValue.stored($0) }
      if let debug = answer.debug {
        if environment.allowsDebug {
          answer.setAll(FlagResult(debug, by: .debug))
        } else {
          answer.notes.insert(.ignoredDebug)
        }
      }
    }
    answer.applyPreference(row, inputs, testOverride: inputs.testOverride)
    if build.value == nil, answer.buildAndUser.decider == .missing { answer.state = .unset }
    return answer
  }

  /// If a row lists no options, every option is valid (Rule: VirgaFlags/OptionFlags).
  private static func options(
    _ row: FlagDefinition, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    let known = inputs.build.value.flatMap { value in
      value.option.map(row.hasOption) == true ? value : nil
    }
    let build = FlagResult(known, by: known == nil ? .missing : .build(inputs.build.layer))
    var answer = FlagAnswer.same(build)
    answer.ignored = inputs.build.ignored
    if known == nil { answer.notes.insert(.missingBuild) }
    if row.preferenceKey != nil {
      if let name = inputs.preference?.stringValue {
        if row.hasOption(name) {
          answer.preference = .option(name)
          answer.userOnly = FlagResult(.option(name), by: .preference)
        } else {
          answer.notes.insert(.unknownOption)
        }
      } else if inputs.preference != nil {
        answer.notes.insert(.unreadablePreference)
      }
      if answer.preference == nil, let own = row.preferenceDefault?.stringValue, row.hasOption(own)
      {
        answer.userOnly = FlagResult(.option(own), by: .preferenceDefault)
      }
    } else if inputs.preference != nil {
      answer.notes.insert(.ignoredPreference)
    }
    let buildDecides = known == nil || known?.option == row.offOption
    answer.buildAndUser = buildDecides ? build : answer.userOnly
    answer.state = FlagAnswer.State(answer.buildAndUser.value)
    return answer
  }

  // Resolves JSON-configured flags: their own answer, then the preference that a catalogue may add.
  //
  // Rule: VirgaFlags/Resolving. Rule: VirgaFlags/Questions.
  static func configured(
    _ row: FlagDefinition, _ inputs: FlagResolverInput, _ environment: FlagEnvironment
  ) -> FlagAnswer {
    guard let flag = inputs.configured else { return .missing }
    var answer = flag.answer(inputs.kept, gate: environment.gate)
    var choices = inputs.kept
    if flag.isTest {
      choices.variation = inputs.debug.flatMap { flag.storedVariation($0) }
      answer.applyDebugOverride(inputs.debug) { _ in choices.variation.map { flag.value(of: $0) } }
    } else if flag.kind == .flag {
      choices.isEnabled = FlagValue.stored(inputs.debug)?.isOn
      answer.applyDebugOverride(inputs.debug) { FlagValue.stored($0) }
    }
    if answer.notes.contains(.unreadableDebug), flag.isTest, inputs.debug?.stringValue != nil {
      answer.notes = .unknownOption
    }
    if answer.debug != nil {
      let chosen = flag.answer(choices, gate: environment.gate)
      answer.setAll(
        FlagResult(chosen.buildOnly.value, by: chosen.state == .hidden ? .development : .debug))
      (answer.state, answer.variation, answer.labels) = (
        chosen.state, chosen.variation, chosen.labels
      )
    }
    guard row.kind == .flag, answer.state != .hidden else { return answer }
    answer.applyPreference(
      row, inputs, testOverride: row.preferenceKey == nil ? nil : inputs.testOverride)
    return answer
  }
}

extension FlagAnswer {
  static func same(_ result: FlagResult) -> FlagAnswer {
    FlagAnswer(
      build: result, buildOnly: result, userOnly: result, buildAndUser: result,
      state: State(result.value),
      notes: [])
  }

  mutating func setAll(_ result: FlagResult) {
    buildOnly = result
    userOnly = result
    buildAndUser = result
    state = State(result.value)
  }

  mutating func applyDebugOverride(_ stored: JSONValue?, read: (JSONValue) -> FlagValue?) {
    guard let stored else { return }
    debug = read(stored)
    if debug == nil { notes.insert(.unreadableDebug) }
  }

  /// The stored one, else the test override, else its own default, else the effective build.
  ///
  /// Rule: VirgaFlags/ThreeChecks.
  mutating func applyPreference(
    _ row: FlagDefinition, _ inputs: FlagResolverInput, testOverride: Bool?
  ) {
    if row.preferenceKey != nil {
      preference = FlagValue.stored(inputs.preference)
      if preference == nil, inputs.preference != nil { notes.insert(.unreadablePreference) }
    } else if inputs.preference != nil {
      notes.insert(.ignoredPreference)
    }
    if let preference {
      userOnly = FlagResult(preference, by: .preference)
    } else if let testOverride {
      userOnly = FlagResult(FlagValue(testOverride), by: .testOverride)
    } else if row.preferenceKey != nil, let own = row.preferenceDefault?.booleanValue {
      userOnly = FlagResult(FlagValue(own), by: .preferenceDefault)
    }
    buildAndUser = buildOnly.value == .off ? buildOnly : userOnly
    state = State(buildAndUser.value)
  }

  /// The flag is not in any configuration: off, and reported as missing.
  static var missing: FlagAnswer {
    var answer = same(FlagResult(.off, by: .missing))
    answer.build.value = nil
    answer.state = .unset
    answer.notes = .missingBuild
    return answer
  }
}

extension ConfiguredFlag {
  /// A name in any case, or a Boolean for Enabled and Disabled.
  func storedVariation(_ stored: JSONValue) -> Variation? {
    let wanted =
      stored.booleanValue.map { $0 ? Variation.enabled : .disabled }
      ?? stored.stringValue.map { Variation(rawValue: $0) }
    return wanted.flatMap { wanted in variations.first { $0 == wanted } }
  }

  fileprivate func value(of variation: Variation) -> FlagValue {
    kind == .featureAB ? FlagValue(variation == .enabled) : .option(variation.rawValue)
  }
}
