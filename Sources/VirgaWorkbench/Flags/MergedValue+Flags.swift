package import VirgaExperiments
package import VirgaFlags
package import VirgaJSON
import VirgaSource

extension MergedValue: BuildValueConvertible {
  package var leaf: JSONValue? { if case .leaf(let value) = content { value } else { nil } }

  package func build(_ value: FlagValue) -> FlagBuildValue {
    var build = FlagBuildValue(value, layer: layer, location: location)
    build.ignored = history.ignored.last.map { "\($0.entry.layer.title) is ignored: \($0.reason)" }
    return build
  }
}
