public import VirgaJSON

extension FlagReading {
  /// The build value that complete configs give, as an app has them: without layers.
  ///
  /// A map without the entry is off; whatever else is missing or of another type leaves the value missing.
  /// Source of the rule: Flags: Identity and mapping.
  public func build(fromConfigs config: (_ feature: String) -> JSONValue?) -> FlagBuild {
    switch self {
    case .boolean(let place): return FlagBuild(place.isOn(in: config))
    case .notOff(let place, let off): return FlagBuild(place.option(in: config).map { FlagValue($0 != off) })
    case .option(let place): return FlagBuild(place.option(in: config).map { .option($0) })
    case .all(let places):
      let parts = places.map { $0.isOn(in: config) }
      if parts.contains(.off) { return FlagBuild(.off) }
      return FlagBuild(parts.contains(nil) ? nil : parts.first ?? nil)
    }
  }
}

extension FlagPlace {
  fileprivate func isOn(in config: (String) -> JSONValue?) -> FlagValue? {
    guard var value = config(feature), let first = path.components.first, let variable = value.step(first) else {
      return nil
    }
    value = variable
    for component in path.components.dropFirst() {
      guard value.objectValue != nil else { return nil }
      guard let entry = value.step(component) else { return .off }
      value = entry
    }
    return value.booleanValue.map { FlagValue($0) }
  }

  fileprivate func option(in config: (String) -> JSONValue?) -> String? {
    path.components.reduce(config(feature)) { $0?.step($1) }?.stringValue
  }
}

extension JSONValue {
  fileprivate func step(_ component: JSONPath.Component) -> JSONValue? {
    if case .key(let key) = component { self[key] } else { nil }
  }
}
