package import VirgaJSON

/// The layers over one feature's defaults: branch configs, the edit, and app settings.
///
/// An app has no manifest: it reads ``config`` and merges it over the defaults in its code. The console and the subcommands merge it over a
/// manifest's defaults, with `Manifest.merged(_:channel:under:)`.
package struct FeatureLayers: Sendable {
  /// The partial configs of the rollouts in effect, lowest first.
  package private(set) var rollouts: [LayeredConfig] = []
  /// The partial configs of the experiments in effect, lowest first.
  package private(set) var experiments: [LayeredConfig] = []
  /// The edit; nil if there is none.
  package private(set) var edit: LayeredConfig?
  /// The user's preferences, by `pref-key`; may include other features' keys.
  package let preferences: [Name: JSONValue]

  /// Creates the layers from enrolled recipes, an edit and preferences.
  ///
  /// The edit keeps its source locations if it was read from a file.
  package init(_ recipes: EffectiveFeature? = nil, edit: LocatedValue? = nil, preferences: [Name: JSONValue] = [:]) {
    self.preferences = preferences
    self.edit = edit.flatMap { LayeredConfig($0, layer: .edit) }
    for contribution in recipes?.counting ?? [] {
      let (slug, branch) = (contribution.slug, contribution.branch)
      let layer: Layer =
        contribution.isRollout ? .rollout(slug: slug, branch: branch) : .experiment(slug: slug, branch: branch)
      guard let config = LayeredConfig(LocatedValue(.object(contribution.value)), layer: layer) else { continue }
      if contribution.isRollout { rollouts.append(config) } else { experiments.append(config) }
    }
  }

  /// All configs merged; nil if there is none.
  ///
  /// Rollouts are merged with each other, then experiments, and only then the two: a null in one experiment that removes another
  /// experiment's value does not remove a rollout's value. Rule: VirgaExperiments/Layering.
  package var config: LayeredConfig? {
    let halves = [LayeredConfig(rollouts), LayeredConfig(experiments), edit]
    return LayeredConfig(halves.compactMap(\.self))
  }
}

/// Partial configs merged as an app's SDK does it; each part knows its layer.
///
/// Not quite a JSON merge patch: a null removes the value below it, but is kept if there is none. Removed values are kept, so that the
/// lower value that becomes effective again can report which layers overrode it. Rule: VirgaExperiments/Layering.
package struct LayeredConfig: Sendable {
  package private(set) var root: MergedValue

  /// Creates the config of one layer; nil if `config` is not an object.
  package init?(_ config: LocatedValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  /// Overlays another config.
  package mutating func overlay(_ upper: LayeredConfig) { root = upper.root.overlaid(on: root) ?? root }

  /// What becomes of the default of the variable called `name`; nil if the config does not mention it.
  package func applied(to standard: MergedValue, of name: String) -> MergedValue? { root[name]?.applied(to: standard) }

  /// The config without layers.
  package var json: JSONObject { root.json.objectValue ?? [:] }
}

extension LayeredConfig {
  /// Merges the configs of several layers, lowest first; nil if there are none.
  package init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { overlay(upper) }
  }
}
