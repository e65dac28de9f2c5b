import VirgaJSON
import VirgaSource

/// Reads one entry of a configuration and reports its problems.
extension ObjectReader {
  /// The flag or test of this entry; nil if an error makes it unusable.
  func configuredFlag() -> ConfiguredFlag? {
    guard object.kind == .object else {
      report(
        .error, "wrong-type", nil, "Write a flag, such as `{\"name\": \"…\"}`, not \(object.title)")
      return nil
    }
    // A missing name is an error, which is reported; the other members are checked nevertheless.
    let name = flagName()
    var flag = ConfiguredFlag(name: name ?? "")
    readKind(of: &flag)
    readProperties(of: &flag)
    // An unknown key is reported at its value.
    reportUnknownAndRepeatedKeys(marking: \.value)
    return problems.contains { $0.severity == .error } ? nil : flag
  }

  /// The member `name`; nil if it is missing or not a text, which is reported as an error.
  ///
  /// An empty name is accepted with a warning.
  private func flagName() -> String? {
    guard self["name"] != nil else {
      report(.error, "missing-name", "name", "Add `name`: the name that the app uses for the flag")
      return nil
    }
    let name = optional("name", .text)
    if name?.isEmpty == true {
      report(.warning, "empty-name", "name", "Give the flag a name that is not empty")
    }
    return name
  }

  /// Reads the members that do not determine the kind; without `enabled`, a test is on and a flag
  /// off (Rule: VirgaFlags/ConfigurationFiles).
  private func readProperties(of flag: inout ConfiguredFlag) {
    flag.isEnabled = optional("enabled", .boolean) ?? flag.isTest
    flag.isDevelopment = optional("development", .boolean) ?? false
    flag.summary = optional("description", .text)
    flag.section = optional("section", .text)
    flag.location = object.location
    readLabels(of: &flag)
  }

  /// Determines the kind of an entry from its members, and reads those that only this kind has:
  /// variations, weights and draw (the number that selects a variation) of a test, lock state of an
  /// unlock flag.
  ///
  /// An entry with `unlocked` is an unlock flag, whatever else it has. Rule: VirgaFlags/Kinds.
  private func readKind(of flag: inout ConfiguredFlag) {
    flag.unlocked = optional("unlocked", .boolean)
    let variations = (optional("test-variations", .texts) ?? []).map(Variation.init(rawValue:))
    let biases = optional("test-biases", .numbers)
    let draw = optional("test-variation-assignment", .number)
    // The cache of the FeatureFlags package, known by its `type`, has variations for plain flags,
    // too. They are ignored. Any other `type` is reported here.
    let isCachedFlag = isCachedFlag()
    let kindWithoutLock = isCachedFlag ? .flag : kind(of: variations)
    flag.kind = flag.unlocked == nil ? kindWithoutLock : .unlock
    if !isCachedFlag {
      reportVariations(variations, of: flag.kind)
      reportBiases(biases, of: flag.kind, variationCount: variations.count)
    }
    guard flag.isTest else { return }
    flag.variations = variations
    flag.weights = VariationWeights(biases, count: variations.count)
    flag.drawInFile = draw
    reportDrawOutOfRange(draw)
  }

  /// Reports a draw that selects no variation, because it is not a percentage.
  private func reportDrawOutOfRange(_ draw: Double?) {
    let percentages = 0.0...100.0
    guard let draw, !percentages.contains(draw) else { return }
    report(
      .warning, "draw-range", "test-variation-assignment",
      "Write a number from 0 to 100; with this one nobody is in a group")
  }

  /// The kind of an entry with these variations.
  ///
  /// More than two are a multivariate test, and two an A/B test, which switches a feature if they
  /// are `Enabled` and `Disabled`. With fewer it is a plain flag.
  private func kind(of variations: [Variation]) -> FlagKind {
    switch variations.count {
    case 0, 1: .flag
    case 2: Set(variations) == [.enabled, .disabled] ? .featureAB : .ab
    default: .mvt
    }
  }

  /// Whether this is a plain flag in a cache of the FeatureFlags package, which writes variations
  /// for flags too and tells the kinds apart by `type`: an object with `feature-flag` or
  /// `feature-test`.
  ///
  /// Reports any other `type`.
  private func isCachedFlag() -> Bool {
    guard let type = self["type"] else { return false }
    let isObject = type.kind == .object
    if isObject, type["feature-flag"] != nil { return true }
    let isCachedTest = isObject && type["feature-test"] != nil
    if !isCachedTest {
      report(
        .warning, "ignored-key", "type", "Remove `type`; the kind follows from the other members")
    }
    return false
  }

  /// Reports variations that the entry's kind does not have, a single one, or two with one name:
  /// only a test has variations, and it has at least two.
  private func reportVariations(_ variations: [Variation], of kind: FlagKind) {
    let key = "test-variations"
    if kind == .unlock, !variations.isEmpty {
      report(
        .warning, "unlock-with-variations", key,
        "Remove `unlocked` or the variations; this is an unlock flag, not a test")
    } else if variations.count == 1 {
      report(
        .warning, "single-variation", key,
        "Add a second variation, or remove this one; this is a plain flag")
    } else if Set(variations).count < variations.count {
      report(
        .warning, "duplicate-variation", key, "Give each variation its own name; case is ignored")
    }
  }

  /// Reports ignored biases, which are the weights of variations in percent: those of a flag, or
  /// invalid ones of a test.
  private func reportBiases(_ biases: [Double]?, of kind: FlagKind, variationCount: Int) {
    guard let biases else { return }
    guard kind.isTest else { return reportBiasesOfFlag(biases, variationCount: variationCount) }
    let consequence = "; they are ignored and all variations get equal shares"
    switch VariationWeights(biases, count: variationCount).flaw {
    // There must be one for each variation.
    case .count:
      report(
        .warning, "bias-count", "test-biases",
        "Write \(variationCount) biases, not \(biases.count)" + consequence)
    case .range:
      report(.warning, "bias-range", "test-biases", "Write biases from 0 to 100" + consequence)
    case .sum:
      let sum = JSONValue(biases.reduce(0, +)).compact
      report(
        .warning, "bias-sum", "test-biases", "Biases must add up to 100, not \(sum)" + consequence)
    // They are valid.
    case nil: break
    }
  }

  /// Reports the biases, the weights of variations, of a flag: only a test can have them.
  private func reportBiasesOfFlag(_ biases: [Double], variationCount: Int) {
    // If the flag has variations, only those are reported. An empty list of biases says nothing.
    guard variationCount == 0, !biases.isEmpty else { return }
    report(
      .warning, "bias-count", "test-biases",
      "Remove the biases; a flag without variations has none")
  }

  /// Reads the analytics labels: one for each variation of a test, or two for a flag, those of
  /// `Enabled` and `Disabled`.
  ///
  /// Labels that are missing become nil, and those beyond the last variation are dropped.
  private func readLabels(of flag: inout ConfiguredFlag) {
    let labelCountOfFlag = 2
    let count = flag.isTest ? flag.variations.count : labelCountOfFlag
    let written = optional("labels", .optionalTexts)
    let padding = [String?](repeating: nil, count: count)
    flag.labels = Array(((written ?? []) + padding).prefix(count))
    guard let written, written.count != count else { return }
    let reason = flag.isTest ? "one for each variation" : "for `Enabled` and `Disabled`"
    report(
      .warning, "label-count", "labels", "Write \(count) labels, \(reason), not \(written.count)")
  }
}

extension ObjectKeys {
  /// The keys of a flag in a configuration.
  static let configuredFlag = ObjectKeys(
    "a flag",
    [
      "name", "enabled", "test-variations", "test-biases", "labels", "development", "unlocked",
      "description",
      "section", "test-variation-assignment", "type",
    ])
}

extension ObjectMessages {
  /// The messages about a flag in a configuration: the default ones, but with a warning for an
  /// unknown key.
  static var warningOfUnknownFlagKeys: ObjectMessages {
    var messages = ObjectMessages()
    messages.unknown = { key, _ in
      Problem(.warning, "unknown-key", "No flag has a member `\(key)`; it is ignored")
    }
    return messages
  }
}
