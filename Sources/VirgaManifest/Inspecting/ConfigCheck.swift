import VirgaExperiments
package import VirgaJSON
package import VirgaSource
import VirgaYAML

/// The problems of a config that is being typed, and the merged result.
///
/// Rule: VirgaManifest/CheckingConfigs.
package struct ConfigCheck: Sendable {
  /// The problems in text order, with corrections.
  package let findings: [ValueFinding]
  /// The config merged over the base that it was checked over; nil if the text is not an object.
  ///
  /// Checked over the defaults, it is the JSON as it is sent. A config with problems is merged as
  /// far as it could be parsed.
  package let sent: MergedFeature?
  /// The config with its positions; nil if the text is not an object.
  package private(set) var config: LocatedValue?

  /// The problems without their corrections.
  package var problems: [Problem] { findings.map(\.problem) }

  /// The nulls that apps read as the default: without an effect, or hiding a recipe's value.
  package var nullProblems: [Problem] {
    problems.filter { $0.code == "null-without-effect" || $0.code == "null-hides-value" }
  }

  /// The number of nulls without an effect: apps read the default, as without the config.
  package var ineffectiveNullCount: Int { problems.count { $0.code == "null-without-effect" } }

  /// Whether the config can be used.
  package var isValid: Bool { !findings.contains { $0.problem.severity == .error } }
}

extension LocatedText {
  /// Reads a config: YAML if its name says so, else JSON.
  package init(config source: SourceText) {
    let isYAML = source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml")
    self = isYAML ? LocatedText(source) : .json(source)
  }
}

extension Manifest {
  /// Checks a partial config for a feature in `channel`; nil if none is requested.
  ///
  /// The text is YAML if its name says so, else JSON.
  ///
  /// Nothing is required: `{}` is always valid. Problems point at the exact value or key.
  package func check(
    config: SourceText, feature: FeatureDefinition, channel: String?
  ) -> ConfigCheck {
    check(config: LocatedText(config: config), feature: feature, channel: channel)
  }

  /// Checks a partial config that was read before, over the feature's defaults in `channel`, which
  /// is nil if none is requested.
  package func check(
    config: LocatedText, feature: FeatureDefinition, channel: String?
  ) -> ConfigCheck {
    check(config: config, over: ConfigBase(defaults: merged(feature, channel: channel)))
  }

  /// Checks a config over what an app reads without it, such as the values of an experiment's
  /// branch.
  package func check(config: LocatedText, over reading: MergedFeature) -> ConfigCheck {
    check(config: config, over: ConfigBase(merged: reading, reading: reading))
  }

  /// Checks a config that is part of a larger text over what an app reads without the config.
  ///
  /// The reader of the larger text reports its syntax.
  package func check(config: LocatedValue, over reading: MergedFeature) -> ConfigCheck {
    check(config: config, over: ConfigBase(merged: reading, reading: reading), syntaxFindings: [])
  }

  /// Checks a config that is part of a larger text, such as that of a branch in a recipe, over the
  /// defaults of `feature` in `channel`, which is nil if none is requested.
  ///
  /// The reader of the larger text reports its syntax.
  package func check(
    config: LocatedValue, feature: FeatureDefinition, channel: String?
  ) -> ConfigCheck {
    check(
      config: config, over: ConfigBase(defaults: merged(feature, channel: channel)),
      syntaxFindings: [])
  }

  /// The errors and warnings of a config, in each of `channels`.
  package func problems(
    of config: LocatedValue, for feature: FeatureDefinition, in channels: [String?]
  ) -> [ChannelProblem] {
    // Only the names that string aliases allow, and the default that replaces a null of the config,
    // depend on the defaults and so on the channel.
    let dependsOnChannel = modules[feature.module].types.hasAliases || config.hasNull
    // A problem in the only channel that was checked counts as one of every channel.
    let checkedChannels = dependsOnChannel ? channels : Array(channels.prefix(1))
    let problemsOfChannels = checkedChannels.map { channel in
      let check = check(config: config, feature: feature, channel: channel)
      return (channel, check.problems.filter { $0.severity != .hint })
    }
    return ChannelProblem.merged(problemsOfChannels)
  }

  /// Checks a text; if it cannot be parsed, the result has only its syntax findings, and `sent` is
  /// nil.
  private func check(config: LocatedText, over base: ConfigBase) -> ConfigCheck {
    let syntaxFindings = config.problems.map(\.asSyntaxFinding)
    guard let root = config.written else { return ConfigCheck(findings: syntaxFindings, sent: nil) }
    return check(config: root, over: base, syntaxFindings: syntaxFindings)
  }

  /// Checks a parsed config; the result also has `syntaxFindings`, those of its text.
  ///
  /// `sent` is nil if the config is not an object.
  ///
  /// - Parameter base: What the config is merged over, and what an app reads without the config.
  private func check(
    config: LocatedValue, over base: ConfigBase, syntaxFindings: [ValueFinding]
  ) -> ConfigCheck {
    guard config.kind == .object else {
      let findings = syntaxFindings + [Self.notObjectProblem(config).asSyntaxFinding]
      return ConfigCheck(findings: findings.inTextOrder, sent: nil)
    }
    // The JSON as it is sent: the config merged over the base, as an edit is.
    var sent = base.merged
    sent.overlay(config, layer: .edit)
    // In place of a null, an app uses what it reads of the base.
    let valueFindings =
      typeFindings(in: config, mergedAs: sent) + nullFindings(in: config, over: base.reading)
    // A value in a part of the text that a syntax problem marks gets no second problem.
    var findings = syntaxFindings + valueFindings.outsideTexts(markedBy: syntaxFindings)
    // Typographic quotes are only reported in strings without another problem.
    findings += ForeignText.findings(in: config, except: findings)
    return ConfigCheck(findings: findings.inTextOrder, sent: sent, config: config)
  }

  /// The error for a config that is not an object; with a hint for one that a full-width colon
  /// turns into a string, as in `enabled：true`.
  private static func notObjectProblem(_ config: LocatedValue) -> Problem {
    Problem(
      .error, "config-not-object",
      "Need valid JSON object: a config is `{…}`, found \(config.kind.words)",
      at: config.location
    ).with(hint: ForeignText.fullWidthColonHint(in: config))
  }

  /// The nulls that apps read as the default; see ``NullFinder``.
  private func nullFindings(in config: LocatedValue, over base: MergedFeature) -> [ValueFinding] {
    var finder = NullFinder(types: base.types, path: path(of: base.feature))
    // The finder takes the base as one object, and uses only its members.
    let baseObject = MergedValue(layer: .variableDefault, written: config, members: base.members)
    finder.visitMembers(of: config, over: baseObject) { name in base.feature.variable(name) }
    return finder.findings
  }

  /// The names and values of a config that the types of its feature do not allow.
  ///
  /// - Parameter merged: The feature with the config merged over it; supplies the alias sets.
  private func typeFindings(in root: LocatedValue, mergedAs merged: MergedFeature) -> [ValueFinding]
  {
    let feature = merged.feature
    // A config is partial, so a map in it may lack variants of its enum.
    var checker = ValueChecker(
      types: merged.types, path: path(of: feature), needsCompleteMaps: false)
    checker.aliases = AliasSets(merged)
    // Apps cannot read every number that an `Int` allows.
    checker.warnsOfUnreadableInts = true
    // No `brokenNames`: a variable whose definition has a mistake is reported as unknown, because
    // the user does not see the manifest's problems here. The layer does not matter: the checker
    // only asks whether it is that of a default.
    checker.checkMembers(of: MergedValue(root, layer: .edit), feature.variables, brokenNames: [])
    return checker.findings + checker.aliasFindings
  }
}

/// What a config is checked over: JSON that the config is merged over, and what an app reads of it.
private struct ConfigBase {
  let merged: MergedFeature
  let reading: MergedFeature

  /// The base whose JSON is `merged`, and of which an app reads `reading`.
  init(merged: MergedFeature, reading: MergedFeature) {
    self.merged = merged
    self.reading = reading
  }

  /// The merged defaults of a feature.
  init(defaults: MergedFeature) {
    self.init(merged: defaults, reading: defaults.read(under: FeatureLayers()))
  }
}

extension LocatedValue {
  /// Whether the value is null or has a null inside.
  fileprivate var hasNull: Bool {
    switch kind {
    case .null: true
    case .object: members.contains { $0.value.hasNull }
    case .array: elements.contains { $0.hasNull }
    default: false
    }
  }
}

extension Problem {
  /// A warning as a finding of a value that its type allows.
  var asValueFinding: ValueFinding {
    ValueFinding(kind: .value, problem: self, type: nil, candidates: [])
  }

  /// Whether this problem is about a text that contains the value at `location`: then a problem of
  /// the value's type would say nothing new.
  fileprivate func isAboutText(aroundValueAt location: SourceLocation?) -> Bool {
    // A repeated key says nothing about the value under it.
    guard !isRepeatedKey else { return false }
    guard let range = self.location?.range, let value = location?.range else { return false }
    // An empty range points at something missing, between the characters of the text.
    let isEmpty = range.start == range.end
    return !isEmpty && range.start <= value.start && value.end <= range.end
  }

  /// A syntax problem as a finding; a repeated key becomes a warning, because the last one wins.
  ///
  /// It has neither a type (nil) nor names that an editor could offer as corrections.
  fileprivate var asSyntaxFinding: ValueFinding {
    // Of a repeated key, the message then says which value is used.
    var problem = sayingWhichValueIsUsed
    if isRepeatedKey { problem.severity = .warning }
    return ValueFinding(kind: .syntax, problem: problem, type: nil, candidates: [])
  }
}

extension [ValueFinding] {
  /// The findings of values that are not in a part of the text that a syntax problem marks: such a
  /// value gets no second problem.
  fileprivate func outsideTexts(markedBy syntaxFindings: [ValueFinding]) -> [ValueFinding] {
    filter { finding in
      let location = finding.problem.location
      return !syntaxFindings.contains { $0.problem.isAboutText(aroundValueAt: location) }
    }
  }

  /// The findings by position; those at the same position stay in their order.
  fileprivate var inTextOrder: [ValueFinding] {
    let starts = map { $0.problem.location?.range.start ?? .start }
    // The index decides between findings at the same position.
    let sortedIndices = indices.sorted { left, right in
      (starts[left], left) < (starts[right], right)
    }
    return sortedIndices.map { self[$0] }
  }
}
