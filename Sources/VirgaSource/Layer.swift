/// The source of a value; later layers override earlier ones.
public indirect enum Layer: Hashable, Sendable {
  /// The `default` of a field in the definition of its object type.
  case objectDefault
  /// The `default` of a variable.
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

  /// Whether it is the default in a definition, which applies in every channel.
  package var isDefaultInDefinition: Bool { self == .objectDefault || self == .variableDefault }

  /// Whether it overrides the defaults of the manifest, because a recipe, the console or the app's
  /// user sets the value.
  package var overridesManifest: Bool {
    switch self {
    case .objectDefault, .variableDefault, .manifestDefault, .importDefault: false
    case .rollout, .experiment, .edit, .appSetting: true
    }
  }

  /// The layer as text: `variable default`, `manifest default nightly`, `edit`.
  package var title: String {
    switch self {
    case .manifestDefault(let channels), .importDefault(let channels):
      channels.isEmpty ? name : "\(name) \(channels.joined(separator: ", "))"
    case .rollout(let slug, let branch), .experiment(let slug, let branch):
      "\(name) \(slug)/\(branch)"
    case .objectDefault, .variableDefault, .edit, .appSetting: name
    }
  }

  /// The stable name of the kind of layer: `manifest default`, `experiment`.
  package var name: String {
    switch self {
    case .objectDefault: "object default"
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
