package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
import VirgaSource

extension MergedValue: BuildValueConvertible {
  /// The value; nil if it is an object, whose members have values of their own.
  package var leaf: JSONValue? { if case .leaf(let value) = content { value } else { nil } }

  /// The build value `value` of a flag that reads this value, with the layer that it comes from and
  /// why the highest of the ignored layers does not count.
  package func buildValue(_ value: FlagValue) -> FlagBuildValue {
    var build = FlagBuildValue(value, layer: layer, location: location)
    build.ignoredLayer = history.ignored.last.map { ignored in
      "\(ignored.entry.layer.title) is ignored: \(ignored.reason)"
    }
    return build
  }
}
