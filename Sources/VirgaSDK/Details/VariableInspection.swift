import VirgaJSON
import VirgaSource

/// Finds out what decides a variable: it makes the feature again with other inputs, and compares.
struct VariableInspection<Feature: FMLFeatureInterface> {
  typealias Details = FeatureClient.VariableDetails

  private let config: InspectedConfig
  private let preferences: (any Preferences)?
  private let create: FeatureHolder<Feature>.Create

  /// Inspects a feature that `create` makes from the config and preferences of `sdk`; if `sdk` is
  /// nil, from the feature's defaults.
  init(
    featureId: String, sdk: (any FeaturesInterface)?,
    create: @escaping FeatureHolder<Feature>.Create
  ) {
    // Only a client knows the layers of its config.
    config =
      (sdk as? FeatureClient)?.inspectedConfig(of: featureId)
      ?? InspectedConfig(of: featureId, in: sdk)
    preferences = sdk?.preferences
    self.create = create
  }

  /// What decides the variable at `path`, for which the app reads `value`; nil if the feature has
  /// no variable there, which is an error.
  func details(of path: JSONPath, reading value: JSONValue?) -> Details {
    guard let value else {
      return Details(nil, .error, errorMessage: "The feature has no value at `\(path)`")
    }
    // A value other than the one made from config and preferences was set by a test.
    let computedValue = featureJSON()?[path]
    guard value == computedValue else { return Details(value, .override) }
    // The app's user set it, which counts as an override.
    if let key = appSetting(deciding: value, at: path) {
      return Details(value, layer: .appSetting(key: key), .override)
    }
    guard let source = config.source(path) else { return Details(value, .default) }
    if isConfigUsed(at: path, reading: value) {
      return Details(value, layer: source.layer, source.reason)
    }
    // A value of the config that the app cannot use has no effect, which is an error.
    return Details(
      value, .error, ignored: source.layer, errorMessage: messageOfUnused(at: path, source))
  }

  /// The feature with its JSON, by which two values of the feature are compared.
  ///
  /// A preference that changes later affects neither, because each is read from the app only once.
  ///
  /// Nil if its type fails to encode.
  func frozenFeature() -> ReadValue<Feature, JSONValue?>? {
    let feature = create(config.variables, preferences.map(FrozenPreferences.init))
    guard let json = try? feature.toJSON() else { return nil }
    // Reads the preferences that `toJSON` did not read, so that later changes of these do not
    // affect the feature either.
    _ = feature.isModified()
    return ReadValue(feature, identity: json)
  }

  /// The feature as JSON; nil if its type fails to encode.
  private func featureJSON() -> JSONValue? { featureJSON(config.variables, preferences) }

  /// The feature as JSON, made from these inputs, to see how the values change with them; nil if
  /// its type fails to encode.
  private func featureJSON(
    _ variables: any Variables, _ preferences: (any Preferences)?
  ) -> JSONValue? {
    try? create(variables, preferences).toJSON()
  }

  /// The key of the app setting that decides the value: with another choice the value is different.
  ///
  /// Nil if none does. Tries each setting that is set and that the feature reads.
  private func appSetting(deciding value: JSONValue, at path: JSONPath) -> String? {
    guard let preferences else { return nil }
    // Makes the feature once, to record which preferences it reads.
    let reads = PreferenceReads()
    PreferenceReads.$current.withValue(reads) {
      _ = featureJSON(config.variables, RecordingPreferences(preferences))
    }
    let deciding = reads.all.first { read in
      guard let choice = read.value else { return false }
      let other = ReplacedPreference(preferences, key: read.key, value: choice.differentValue)
      return featureJSON(config.variables, other)?[path] != value
    }
    return deciding?.key
  }

  /// Whether the value that the config sets at `path` has an effect on the `value` that the app
  /// reads.
  private func isConfigUsed(at path: JSONPath, reading value: JSONValue) -> Bool {
    guard let members = config.variables.json else { return false }
    // Without a key the path is that of the whole feature: then no variable is set.
    var withoutVariable: JSONObject = [:]
    if case .key(let name)? = path.components.first {
      withoutVariable = members
      withoutVariable[name] = nil
    }
    let resources = config.variables.resources
    // What the app would read if the config did not set the variable.
    let defaults = featureJSON(JSONVariables(withoutVariable, resources: resources), preferences)
    if defaults?[path] != value { return true }
    // The app reads the default, or the same value from the config, which then counts as used.
    guard let configured = JSONValue.object(members)[path] else { return false }
    return value.couldBeRead(from: configured, resources)
  }

  /// Says that the value that the config sets at `path` is not used, as in "The app cannot use
  /// `7.5` of experiment rows/a, so it reads its default".
  ///
  /// Says "the value" if the config sets something else in its place, such as `5` at `a` for the
  /// path `a.b`.
  private func messageOfUnused(at path: JSONPath, _ source: InspectedConfig.Source) -> String {
    let maxLength = 60
    let text =
      config.value(at: path).map { "`\($0.compact.shortened(to: maxLength))`" } ?? "the value"
    let ofLayer = source.layer.map { " of \($0.title)" } ?? ""
    return "The app cannot use \(text)\(ofLayer), so it reads its default"
  }
}

extension JSONValue {
  /// Whether an app that gets `configured` could read this value.
  ///
  /// The app may read more members of an object, because those that are missing have defaults:
  /// `{"rows": 2, "wide": true}` could be read from `{"rows": 2}`. A configured text can be the key
  /// of a resource, whose text the app reads.
  fileprivate func couldBeRead(from configured: JSONValue, _ resources: any ResourceLookup) -> Bool
  {
    switch (self, configured) {
    case (.object(let members), .object(let configuredMembers)):
      return configuredMembers.allSatisfy { key, value in
        // A null sets nothing, so its member may be missing.
        members[key]?.couldBeRead(from: value, resources) ?? value.isNull
      }
    case (.array(let elements), .array(let configuredElements)):
      return elements.count == configuredElements.count
        && zip(elements, configuredElements).allSatisfy { $0.couldBeRead(from: $1, resources) }
    case (.string(let text), .string(let configuredText)):
      return text == configuredText || text == resources.resolvedText(configuredText)
    default: return self == configured
    }
  }

  /// A different value of the same type, to try whether a setting decides a value; null for a type
  /// that a preference cannot have.
  fileprivate var differentValue: JSONValue {
    switch self {
    case .boolean(let isOn): .boolean(!isOn)
    case .integer(let number): .integer(number &+ 1)
    case .number(let number): JSONValue(number.double + 1)
    case .string(let text): .string(text + "*")
    case .null, .array, .object: .null
    }
  }
}

/// Preferences with another value for one key.
private struct ReplacedPreference: Preferences {
  private let preferences: any Preferences
  private let key: String
  private let value: JSONValue

  /// Preferences that have `value` for `key`, and else are those of the app.
  init(_ preferences: any Preferences, key: String, value: JSONValue) {
    self.preferences = preferences
    self.key = key
    self.value = value
  }

  func preference(forKey key: String) -> JSONValue? {
    key == self.key ? value : preferences.preference(forKey: key)
  }
}

/// Preferences as they were when each was first read.
private final class FrozenPreferences: Preferences {
  private let preferences: any Preferences
  private let reads = Locked<[Name: JSONValue?]>([:])

  init(_ preferences: any Preferences) { self.preferences = preferences }

  /// The preference, nil if it is unset; read from the app at the first call for this key only.
  func preference(forKey key: String) -> JSONValue? {
    let name = Name(key)
    if let known = reads.withLock({ $0[name] }) { return known }
    // The app's code runs outside the lock.
    let value = preferences.preference(forKey: key)
    return reads.withLock { reads in
      if let valueOfOtherThread = reads[name] { return valueOfOtherThread }
      // Unlike a subscript, this also stores that the preference is unset.
      reads.updateValue(value, forKey: name)
      return value
    }
  }
}
