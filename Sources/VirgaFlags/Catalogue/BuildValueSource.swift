public import VirgaJSON
public import VirgaSource

/// A location in merged configs: a feature and the path of a value in it.
public struct FeaturePath: Sendable {
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
    _ feature: String, _ path: JSONPath, featureLocation: SourceLocation? = nil, pathLocation: SourceLocation? = nil
  ) {
    self.feature = feature
    self.path = path
    self.featureLocation = featureLocation
    self.pathLocation = pathLocation
  }
}

extension FeaturePath: Hashable, CustomStringConvertible {
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
/// A Boolean variable, a field and the entry of a map differ only in their paths. Rule: VirgaFlags/Readings.
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
