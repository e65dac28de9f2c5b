import VirgaExperiments
public import VirgaFlags
import VirgaJSON
import VirgaSource

/// A feature's config, with what sets each of its values.
struct InspectedConfig {
  /// What sets a value.
  struct Source {
    /// Nil if the SDK knows no layers.
    let layer: Layer?
    let reason: FeatureClient.VariableDetails.Reason
  }

  /// The config, for the initializer of the feature.
  let variables: any Variables
  /// Returns what sets the value at a path; nil if nothing does.
  let source: (JSONPath) -> Source?

  /// The config of a feature that has no SDK, or an SDK without layers, such as a test double: each
  /// value that it sets counts as an override, whose layer is nil because it is not known.
  init(of featureId: String, in sdk: (any FeaturesInterface)?) {
    let variables =
      sdk?.getVariables(featureId: featureId, sendExposureEvent: false) ?? NilVariables()
    let config = variables.json.map { JSONValue.object($0) }
    self.variables = variables
    source = { path in
      let isSet = config?[path].map { !$0.isNull } ?? false
      return isSet ? Source(layer: nil, reason: .override) : nil
    }
  }

  /// The config in `layers` of a client with these enrollments; if no recipe and no edit sets
  /// anything, it is empty and has no source for any value.
  init(_ layers: FeatureLayers, _ enrollments: EnrollmentState, resources: any ResourceLookup) {
    let config = layers.config
    variables =
      config.map { JSONVariables($0.json, resources: resources) as any Variables }
      ?? NilVariables(resources: resources)
    source = { path in
      config?.root.highestLayerSettingValue(at: path).map { layer in
        Source(layer: layer, reason: enrollments.reason(for: layer))
      }
    }
  }
}

extension InspectedConfig {
  /// The value that the config has at a path.
  ///
  /// Nil if it has none: no config is set, it does not set the value, or it sets one in its place
  /// that is not an object, such as `5` at `a` for the path `a.b`.
  func value(at path: JSONPath) -> JSONValue? {
    variables.json.flatMap { JSONValue.object($0)[path] }
  }
}

extension FeatureClient {
  /// The config of a feature, and what sets each of its values; reading it records no event.
  func inspectedConfig(of featureId: String) -> InspectedConfig {
    let (enrolledFeatures, layersFromSession, enrollments) = state.withLock {
      ($0.enrolledFeatures, $0.layersFromSession, $0.enrollments)
    }
    // In a client with a hosting session, the session's layers count, which include its edits;
    // otherwise those of the enrollments.
    let layers =
      layersFromSession?(featureId) ?? enrolledFeatures?.layers(of: featureId) ?? FeatureLayers()
    return InspectedConfig(layers, enrollments, resources: configuration.resources)
  }

  /// What the recipes set for a variable, and why, for code without a generated class.
  ///
  /// The value is nil if no recipe sets the variable: only the code that reads it knows the
  /// default. A value of a wrong type is returned as it is. A generated class knows default and
  /// type, see ``FeatureHolder/details(of:)``. Records no event.
  public func details(of path: FeaturePath) -> VariableDetails {
    let config = inspectedConfig(of: path.feature)
    let pathInFeature = path.path
    guard let source = config.source(pathInFeature) else { return VariableDetails(nil, .default) }
    return VariableDetails(
      config.value(at: pathInFeature), layer: source.layer, source.reason)
  }
}

extension EnrollmentState {
  /// Why a layer applies to the client.
  fileprivate func reason(for layer: Layer) -> FeatureClient.VariableDetails.Reason {
    switch layer {
    case .rollout(let slug, _), .experiment(let slug, _):
      // A qualified client passed every gate; a person chose any other enrollment.
      guard case .enrolled(.qualified, _)? = records[slug] else { return .override }
      // Without a draw, all clients that the targeting matches are enrolled, in the same branch.
      let isDecidedByDraw = recipe(slug)?.drawsClientsOrBranches ?? false
      return isDecidedByDraw ? .split : .targetingMatch
    case .edit, .appSetting: return .override
    case .objectDefault, .variableDefault, .manifestDefault, .importDefault: return .default
    }
  }
}

extension Recipe {
  /// Whether a draw decides which clients the recipe takes, or which branch a client gets.
  fileprivate var drawsClientsOrBranches: Bool {
    // No client gets a branch with the ratio 0.
    let drawnBranches = branches.filter { $0.ratio > 0 }
    return !bucketConfig.selectsAll || drawnBranches.count > 1
  }
}

extension MergedValue {
  /// The highest layer that sets the value at a path, or a part of it; nil if none does.
  ///
  /// A null sets nothing: an app reads its default for it. A value that is not an object sets
  /// everything below it.
  fileprivate func highestLayerSettingValue(at path: JSONPath) -> Layer? {
    var value = self
    for component in path.components {
      guard value.members != nil else { break }
      guard case .key(let key) = component, let member = value[key] else { return nil }
      value = member
    }
    // A value that was removed, or that an app ignores, has no effect.
    let isSet = value.isEffective && !value.isNull
    return isSet ? value.highestLayer : nil
  }

  /// The layer of a leaf; of an object, the highest of its members.
  private var highestLayer: Layer {
    let layers = (members ?? []).filter { $0.value.isEffective }.map(\.value.highestLayer)
    return layers.max { $0.rank < $1.rank } ?? layer
  }
}

extension Layer {
  /// The rank of a layer of a config: a layer overrides those of a lower rank.
  fileprivate var rank: Int {
    switch self {
    case .objectDefault, .variableDefault, .manifestDefault, .importDefault: 0
    case .rollout: 1
    case .experiment: 2
    case .edit: 3
    case .appSetting: 4
    }
  }
}
