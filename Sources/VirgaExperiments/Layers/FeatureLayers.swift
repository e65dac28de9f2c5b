package import VirgaJSON

/// What lies over the defaults of one feature: configs of branches, the edit, and what the user of the app chose.
///
/// An app has no manifest: it asks for ``config`` and lays that over the defaults in its code. The console and the
/// subcommands lay the same over a manifest's defaults, with ``VirgaManifest/Manifest/merged(_:channel:under:)``.
package struct FeatureLayers: Sendable {
  /// The partial configs of the rollouts that count, the lowest first.
  package private(set) var rollouts: [LayeredConfig] = []
  /// The partial configs of the experiments that count, the lowest first.
  package private(set) var experiments: [LayeredConfig] = []
  /// What the person typed; nil for nothing.
  package private(set) var edit: LayeredConfig?
  /// What the user of the app chose, by `pref-key`; also for other features.
  package let preferences: NameTable<JSONValue>

  /// What enrolled recipes, an edit and preferences give a feature.
  ///
  /// - Parameter edit: The edit with its places where it was read from a file.
  package init(_ recipes: EffectiveFeature? = nil, edit: WrittenValue? = nil, preferences: NameTable<JSONValue> = [:]) {
    self.preferences = preferences
    self.edit = edit.flatMap { LayeredConfig($0, layer: .edit) }
    for contribution in recipes?.counting ?? [] {
      let (slug, branch) = (contribution.slug, contribution.branch)
      let layer: Layer =
        contribution.isRollout ? .rollout(slug: slug, branch: branch) : .experiment(slug: slug, branch: branch)
      guard let config = LayeredConfig(WrittenValue(.object(contribution.value)), layer: layer) else { continue }
      if contribution.isRollout { rollouts.append(config) } else { experiments.append(config) }
    }
  }

  /// All configs as one; nil where there is none.
  ///
  /// Rollouts are merged with each other, then experiments, and only then the two: a null in one experiment cannot take away
  /// what a rollout gives, if another experiment set it. Source of the rule: SDK: Computation.
  package var config: LayeredConfig? {
    let halves = [LayeredConfig(rollouts), LayeredConfig(experiments), edit]
    return LayeredConfig(halves.compactMap(\.self))
  }
}
