import VirgaExperiments
import VirgaJSON
package import VirgaSource

extension Manifest {
  /// The channels to check: those that the manifest declares.
  ///
  /// A file without channels is checked in those that its blocks name, because any file that includes it must declare
  /// them. If its blocks name none, the result is `[nil]`: only defaults for all channels are checked.
  package var checkedChannels: [String?] {
    let channels = channels.isEmpty ? namedChannels : channels
    return channels.isEmpty ? [nil] : channels
  }

  /// The channels named by blocks of the top module and its imports, in feature order.
  private var namedChannels: [String] {
    var seen: Set<Name> = []
    let own = features.filter { $0.module == 0 }.flatMap(\.blocks)
    let added = features.flatMap(\.additions).filter { $0.module == 0 }.flatMap(\.blocks)
    return (own + added).flatMap(\.channels).filter { seen.insert($0) }
  }

  /// The problems of every feature's defaults in `channel`, in addition to ``problems``.
  ///
  /// In file order. If `channel` is nil, only defaults for all channels are checked.
  package func problems(in channel: String?) -> [Problem] {
    var found: [Problem] = []
    let isKnown = checkedChannels.contains { $0.isSameName(as: channel) }
    if let channel, channels.count != 1, !isKnown { found.append(unknown(channel)) }
    for feature in features { found += problems(of: feature, channel: channel) }
    guard !found.isEmpty else { return [] }
    let known = Set(problems.map { ProblemKey($0) })
    return found.filter { $0.location == nil || !known.contains(ProblemKey($0)) }.inFileOrder(files)
  }

  /// The problems of one feature's defaults in `channel`.
  package func problems(of feature: FeatureDefinition, channel: String?) -> [Problem] {
    let merged = merged(feature, channel: channel)
    let blocks = blockProblems(of: feature, channel: channel)
    var checker = ValueChecker(types: merged.types, path: path(of: feature), needsCompleteMaps: true)
    if merged.types.hasAliases { checker.aliases = AliasSets(merged) }
    for each in merged.variables { checker.check(each.value, of: each.variable, isFilled: true) }
    var found = blocks + checker.findings.map(\.problem)
    if merged.types.hasAliases, found.allSatisfy({ $0.severity != .error }) {
      found += checker.aliasFindings.map(\.problem) + feature.examples.flatMap { aliasProblems(of: $0, merged) }
    }
    return found + preferenceProblems(merged)
  }

  func path(of feature: FeatureDefinition) -> ValuePath { ValuePath("features/\(feature.id)") }

  private func unknown(_ channel: String) -> Problem {
    Problem(
      .error, "unknown-channel", "the channel `\(channel)` is not declared; the manifest declares \(channels.listed)"
    ).with(hint: NameSuggestions.hint(for: channel, among: channels))
  }

  /// Blocks whose value is not an object: an error if the applying blocks fold to that, else a warning.
  ///
  /// Rule: VirgaManifest/DefaultBlocks.
  private func blockProblems(of feature: FeatureDefinition, channel: String?) -> [Problem] {
    let lists = [(feature.module, feature.blocks)] + feature.additions.map { ($0.module, $0.blocks) }
    return lists.flatMap { module, blocks in
      let channel = self.channel(of: module, asked: channel)
      let last = blocks.lastIndex { $0.applies(in: channel) }
      return blocks.enumerated().filter { $1.value.kind != .object }.map { index, block in
        let message = "the value of a default block must be an object with variables, found \(block.value.kind.words)"
        return Problem(
          index == last ? .error : .warning, "block-not-object", path: path(of: feature).text,
          message + (index == last ? "" : "; this block has no effect here"), at: block.value.location)
      }
    }
  }

  /// Checks an example like a config: it may both define and use a name of an alias.
  private func aliasProblems(of example: Example, _ merged: MergedFeature) -> [Problem] {
    var checker = ValueChecker(types: merged.types, path: path(of: merged.feature), needsCompleteMaps: false)
    checker.path.push(.example(example.name))
    var whole = merged
    whole.overlay(example.value, layer: .edit)
    checker.aliases = AliasSets(whole)
    checker.checkMembers(of: MergedValue(example.value, layer: .edit), merged.feature.variables, omitted: [])
    return checker.aliasFindings.map(\.problem)
  }

  private func preferenceProblems(_ merged: MergedFeature) -> [Problem] {
    guard !options.allowsLaxPreferences else { return [] }
    return merged.variables.compactMap { each in
      guard let preference = each.variable.geckoPreference, each.value.kind != .null else { return nil }
      var path = path(of: merged.feature)
      path.push(.name(each.variable.name))
      return Problem(
        .error, "gecko-pref-default", path: path.text,
        "a default and the preference `\(preference.name)` are mutually exclusive; drop one of them",
        at: each.value.location)
    }
  }
}

private struct ProblemKey: Hashable {
  let code: Problem.Code
  let location: SourceLocation?

  init(_ problem: Problem) {
    code = problem.code
    location = problem.location
  }
}

extension [Problem] {
  /// The problems in file order; those without a location come first.
  package func inFileOrder(_ files: [ManifestFile]) -> [Problem] {
    let ranks = Dictionary(files.enumerated().map { ($1.shownName, $0) }, uniquingKeysWith: { first, _ in first })
    let keyed = enumerated().map { index, problem in
      (problem.location.map { ranks[$0.file] ?? Int.max } ?? -1, problem.location?.range.start ?? .start, index)
    }
    return keyed.sorted { $0 < $1 }.map { self[$0.2] }
  }
}
