package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
import VirgaSource

extension MergedValue: BuildValueConvertible {
  /// The value; nil if it is an object, whose members have values of their own.
  package var leaf: JSONValue? { if case .leaf(let value) = content { value } else { nil } }

  /// A build value with its layer, and the last layer that was ignored.
  package func buildValue(_ value: FlagValue) -> FlagBuildValue {
    var build = FlagBuildValue(value, layer: layer, location: location)
    build.ignored = history.ignored.last.map { ignored in
      "\(ignored.entry.layer.title) is ignored: \(ignored.reason)"
    }
    return build
  }
}
