package import VirgaJSON
package import VirgaSource

/// The layers over one feature's defaults: branch configs, the edit, and app settings.
///
/// An app has no manifest: it reads ``config`` and merges it over the defaults in its code. The console and the subcommands merge it over a
/// manifest's defaults, with `Manifest.merged(_:channel:under:)`.
package struct FeatureLayers: Sendable {
  /// The partial configs of the rollouts in effect, lowest first.
  package private(set) var rollouts: [LayeredConfig] = []
  /// The partial configs of the experiments in effect, lowest first.
  package private(set) var experiments: [LayeredConfig] = []
  package private(set) var edit: LayeredConfig?
  /// The user's preferences, by `pref-key`; may include other features' keys.
  package let preferences: [Name: JSONValue]

  /// Creates the layers; the edit keeps its source locations if it was read from a file.
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

  package init?(_ config: LocatedValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  package mutating func overlay(_ upper: LayeredConfig) { root = upper.root.overlaid(on: root) ?? root }

  /// What becomes of the default of the variable called `name`; nil if the config does not mention it.
  package func applied(to standard: MergedValue, of name: String) -> MergedValue? { root[name]?.applied(to: standard) }

  package var json: JSONObject { root.json.objectValue ?? [:] }

  /// Merges the configs of several layers, lowest first; nil if there are none.
  package init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { overlay(upper) }
  }
}

/// The source of a value; later layers override earlier ones.
public indirect enum Layer: Hashable, Sendable {
  /// The `default` of a variable, or of a field of an object type.
  case variableDefault
  /// A default block of the feature; no channels means every channel.
  case manifestDefault(channels: [String])
  /// A default block of a module that imports the feature.
  case importDefault(channels: [String])
  /// A branch of a rollout.
  case rollout(slug: String, branch: String)
  /// A branch of an experiment.
  case experiment(slug: String, branch: String)
  /// The partial config typed in the console.
  case edit
  /// The user's choice stored under the variable's `pref-key`.
  case appSetting(key: String)

  /// The layer as text: `variable default`, `manifest default nightly`, `edit`.
  package var title: String {
    switch self {
    case .manifestDefault(let channels), .importDefault(let channels):
      channels.isEmpty ? name : "\(name) \(channels.joined(separator: ", "))"
    case .rollout(let slug, let branch), .experiment(let slug, let branch): "\(name) \(slug)/\(branch)"
    case .variableDefault, .edit, .appSetting: name
    }
  }

  /// The stable name of the kind of layer: `manifest default`, `experiment`.
  package var name: String {
    switch self {
    case .variableDefault: "variable default"
    case .manifestDefault: "manifest default"
    case .importDefault: "import default"
    case .rollout: "rollout"
    case .experiment: "experiment"
    case .edit: "edit"
    case .appSetting: "app setting"
    }
  }
}

package struct LayerEntry: Hashable, Sendable {
  /// What became of what a layer gave.
  package enum State: Hashable, Sendable {
    case effective
    case overridden
    /// A null of this or a higher layer took it away, and a lower layer decides.
    case removed
  }

  package let layer: Layer
  package let value: JSONValue
  package let location: SourceLocation?

  package var state = State.effective
}

extension [LayerEntry] {
  /// What the value overrides, lowest layer first.
  package var overridden: [LayerEntry] { filter { $0.state == .overridden } }

  /// What higher layers said until a null took it away, lowest first; that null is the last.
  package var removed: [LayerEntry] { filter { $0.state == .removed } }
}
