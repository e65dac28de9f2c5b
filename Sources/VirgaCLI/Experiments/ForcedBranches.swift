import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Branches that were named on the command line, laid over features as if the client were in them.
struct ForcedBranches {
  private var layers: [(layer: Layer, configs: [FeatureConfig])] = []

  /// The branches named as `SLUG=BRANCH`: those of rollouts below those of experiments, else in the order named.
  ///
  /// - Throws: a usage error where a recipe or a branch is not there.
  init(_ names: [String], recipes: [Recipe]) throws {
    var experiments: [(layer: Layer, configs: [FeatureConfig])] = []
    for name in names {
      let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("--branch takes SLUG=BRANCH, not \(name)") }
      guard let recipe = recipes.first(where: { $0.slug == parts[0] }) else {
        throw Self.unknown("recipe", parts[0], among: recipes.map(\.slug))
      }
      guard let branch = recipe.branch(parts[1]) else {
        throw Self.unknown("branch of \(recipe.slug)", parts[1], among: recipe.branches.map(\.slug))
      }
      if recipe.isRollout {
        layers.append((.rollout(slug: recipe.slug, branch: branch.slug), branch.features))
      } else {
        experiments.append((.experiment(slug: recipe.slug, branch: branch.slug), branch.features))
      }
    }
    layers += experiments
  }

  /// Lays what the branches say about a feature over it.
  func lay(over merged: inout MergedFeature) {
    for (layer, configs) in layers {
      for config in configs where config.featureID == merged.feature.id {
        merged.lay(.object(config.value), layer: layer)
      }
    }
  }

  private static func unknown(_ kind: String, _ name: String, among names: [String]) -> ValidationError {
    let hint = NearNames.hint(for: name, among: names).map { "; \($0)" } ?? ""
    let list = names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"
    return ValidationError("there is no \(kind) called \(name)\(hint.isEmpty ? list : hint)")
  }
}
