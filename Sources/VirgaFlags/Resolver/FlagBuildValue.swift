public import VirgaExperiments
public import VirgaJSON
public import VirgaSource

/// The build value of a flag: the merged config's, without preferences and debug overrides.
public struct FlagBuildValue: Hashable, Sendable {
  /// The value; nil if the feature, the variable or the option is missing.
  public var value: FlagValue?
  /// The layer of the value; nil if there is none.
  public var layer: Layer?
  /// Where it was written.
  public var location: SourceLocation?

  /// Creates a build value from `layer`.
  public init(_ value: FlagValue?, layer: Layer? = nil, location: SourceLocation? = nil) {
    self.value = value
    self.layer = layer
    self.location = location
  }

  /// No build value.
  public static let missing = FlagBuildValue(nil)
}

/// A value of a merged config, with or without its layers.
package protocol BuildValueConvertible {
  /// The scalar or array; nil for an object.
  var leaf: JSONValue? { get }

  /// The member called `key` of an object.
  subscript(key: String) -> Self? { get }

  /// The build value `value`, derived from this one.
  func build(_ value: FlagValue) -> FlagBuildValue
}

extension JSONValue: BuildValueConvertible {
  package var leaf: JSONValue? { objectValue == nil ? self : nil }

  package func build(_ value: FlagValue) -> FlagBuildValue { FlagBuildValue(value) }
}

extension MergedValue: BuildValueConvertible {
  package var leaf: JSONValue? { if case .leaf(let value) = content { value } else { nil } }

  package func build(_ value: FlagValue) -> FlagBuildValue { FlagBuildValue(value, layer: layer, location: location) }
}

extension BuildValueSource {
  /// The build value in complete configs, as an app has them, without layers.
  ///
  /// Rule: VirgaFlags/Readings.
  public func build(fromConfigs config: (_ feature: String) -> JSONValue?) -> FlagBuildValue {
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
      return parts.first { $0.value == .off } ?? parts.first { $0.value == nil } ?? parts.first ?? .missing
    }
  }
}

extension FeaturePath {
  fileprivate func boolean<Value: BuildValueConvertible>(_ variable: (String, String) -> Value?) -> FlagBuildValue {
    guard let (value, isFound) = last(variable) else { return .missing }
    guard isFound else { return value.build(.off) }
    return value.leaf?.booleanValue.map { value.build(FlagValue($0)) } ?? .missing
  }

  fileprivate func option<Value: BuildValueConvertible>(_ variable: (String, String) -> Value?) -> FlagBuildValue {
    guard let (value, isFound) = last(variable), isFound, let name = value.leaf?.stringValue else { return .missing }
    return value.build(.option(name))
  }

  /// The value here, or the object that lacks the entry; nil without such a path.
  private func last<Value: BuildValueConvertible>(
    _ variable: (String, String) -> Value?
  ) -> (value: Value, isFound: Bool)? {
    guard case .key(let name)? = path.components.first, var value = variable(feature, name) else { return nil }
    for component in path.components.dropFirst() {
      guard case .key(let key) = component, value.leaf == nil else { return nil }
      guard let member = value[key] else { return (value, false) }
      value = member
    }
    return (value, true)
  }
}
