import VirgaExperiments
package import VirgaJSON
package import VirgaSource

extension Manifest {
  /// The channels to check: those that the manifest declares.
  ///
  /// A file without channels is checked in those that its blocks name, because any file that
  /// includes it must declare them. No more are checked than a file may declare. If its blocks name
  /// none, the result is `[nil]`: only defaults for all channels are checked.
  package var checkedChannels: [String?] {
    if !channels.isEmpty { return channels }
    let named = namedChannels.prefix(Loading.maximumChannels)
    return named.isEmpty ? [nil] : Array(named)
  }

  /// The channels named by blocks of the top module: those of its own features, and those that it
  /// adds to imported ones; in the order of the features.
  private var namedChannels: [String] {
    let ownBlocks = features.filter(\.isOfTopModule).flatMap(\.blocks)
    let additions = features.flatMap(\.additions).filter { addition in
      addition.module == Self.topModuleIndex
    }
    let blocks = ownBlocks + additions.flatMap(\.blocks)
    return blocks.flatMap(\.channels).withoutRepeats
  }

  /// The problems of every feature's defaults in `channel`, in addition to ``problems``.
  ///
  /// In file order. If `channel` is nil, only defaults for all channels are checked. A channel that
  /// the manifest does not have is reported too.
  package func problems(in channel: String?) -> [Problem] {
    problems(in: channel, of: merged(channel: channel))
  }

  /// The problems of every feature's defaults in `channel`, without those that loading reported.
  ///
  /// The same as ``problems(in:)``, for a caller that has merged the features already.
  ///
  /// - Parameters:
  ///   - channel: Nil to check only the defaults for all channels.
  ///   - merged: Every feature, merged for `channel`.
  package func problems(in channel: String?, of merged: [MergedFeature]) -> [Problem] {
    var found: [Problem] = []
    if let channel, !canBeResolved(in: channel) { found.append(undeclaredChannelProblem(channel)) }
    for feature in merged { found += problems(of: feature) }
    return withoutThoseFoundOnLoading(found).inFileOrder(files)
  }

  /// Reports that `about` of the top file names no code, so that none can be generated.
  ///
  /// An error, or a warning for a file that is only included. Empty if an error in `about` is
  /// reported already.
  ///
  /// - Parameter isIncluded: Returns whether another manifest includes the file. Not called for a
  ///   file without channels, which can only be included.
  package func aboutProblems(isIncluded: () -> Bool) -> [Problem] {
    guard let module = modules.first, module.about?.hasNamesForCode != true else { return [] }
    guard !hasReportedErrorInAbout else { return [] }
    let isOnlyIncluded = canOnlyBeIncluded || isIncluded()
    return [Self.missingNamesProblem(of: module, isOnlyIncluded: isOnlyIncluded)]
  }

  /// Whether loading the manifest reported an error in the `about` of its top file.
  private var hasReportedErrorInAbout: Bool {
    // These are about the `about` of files that the top file imports or includes.
    let codesOfOtherFiles: [Problem.Code] = ["import-without-about", "include-about"]
    return problems.contains { problem in
      problem.severity == .error && problem.path.hasPrefix("about")
        && !codesOfOtherFiles.contains(problem.code)
    }
  }

  /// The problem of a module whose `about` names no code: an error, or a warning for a file that is
  /// only included.
  private static func missingNamesProblem(of module: Module, isOnlyIncluded: Bool) -> Problem {
    let consequence =
      isOnlyIncluded
      ? "this file can only be included"
      : "no code can be generated from this file; add `swift` (`ios`) with `module` and `class`, "
        + "or `kotlin` (`android`) with `package` and `class`"
    return Problem(
      isOnlyIncluded ? .warning : .error, "about-without-names", path: "about",
      "`about` names no class for Swift or Kotlin: \(consequence)",
      at: module.about?.location ?? SourceLocation(startOf: module.shownName))
  }

  /// Whether the manifest can be resolved in `channel`; one with a single channel ignores which one
  /// is requested.
  private func canBeResolved(in channel: String) -> Bool {
    channels.count == 1 || checkedChannels.contains { $0.isSameName(as: channel) }
  }

  /// The problems of `found` that are not among the manifest's own ``problems``, which were found
  /// when it was loaded.
  ///
  /// Problems with the same code and location are the same, unless the one in `found` is more
  /// severe.
  private func withoutThoseFoundOnLoading(_ found: [Problem]) -> [Problem] {
    guard !found.isEmpty else { return [] }
    let severitiesByKey = problems.map { problem in (ProblemKey(problem), problem.severity) }
    // The smaller of two severities is the more severe one.
    let known = Dictionary(severitiesByKey, uniquingKeysWith: min)
    return found.filter { problem in
      // Without a location, two problems with the same code may be different ones.
      guard problem.location != nil else { return true }
      guard let knownSeverity = known[ProblemKey(problem)] else { return true }
      return problem.severity < knownSeverity
    }
  }

  /// The problems of one feature's defaults in `channel`; nil if none is requested.
  package func problems(of feature: FeatureDefinition, channel: String?) -> [Problem] {
    problems(of: merged(feature, channel: channel))
  }

  /// The problems of one feature whose defaults are merged for its channel: blocks, values,
  /// examples and preferences.
  private func problems(of merged: MergedFeature) -> [Problem] {
    let feature = merged.feature
    let checker = checkerWithFindings(of: merged)
    let valueFindings = checker.findings + checker.aliasFindings
    var found = blockProblems(of: feature, channel: merged.channel) + valueFindings.map(\.problem)
    // Only the alias strings of an example depend on the channel. If a value that defines an alias
    // has an error, they are not checked, because the alias's strings are unknown.
    if merged.types.hasAliases, checker.brokenAliases.isEmpty {
      found += feature.examples.flatMap { example in aliasProblems(of: example, merged) }
    }
    // The merged values lack the defaults that blocks override, so these are checked on their own.
    found += overriddenDefaultProblems(merged, notIn: found)
    return found + preferenceProblems(merged)
  }

  /// A checker that has checked the merged values of all variables, so that it has their problems.
  private func checkerWithFindings(of merged: MergedFeature) -> ValueChecker {
    // With all blocks merged, a map from an enum must have an entry for each variant.
    var checker = ValueChecker(
      types: merged.types, path: path(of: merged.feature), needsCompleteMaps: true)
    if merged.types.hasAliases { checker.aliases = AliasSets(merged) }
    // `SchemaChecker.checkMapDefault` reports a default of a map that is not an object.
    for each in merged.variables {
      checker.check(each.value, of: each.variable, skipsReportedMapDefaults: true)
    }
    return checker
  }

  /// Warnings about mistakes in defaults of variables that a default block overrides: apps do not
  /// read them in this channel, and the merged values do not have them.
  ///
  /// - Parameter found: The problems of the merged values; one with the same code and location is
  ///   not reported again.
  private func overriddenDefaultProblems(
    _ merged: MergedFeature, notIn found: [Problem]
  ) -> [Problem] {
    guard hasAppliedBlock(merged.feature, in: merged.channel) else { return [] }
    let known = Set(found.map { ProblemKey($0) })
    return variableDefaultProblems(merged).compactMap { problem in
      let isKnown = known.contains(ProblemKey(problem))
      // A warning about a value that apps do not read would not matter.
      guard problem.severity == .error, !isKnown else { return nil }
      var warning = problem
      warning.severity = .warning
      warning.message += "; a default block overrides it"
      return warning
    }
  }

  /// Whether some default block of the feature applies in `channel`, which is nil if none is
  /// requested.
  ///
  /// The feature's own blocks are a group, and so are those that each import adds; a group applies
  /// in the channel of its module, which can be another than `channel`.
  private func hasAppliedBlock(_ feature: FeatureDefinition, in channel: String?) -> Bool {
    feature.blockGroups.contains { group in
      let channelOfModule = self.channel(of: group.module, requested: channel)
      return group.blocks.contains { $0.applies(in: channelOfModule) }
    }
  }

  /// The problems of the defaults in the definitions of the feature's variables, before any default
  /// block is merged over them.
  private func variableDefaultProblems(_ merged: MergedFeature) -> [Problem] {
    let feature = merged.feature
    // Maps without an entry for each variant are accepted here: a block may add it.
    var checker = ValueChecker(
      types: merged.types, path: path(of: feature), needsCompleteMaps: false)
    // The caller only warns of these values, so suggestions are not worth their time.
    checker.givesHints = false
    for variable in feature.variables {
      guard let written = variable.defaultValue else { continue }
      let value = MergedValue(written, layer: .variableDefault)
      // `SchemaChecker.checkMapDefault` reports a default of a map that is not an object.
      checker.check(value, of: variable, skipsReportedMapDefaults: true)
    }
    return checker.findings.map(\.problem)
  }

  /// The path with which the problems of a feature begin, such as `features/app-menu`.
  func path(of feature: FeatureDefinition) -> ValuePath { ValuePath("features/\(feature.id)") }

  /// The error for a requested channel that the manifest does not have.
  private func undeclaredChannelProblem(_ channel: String) -> Problem {
    Problem(
      .error, "unknown-channel",
      "the channel `\(channel)` is not declared; the manifest declares \(channels.listed)"
    ).with(hint: NameSuggestions.hint(for: channel, among: channels))
  }

  /// Reports blocks whose value is not an object.
  ///
  /// It is an error in the last block that applies, because its value replaces all earlier ones. In
  /// any other block it is a warning: the block does not apply, or a later one replaces its value,
  /// as in `[null, {rows: 3}]`, which is folded to `{rows: 3}`. Rule: VirgaManifest/DefaultBlocks.
  ///
  /// The feature's own blocks are a group, and so are those that each import adds.
  private func blockProblems(of feature: FeatureDefinition, channel: String?) -> [Problem] {
    feature.blockGroups.flatMap { group -> [Problem] in
      // An imported module may be resolved in another channel.
      let channelOfModule = self.channel(of: group.module, requested: channel)
      let lastApplied = group.blocks.lastIndex { $0.applies(in: channelOfModule) }
      return group.blocks.indices.compactMap { index -> Problem? in
        let value = group.blocks[index].value
        guard value.kind != .object else { return nil }
        return blockNotObjectProblem(value, of: feature, decidesResult: index == lastApplied)
      }
    }
  }

  /// The problem of a default block whose value is not an object.
  ///
  /// - Parameter decidesResult: Whether the block is the last one that applies. Then it is an
  ///   error, otherwise a warning, because the block has no effect.
  private func blockNotObjectProblem(
    _ value: LocatedValue, of feature: FeatureDefinition, decidesResult: Bool
  ) -> Problem {
    let message =
      "the value of a default block must be an object with variables, found \(value.kind.words)"
    return Problem(
      decidesResult ? .error : .warning, "block-not-object", path: path(of: feature).text,
      decidesResult ? message : message + "; this block has no effect here",
      at: value.location)
  }

  /// Reports strings of an example that their alias does not allow.
  ///
  /// An alias allows the strings that the defaults with the example over them define, because an
  /// example may both define and use a string.
  private func aliasProblems(of example: Example, _ merged: MergedFeature) -> [Problem] {
    var checker = ValueChecker(
      types: merged.types, path: path(of: merged.feature), needsCompleteMaps: false)
    checker.path.push(.example(example.name))
    var withExample = merged
    withExample.overlay(example.value, layer: .edit)
    checker.aliases = AliasSets(withExample)
    // Only the findings about aliases are returned, so unknown names and incomplete maps do not
    // matter. Neither does the layer: the checker only asks whether it is that of a default.
    checker.checkMembers(
      of: MergedValue(example.value, layer: .edit), merged.feature.variables, brokenNames: [])
    return checker.aliasFindings.map(\.problem)
  }

  /// Reports variables that have both a default and a `gecko-pref`, unless the options allow it.
  ///
  /// The preference's own value is the default. Rule: VirgaManifest/AppSettings.
  private func preferenceProblems(_ merged: MergedFeature) -> [Problem] {
    guard !options.allowsLaxPreferences else { return [] }
    return merged.variables.compactMap { each in
      guard let preference = each.variable.geckoPreference else { return nil }
      // A variable without a default has the value null.
      guard each.value.kind != .null else { return nil }
      var path = path(of: merged.feature)
      path.push(.name(each.variable.name))
      return Problem(
        .error, "gecko-pref-default", path: path.text,
        "a default and the preference `\(preference.name)` are mutually exclusive; drop one of them",
        at: each.value.location)
    }
  }

  /// Warnings about texts and images that the app does not have, among the defaults in `channel`,
  /// which is nil if none is requested.
  ///
  /// A default of an object that many features use is reported once.
  package func problems(in channel: String?, against resources: ResourceNames) -> [Problem] {
    var seen: Set<SourceLocation?> = []
    return features.flatMap { feature -> [Problem] in
      let found = problems(of: merged(feature, channel: channel), against: resources)
      return found.filter { problem in seen.insert(problem.location).inserted }
    }
  }

  /// Warnings about names of texts and images in a feature's merged values that `resources` lacks.
  private func problems(
    of merged: MergedFeature, against resources: ResourceNames
  ) -> [Problem] {
    var checker = ResourceChecker(
      resources, types: merged.types, path: path(of: merged.feature))
    for each in merged.variables {
      checker.extendingPath(by: .name(each.variable.name)) { checker in
        checker.check(each.value, as: each.variable.type)
      }
    }
    return checker.problems
  }

  /// Warnings about texts and images in a config that are not among the app's `resources`.
  package func problems(
    of config: LocatedValue, for feature: FeatureDefinition, against resources: ResourceNames
  ) -> [Problem] {
    let types = modules[feature.module].types
    var checker = ResourceChecker(resources, types: types, path: path(of: feature))
    // The checker reads merged values; it does not look at the layer.
    checker.checkMembers(of: MergedValue(config, layer: .edit)) { feature.variable($0) }
    return checker.problems
  }
}

extension [Problem] {
  /// The problems in file order; those without a location come first, those in other files last.
  package func inFileOrder(_ files: [ManifestFile]) -> [Problem] {
    // Files that are not among `files` follow, in the order of their first problems.
    let names = files.map(\.shownName) + compactMap { $0.location?.file }
    let namesWithIndices = names.enumerated().map { index, name in (name, index) }
    let fileIndices = Dictionary(namesWithIndices, uniquingKeysWith: { first, _ in first })
    let beforeAllFiles = -1
    let keys = map { problem -> (file: Int, start: SourcePosition) in
      guard let location = problem.location else { return (file: beforeAllFiles, start: .start) }
      return (file: fileIndices[location.file] ?? Int.max, start: location.range.start)
    }
    // The index keeps problems at the same position in their order.
    let sortedIndices = indices.sorted { left, right in
      (keys[left].file, keys[left].start, left) < (keys[right].file, keys[right].start, right)
    }
    return sortedIndices.map { self[$0] }
  }
}

/// Walks through values and reports texts and images that the app's resources do not have.
private struct ResourceChecker: ValueWalker {
  private let resources: ResourceNames
  private let types: TypeTable
  var path: ValuePath
  private(set) var problems: [Problem] = []

  /// A checker of values below `path`, which has found no problem yet.
  init(_ resources: ResourceNames, types: TypeTable, path: ValuePath) {
    self.resources = resources
    self.types = types
    self.path = path
  }

  /// Reports each text and image that a value names and the app's resources lack.
  mutating func check(_ value: MergedValue, as type: VariableType) {
    switch type {
    case .text: report(value.written, "text", code: "missing-text", unless: resources.hasText)
    case .image: report(value.written, "image", code: "missing-image", unless: resources.hasImage)
    case .option(let inner): check(value, as: inner)
    case .list(let item):
      for (index, element) in value.elements.enumerated() {
        extendingPath(by: .index(index)) { checker in checker.check(element, as: item) }
      }
    case .map(.enumeration(let name), let item):
      for member in value.members ?? [] {
        extendingPath(by: .variant(name, member.key)) { checker in
          checker.check(member.value, as: item)
        }
      }
    case .map(_, let item):
      for member in value.members ?? [] {
        extendingPath(by: .key(member.key)) { checker in checker.check(member.value, as: item) }
      }
    case .object(let name):
      guard let definition = types.object(name) else { return }
      extendingPath(by: .object(name)) { checker in
        checker.checkMembers(of: value, definition.field)
      }
    case .string, .int, .double, .boolean, .enumeration, .alias: break
    }
  }

  /// Checks the members whose keys `variableNamed` finds as variables or fields; skips the others.
  mutating func checkMembers(of value: MergedValue, _ variableNamed: (String) -> Variable?) {
    for member in value.members ?? [] {
      guard let type = variableNamed(member.key)?.type else { continue }
      extendingPath(by: .name(member.key)) { checker in checker.check(member.value, as: type) }
    }
  }

  /// Reports the name of a text or an image that the app does not have; `kind` is what messages
  /// call it.
  private mutating func report(
    _ value: LocatedValue, _ kind: String, code: Problem.Code, unless exists: (String) -> Bool
  ) {
    // An empty string names nothing.
    guard let name = value.string, !name.isEmpty, !exists(name) else { return }
    problems.append(
      Problem(
        .warning, code, path: path.text, "the resources have no \(kind) `\(name)`",
        at: value.location))
  }
}

/// The resources of an app, looked up by the names that manifests use.
package struct ResourceNames: Sendable {
  /// Whether the app has a localised text for the value of a `Text`.
  package var hasText: @Sendable (_ key: String) -> Bool
  /// Whether the app has an image of that name.
  package var hasImage: @Sendable (_ name: String) -> Bool

  /// Resources that two functions look up.
  package init(
    hasText: @escaping @Sendable (_ key: String) -> Bool,
    hasImage: @escaping @Sendable (_ name: String) -> Bool
  ) {
    self.hasText = hasText
    self.hasImage = hasImage
  }
}
