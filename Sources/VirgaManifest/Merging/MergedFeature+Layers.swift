package import VirgaExperiments
package import VirgaJSON

extension MergedFeature {
  /// Lays the config over the feature as its app sees it: a null, at any depth, stands for what lies below.
  ///
  /// Names that are no variables are dropped. Sources of the rule: SDK: The manifest's share; FML: Default algorithm.
  package mutating func lay(_ config: LayeredConfig) {
    fill()
    change { variable, value in config.root[variable.name].map { value.configured(by: $0) } }
  }

  /// Lays app settings over the variables that have a `pref-key`.
  ///
  /// One of another kind than its variable leaves it as it is. Source of the rule: FML: Preferences.
  package mutating func lay(preferences: NameTable<JSONValue>) {
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
