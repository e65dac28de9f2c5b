import VirgaJSON
import VirgaSource

/// Reads one entry of a configuration and reports its problems.
extension ObjectReader {
  /// Nil if an error makes the entry unusable.
  func configuredFlag() -> ConfiguredFlag? {
    guard object.kind == .object else {
      report(
        .error, "wrong-type", nil, "Write a flag, such as `{\"name\": \"…\"}`, not \(object.title)")
      return nil
    }
    let name = flagName()
    var flag = ConfiguredFlag(name: name ?? "")
    readShape(&flag)
    readRest(&flag)
    checkKeys(at: \.value)
    return problems.contains { $0.severity == .error } ? nil : flag
  }

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

  private func readRest(_ flag: inout ConfiguredFlag) {
    flag.isEnabled = optional("enabled", .boolean) ?? flag.isTest
    flag.isDevelopment = optional("development", .boolean) ?? false
    flag.summary = optional("description", .text)
    flag.section = optional("section", .text)
    flag.location = object.location
    readLabels(&flag)
  }

  // The rules that determine the kind. Rule: VirgaFlags/Kinds.
  /// Reads the kind with variations, weights, draw and lock state; the first rule that applies
  /// wins.
  fileprivate func readShape(_ flag: inout ConfiguredFlag) {
    flag.unlocked = optional("unlocked", .boolean)
    let names = optional("test-variations", .texts) ?? []
    let biases = optional("test-biases", .numbers)
    let draw = optional("test-variation-assignment", .number)
    let isWrittenFlag = isWrittenFlag()
    flag.kind =
      flag.unlocked != nil
      ? .unlock : isWrittenFlag ? .flag : kind(of: names.map(Variation.init(rawValue:)))
    if !isWrittenFlag { reportShape(of: flag.kind, names, biases) }
    guard flag.isTest else { return }
    flag.variations = names.map(Variation.init(rawValue:))
    flag.weights = VariationWeights(biases, count: names.count)
    flag.fixedDraw = draw
    if let draw, !(0...100).contains(draw) {
      report(
        .warning, "draw-range", "test-variation-assignment",
        "Write a number from 0 to 100; with this one nobody is in a group")
    }
  }

  private func kind(of variations: [Variation]) -> FlagKind {
    switch variations.count {
    case 0, 1: .flag
    case 2: Set(variations) == [.enabled, .disabled] ? .featureAB : .ab
    default: .mvt
    }
  }

  /// Whether the FeatureFlags package wrote the entry as a flag, with variations that flags do not
  /// have.
  private func isWrittenFlag() -> Bool {
    guard let type = self["type"] else { return false }
    if type.kind == .object, type["feature-flag"] != nil { return true }
    if type.kind != .object || type["feature-test"] == nil {
      report(
        .warning, "ignored-key", "type", "Remove `type`; the kind follows from the other members")
    }
    return false
  }

  private func reportShape(of kind: FlagKind, _ names: [String], _ biases: [Double]?) {
    let key = "test-variations"
    if kind == .unlock, !names.isEmpty {
      report(
        .warning, "unlock-with-variations", key,
        "Remove `unlocked` or the variations; this is an unlock flag, not a test")
    } else if names.count == 1 {
      report(
        .warning, "single-variation", key,
        "Add a second variation, or remove this one; this is a plain flag")
    } else if Set(names.map(Variation.init(rawValue:))).count < names.count {
      report(
        .warning, "duplicate-variation", key, "Give each variation its own name; case is ignored")
    }
    reportBiases(of: kind, biases, names.count)
  }

  private func reportBiases(of kind: FlagKind, _ biases: [Double]?, _ count: Int) {
    guard let biases else { return }
    if kind == .flag || kind == .unlock {
      guard count == 0, !biases.isEmpty else { return }
      report(
        .warning, "bias-count", "test-biases",
        "Remove the biases; a flag without variations has none")
      return
    }
    let sequel = "; they are ignored and all variations get equal shares"
    switch VariationWeights(biases, count: count).flaw {
    case .count:
      report(
        .warning, "bias-count", "test-biases", "Write \(count) biases, not \(biases.count)" + sequel
      )
    case .range:
      report(.warning, "bias-range", "test-biases", "Write biases from 0 to 100" + sequel)
    case .sum:
      let sum = JSONValue(biases.reduce(0, +)).compact
      report(.warning, "bias-sum", "test-biases", "Biases must add up to 100, not \(sum)" + sequel)
    case nil: break
    }
  }

  fileprivate func readLabels(_ flag: inout ConfiguredFlag) {
    let count = flag.isTest ? flag.variations.count : 2
    let written = optional("labels", .optionalTexts)
    flag.labels = Array(((written ?? []) + [String?](repeating: nil, count: count)).prefix(count))
    guard let written, written.count != count else { return }
    let reason = flag.isTest ? "one for each variation" : "for `Enabled` and `Disabled`"
    report(
      .warning, "label-count", "labels", "Write \(count) labels, \(reason), not \(written.count)")
  }
}

extension ObjectKeys {
  static let configuredFlag = ObjectKeys(
    "a flag",
    [
      "name", "enabled", "test-variations", "test-biases", "labels", "development", "unlocked",
      "description",
      "section", "test-variation-assignment", "type",
    ])
}

extension ObjectWords {
  static var configuredFlag: ObjectWords {
    var words = ObjectWords()
    words.unknown = { key, _ in
      Problem(.warning, "unknown-key", "No flag has a member `\(key)`; it is ignored")
    }
    return words
  }
}
