public import VirgaJSON

/// Lays one config over another, as the SDK does.
///
/// It is not quite a JSON merge patch: a null removes what it meets, but where it meets nothing it stays.
public enum ConfigPatch {
  /// `over` on top of `base`: objects merge key by key, everything else is replaced, lists too.
  public static func laid(_ over: JSONObject, over base: JSONObject) -> JSONObject {
    var result = base
    for (key, value) in over {
      switch (value, base[key]) {
      case (.null, _?): result[key] = nil
      case (.object(let over), .object(let base)?): result[key] = .object(laid(over, over: base))
      default: result[key] = value
      }
    }
    return result
  }

  /// `config` on top of a feature's defaults: a null, at any depth, stands for the default.
  public static func completed(_ config: JSONObject, by defaults: JSONObject) -> JSONObject {
    var result = defaults
    for (key, value) in config where !value.isNull {
      if case .object(let config) = value {
        result[key] = .object(completed(config, by: defaults[key]?.objectValue ?? [:]))
      } else {
        result[key] = value
      }
    }
    return result
  }
}
