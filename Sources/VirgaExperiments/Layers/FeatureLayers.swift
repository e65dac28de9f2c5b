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
  package let preferences: [Name: JSONValue]

  /// What enrolled recipes, an edit and preferences give a feature.
  ///
  /// - Parameter edit: The edit with its places where it was read from a file.
  package init(_ recipes: EffectiveFeature? = nil, edit: WrittenValue? = nil, preferences: [Name: JSONValue] = [:]) {
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

  /// All configs as one; nil if there is none.
  ///
  /// Rollouts are patched over each other, then experiments, and only then the two: a null in one experiment that removes
  /// what another experiment set does not remove what a rollout gives. Rule: VirgaExperiments/Layering.
  package var config: LayeredConfig? {
    let halves = [LayeredConfig(rollouts), LayeredConfig(experiments), edit]
    return LayeredConfig(halves.compactMap(\.self))
  }
}

/// Partial configs patched over each other as an app's SDK does it; each part knows its layer.
///
/// It is not quite a JSON merge patch: a null removes the value below it, but stays if there is none. Removed values are
/// kept, so that the lower value that becomes effective again can report which layers overrode it.
/// Rule: VirgaExperiments/Layering.
package struct LayeredConfig: Sendable {
  package private(set) var root: MergedValue

  /// What one layer gives; nil if `config` is not an object.
  package init?(_ config: WrittenValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  /// Overlays another config.
  package mutating func overlay(_ upper: LayeredConfig) { root = upper.root.overlaid(on: root) ?? root }

  /// The config without layers.
  package var json: JSONObject { root.json.objectValue ?? [:] }
}

extension LayeredConfig {
  /// The config of several layers, the lowest first; nil if no layer gives one.
  package init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { overlay(upper) }
  }
}
