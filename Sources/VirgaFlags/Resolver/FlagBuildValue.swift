public import VirgaJSON
public import VirgaSource

/// The build value of a flag: what an app reads, without preferences and debug overrides.
package struct FlagBuildValue: Hashable, Sendable {
  /// The value; nil if the feature, the variable or the option is missing.
  package var value: FlagValue?
  package var layer: Layer?
  package var location: SourceLocation?
  /// What higher layers sent that an app does not use, as in "experiment menu/a is ignored: 0 is
  /// not a Boolean".
  package var ignored: String?

  package init(_ value: FlagValue?, layer: Layer? = nil, location: SourceLocation? = nil) {
    self.value = value
    self.layer = layer
    self.location = location
  }

  package static let missing = FlagBuildValue(nil)
}

/// A value of a merged config, with or without its layers.
package protocol BuildValueConvertible {
  /// The scalar or array; nil for an object.
  var leaf: JSONValue? { get }

  subscript(key: String) -> Self? { get }

  func build(_ value: FlagValue) -> FlagBuildValue
}

extension JSONValue: BuildValueConvertible {
  package var leaf: JSONValue? { objectValue == nil ? self : nil }

  package func build(_ value: FlagValue) -> FlagBuildValue { FlagBuildValue(value) }
}

extension BuildValueSource {
  /// The build value in complete configs, as an app has them, without layers (Rule:
  /// VirgaFlags/Readings).
  package func build(fromConfigs config: (_ feature: String) -> JSONValue?) -> FlagBuildValue {
    build { feature, name in config(feature)?[name] }
  }

  /// The build value in merged configs; `variable` finds a variable of a feature.
  ///
  /// A missing map entry is off; anything else that is missing or has another type gives no value.
  /// Rule: VirgaFlags/Readings.
  package func build<Value: BuildValueConvertible>(
    _ variable: (_ feature: String, _ name: String) -> Value?
  ) -> FlagBuildValue {
    switch self {
    case .boolean(let path): return path.boolean(variable)
    case .notOff(let path, let off):
      var build = path.option(variable)
      build.value = build.value.map { FlagValue($0 != .option(off)) }
      return build
    case .option(let path): return path.option(variable)
    case .all(let paths):
      let parts = paths.map { $0.boolean(variable) }
      return parts.first { $0.value == .off } ?? parts.first { $0.value == nil } ?? parts.first
        ?? .missing
    }
  }
}

extension FeaturePath {
  fileprivate func boolean<Value: BuildValueConvertible>(
    _ variable: (String, String) -> Value?
  ) -> FlagBuildValue {
    guard let (value, isFound) = last(variable) else { return .missing }
    guard isFound else { return value.build(.off) }
    return value.leaf?.booleanValue.map { value.build(FlagValue($0)) } ?? .missing
  }

  fileprivate func option<Value: BuildValueConvertible>(
    _ variable: (String, String) -> Value?
  ) -> FlagBuildValue {
    guard let (value, isFound) = last(variable), isFound, let name = value.leaf?.stringValue else {
      return .missing
    }
    return value.build(.option(name))
  }

  /// The value here, or the object that lacks the entry; nil without such a path.
  package func last<Value: BuildValueConvertible>(
    _ variable: (String, String) -> Value?
  ) -> (value: Value, isFound: Bool)? {
    guard case .key(let name)? = path.components.first, var value = variable(feature, name) else {
      return nil
    }
    for component in path.components.dropFirst() {
      guard case .key(let key) = component, value.leaf == nil else { return nil }
      guard let member = value[key] else { return (value, false) }
      value = member
    }
    return (value, true)
  }
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

  /// Whether it is on; nil for an option.
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

  /// `on`, `off` or the name.
  public var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .option(let name): name
    }
  }

  package var json: JSONValue { isOn.map { .boolean($0) } ?? .string(word) }

  /// Reads a stored Boolean, or a number that is on if not zero (Rule: VirgaFlags/StoredChoices).
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
  public var featureLocation: SourceLocation?
  /// Where the path was written.
  public var pathLocation: SourceLocation?

  /// Creates a location at `path` in `feature`.
  public init(
    _ feature: String, _ path: JSONPath, featureLocation: SourceLocation? = nil,
    pathLocation: SourceLocation? = nil
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
/// A Boolean variable, a field and the entry of a map differ only in their paths. Rule:
/// VirgaFlags/Readings.
public enum BuildValueSource: Hashable, Sendable {
  /// A Boolean variable, field or map entry.
  case boolean(FeaturePath)
  /// An enum, on unless it is the off option.
  case notOff(FeaturePath, off: String)
  /// An enum whose options are the flag's.
  case option(FeaturePath)
  /// On if all locations are on.
  case all([FeaturePath])

  /// Every location that it reads, in order.
  public var paths: [FeaturePath] {
    switch self {
    case .boolean(let path), .notOff(let path, _), .option(let path): [path]
    case .all(let paths): paths
    }
  }
}
