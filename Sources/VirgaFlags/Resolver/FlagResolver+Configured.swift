import VirgaJSON

/// How flags of a JSON configuration join the others: their own answer, then the preference that a catalogue may give them.
///
/// Source of the rules: Flags: One resolver; Questions.
extension FlagResolver {
  static func configured(_ row: FlagRow, _ inputs: FlagInputs, _ environment: FlagEnvironment) -> FlagAnswer {
    guard let flag = inputs.configured else { return .missing }
    let asks = environment.asksAsDevelopment
    let bare = flag.answer(inputs.kept, gate: environment.gate, isDevelopment: asks)
    var answer = FlagAnswer.same(FlagResult(bare.value(flag.kind), by: bare.decider(flag)))
    answer.state = bare.flagState(flag.kind)
    var choices = inputs.kept
    if flag.isTest {
      choices.variation = inputs.debug.flatMap { flag.storedVariation($0) }
      answer.takeDebug(inputs.debug) { _ in choices.variation.map { flag.value(of: $0) } }
    } else if flag.kind == .flag {
      choices.isEnabled = FlagValue.stored(inputs.debug)?.isOn
      answer.takeDebug(inputs.debug) { FlagValue.stored($0) }
    }
    if answer.notes.contains(.unreadableDebug), flag.isTest, inputs.debug?.stringValue != nil {
      answer.notes = .unknownOption
    }
    if answer.debug != nil {
      let chosen = flag.answer(choices, gate: environment.gate, isDevelopment: asks)
      answer.setAll(FlagResult(chosen.value(flag.kind), by: chosen.state == .hidden ? .development : .debug))
      answer.state = chosen.flagState(flag.kind)
    }
    guard row.kind == .flag, answer.state != .hidden else { return answer }
    answer.takePreference(row, inputs, testOverride: row.preferenceKey == nil ? nil : inputs.testOverride)
    return answer
  }
}

extension ConfiguredFlag {
  /// The variation that a stored override names: by its name whatever the case, or a Boolean for Enabled and Disabled.
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

extension ConfiguredAnswer {
  fileprivate func value(_ kind: FlagKind) -> FlagValue {
    switch kind {
    case .ab, .mvt: .option(variation.rawValue)
    case .unlock: FlagValue(isUnlocked)
    default: FlagValue(isEnabled)
    }
  }

  fileprivate func decider(_ flag: ConfiguredFlag) -> FlagDecider {
    switch state {
    case .hidden: .development
    case .off: .enabled
    case .control: .draw
    case .locked: .lock
    case .on: flag.isTest ? .draw : flag.kind == .unlock ? .lock : .enabled
    }
  }

  fileprivate func flagState(_ kind: FlagKind) -> FlagAnswer.State {
    switch state {
    case .on: kind == .ab || kind == .mvt ? .option(variation.rawValue) : .on
    case .off: .off
    case .control: .control
    case .locked: .locked
    case .hidden: .hidden
    }
  }
}

extension FlagAnswer {
  /// No configuration has the flag: off, and said to be missing.
  static var missing: FlagAnswer {
    var answer = same(FlagResult(.off, by: .missing))
    answer.build.value = nil
    answer.state = .unset
    answer.notes = .missingBuild
    return answer
  }
}
