package import VirgaJSON
package import VirgaSource

/// The layers over one feature's defaults: branch configs, the edit, and app settings.
///
/// An app has no manifest: it reads ``config`` and takes what is missing from the defaults in its
/// code. The console and the subcommands take it from a manifest, with
/// `Manifest.reading(of:channel:under:)`.
package struct FeatureLayers: Sendable {
  /// The partial configs of the rollouts in effect, lowest first.
  package private(set) var rollouts: [LayeredConfig] = []
  /// The partial configs of the experiments in effect, lowest first.
  package private(set) var experiments: [LayeredConfig] = []
  package private(set) var edit: LayeredConfig?
  /// The user's preferences, by `pref-key`; may include other features' keys.
  package let preferences: [Name: JSONValue]

  /// Creates the layers of a feature, each with its partial config.
  ///
  /// - Parameters:
  ///   - feature: What the enrolled recipes give to the feature; each contribution in effect gets a
  ///     layer. Nil if no enrolled recipe configures the feature.
  ///   - edit: The partial config typed in the console, with its source locations if it was read
  ///     from a file; no layer if it is not an object.
  ///   - preferences: The app settings that variables read.
  package init(
    _ feature: EffectiveFeature? = nil, edit: LocatedValue? = nil,
    preferences: [Name: JSONValue] = [:]
  ) {
    self.preferences = preferences
    self.edit = edit.flatMap { LayeredConfig($0, layer: .edit) }
    for contribution in feature?.contributionsInEffect ?? [] { add(contribution) }
  }

  /// Adds the config of an enrolled recipe as the highest rollout or experiment.
  private mutating func add(_ contribution: EffectiveFeature.Contribution) {
    let value = LocatedValue(.object(contribution.value))
    let (slug, branch) = (contribution.slug, contribution.branch)
    let layer: Layer =
      contribution.isRollout
      ? .rollout(slug: slug, branch: branch) : .experiment(slug: slug, branch: branch)
    // Never nil, because the value is an object.
    guard let config = LayeredConfig(value, layer: layer) else { return }
    if contribution.isRollout { rollouts.append(config) } else { experiments.append(config) }
  }

  /// All configs merged; nil if there is none.
  ///
  /// Rollouts are merged with each other, then experiments, and only then the two, as in
  /// ``EffectiveFeature/value``: a null in one experiment that removes another experiment's value
  /// does not remove a rollout's value.
  /// Rule: VirgaExperiments/Layering.
  package var config: LayeredConfig? {
    let lowestFirst = [LayeredConfig(rollouts), LayeredConfig(experiments), edit]
    return LayeredConfig(lowestFirst.compactMap(\.self))
  }
}

/// Partial configs merged as an app's SDK does it; each part knows its layer.
///
/// It is not quite a JSON merge patch, see ``Overlayable/overlaid(on:)``: a null removes the value
/// below it, but stays if there is none. Removed values are remembered, so that the lower value
/// that becomes effective again can report which layers overrode it.
/// Rule: VirgaExperiments/Layering.
package struct LayeredConfig: Sendable {
  package private(set) var root: MergedValue

  /// The config of one layer; nil if it is not an object.
  package init?(_ config: LocatedValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  /// Patches a higher config over this one.
  package mutating func overlay(_ upper: LayeredConfig) {
    // Never nil, because a ``MergedValue`` keeps its history even if it is removed.
    root = upper.root.overlaid(on: root) ?? root
  }

  package var json: JSONObject { root.json.objectValue ?? [:] }

  /// Merges the configs of several layers, lowest first; nil if there are none.
  package init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { overlay(upper) }
  }
}

/// The value that one layer gave to a part, and whether apps use it.
package struct LayerEntry: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case effective
    /// A higher layer has another value.
    case overridden
    /// A null of this or a higher layer removed it, so that the value of a lower layer is
    /// effective.
    case removed
    /// An app does not use it, for the reason given, as in "7.5 is not an Int".
    case ignored(String)
  }

  package let layer: Layer
  package let value: JSONValue
  package let location: SourceLocation?

  package var state = State.effective
}

extension [LayerEntry] {
  /// The values that the effective one overrides, lowest layer first.
  ///
  /// Those above it are left out: if an experiment of the wrong type is ignored, the default is
  /// effective, and the rollout that the experiment overrides is not listed.
  package var overridden: [LayerEntry] {
    prefix { $0.state != .effective }.filter { $0.state == .overridden }
  }

  /// What apps would read without the layers that set the effective value, which is `value`; nil if
  /// no lower value differs.
  ///
  /// It is the highest lower value that differs, or if apps cannot use that, the highest default.
  ///
  /// Over a default 5 and a rollout's 6, an experiment's 7 replaces the 6. If the rollout has a
  /// null or a value that apps ignore instead, the 7 replaces the default.
  package func highestLowerValue(differingFrom value: JSONValue) -> LayerEntry? {
    // This history is listed from the lowest layer to the highest. If no value is effective, the
    // removed ones are the last.
    let lower = prefix { $0.state != .effective && $0.state != .removed }
    let different = lower.filter { $0.value != value }
    guard let highest = different.last else { return nil }
    // A default of the manifest counts even if apps ignore it. The value of a recipe, an edit or an
    // app setting only counts if apps would use it. If they would not, the highest default counts,
    // even if a usable value of another recipe is between the two.
    let isDefault = !highest.layer.overridesManifest
    let isUsable = highest.state == .overridden && !highest.value.isNull
    if isDefault || isUsable { return highest }
    let highestDefault = different.last { !$0.layer.overridesManifest }
    return highestDefault
  }

  /// The values of higher layers that a null removed, lowest first; the null is the last.
  package var removed: [LayerEntry] { filter { $0.state == .removed } }

  /// The values that an app does not use, lowest layer first, each with the reason, as in "7.5 is
  /// not an Int".
  package var ignored: [(entry: LayerEntry, reason: String)] {
    compactMap { entry in
      if case .ignored(let reason) = entry.state { (entry, reason) } else { nil }
    }
  }

  /// Why the value of a layer is ignored, for a `reason` such as "7.5 is not an Int", and what apps
  /// use instead, as in "7.5 is not an Int; apps use the default 5".
  ///
  /// The reason alone if apps use the value of a recipe, an edit or an app setting, or if no layer
  /// has a value that they can use.
  package func sentence(ignoring reason: String) -> String {
    guard let effective else { return reason }
    let isDefault = !effective.layer.overridesManifest
    guard isDefault else { return reason }
    let maxLength = 60
    return "\(reason); apps use the default \(effective.value.compact.shortened(to: maxLength))"
  }

  /// The value in effect; nil if no layer has one that an app can use.
  package var effective: LayerEntry? { first { $0.state == .effective } }
}
