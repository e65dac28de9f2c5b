public import VirgaJSON
public import VirgaSource

/// A location in merged configs: a feature and the path of a value in it.
public struct FlagPlace: Sendable {
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

extension FlagPlace: Hashable, CustomStringConvertible {
  /// Whether both refer to the same value; their source locations are ignored.
  public static func == (left: FlagPlace, right: FlagPlace) -> Bool {
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
public enum FlagReading: Hashable, Sendable {
  /// A Boolean variable, field or map entry.
  case boolean(FlagPlace)
  /// An enum, on unless it is the off option.
  case notOff(FlagPlace, off: String)
  /// An enum whose options are the flag's.
  case option(FlagPlace)
  /// On if all locations are on.
  case all([FlagPlace])

  /// Every location that it reads, in order.
  public var places: [FlagPlace] {
    switch self {
    case .boolean(let place), .notOff(let place, _), .option(let place): [place]
    case .all(let places): places
    }
  }
}
