package import VirgaJSON
import VirgaSource

/// A feature that enrolled recipes configure, with the config of each of them.
package struct EffectiveFeature: Hashable, Sendable {
  /// The part of one enrolled recipe.
  package struct Contribution: Hashable, Sendable {
    package let slug: String
    package let branch: String
    package let isRollout: Bool
    /// The config of the branch; empty if only another branch configures the feature.
    package let value: JSONObject
  }

  package let featureID: String
  /// Whether several recipes may configure the feature at once.
  package let isCoenrolling: Bool
  /// The parts of the enrolled recipes, lowest first: rollouts, then experiments, each sorted by
  /// slug.
  ///
  /// Without co-enrolling there is at most one of each, unless a client was opted in despite a
  /// conflict.
  package let contributions: [Contribution]

  /// The recipes that own the feature: experiments, else rollouts; without co-enrolling only the
  /// last one.
  package var owners: [Contribution] {
    let experiments = contributionsInEffect(isRollout: false)
    return experiments.isEmpty ? contributionsInEffect(isRollout: true) : experiments
  }

  /// The contributions in effect, lowest first; without co-enrolling, the last rollout and the last
  /// experiment.
  package var contributionsInEffect: [Contribution] {
    contributionsInEffect(isRollout: true) + contributionsInEffect(isRollout: false)
  }

  /// The feature with only those parts over which a recipe's config is merged.
  ///
  /// For an experiment these are the rollouts, with co-enrolling also the experiments before it.
  package func withContributions(below recipe: Recipe) -> EffectiveFeature {
    let lower = contributions.filter { part in
      let isOfOtherKind = part.isRollout != recipe.isRollout
      // All rollouts are below all experiments.
      if isOfOtherKind { return part.isRollout }
      // Recipes of one kind are merged in the order of the bytes of their slugs. Without
      // co-enrolling, only one of a kind is in effect, so nothing of that kind is below it.
      return isCoenrolling && Name(part.slug) < Name(recipe.slug)
    }
    return EffectiveFeature(
      featureID: featureID, isCoenrolling: isCoenrolling, contributions: lower)
  }

  /// The owner's slug; several are joined with `+`.
  package var slug: String { owners.map(\.slug).joined(separator: "+") }

  /// The client's branch in the only experiment on the feature; nil if several experiments or only
  /// rollouts configure it.
  package var branch: String? {
    guard let owner = owners.first, owners.count == 1, !owner.isRollout else { return nil }
    return owner.branch
  }

  /// The partial config: the merged experiments over the merged rollouts.
  ///
  /// Those in effect are merged: all of each kind if the feature allows co-enrolling, else the last
  /// one of each. `FeatureLayers.config` merges in the same order, with the layer of each value.
  /// Rule: VirgaExperiments/Layering.
  package var value: JSONObject {
    let rollouts = Self.merged(contributionsInEffect(isRollout: true).map(\.value))
    let experiments = Self.merged(contributionsInEffect(isRollout: false).map(\.value))
    return Self.merged([rollouts, experiments].compactMap(\.self)) ?? [:]
  }

  /// The rollouts or the experiments in effect; without co-enrolling, only the last one.
  private func contributionsInEffect(isRollout: Bool) -> [Contribution] {
    let ofKind = contributions.filter { $0.isRollout == isRollout }
    return isCoenrolling ? ofKind : Array(ofKind.suffix(1))
  }

  /// The configs merged, lowest first; nil if there are none.
  private static func merged(_ configs: [JSONObject]) -> JSONObject? {
    guard var result = configs.first else { return nil }
    for upper in configs.dropFirst() { result = upper.overlaid(on: result) }
    return result
  }
}

extension EnrollmentState {
  /// The features that the enrolled recipes configure, by id.
  ///
  /// Includes a feature that only another branch of an enrolled recipe configures, with an empty
  /// config. The `coenrolling` features are those that several recipes can configure at once.
  package func effectiveFeatures(coenrolling: Set<Name> = []) -> [Name: EffectiveFeature] {
    contributionsByFeature().reduce(into: [:]) { features, found in
      features[found.key] = EffectiveFeature(
        featureID: found.key.text, isCoenrolling: coenrolling.contains(found.key),
        contributions: found.value)
    }
  }

  /// What the enrolled recipes give to each feature, from the lowest: rollouts are below
  /// experiments.
  private func contributionsByFeature() -> [Name: [EffectiveFeature.Contribution]] {
    var contributionsByFeature: [Name: [EffectiveFeature.Contribution]] = [:]
    for isRollout in [true, false] {
      for recipe in recipes where recipe.isRollout == isRollout {
        for (id, contribution) in contributions(of: recipe) {
          contributionsByFeature[id, default: []].append(contribution)
        }
      }
    }
    return contributionsByFeature
  }

  /// What an enrolled recipe gives to each of its features; empty if the client is not enrolled.
  ///
  /// A recipe reserves the features of all its branches, so it also has those that only another
  /// branch configures; these get an empty config.
  private func contributions(
    of recipe: Recipe
  ) -> [(featureID: String, contribution: EffectiveFeature.Contribution)] {
    guard let branchSlug = records[recipe.slug]?.activeBranch,
      let branch = recipe.branch(branchSlug)
    else { return [] }
    // If the branch lists a feature twice, the last config wins.
    let idsAndConfigs = branch.features.lazy.map { feature in (feature.featureID, feature.value) }
    let configs = Dictionary(naming: idsAndConfigs) { _, last in last }
    return recipe.featureIDs.map { id in
      let value = configs[id].map { SlugPlaceholder.filled($0, with: recipe.slug) } ?? [:]
      let contribution = EffectiveFeature.Contribution(
        slug: recipe.slug, branch: branchSlug, isRollout: recipe.isRollout, value: value)
      return (id, contribution)
    }
  }
}

/// The placeholder `{experiment}` in a config, which is replaced by the recipe's slug.
enum SlugPlaceholder {
  private static let placeholder = "{experiment}"

  /// The config with the slug in place of the placeholder `{experiment}`, in strings and keys at
  /// any depth.
  static func filled(_ config: JSONObject, with slug: String) -> JSONObject {
    JSONObject(config.map { (filled($0.key, slug), filled($0.value, slug)) })
  }

  /// A value with the slug in place of the placeholder `{experiment}`, in all strings and keys in
  /// it.
  private static func filled(_ value: JSONValue, _ slug: String) -> JSONValue {
    switch value {
    case .string(let text): .string(filled(text, slug))
    case .array(let elements): .array(elements.map { filled($0, slug) })
    case .object(let members): .object(filled(members, with: slug))
    default: value
    }
  }

  /// A string with the slug in place of the placeholder `{experiment}`.
  private static func filled(_ value: String, _ slug: String) -> String {
    // Most texts have no brace, and looking for one is faster.
    value.utf8.contains(UInt8(ascii: "{"))
      ? value.replacing(bytesOf: placeholder, with: slug) : value
  }
}
