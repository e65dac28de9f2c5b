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

package struct EffectiveFeature: Hashable, Sendable {
  package struct Contribution: Hashable, Sendable {
    package let slug: String
    package let branch: String
    package let isRollout: Bool
    /// The config of the branch; empty if only another branch configures the feature.
    package let value: JSONObject
  }

  package let featureID: String
  package let isCoenrolling: Bool
  /// The parts of the enrolled recipes, lowest first: rollouts, then experiments, each sorted by slug.
  ///
  /// Without co-enrolling there is at most one of each, unless a client was opted in despite a conflict.
  package let contributions: [Contribution]

  /// The recipes that own the feature: experiments, else rollouts; without co-enrolling only the last one.
  package var owners: [Contribution] {
    let experiments = half(isRollout: false)
    return experiments.isEmpty ? half(isRollout: true) : experiments
  }

  /// The contributions in effect, lowest first; without co-enrolling, the last rollout and the last experiment.
  package var counting: [Contribution] { half(isRollout: true) + half(isRollout: false) }

  /// The owner's slug; several are joined with `+`.
  package var slug: String { owners.map(\.slug).joined(separator: "+") }

  /// The owner's branch; nil for rollouts and for several owners.
  package var branch: String? {
    owners.count == 1 && owners[0].isRollout == false ? owners[0].branch : nil
  }

  /// The partial config: experiments merged over rollouts.
  package var value: JSONObject {
    Self.merged([true, false].compactMap { Self.merged(half(isRollout: $0).map(\.value)) }) ?? [:]
  }

  /// Without co-enrolling, only the last recipe of a half counts.
  private func half(isRollout: Bool) -> [Contribution] {
    let half = contributions.filter { $0.isRollout == isRollout }
    return isCoenrolling ? half : Array(half.suffix(1))
  }

  private static func merged(_ configs: [JSONObject]) -> JSONObject? {
    configs.first.map { first in configs.dropFirst().reduce(first) { $1.overlaid(on: $0) } }
  }
}

extension EnrollmentState {
  /// The features that the enrolled recipes configure, by id.
  ///
  /// Includes a feature that only another branch of an enrolled recipe configures, with an empty config.
  package func effectiveFeatures(coenrolling: Set<Name> = []) -> [Name: EffectiveFeature] {
    var contributions: [Name: [EffectiveFeature.Contribution]] = [:]
    for isRollout in [true, false] {
      for recipe in recipes where recipe.isRollout == isRollout {
        for (id, contribution) in self.contributions(of: recipe) {
          contributions[id, default: []].append(contribution)
        }
      }
    }
    return contributions.reduce(into: [:]) { features, found in
      features[found.key] = EffectiveFeature(
        featureID: found.key.text, isCoenrolling: coenrolling.contains(found.key), contributions: found.value)
    }
  }

  private func contributions(of recipe: Recipe) -> [(String, EffectiveFeature.Contribution)] {
    guard let slug = records[recipe.slug]?.activeBranch, let branch = recipe.branch(slug) else { return [] }
    let configs = Dictionary(naming: branch.features.lazy.map { ($0.featureID, $0.value) }) { $1 }
    return recipe.featureIDs.map { id in
      let value = configs[id].map { SlugPlaceholder.filled($0, with: recipe.slug) } ?? [:]
      return (id, .init(slug: recipe.slug, branch: slug, isRollout: recipe.isRollout, value: value))
    }
  }
}

/// The placeholder `{experiment}` in a config, which is replaced by the recipe's slug.
enum SlugPlaceholder {
  private static let text = "{experiment}"

  /// In values and keys at any depth.
  static func filled(_ config: JSONObject, with slug: String) -> JSONObject {
    JSONObject(config.map { (filled($0.key, slug), filled($0.value, slug)) })
  }

  private static func filled(_ value: JSONValue, _ slug: String) -> JSONValue {
    switch value {
    case .string(let text): .string(filled(text, slug))
    case .array(let elements): .array(elements.map { filled($0, slug) })
    case .object(let members): .object(filled(members, with: slug))
    default: value
    }
  }

  private static func filled(_ value: String, _ slug: String) -> String {
    value.utf8.contains(UInt8(ascii: "{")) ? value.replacing(bytesOf: text, with: slug) : value
  }
}
