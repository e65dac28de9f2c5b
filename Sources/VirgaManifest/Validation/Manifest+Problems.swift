public import VirgaSource

extension Manifest {
  /// What is wrong with the defaults of every feature in `channel`, beside ``problems``.
  ///
  /// In the order of the files. Nil asks for the defaults that hold whatever the channel.
  public func problems(in channel: String?) -> [Problem] {
    var found: [Problem] = []
    if let channel, channels.count != 1, !declaredChannels.contains(channel) { found.append(unknown(channel)) }
    for feature in features { found += problems(of: feature, channel: channel) }
    guard !found.isEmpty else { return [] }
    let known = Set(problems.map { ProblemPlace($0) })
    return found.filter { $0.location == nil || !known.contains(ProblemPlace($0)) }.inFileOrder(files)
  }

  /// What is wrong with the defaults of one feature in `channel`.
  public func problems(of feature: Feature, channel: String?) -> [Problem] {
    let merged = merged(feature, channel: channel)
    var found = valueProblems(merged)
    if merged.types.hasAliases, found.allSatisfy({ $0.severity != .error }) {
      let checker = ValueChecker(types: merged.types, path: path(of: feature), needsCompleteMaps: true)
      var aliases = AliasChecker(checker, AliasSets(merged))
      for each in merged.variables { aliases.check(each.value, of: each.variable) }
      found += aliases.findings.map(\.problem)
      for example in feature.examples { found += aliasProblems(of: example, merged) }
    }
    return found + preferenceProblems(merged)
  }

  func path(of feature: Feature) -> ValuePath { ValuePath("features/\(feature.id)") }

  private func unknown(_ channel: String) -> Problem {
    Problem(
      .error, "unknown-channel", "the channel `\(channel)` is not declared; the manifest declares \(channels.listed)",
      hint: NearNames.hint(for: channel, among: channels))
  }

  private func valueProblems(_ merged: MergedFeature) -> [Problem] {
    var checker = ValueChecker(types: merged.types, path: path(of: merged.feature), needsCompleteMaps: true)
    if merged.types.hasAliases { checker.aliases = AliasSets(merged) }
    for each in merged.variables {
      checker.path.push(.name(each.variable.name))
      checker.check(each.value, as: each.variable.type, isFilled: true)
      checker.path.pop()
    }
    return checker.findings.map(\.problem)
  }

  /// An example is checked as a config: it may add a name to an alias and use it at once.
  private func aliasProblems(of example: Example, _ merged: MergedFeature) -> [Problem] {
    var checker = ValueChecker(types: merged.types, path: path(of: merged.feature), needsCompleteMaps: false)
    checker.path.push(.example(example.name))
    var whole = merged
    whole.lay(example.value, layer: .edit)
    var aliases = AliasChecker(checker, AliasSets(whole))
    for member in example.value.checkedMembers {
      if let variable = merged.feature.variable(member.key) { aliases.check(member.value, of: variable) }
    }
    return aliases.findings.map(\.problem)
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

/// What tells whether two problems are about the same thing.
private struct ProblemPlace: Hashable {
  let code: Problem.Code
  let location: SourceLocation?

  init(_ problem: Problem) {
    code = problem.code
    location = problem.location
  }
}
