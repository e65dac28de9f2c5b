import VirgaJSON
import VirgaSource

extension FlagResolver {
  /// Why `operation` does not apply to a flag; nil if it does.
  ///
  /// Rule: VirgaFlags/Operations. Clearing applies on any channel. Rule: VirgaFlags/StoredChoices.
  package static func refusal(
    of operation: FlagOperation, for row: FlagDefinition, _ configured: ConfiguredFlag? = nil,
    in environment: FlagEnvironment
  ) -> FlagError? {
    switch operation {
    case .set(.preference, let value): preferenceRefusal(value, row)
    case .clear(.preference): keyRefusal(row)
    case .set(.debug, let value): debugRefusal(value, row, configured, environment)
    case .clear(.debug): debugKeyRefusal(row)
    case .set(.lock, true): unlockRefusal(row, configured, environment)
    case .set(.lock, _), .clear(.lock):
      row.kind == .unlock ? nil : notApplicable(row, "can be locked", only: [.unlock])
    case .set(.draw, let draw): testRefusal(row) ?? drawRefusal(draw)
    case .set(.weights, let weights): testRefusal(row) ?? weightRefusal(weights, configured)
    case .clear(.draw), .clear(.weights), .redraw, .simulate: testRefusal(row)
    case .jump:
      row.feature == nil ? notApplicable(row, "have a feature", only: [.bool, .options]) : nil
    case .setTestOverride: testOverrideRefusal(row)
    }
  }

  private static func keyRefusal(_ row: FlagDefinition) -> FlagError? {
    switch row.kind {
    case .bool, .options, .flag:
      guard row.preferenceKey == nil else { return nil }
      return FlagError(
        .noPreferenceKey, "\(row.id) has no preference key, so the app's user cannot change it",
        hint: "give its row a `preference-key`")
    case .core, .unlock, .featureAB, .ab, .mvt:
      return notApplicable(row, "have a preference", only: [.bool, .options, .flag])
    }
  }

  private static func preferenceRefusal(_ value: JSONValue, _ row: FlagDefinition) -> FlagError? {
    if let refusal = keyRefusal(row) { return refusal }
    guard row.kind == .options else {
      return value.booleanValue == nil ? FlagError(.wrongValue, "\(row.id) must be on or off") : nil
    }
    guard let name = value.stringValue else {
      let choice =
        row.options.isEmpty ? "the name of one" : "one of \(row.options.joined(separator: ", "))"
      return FlagError(.wrongValue, "\(row.id) has options; give \(choice)")
    }
    guard !row.options.isEmpty else {
      return FlagError(
        .unknownOption, "the options of \(row.id) are unknown, so `\(name)` cannot be checked",
        hint: "give its row `options`, or a feature and path that the manifest has")
    }
    guard row.options.contains(name) else {
      return unknown(name, among: row.options, "option", of: row)
    }
    return nil
  }

  private static func debugKeyRefusal(_ row: FlagDefinition) -> FlagError? {
    switch row.kind {
    case .bool:
      guard row.debugKey == nil else { return nil }
      return FlagError(
        .noDebugKey, "\(row.id) has no debug key, so a debug override would never be read",
        hint: "give its row a `debug-key`")
    case .flag, .featureAB, .ab, .mvt: return nil
    case .options:
      return FlagError(
        .notApplicable, "\(row.id) has options, and a debug override is on or off",
        hint: "to try another option, edit the config of its feature")
    case .unlock:
      return FlagError(
        .notApplicable, "\(row.id) is an unlock flag", hint: "lock or unlock it instead")
    case .core:
      return notApplicable(
        row, "have a debug override", only: [.bool, .flag, .featureAB, .ab, .mvt])
    }
  }

  private static func debugRefusal(
    _ value: JSONValue, _ row: FlagDefinition, _ configured: ConfiguredFlag?,
    _ environment: FlagEnvironment
  ) -> FlagError? {
    if let refusal = debugKeyRefusal(row) { return refusal }
    if row.kind.isTest {
      guard let configured, configured.storedVariation(value) == nil else { return nil }
      let names = configured.variations.map(\.rawValue)
      guard let name = value.stringValue else {
        return FlagError(
          .wrongValue, "\(row.id) has variations; give one of \(names.joined(separator: ", "))")
      }
      return unknown(name, among: names, "variation", of: row)
    }
    guard value.booleanValue != nil else {
      return FlagError(.wrongValue, "\(row.id) must be on or off")
    }
    guard row.kind != .bool || environment.allowsDebug else {
      let channels = environment.debugChannels.sorted().map(\.text).joined(separator: ", ")
      return FlagError(
        .wrongChannel,
        "\(environment.channelWords) ignores debug overrides; they count in \(channels)",
        hint: row.preferenceKey == nil
          ? "change the channel" : "set the preference, or change the channel")
    }
    return nil
  }

  private static func unlockRefusal(
    _ row: FlagDefinition, _ configured: ConfiguredFlag?, _ environment: FlagEnvironment
  ) -> FlagError? {
    guard row.kind == .unlock else { return notApplicable(row, "can be unlocked", only: [.unlock]) }
    guard let configured else { return nil }
    return configured.answer(gate: environment.gate).refusalToUnlock
  }

  private static func testRefusal(_ row: FlagDefinition) -> FlagError? {
    row.kind.isTest ? nil : notApplicable(row, "draw a variation", only: [.featureAB, .ab, .mvt])
  }

  private static func drawRefusal(_ draw: JSONValue) -> FlagError? {
    guard let draw = draw.doubleValue, (0...100).contains(draw) else {
      return FlagError(.wrongValue, "a draw is a number from 0 to 100")
    }
    return nil
  }

  /// Rule: VirgaFlags/Weights.
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

  private static func testOverrideRefusal(_ row: FlagDefinition) -> FlagError? {
    switch row.kind {
    case .bool: nil
    case .flag: keyRefusal(row)
    case .core, .options, .unlock, .featureAB, .ab, .mvt:
      notApplicable(row, "have a test override", only: [.bool, .flag])
    }
  }

  private static func notApplicable(
    _ row: FlagDefinition, _ what: String, only kinds: [FlagKind]
  ) -> FlagError {
    let titles = kinds.map(\.title)
    let names = (titles.dropLast(2) + [titles.suffix(2).joined(separator: " and ")]).joined(
      separator: ", ")
    return FlagError(
      .notApplicable, "\(row.id) is of kind \(row.kind.title); only flags of kind \(names) \(what)")
  }

  private static func unknown(
    _ name: String, among names: [String], _ what: String, of row: FlagDefinition
  ) -> FlagError {
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    return FlagError(
      .unknownOption, "\(row.id) has no \(what) `\(name)`; \(known)",
      hint: NameSuggestions.hint(for: name, among: names))
  }
}
