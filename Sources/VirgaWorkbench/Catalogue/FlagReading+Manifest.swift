import VirgaExperiments
package import VirgaFlags
import VirgaJSON
package import VirgaManifest

extension FlagReading {
  /// The build value that merged configs give.
  ///
  /// A map without the entry is off; whatever else is missing or of another type leaves the value missing.
  /// Source of the rule: Flags: Identity and mapping.
  package func build(in feature: (_ id: String) -> MergedFeature?) -> FlagBuild {
    switch self {
    case .boolean(let place): place.boolean(in: feature)
    case .notOff(let place, let off):
      place.option(in: feature).mapping { $0 == .option(off) ? .off : .on }
    case .option(let place): place.option(in: feature)
    case .all(let places): Self.conjunction(places.map { $0.boolean(in: feature) })
    }
  }

  /// Off by the first that is off, missing by the first that is missing, else on.
  private static func conjunction(_ parts: [FlagBuild]) -> FlagBuild {
    parts.first { $0.value == .off } ?? parts.first { $0.value == nil } ?? parts.first ?? .missing
  }
}

extension FlagBuild {
  fileprivate func mapping(_ change: (FlagValue) -> FlagValue) -> FlagBuild {
    var changed = self
    changed.value = value.map(change)
    return changed
  }
}

extension FlagPlace {
  fileprivate func boolean(in feature: (String) -> MergedFeature?) -> FlagBuild {
    switch value(in: feature) {
    case .found(let value):
      guard case .leaf(.boolean(let truth)) = value.content else { return .missing }
      return FlagBuild(FlagValue(truth), layer: value.layer, location: value.location)
    case .noEntry(let map): return FlagBuild(.off, layer: map.layer, location: map.location)
    case .missing: return .missing
    }
  }

  fileprivate func option(in feature: (String) -> MergedFeature?) -> FlagBuild {
    guard case .found(let value) = value(in: feature), case .leaf(.string(let name)) = value.content else {
      return .missing
    }
    return FlagBuild(.option(name), layer: value.layer, location: value.location)
  }

  private enum Found {
    case found(MergedValue)
    /// The map is there, its entry is not.
    case noEntry(MergedValue)
    case missing
  }

  private func value(in feature: (String) -> MergedFeature?) -> Found {
    guard let merged = feature(self.feature), case .key(let name)? = path.components.first,
      var value = merged[name]
    else { return .missing }
    for component in path.components.dropFirst() {
      guard case .key(let key) = component, case .object = value.content else { return .missing }
      guard let member = value[key] else { return .noEntry(value) }
      value = member
    }
    return .found(value)
  }
}
