import VirgaJSON

/// Answers flags of every kind: gate, effective build, preference, then the three checks.
///
/// Source of the rules: Flags: One resolver.
public enum FlagResolver {
  /// The answers of the flag `row`.
  public static func answer(_ row: FlagRow, _ inputs: FlagInputs, in environment: FlagEnvironment) -> FlagAnswer {
    switch row.kind {
    case .core: core(row, environment)
    case .bool: bool(row, inputs, environment)
    case .options: options(row, inputs, environment)
    case .flag: flag(row, inputs, environment)
    case .unlock: unlock(inputs, environment)
    case .featureAB, .ab, .mvt: test(row, inputs, environment)
    }
  }

  private static func core(_ row: FlagRow, _ environment: FlagEnvironment) -> FlagAnswer {
    let isOn = environment.channel.map(row.channels.contains) ?? false
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

  /// Source of the rule: Flags: Custom state.
  private static func options(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    let known = inputs.build.value.flatMap { value in value.option.map(row.options.contains) == true ? value : nil }
    let build = FlagResult(known, by: known == nil ? .missing : .build(inputs.build.layer))
    var answer = FlagAnswer.same(build)
    if known == nil { answer.notes.insert(.missingBuild) }
    if row.preferenceKey != nil {
      if let name = inputs.preference?.stringValue {
        if row.options.contains(name) {
          answer.preference = .option(name)
          answer.userOnly = FlagResult(.option(name), by: .preference)
        } else {
          answer.notes.insert(.unknownOption)
        }
      } else if inputs.preference != nil {
        answer.notes.insert(.unreadablePreference)
      }
      if answer.preference == nil, let own = row.preferenceDefault?.stringValue, row.options.contains(own) {
        answer.userOnly = FlagResult(.option(own), by: .preferenceDefault)
      }
    } else if inputs.preference != nil {
      answer.notes.insert(.ignoredPreference)
    }
    let buildDecides = known == nil || known?.option == row.offOption
    answer.buildAndUser = buildDecides ? build : answer.userOnly
    answer.state = FlagState(answer.buildAndUser.value)
    return answer
  }

  private static func flag(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    guard var answer = gated(inputs, environment) else { return .missing }
    answer.takeDebug(inputs.debug) { FlagValue.stored($0) }
    guard answer.state != .hidden else { return answer }
    if let debug = answer.debug { answer.setAll(FlagResult(debug, by: .debug)) }
    answer.takePreference(row, inputs, testOverride: row.preferenceKey == nil ? nil : inputs.testOverride)
    return answer
  }

  /// Source of the rule: Flags: Unlock flags.
  private static func unlock(_ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    guard var answer = gated(inputs, environment) else { return .missing }
    guard answer.build.value == .on else { return answer }
    let isUnlocked = inputs.assignment?.isUnlocked ?? false
    answer.setAll(FlagResult(FlagValue(isUnlocked), by: .lock))
    answer.build = answer.buildOnly
    if !isUnlocked { answer.state = .locked }
    return answer
  }

  /// Source of the rules: Flags: Questions, and defect 11: one answer where a variation was forced.
  private static func test(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    guard let assignment = inputs.assignment, var answer = gated(inputs, environment) else { return .missing }
    answer.takeDebug(inputs.debug) { stored in
      assignment.storedVariation(stored).map { row.kind == .featureAB ? FlagValue(variation: $0) : .option($0) }
    }
    if answer.notes.contains(.unreadableDebug), inputs.debug?.stringValue != nil {
      answer.notes.subtract(.unreadableDebug)
      answer.notes.insert(.unknownOption)
    }
    let isHidden = answer.state == .hidden
    let isEnabled = answer.build.value == .on
    let drawn = assignment.variation ?? FlagAssignment.disabledVariation
    let name = isEnabled ? drawn : FlagAssignment.disabledVariation
    let decider = isEnabled ? FlagDecider.draw : answer.build.decider
    answer.build = FlagResult(row.kind == .featureAB ? FlagValue(variation: name) : .option(name), by: decider)
    answer.setAll(answer.build)
    if row.kind == .featureAB, isEnabled, answer.build.value == .off { answer.state = .control }
    if !isEnabled { answer.state = isHidden ? .hidden : .off }
    if let debug = answer.debug, !isHidden { answer.setAll(FlagResult(debug, by: .debug)) }
    return answer
  }

  /// What `enabled` and the development gate say; nil where no configuration has the flag.
  ///
  /// Source of the rule: Flags: Development flags; the gate holds for every kind.
  private static func gated(_ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer? {
    guard let assignment = inputs.assignment else { return nil }
    let isGated = assignment.isDevelopment || environment.asksAsDevelopment
    guard assignment.isEnabled, isGated, !environment.showsDevelopment else {
      return .same(FlagResult(FlagValue(assignment.isEnabled), by: .enabled))
    }
    var answer = FlagAnswer.same(FlagResult(.off, by: .development))
    answer.state = .hidden
    return answer
  }
}

extension FlagAssignment {
  /// The variation that a stored override names: by name whatever the case, or a Boolean for Enabled and Disabled.
  func storedVariation(_ stored: JSONValue) -> String? {
    let wanted =
      stored.booleanValue.map { $0 ? Self.enabledVariation : Self.disabledVariation } ?? stored.stringValue
    guard let wanted else { return nil }
    let lowered = wanted.lowercased()
    return variations.first { $0 == wanted } ?? variations.first { $0.lowercased() == lowered }
  }
}

extension FlagValue {
  /// On for the variation `Enabled`, off for any other.
  init(variation name: String) { self.init(name == FlagAssignment.enabledVariation) }
}

extension FlagState {
  init(_ value: FlagValue?) {
    self =
      switch value {
      case nil: .unset
      case .on: .on
      case .off: .off
      case .option(let name): .option(name)
      }
  }
}

extension FlagAnswer {
  /// All checks give what the build gives.
  static func same(_ result: FlagResult) -> FlagAnswer {
    FlagAnswer(
      build: result, buildOnly: result, userOnly: result, buildAndUser: result, state: FlagState(result.value),
      notes: [])
  }

  /// No configuration has the flag: off, and said to be missing.
  static var missing: FlagAnswer {
    var answer = same(FlagResult(.off, by: .missing))
    answer.build.value = nil
    answer.state = .unset
    answer.notes = .missingBuild
    return answer
  }

  mutating func setAll(_ result: FlagResult) {
    buildOnly = result
    userOnly = result
    buildAndUser = result
    state = FlagState(result.value)
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
    state = FlagState(buildAndUser.value)
  }
}
