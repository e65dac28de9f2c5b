import VirgaJSON
import VirgaSource

extension FlagResolver {
  /// Why `operation` does not apply to a flag; nil if it does.
  ///
  /// `configured` is the flag's entry if it is in a JSON configuration. A stored value can be
  /// cleared on any channel. A jump goes to the values of the flag's feature. Only an A/B test has
  /// a draw, the number from 0 to 100 that selects its variation; it can be set, made again, or
  /// simulated many times. A test override is a preference that a test of the app's code simulates.
  /// Rule: VirgaFlags/Operations. Rule: VirgaFlags/StoredChoices.
  package static func refusal(
    of operation: FlagOperation, for flag: FlagDefinition, _ configured: ConfiguredFlag? = nil,
    in environment: FlagEnvironment
  ) -> FlagError? {
    switch operation {
    case .set(.preference, let value): preferenceRefusal(value, flag)
    case .unset(.preference): preferenceKeyRefusal(flag)
    case .set(.debug, let value): debugRefusal(value, flag, configured, environment)
    case .unset(.debug): debugKeyRefusal(flag)
    // True unlocks, false locks again.
    case .set(.lock, true): unlockRefusal(flag, configured, environment)
    case .set(.lock, _), .unset(.lock):
      flag.kind == .unlock ? nil : otherKindRefusal(flag, "can be locked", only: [.unlock])
    case .set(.draw, let draw): nonTestRefusal(flag) ?? drawRefusal(draw)
    case .set(.weights, let weights): nonTestRefusal(flag) ?? weightRefusal(weights, configured)
    case .unset(.draw), .unset(.weights), .redraw, .simulate: nonTestRefusal(flag)
    case .jump:
      flag.feature == nil ? otherKindRefusal(flag, "have a feature", only: [.bool, .options]) : nil
    case .setTestOverride: testOverrideRefusal(flag)
    }
  }

  /// Why a flag cannot have a preference: its key is missing, or its kind has no preference; nil if
  /// it can.
  private static func preferenceKeyRefusal(_ flag: FlagDefinition) -> FlagError? {
    switch flag.kind {
    case .bool, .options, .flag:
      guard flag.preferenceKey == nil else { return nil }
      return FlagError(
        .noPreferenceKey, "\(flag.id) has no preference key, so the app's user cannot change it",
        hint: flag.isWrittenInSwift
          ? "set `preferenceKey` in its `FlagDefinition`" : "give its row a `preference-key`")
    case .core, .unlock, .featureAB, .ab, .mvt:
      return otherKindRefusal(flag, "have a preference", only: [.bool, .options, .flag])
    }
  }

  /// Why `value` cannot be stored as the preference; nil if it is on or off, or for a flag with
  /// options one of these.
  private static func preferenceRefusal(_ value: JSONValue, _ flag: FlagDefinition) -> FlagError? {
    if let refusal = preferenceKeyRefusal(flag) { return refusal }
    return flag.kind == .options ? optionRefusal(value, flag) : switchRefusal(value, flag)
  }

  /// Why `value` is not on or off, which a Boolean says; nil if it is.
  private static func switchRefusal(_ value: JSONValue, _ flag: FlagDefinition) -> FlagError? {
    value.booleanValue == nil ? FlagError(.wrongValue, "\(flag.id) must be on or off") : nil
  }

  /// Why `value` is not one of the options that a flag lists; nil if it is.
  ///
  /// Without a list, no name is accepted, because it would not be checked.
  private static func optionRefusal(_ value: JSONValue, _ flag: FlagDefinition) -> FlagError? {
    guard let name = value.stringValue else {
      let choice =
        flag.options.isEmpty ? "the name of one" : "one of \(flag.options.joined(separator: ", "))"
      return FlagError(.wrongValue, "\(flag.id) has options; give \(choice)")
    }
    guard !flag.options.isEmpty else {
      return FlagError(
        .unknownOption, "the options of \(flag.id) are unknown, so `\(name)` cannot be checked",
        hint: flag.isWrittenInSwift
          ? "set `options` in its `FlagDefinition`"
          : "give its row `options`, or a feature and path that the manifest has")
    }
    guard flag.options.contains(name) else {
      return unknownNameRefusal(name, among: flag.options, "option", of: flag)
    }
    return nil
  }

  /// Why a flag cannot have a debug override: its key is missing, or its kind has none; nil if it
  /// can.
  private static func debugKeyRefusal(_ flag: FlagDefinition) -> FlagError? {
    switch flag.kind {
    case .bool:
      guard flag.debugKey == nil else { return nil }
      return FlagError(
        .noDebugKey, "\(flag.id) has no debug key, so a debug override would never be read",
        hint: flag.isWrittenInSwift
          ? "set `debugKey` in its `FlagDefinition`" : "give its row a `debug-key`")
    // The debug key of a JSON-configured flag or test is its name.
    case .flag, .featureAB, .ab, .mvt: return nil
    case .options:
      return FlagError(
        .notApplicable, "\(flag.id) has options, and a debug override is on or off",
        hint: "to try another option, edit the config of its feature")
    case .unlock:
      return FlagError(
        .notApplicable, "\(flag.id) is an unlock flag", hint: "lock or unlock it instead")
    case .core:
      return otherKindRefusal(
        flag, "have a debug override", only: [.bool, .flag, .featureAB, .ab, .mvt])
    }
  }

  /// Why `value` cannot be stored as the debug override; nil if it can.
  ///
  /// It must be a variation of a test, or on or off for another flag. A `bool` flag can only be
  /// overridden in a channel that uses debug overrides.
  private static func debugRefusal(
    _ value: JSONValue, _ flag: FlagDefinition, _ configured: ConfiguredFlag?,
    _ environment: FlagEnvironment
  ) -> FlagError? {
    if let refusal = debugKeyRefusal(flag) { return refusal }
    if flag.kind.isTest { return variationRefusal(value, flag, configured) }
    return switchRefusal(value, flag) ?? debugChannelRefusal(flag, environment)
  }

  /// Why the channel ignores a debug override of a flag; nil if it does not.
  ///
  /// Only overrides of `bool` flags, which read a manifest's configs, depend on the channel.
  private static func debugChannelRefusal(
    _ flag: FlagDefinition, _ environment: FlagEnvironment
  ) -> FlagError? {
    let isIgnored = flag.kind == .bool && !environment.allowsDebugOverrides
    guard isIgnored else { return nil }
    let channels = environment.debugChannels.sorted().map(\.text).joined(separator: ", ")
    return FlagError(
      .wrongChannel,
      "\(environment.channelPhrase) ignores debug overrides; they count in \(channels)",
      hint: flag.preferenceKey == nil
        ? "change the channel" : "set the preference, or change the channel")
  }

  /// Why `value` is not a variation of a test; nil if it is, or if the variations are unknown.
  private static func variationRefusal(
    _ value: JSONValue, _ flag: FlagDefinition, _ configured: ConfiguredFlag?
  ) -> FlagError? {
    guard let configured else { return nil }
    if configured.storedVariation(value) != nil { return nil }
    let names = configured.variations.map(\.rawValue)
    guard let name = value.stringValue else {
      return FlagError(
        .wrongValue, "\(flag.id) has variations; give one of \(names.joined(separator: ", "))")
    }
    return unknownNameRefusal(name, among: names, "variation", of: flag)
  }

  /// Why a flag cannot be unlocked: it is not an unlock flag, is off, or is under development and
  /// hidden in this build; nil if it can, or if no configuration has it.
  private static func unlockRefusal(
    _ flag: FlagDefinition, _ configured: ConfiguredFlag?, _ environment: FlagEnvironment
  ) -> FlagError? {
    guard flag.kind == .unlock else {
      return otherKindRefusal(flag, "can be unlocked", only: [.unlock])
    }
    // Answered without the user's own choices, which cannot turn an unlock flag on.
    return configured?.answer(gate: environment.developmentGate).refusalToUnlock
  }

  /// Why an operation on draws or weights does not apply to a flag; nil for a test.
  private static func nonTestRefusal(_ flag: FlagDefinition) -> FlagError? {
    flag.kind.isTest
      ? nil : otherKindRefusal(flag, "draw a variation", only: [.featureAB, .ab, .mvt])
  }

  /// Why a draw cannot be set; nil if it is a number from 0 to 100.
  private static func drawRefusal(_ draw: JSONValue) -> FlagError? {
    guard let draw = draw.doubleValue, (0...100).contains(draw) else {
      return FlagError(.wrongValue, "a draw is a number from 0 to 100")
    }
    return nil
  }

  /// Why weights cannot be set: their number, their range or their sum is wrong; nil if they can.
  ///
  /// Rule: VirgaFlags/Weights. Their number is not checked if the variations are unknown.
  private static func weightRefusal(
    _ written: JSONValue, _ configured: ConfiguredFlag?
  ) -> FlagError? {
    let weights = (written.arrayValue ?? []).compactMap(\.doubleValue)
    let count = configured?.variations.count ?? weights.count
    switch VariationWeights(weights, count: count).flaw {
    case nil: return nil
    case .count: return FlagError(.wrongValue, "give \(count) weights, one for each variation")
    case .range: return FlagError(.wrongValue, "a weight is a percentage from 0 to 100")
    case .sum:
      let sum = weights.reduce(0, +)
      return FlagError(.wrongValue, "the weights must add up to 100, not \(FlagNumber.text(sum))")
    }
  }

  /// Why a test of the app's code cannot simulate the preference of a flag; nil if it can.
  ///
  /// Only flags of the kinds `bool` and `flag` allow it, and of these a `flag` (from a JSON
  /// configuration) needs a preference key.
  private static func testOverrideRefusal(_ flag: FlagDefinition) -> FlagError? {
    switch flag.kind {
    case .bool: nil
    case .flag: preferenceKeyRefusal(flag)
    case .core, .options, .unlock, .featureAB, .ab, .mvt:
      otherKindRefusal(flag, "have a test override", only: [.bool, .flag])
    }
  }

  /// The refusal of an operation that other kinds of flags support: "menu is of kind core; only
  /// flags of kind Boolean, options and flag have a preference".
  ///
  /// `verbPhrase` ends the sentence: "have a preference".
  private static func otherKindRefusal(
    _ flag: FlagDefinition, _ verbPhrase: String, only kinds: [FlagKind]
  ) -> FlagError {
    let titles = kinds.map(\.title)
    let lastTwo = titles.suffix(2).joined(separator: " and ")
    let names = (titles.dropLast(2) + [lastTwo]).joined(separator: ", ")
    return FlagError(
      .notApplicable,
      "\(flag.id) is of kind \(flag.kind.title); only flags of kind \(names) \(verbPhrase)")
  }

  /// The refusal of a name that is not among the flag's options or variations; `what` is "option"
  /// or "variation".
  private static func unknownNameRefusal(
    _ name: String, among names: [String], _ what: String, of flag: FlagDefinition
  ) -> FlagError {
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    return FlagError(
      .unknownOption, "\(flag.id) has no \(what) `\(name)`; \(known)",
      hint: NameSuggestions.hint(for: name, among: names))
  }
}
