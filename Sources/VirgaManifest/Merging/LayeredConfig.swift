public import VirgaJSON

/// Partial configs laid over each other as an app's SDK lays them, each part knowing its layer.
///
/// It is not quite a JSON merge patch: a null takes away what it meets, but where it meets nothing it stays. What was taken
/// away is remembered, so that a value below it, which counts again, can tell who said otherwise. Source of the rule: SDK:
/// Computation.
public struct LayeredConfig: Sendable {
  private(set) var root: MergedValue

  /// What one layer gives; nil where `config` is no object.
  public init?(_ config: WrittenValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  /// Lays another config over this one.
  public mutating func lay(_ upper: LayeredConfig) { root = root.patched(by: upper.root) }

  /// The config without layers.
  public var json: JSONObject { root.json.objectValue ?? [:] }
}

extension LayeredConfig {
  /// The config of several layers, the lowest first; nil where there is none.
  public init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { lay(upper) }
  }
}

extension MergedFeature {
  /// Lays the config over the feature as its app sees it: a null, at any depth, stands for what lies below.
  ///
  /// Names that are no variables are dropped. Sources of the rule: SDK: The manifest's share; FML: Default algorithm.
  public mutating func lay(_ config: LayeredConfig) {
    fill()
    change { variable, value in config.root[variable.name].map { value.configured(by: $0) } }
  }

  /// Lays app settings over the variables that have a `pref-key`.
  ///
  /// One of another kind than its variable leaves it as it is. Source of the rule: FML: Preferences.
  public mutating func lay(preferences: NameTable<JSONValue>) {
    guard !preferences.isEmpty else { return }
    change { variable, value in
      guard let key = variable.preferenceKey, let chosen = preferences[key], variable.type.takesPreference(chosen)
      else { return nil }
      return MergedValue(WrittenValue(chosen), layer: .appSetting(key: key)).replacing(value)
    }
  }
}

extension VariableType {
  /// Whether a preference is of the kind that a variable of this type asks for; other types ask for none.
  package func takesPreference(_ value: JSONValue) -> Bool {
    switch self {
    case .boolean: value.booleanValue != nil
    case .string, .text, .alias: value.stringValue != nil
    case .int: value.integerValue != nil
    default: false
    }
  }
}
