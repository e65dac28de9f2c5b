package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Checks the configs in the branches of a recipe against a manifest.
struct RecipeConfigCheck {
  /// The recipe with the locations of its configs.
  private let written: WrittenRecipe
  private let manifest: Manifest
  private let expressionVariables: Set<Name>

  /// A check of a recipe; `expressionVariables` are the names of variables that contain expressions
  /// although their descriptions do not say so.
  init(_ written: WrittenRecipe, _ manifest: Manifest, _ expressionVariables: Set<Name>) {
    self.written = written
    self.manifest = manifest
    self.expressionVariables = expressionVariables
  }

  private var recipe: Recipe { written.recipe }

  /// The problems of all configs, in the recipe's channel or else in every channel.
  ///
  /// A feature that the manifest lacks is reported at the first branch that configures it.
  var problems: [ChannelProblem] {
    var found: [ChannelProblem] = []
    var unknownFeatures: Set<Name> = []
    // As written, so that problems have locations.
    for branch in written.branches {
      for config in branch.configs {
        if let feature = manifest.feature(config.feature) {
          found += problems(of: config.value, for: feature, in: branch.slug)
        } else if unknownFeatures.insert(Name(config.feature)).inserted {
          found.append(problemOfUnknownFeature(config))
        }
      }
    }
    return found
  }

  /// The problem of a config for a feature that the manifest lacks; it names no channel.
  private func problemOfUnknownFeature(_ config: WrittenRecipe.WrittenConfig) -> ChannelProblem {
    ChannelProblem(
      manifest.problemOfUnknownFeature(
        config.feature, configuredBy: "`\(recipe.slug)`", at: config.location))
  }

  /// The problems of the config of a branch for a feature: values of wrong types, and mistakes in
  /// expressions.
  ///
  /// Checked in the recipe's channel if the manifest has that, else in all of the manifest.
  private func problems(
    of config: LocatedValue, for feature: FeatureDefinition, in branch: String
  ) -> [ChannelProblem] {
    let typeProblems = manifest.problems(of: config, for: feature, in: channels)
    let values = ExpressionValues(manifest, feature, expressionVariables, app: recipe.appName)
    let expressionProblems = values.problems(in: config).map { ChannelProblem($0) }
    return (typeProblems + expressionProblems).map { found in
      var problem = found.problem
      problem.message += ", in branch `\(branch)` of `\(recipe.slug)`"
      // A problem without channels is in all channels of the manifest. If only the recipe's channel
      // was checked, the problem has to name that one. `compactMap` leaves nothing out: a nil
      // stands for a manifest without channels, and is never the channel of a recipe.
      let channelOfRecipe = knownChannelsOfRecipe.compactMap(\.self)
      let affectedChannels = checksOneOfSeveralChannels ? channelOfRecipe : found.channels
      return ChannelProblem(problem, in: affectedChannels)
    }
  }

  /// The recipe's channel as a list; empty if the recipe is for all channels or for an unknown one.
  private var knownChannelsOfRecipe: [String?] {
    manifest.checkedChannels.filter { $0 != nil && $0.isSameName(as: recipe.channel) }
  }

  /// The channels to check: the recipe's own, or else all of the manifest.
  private var channels: [String?] {
    knownChannelsOfRecipe.isEmpty ? manifest.checkedChannels : knownChannelsOfRecipe
  }

  /// Whether only the recipe's channel is checked although the manifest has others.
  private var checksOneOfSeveralChannels: Bool {
    !knownChannelsOfRecipe.isEmpty && manifest.checkedChannels.count > 1
  }
}

extension WrittenRecipe {
  /// A branch as written.
  fileprivate struct WrittenBranch {
    let slug: String
    let configs: [WrittenConfig]
  }

  /// The config of a feature as written.
  fileprivate struct WrittenConfig {
    let feature: String
    let value: LocatedValue
    /// Where the feature's id is.
    let location: SourceLocation?
  }

  /// The branches with their configs; a config without a value is an empty object, which has no
  /// mistakes.
  fileprivate var branches: [WrittenBranch] {
    (value["branches"].map { Array($0.elements) } ?? []).map { branch in
      WrittenBranch(
        slug: branch["slug"]?.string ?? "",
        configs: Self.configs(of: branch).compactMap { config in
          guard let id = config["featureId"], let feature = id.string else { return nil }
          let value = config["value"] ?? LocatedValue(.object([:]))
          return WrittenConfig(feature: feature, value: value, location: id.location)
        })
    }
  }

  /// The configs in `features`; without it the one in `feature`, which older clients read.
  package static func configs(of branch: LocatedValue) -> [LocatedValue] {
    if let list = branch["features"], list.kind == .array { return Array(list.elements) }
    return branch["feature"].map { [$0] } ?? []
  }
}

extension Manifest {
  /// With what the ids of features begin that holdbacks configure, and that no app has.
  private static let holdbackPrefix = "no-feature-"
  /// The features among which a similar id is searched; more would take too long.
  private static let maxComparedFeatures = 500

  /// The problem of a recipe or a branch that configures a feature that the manifest lacks.
  ///
  /// A holdback is a recipe that keeps its clients out of experiments. On purpose, it
  /// configures a feature that no app has, such as `no-feature-ios`: that is only a hint.
  package func problemOfUnknownFeature(
    _ id: String, configuredBy owner: String, at location: SourceLocation?
  ) -> Problem {
    let message = "\(owner) configures `\(id)`, which is not a feature of \(title)"
    let isHoldback = id.hasPrefix(Self.holdbackPrefix)
    guard !isHoldback else {
      return Problem(
        .hint, "unknown-feature", path: "features/\(id)",
        message + "; holdbacks configure such a name", at: location)
    }
    let problem = Problem(
      .error, "unknown-feature", path: "features/\(id)", message, at: location)
    // A similar id may be meant; of a huge manifest, only the first ids are compared.
    let ids = features.lazy.prefix(Self.maxComparedFeatures).map(\.id)
    return problem.with(hint: NameSuggestions.hint(for: id, among: ids))
  }
}
