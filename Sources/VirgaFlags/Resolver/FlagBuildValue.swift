public import VirgaJSON
package import VirgaSource

/// The build value of a flag: what an app reads, without preferences and debug overrides.
package struct FlagBuildValue: Hashable, Sendable {
  /// The value; nil if the feature, the variable or the option is missing.
  package var value: FlagValue?
  /// The layer that decided the value; nil if layers are unknown.
  package var layer: Layer?
  /// Where the value was written; nil if unknown.
  package var location: SourceLocation?
  /// Which higher layer an app ignores, and why, as in "experiment menu/a is ignored: 0 is not a
  /// Boolean"; nil if it ignores none.
  package var ignoredLayerReason: String?

  /// A build value with the layer that decided it and the location where it was written; each is
  /// nil if unknown.
  package init(_ value: FlagValue?, layer: Layer? = nil, location: SourceLocation? = nil) {
    self.value = value
    self.layer = layer
    self.location = location
  }

  /// The build value of a flag whose feature, variable or option is missing.
  package static let missing = FlagBuildValue(nil)
}

/// A value of a merged config, with or without its layers.
package protocol ConfigValue {
  /// The scalar or array; nil for an object.
  var leaf: JSONValue? { get }

  /// The member `key` of an object; nil if there is none.
  subscript(key: String) -> Self? { get }

  /// The build value `flagValue`, with the layer and location of this value if they are known.
  func buildValue(_ flagValue: FlagValue) -> FlagBuildValue
}

extension JSONValue: ConfigValue {
  package var leaf: JSONValue? { objectValue == nil ? self : nil }

  package func buildValue(_ flagValue: FlagValue) -> FlagBuildValue { FlagBuildValue(flagValue) }
}

extension BuildValueSource {
  /// The build value in complete configs, as an app has them, without layers.
  ///
  /// Rule: VirgaFlags/Readings.
  package func buildValue(fromConfigs config: (_ feature: String) -> JSONValue?) -> FlagBuildValue {
    buildValue { feature, name in config(feature)?[name] }
  }

  /// The build value, a flag's value without preference and debug override, in merged configs;
  /// `findVariable` finds a variable of a feature.
  ///
  /// A missing map entry is off, because apps leave entries out to say so; anything else that is
  /// missing or has another type gives no value. Rule: VirgaFlags/Readings.
  package func buildValue<Value: ConfigValue>(
    _ findVariable: (_ feature: String, _ name: String) -> Value?
  ) -> FlagBuildValue {
    switch self {
    case .boolean(let path): return path.boolean(findVariable)
    // An enum is on unless it is its off option.
    case .notOff(let path, let off):
      var result = path.option(findVariable)
      result.value = result.value.map { option in FlagValue(option != .option(off)) }
      return result
    case .option(let path): return path.option(findVariable)
    case .all(let paths): return Self.buildValue(ofAll: paths.map { $0.boolean(findVariable) })
    }
  }

  /// The build value of a flag that is on if all `values` are: the first that is off decides, else
  /// the first that is missing, else the first one; it is missing without values.
  private static func buildValue(ofAll values: [FlagBuildValue]) -> FlagBuildValue {
    let firstOff = values.first { $0.value == .off }
    let firstMissing = values.first { $0.value == nil }
    return firstOff ?? firstMissing ?? values.first ?? .missing
  }
}

extension FeaturePath {
  /// The Boolean at this path, with the layer that set it; `.missing` if the path does not lead to
  /// a Boolean.
  ///
  /// A member that its object lacks is off, because apps leave map entries out to say so. A path
  /// to an object gives `.missing`, because an object has no `leaf`.
  fileprivate func boolean<Value: ConfigValue>(
    _ findVariable: (_ feature: String, _ name: String) -> Value?
  ) -> FlagBuildValue {
    switch lookUp(findVariable) {
    case .value(let value):
      guard let isOn = value.leaf?.booleanValue else { return .missing }
      return value.buildValue(FlagValue(isOn))
    case .noMember(let object): return object.buildValue(.off)
    // The variable is missing, or the path leads through a value that is not an object.
    case .broken: return .missing
    }
  }

  /// The string at this path as the name of an option, with the layer that set it; `.missing` if
  /// the path does not lead to a string.
  fileprivate func option<Value: ConfigValue>(
    _ findVariable: (_ feature: String, _ name: String) -> Value?
  ) -> FlagBuildValue {
    guard case .value(let value) = lookUp(findVariable), let name = value.leaf?.stringValue else {
      return .missing
    }
    return value.buildValue(.option(name))
  }

  /// The value at this path of a feature: the variable that `findVariable` finds, or a member
  /// inside of it; nil if the path leads to none.
  package func value<Value: ConfigValue>(
    in findVariable: (_ feature: String, _ name: String) -> Value?
  ) -> Value? {
    if case .value(let value) = lookUp(findVariable) { value } else { nil }
  }

  /// Follows the path through the members of objects, from the variable that `findVariable` finds.
  ///
  /// With `{"items": {"a": true}}`, `items.a` gives the value true, `items.b` an object without
  /// that member, and `items.a.b` is broken, because true has no members.
  private func lookUp<Value: ConfigValue>(
    _ findVariable: (_ feature: String, _ name: String) -> Value?
  ) -> FeaturePathResult<Value> {
    guard case .key(let name)? = path.components.first, var value = findVariable(feature, name)
    else {
      return .broken
    }
    for component in path.components.dropFirst() {
      let isObject = value.leaf == nil
      guard case .key(let key) = component, isObject else { return .broken }
      guard let member = value[key] else { return .noMember(of: value) }
      value = member
    }
    return .value(value)
  }
}

/// What a ``FeaturePath`` leads to in merged configs.
private enum FeaturePathResult<Value> {
  /// The value at the path.
  case value(Value)
  /// The object that lacks the next member of the path.
  case noMember(of: Value)
  /// The variable is missing, or the path leads through a value that is not an object.
  case broken
}

/// The value of a flag: on or off, or one of several options or variations.
public enum FlagValue: Hashable, Sendable {
  /// On.
  case on
  /// Off.
  case off
  /// The option of an `options` flag, or the variation of a test.
  case option(String)

  /// On for true, off for false.
  public init(_ isOn: Bool) { self = isOn ? .on : .off }

  /// Whether it is on; nil for an option, of which only the flag knows whether it means off.
  public var isOn: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .option: nil
    }
  }

  /// The name of the option or variation; nil for on and off.
  public var option: String? {
    if case .option(let name) = self { name } else { nil }
  }

  /// `on`, `off` or the name of the option.
  public var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .option(let name): name
    }
  }

  /// The value as a preference or debug override stores it: a Boolean, or a name.
  package var json: JSONValue { isOn.map { .boolean($0) } ?? .string(word) }

  /// Reads a stored Boolean, or a number that is on if not zero (Rule: VirgaFlags/StoredChoices).
  ///
  /// Nil for any other value.
  package static func stored(_ value: JSONValue?) -> FlagValue? {
    guard let value else { return nil }
    if let truth = value.booleanValue { return FlagValue(truth) }
    return value.doubleValue.map { FlagValue($0 != 0) }
  }
}

/// A location in merged configs: a feature and the path of a value in it.
public struct FeaturePath: Sendable, Hashable, CustomStringConvertible {
  /// The feature's id.
  public var feature: String
  /// The path of the value: `enabled`, `report-site-issue.status`, `sections-enabled.pocket`.
  public var path: JSONPath
  /// Where the feature was written.
  package var featureLocation: SourceLocation?
  /// Where the path was written.
  package var pathLocation: SourceLocation?

  /// Creates the path of a value in `feature`.
  public init(_ feature: String, _ path: JSONPath) {
    self.init(feature, path, featureLocation: nil, pathLocation: nil)
  }

  /// Creates the path of a value in a feature, and keeps where the feature and the path were
  /// written, so that a problem can point there; nil if the program created them.
  package init(
    _ feature: String, _ path: JSONPath, featureLocation: SourceLocation?,
    pathLocation: SourceLocation?
  ) {
    self.feature = feature
    self.path = path
    self.featureLocation = featureLocation
    self.pathLocation = pathLocation
  }

  /// Whether both refer to the same value; their source locations are ignored.
  public static func == (left: FeaturePath, right: FeaturePath) -> Bool {
    left.feature == right.feature && left.path == right.path
  }

  /// Hashes feature and path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(feature)
    hasher.combine(path)
  }

  /// `feature/path`.
  public var description: String { "\(feature)/\(path)" }
}

/// How to read a flag's build value from merged configs.
///
/// A Boolean variable, a field and the entry of a map differ only in their paths.
/// Rule: VirgaFlags/Readings.
public enum BuildValueSource: Hashable, Sendable {
  /// A Boolean variable, field or map entry.
  case boolean(FeaturePath)
  /// An enum, on unless it is the off option.
  case notOff(FeaturePath, off: String)
  /// An enum whose options are the flag's.
  case option(FeaturePath)
  /// On if the Booleans at all paths are on.
  case all([FeaturePath])

  /// Every path that it reads, in order.
  public var paths: [FeaturePath] {
    switch self {
    case .boolean(let path), .notOff(let path, _), .option(let path): [path]
    case .all(let paths): paths
    }
  }
}
