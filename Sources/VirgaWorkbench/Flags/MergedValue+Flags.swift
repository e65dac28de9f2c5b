package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
import VirgaSource

extension MergedValue: ConfigValue {
  /// The value; nil if it is an object, whose members have values of their own.
  package var leaf: JSONValue? { if case .leaf(let value) = content { value } else { nil } }

  /// `value`, which a flag reads from this merged value, as its build value, with the layer that it
  /// comes from.
  ///
  /// The build value is what the flag has if neither the user nor a developer chose. If higher
  /// layers were ignored, it also says why the highest of them does not count.
  package func buildValue(_ value: FlagValue) -> FlagBuildValue {
    var build = FlagBuildValue(value, layer: layer, location: location)
    build.ignoredLayerReason = history.ignored.last.map { ignored in
      "\(ignored.entry.layer.title) is ignored: \(ignored.reason)"
    }
    return build
  }
}
