package import VirgaExperiments
package import VirgaJSON
import VirgaSource

extension Manifest {
  /// The values of a feature as an app reads them in `channel`, with `layers` over the defaults.
  ///
  /// The result is complete: it has every variable, field and default entry. `channel` is nil if
  /// none is requested. Rule: VirgaManifest/Reading.
  package func reading(
    of feature: FeatureDefinition, channel: String?, under layers: FeatureLayers = FeatureLayers()
  ) -> MergedFeature {
    merged(feature, channel: channel).read(under: layers)
  }

  /// The merged JSON of a feature as it is sent: the defaults in `channel` (nil if none is
  /// requested) with the configs of `layers` merged over them.
  ///
  /// Without a config, an empty one is merged, because merging also fills in objects from their
  /// definitions.
  ///
  /// Apps read it through the types, see ``reading(of:channel:under:)``; values that they do not
  /// use are still in it.
  package func sent(
    _ feature: FeatureDefinition, channel: String?, under layers: FeatureLayers
  ) -> JSONObject {
    var merged = merged(feature, channel: channel)
    // The JSON does not say which layer a value is from, so one layer is enough for all.
    merged.overlay(.object(layers.config?.json ?? [:]), layer: .edit)
    return merged.json
  }
}

extension MergedFeature {
  /// What an app reads of these defaults with the configs and app settings of `layers` over them.
  ///
  /// The `preferences` of the layers are what the user chose for app settings, by `pref-key`.
  func read(under layers: FeatureLayers) -> MergedFeature {
    // In a default, null can be the value of an option; in a config it selects the default.
    let defaultsReader = ValueReader(types: types, readsDefaults: true)
    let configReader = ValueReader(types: types)
    let config = layers.config?.root
    var reading = self
    reading.replaceValues { variable, mergedDefault in
      let defaultValue = defaultsReader.readDefault(mergedDefault, as: variable.type)
      let configValue = config?[variable.name]
      let readConfigValue = configValue.flatMap { configValue in
        configReader.read(configValue, as: variable.type, over: defaultValue)
      }
      // An app setting is above the config.
      let valueWithoutSetting = readConfigValue ?? defaultValue
      return valueWithoutSetting.overridden(by: layers.preferences, of: variable)
    }
    return reading
  }
}

extension MergedValue {
  /// The value, or what the user of the app chose for the variable, if it has an app setting and
  /// the user chose something.
  ///
  /// A choice that does not match the type is ignored. Rule: VirgaManifest/AppSettings.
  ///
  /// - Parameter settings: The choices of the user, by the key of the app setting (`pref-key`).
  fileprivate func overridden(
    by settings: [Name: JSONValue], of variable: Variable
  ) -> MergedValue {
    guard let key = variable.preferenceKey, variable.type.allowsAppSettings else { return self }
    guard let chosen = settings[key] else { return self }
    let setting = MergedValue(LocatedValue(chosen), layer: .appSetting(key: key))
    guard variable.type.allows(appSetting: chosen) else {
      return ignoring(setting, because: ReadingFault.text(of: setting, as: variable.type))
    }
    return setting.overriding(self)
  }
}

extension VariableType {
  /// Whether a value of an app setting matches this type; false for a type that cannot have one,
  /// see ``allowsAppSettings``.
  package func allows(appSetting value: JSONValue) -> Bool {
    switch self {
    case .boolean: value.booleanValue != nil
    case .string, .text, .alias: value.stringValue != nil
    case .int: value.integerValue != nil
    case .double, .image, .enumeration, .object, .option, .list, .map: false
    }
  }
}
