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

  /// Creates the layers; the edit keeps its source locations if it was read from a file.
  package init(
    _ recipes: EffectiveFeature? = nil, edit: LocatedValue? = nil,
    preferences: [Name: JSONValue] = [:]
  ) {
    self.preferences = preferences
    self.edit = edit.flatMap { LayeredConfig($0, layer: .edit) }
    for contribution in recipes?.counting ?? [] {
      let (slug, branch) = (contribution.slug, contribution.branch)
      let layer: Layer =
        contribution.isRollout
        ? .rollout(slug: slug, branch: branch) : .experiment(slug: slug, branch: branch)
      guard let config = LayeredConfig(LocatedValue(.object(contribution.value)), layer: layer)
      else { continue }
      if contribution.isRollout { rollouts.append(config) } else { experiments.append(config) }
    }
  }

  /// All configs merged; nil if there is none.
  ///
  /// Rollouts are merged with each other, then experiments, and only then the two: a null in one
  /// experiment that removes another experiment's value does not remove a rollout's value. Rule:
  /// VirgaExperiments/Layering.
  package var config: LayeredConfig? {
    let halves = [LayeredConfig(rollouts), LayeredConfig(experiments), edit]
    return LayeredConfig(halves.compactMap(\.self))
  }
}

/// Partial configs merged as an app's SDK does it; each part knows its layer.
///
/// Not quite a JSON merge patch: a null removes the value below it, but is kept if there is none.
/// Removed values are kept, so that the lower value that becomes effective again can report which
/// layers overrode it. Rule: VirgaExperiments/Layering.
package struct LayeredConfig: Sendable {
  package private(set) var root: MergedValue

  package init?(_ config: LocatedValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  package mutating func overlay(_ upper: LayeredConfig) {
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

package struct LayerEntry: Hashable, Sendable {
  /// What became of what a layer gave.
  package enum State: Hashable, Sendable {
    case effective
    case overridden
    /// A null of this or a higher layer took it away, and a lower layer decides.
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
  /// What the value overrides, lowest layer first.
  ///
  /// Not the values that an ignored layer overrides above it, such as the rollout's below an
  /// experiment of the wrong type.
  package var overridden: [LayerEntry] {
    prefix { $0.state != .effective }.filter { $0.state == .overridden }
  }

  /// The highest value below the effective one that apps would read in its place, and that differs
  /// from `value`.
  ///
  /// A layer of the session with a null, or with a value that apps ignore, leaves the default.
  package func lastRead(insteadOf value: JSONValue) -> LayerEntry? {
    let lower = prefix { $0.state != .effective && $0.state != .removed }
    guard let last = lower.last(where: { $0.value != value }) else { return nil }
    let isRead = !last.layer.isOfSession || (last.state == .overridden && !last.value.isNull)
    return isRead ? last : lower.last { !$0.layer.isOfSession && $0.value != value }
  }

  /// What higher layers said until a null took it away, lowest first; that null is the last.
  package var removed: [LayerEntry] { filter { $0.state == .removed } }

  /// The values that an app does not use, lowest layer first, each with the reason.
  package var ignored: [(entry: LayerEntry, reason: String)] {
    compactMap { entry in
      if case .ignored(let reason) = entry.state { (entry, reason) } else { nil }
    }
  }

  /// Why a layer is ignored and what apps use instead, as in "7.5 is not an Int; apps use the
  /// default 5".
  package func sentence(ignoring reason: String) -> String {
    guard let effective, !effective.layer.isOfSession else { return reason }
    return "\(reason); apps use the default \(effective.value.compact.shortened(to: 60))"
  }

  /// The value in effect; nil if no layer has one that an app can use.
  package var effective: LayerEntry? { first { $0.state == .effective } }
}
