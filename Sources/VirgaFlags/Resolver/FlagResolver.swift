import VirgaJSON

/// Answers flags of every kind: gate, effective build, preference, then the three checks.
///
/// Source of the rules: Flags: One resolver.
package enum FlagResolver {
  /// The answers of the flag `row`.
  public static func answer(_ row: FlagRow, _ inputs: FlagInputs, in environment: FlagEnvironment) -> FlagAnswer {
    switch row.kind {
    case .core: core(row, environment)
    case .bool: bool(row, inputs, environment)
    case .options: options(row, inputs, environment)
    case .flag, .unlock, .featureAB, .ab, .mvt: configured(row, inputs, environment)
    }
  }

  private static func core(_ row: FlagRow, _ environment: FlagEnvironment) -> FlagAnswer {
    let isOn = environment.channel.map(row.channels.containsName) ?? false
    return .same(FlagResult(FlagValue(isOn), by: .channel))
  }

  private static func bool(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    let build =
      inputs.build.value.map { FlagResult($0, by: .build(inputs.build.layer)) } ?? FlagResult(nil, by: .missing)
    var answer = FlagAnswer.same(FlagResult(build.value ?? .off, by: build.decider))
    answer.build = build
    if build.value == nil { answer.notes.insert(.missingBuild) }
    if row.debugKey != nil {
      answer.takeDebug(inputs.debug) { FlagValue.stored($0) }
      if let debug = answer.debug {
        if environment.allowsDebug {
          answer.setAll(FlagResult(debug, by: .debug))
        } else {
          answer.notes.insert(.ignoredDebug)
        }
      }
    }
    answer.takePreference(row, inputs, testOverride: inputs.testOverride)
    if build.value == nil, answer.buildAndUser.decider == .missing { answer.state = .unset }
    return answer
  }

  /// A row that lists no options takes every one.
  ///
  /// Source of the rule: Flags: Custom state.
  private static func options(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    let known = inputs.build.value.flatMap { value in value.option.map(row.hasOption) == true ? value : nil }
    let build = FlagResult(known, by: known == nil ? .missing : .build(inputs.build.layer))
    var answer = FlagAnswer.same(build)
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
      if answer.preference == nil, let own = row.preferenceDefault?.stringValue, row.hasOption(own) {
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
}

extension FlagAnswer {
  /// All checks give what the build gives.
  static func same(_ result: FlagResult) -> FlagAnswer {
    FlagAnswer(
      build: result, buildOnly: result, userOnly: result, buildAndUser: result, state: State(result.value),
      notes: [])
  }

  mutating func setAll(_ result: FlagResult) {
    buildOnly = result
    userOnly = result
    buildAndUser = result
    state = State(result.value)
  }

  mutating func takeDebug(_ stored: JSONValue?, read: (JSONValue) -> FlagValue?) {
    guard let stored else { return }
    debug = read(stored)
    if debug == nil { notes.insert(.unreadableDebug) }
  }

  /// The preference: stored, else the test override, else its own default, else the effective build.
  ///
  /// Source of the rule: Flags: The three checks, on/off flags.
  mutating func takePreference(_ row: FlagRow, _ inputs: FlagInputs, testOverride: Bool?) {
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
}
