import VirgaFlags
package import VirgaJSON
import VirgaSession

/// The flags of a session in a format of OpenFeature.
package struct FlagExport: Sendable {
  /// A format that tools and providers of OpenFeature read.
  package enum Format: String, CaseIterable, Sendable {
    /// The flag manifest of OpenFeature's command line: the type and the default of each flag.
    case openFeature = "openfeature"
    /// The configuration of flagd: the value of each flag in the session.
    case flagd
  }

  /// The document, which names its schema.
  package let json: JSONObject
  /// A sentence for each flag that the format cannot have, in the order of the catalogue.
  package let omissions: [String]

  /// Exports all flags of a session in `format`: for OpenFeature's flag manifest with their
  /// defaults in the app's code, for flagd with their values in the session.
  package init(_ flags: SessionFlags, as format: Format) {
    let flags = format == .openFeature ? flags.withoutSessionChanges : flags
    var exported: JSONObject = [:]
    var omissions: [String] = []
    for resolved in flags.resolved {
      let flag = ExportedFlag(resolved, in: flags)
      do throws(Omission) {
        exported[flag.id] = .object(try flag.json(as: format))
      } catch {
        omissions.append("`\(flag.id)` is left out: \(error.reason)")
      }
    }
    json = ["$schema": .string(format.schema), "flags": .object(exported)]
    self.omissions = omissions
  }
}

extension FlagExport.Format {
  /// The address of the published schema.
  fileprivate var schema: String {
    switch self {
    case .openFeature:
      "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json"
    case .flagd: "https://flagd.dev/schema/v0/flags.json"
    }
  }
}

/// Why a flag is not exported.
private struct Omission: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension SessionFlags {
  /// The same flags in the same channel, as a session without changes resolves them.
  fileprivate var withoutSessionChanges: SessionFlags {
    var flags = self
    // These simulate preferences, for options of commands, and are not part of the session.
    flags.testOverrides = FlagTestOverrides()
    flags.update(from: Session())
    return flags
  }
}

/// A flag as OpenFeature has it: a Boolean, or a string that is one of the flag's options.
private struct ExportedFlag {
  let definition: FlagDefinition
  let answer: FlagAnswer
  /// Its test in a JSON configuration; nil if it is none.
  let test: ConfiguredFlag?
  /// What the session stores for the test.
  let choices: ConfiguredFlagOverrides
  /// Whether the session or the configuration chooses the draw, the number from 0 to 100 that
  /// selects a variation of the test; if not, the client's id does.
  let hasChosenDraw: Bool

  /// Collects what an export, in either format, needs to know about a flag of `flags`.
  init(_ flag: ResolvedFlag, in flags: SessionFlags) {
    definition = flag.definition
    answer = flag.answer
    guard let configuredFlag = flags.configuredFlag(of: flag.definition), configuredFlag.isTest
    else {
      // Only a test of a JSON configuration has weights, and a draw, the number that selects its
      // variation.
      test = nil
      choices = ConfiguredFlagOverrides()
      hasChosenDraw = false
      return
    }
    test = configuredFlag
    choices = flags.choices(of: configuredFlag)
    let hasDrawInSession = flags.session[.draw, configuredFlag.name] != nil
    let hasDrawInConfiguration = configuredFlag.drawInFile != nil
    hasChosenDraw = hasDrawInSession || hasDrawInConfiguration
  }

  var id: String { definition.id }

  /// Whether it has a string as its value, an option or a variation of a test (`ab` or `mvt`), not
  /// a Boolean; a test of a feature, `feature-ab`, is on or off.
  private var hasStringValue: Bool {
    switch definition.kind {
    case .options, .ab, .mvt: true
    case .core, .bool, .flag, .unlock, .featureAB: false
    }
  }

  /// The flag in a format.
  ///
  /// - Throws: Why the format cannot have the flag.
  func json(as format: FlagExport.Format) throws(Omission) -> JSONObject {
    guard Self.isKey(id) else { throw Omission("its id is empty or has several lines") }
    switch format {
    case .openFeature: return try manifestEntry()
    case .flagd: return try flagdEntry()
    }
  }

  /// Whether the schemas allow a name as a key: it is one line and not empty.
  private static func isKey(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(where: \.isNewline)
  }
}

// The flag manifest.
extension ExportedFlag {
  /// The flag in OpenFeature's flag manifest.
  fileprivate func manifestEntry() throws(Omission) -> JSONObject {
    var entry: JSONObject = [
      "flagType": .string(hasStringValue ? "string" : "boolean"),
      "defaultValue": try defaultValue(),
    ]
    if !definition.description.isEmpty { entry["description"] = .string(definition.description) }
    return entry
  }

  /// What the app has if nothing evaluates the flag: the build value (without preference and debug
  /// override), or for a test the value of a client without a variation, `Disabled` or false.
  private func defaultValue() throws(Omission) -> JSONValue {
    // A test of a feature is on or off; the value of other tests is the name of a variation.
    if test != nil { return hasStringValue ? .string(Variation.disabled.rawValue) : false }
    guard hasStringValue else { return .boolean(answer.build.value == .on) }
    guard let option = answer.build.value?.option else {
      throw Omission("the build has no value for it")
    }
    return .string(option)
  }
}

// The configuration of flagd.
extension ExportedFlag {
  private static let on = "on"
  private static let off = "off"

  /// The flag in a configuration of flagd: everybody gets the value that the session has, but the
  /// clients of a test are divided by its weights.
  ///
  /// They are not divided if somebody chose the draw, the number that selects the variation, or if
  /// something else decides the value.
  ///
  /// A string without a value has a null as its default variant: the app's own default counts.
  fileprivate func flagdEntry() throws(Omission) -> JSONObject {
    var entry: JSONObject = [
      "state": "ENABLED", "variants": .object(try variants()),
      "defaultVariant": defaultVariant.map(JSONValue.string) ?? .null,
    ]
    // With `fractional`, flagd divides the clients among the variants by these shares.
    if let variantShares { entry["targeting"] = ["fractional": .array(variantShares)] }
    if !definition.description.isEmpty {
      entry["metadata"] = ["description": .string(definition.description)]
    }
    return entry
  }

  /// The variants by name: on and off, or each option as a string.
  private func variants() throws(Omission) -> JSONObject {
    guard hasStringValue else { return [Self.on: true, Self.off: false] }
    // The options of a test are its variations.
    var names = test?.variations.map(\.rawValue) ?? definition.options
    // The default variant may be missing among them, such as `Disabled`, the value of a test
    // without a variation. The object has a repeated name only once.
    if let defaultVariant { names.append(defaultVariant) }
    guard !names.isEmpty else { throw Omission("it has no options and no value") }
    guard names.allSatisfy(Self.isKey) else {
      throw Omission("the name of an option is empty or has several lines")
    }
    return JSONObject(names.map { ($0, JSONValue.string($0)) })
  }

  /// The variant of the session's value.
  ///
  /// A Boolean without a value is off. A string without one gives nil, and the app's default
  /// counts.
  private var defaultVariant: String? {
    // What the app gets if it asks for the build and the choice of the user together.
    let value = answer.buildAndUser.value
    if hasStringValue { return value?.option }
    return value == .on ? Self.on : Self.off
  }

  /// The share of each variation of a test; nil if all clients have the same variant.
  private var variantShares: [JSONValue]? {
    // Variants differ only if each client draws its own. `buildAndUser` is what an app gets that
    // asks for both the build and the user's choice.
    guard let test, answer.buildAndUser.decider == .draw, !hasChosenDraw else { return nil }
    // The session's weights, or else those of the configuration. Invalid ones are ignored: equal
    // weights are in effect instead.
    let weights = VariationWeights(
      choices.weights ?? test.weights.written, count: test.variations.count)
    let wholeWeights = Self.wholeNumbers(inProportionTo: weights.inEffect)
    return zip(test.variations, wholeWeights).map { variation, weight -> JSONValue in
      .array([.string(variantName(of: variation)), .integer(weight)])
    }
  }

  /// The variant of a test's variation: on or off if it is a test of a feature.
  private func variantName(of variation: Variation) -> String {
    if hasStringValue { return variation.rawValue }
    return variation == .enabled ? Self.on : Self.off
  }

  /// Whole numbers, as flagd needs them, in the proportion of percentages: 80 and 20 stay, 12.5 and
  /// 87.5 become 1 and 7.
  private static func wholeNumbers(inProportionTo weights: [Double]) -> [Int64] {
    let areWhole = weights.allSatisfy { $0 == $0.rounded() }
    if areWhole { return weights.map { Int64($0) } }
    // Four decimals of a percentage count.
    let stepsPerPercent = 10_000.0
    let steps = weights.map { Int64(($0 * stepsPerPercent).rounded()) }
    // 0 if all weights are 0: then nothing can be divided.
    let divisor = steps.reduce(0, greatestCommonDivisor)
    return steps.map { $0 / max(divisor, 1) }
  }

  /// The greatest number that divides both without a remainder; the other one if one is 0.
  private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
  }
}
