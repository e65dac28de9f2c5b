import VirgaExperiments
package import VirgaJSON
package import VirgaSource
import VirgaYAML

/// The problems of a config that is being typed, and the merged result (Rule: VirgaManifest/CheckingConfigs).
package struct ConfigCheck: Sendable {
  /// The problems in text order, with corrections.
  package let findings: [ValueFinding]
  /// The feature with the config applied; nil if the text is not an object.
  ///
  /// A config with problems is applied as far as it could be read.
  package let merged: MergedFeature?
  /// The config with its positions; nil if the text is not an object.
  package private(set) var config: LocatedValue?

  package var problems: [Problem] { findings.map(\.problem) }

  /// Whether the config can be used.
  package var isValid: Bool { !findings.contains { $0.problem.severity == .error } }
}

extension Manifest {
  /// Checks a partial config for a feature in `channel`.
  ///
  /// The text is YAML if its name says so, else JSON.
  ///
  /// Nothing is required: `{}` is always valid. Problems point at the exact value or key.
  package func check(config: SourceText, feature: FeatureDefinition, channel: String?) -> ConfigCheck {
    check(config: config, over: merged(feature, channel: channel))
  }

  /// Checks a config over values that apply already, such as those of an experiment's branch.
  package func check(config: SourceText, over base: MergedFeature) -> ConfigCheck {
    let isYAML = config.name.hasSuffix(".yaml") || config.name.hasSuffix(".yml")
    let (document, problems) = isYAML ? YAMLReader.read(config) : JSONReader.read(config)
    let mistakes = problems.map { $0.asFinding }
    guard let root = document?.root else { return ConfigCheck(findings: mistakes, merged: nil) }
    return check(config: root, over: base, mistakes)
  }

  /// Checks a config that is part of a larger text, such as that of a branch in a recipe.
  package func check(config: LocatedValue, feature: FeatureDefinition, channel: String?) -> ConfigCheck {
    check(config: config, over: merged(feature, channel: channel))
  }

  /// The errors and warnings of a config, in each of `channels`.
  package func problems(
    of config: LocatedValue, for feature: FeatureDefinition, in channels: [String?]
  ) -> [ChannelProblem] {
    // Only the names that string aliases allow depend on the defaults, and with them on the channel.
    let hasAliases = modules[feature.module].types.hasAliases
    return ChannelProblem.merged(
      channels.prefix(hasAliases ? channels.count : 1).map { channel in
        let check = check(config: config, feature: feature, channel: channel)
        return (channel, check.problems.filter { $0.severity != .hint })
      })
  }

  private func check(config: LocatedValue, over base: MergedFeature, _ mistakes: [ValueFinding] = []) -> ConfigCheck {
    guard config.kind == .object else {
      let problem = Problem(
        .error, "config-not-object", "Need valid JSON object: a config is `{…}`, found \(config.kind.words)",
        at: config.location)
      return ConfigCheck(findings: (mistakes + [problem.asFinding]).inTextOrder, merged: nil)
    }
    var merged = base
    merged.overlay(config, layer: .edit)
    return ConfigCheck(
      findings: (mistakes + values(in: config, of: merged)).inTextOrder, merged: merged, config: config)
  }

  private func values(in root: LocatedValue, of merged: MergedFeature) -> [ValueFinding] {
    let feature = merged.feature
    var checker = ValueChecker(types: merged.types, path: path(of: feature), needsCompleteMaps: false)
    checker.aliases = AliasSets(merged)
    checker.saysWhatAppsRead = true
    checker.checkMembers(of: MergedValue(root, layer: .edit), feature.variables, omitted: [])
    let hasErrors = checker.findings.contains { $0.problem.severity == .error }
    return hasErrors ? checker.findings : checker.findings + checker.aliasFindings
  }
}

extension Problem {
  /// A syntax problem as a finding; a repeated key becomes a warning, because the last one wins.
  fileprivate var asFinding: ValueFinding {
    var problem = self
    if code == "json-duplicate-key" { problem.severity = .warning }
    return ValueFinding(kind: .syntax, problem: problem, type: nil, candidates: [])
  }
}

extension [ValueFinding] {
  fileprivate var inTextOrder: [ValueFinding] {
    enumerated().map { (start: $1.problem.location?.range.start ?? .start, index: $0) }
      .sorted { ($0.start, $0.index) < ($1.start, $1.index) }
      .map { self[$0.index] }
  }
}
