package import VirgaJSON

/// Partial configs laid over each other as an app's SDK lays them, each part knowing its layer.
///
/// It is not quite a JSON merge patch: a null takes away what it meets, but where it meets nothing it stays. What was taken
/// away is remembered, so that a value below it, which counts again, can tell who said otherwise. Source of the rule: SDK:
/// Computation.
package struct LayeredConfig: Sendable {
  package private(set) var root: MergedValue

  /// What one layer gives; nil if `config` is not an object.
  package init?(_ config: WrittenValue, layer: Layer) {
    guard config.kind == .object else { return nil }
    root = MergedValue(config, layer: layer)
  }

  /// Lays another config over this one.
  package mutating func lay(_ upper: LayeredConfig) { root = root.patched(by: upper.root) }

  /// The config without layers.
  package var json: JSONObject { root.json.objectValue ?? [:] }
}

extension LayeredConfig {
  /// The config of several layers, the lowest first; nil if no layer gives one.
  package init?(_ layers: [LayeredConfig]) {
    guard let lowest = layers.first else { return nil }
    self = lowest
    for upper in layers.dropFirst() { lay(upper) }
  }
}
