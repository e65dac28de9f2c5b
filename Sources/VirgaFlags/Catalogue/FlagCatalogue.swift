public import VirgaJSON
public import VirgaSource

/// The flags that are known, from files, from the manifest and from a JSON configuration.
public struct FlagCatalogue: Sendable {
  /// The rows in order: those of files first, then those that follow from the manifest, then configured ones.
  public private(set) var rows: [FlagRow]
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: NameSet
  /// The channels whose builds are debug builds: development flags show.
  public var developmentChannels: NameSet
  /// What is wrong with what was written.
  public private(set) var problems: [Problem]

  private var places: NameTable<Int>

  /// The catalogue of `rows`; where an id is repeated the first counts.
  public init(
    _ rows: [FlagRow] = [], debugChannels: NameSet = FlagEnvironment.usualDebugChannels,
    developmentChannels: NameSet = FlagEnvironment.usualDevelopmentChannels, problems: [Problem] = []
  ) {
    self.rows = rows
    self.debugChannels = debugChannels
    self.developmentChannels = developmentChannels
    self.problems = problems
    places = NameTable(rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The row called `id`; nil where there is none.
  public subscript(id: String) -> FlagRow? { places[id].map { rows[$0] } }

  /// The index of the row called `id` in ``rows``; nil where there is none.
  public func index(of id: String) -> Int? { places[id] }

  /// What opens the gates in `channel`.
  public func environment(channel: String?, isAppDevelopment: Bool = false) -> FlagEnvironment {
    FlagEnvironment(
      channel: channel, debugChannels: debugChannels,
      isDebugBuild: channel.map(developmentChannels.contains) ?? false, isAppDevelopment: isAppDevelopment)
  }
}

extension FlagCatalogue {
  /// Stored preferences and debug overrides that belong to no flag: keys that were renamed, or lost their flag.
  public func orphans(preferences: [String], debug: [String]) -> [FlagOrphan] {
    let preferenceKeys = NameSet(rows.compactMap(\.preferenceKey))
    let debugKeys = NameSet(rows.compactMap(\.debugKey))
    return preferences.filter { !preferenceKeys.contains($0) }.map { FlagOrphan(key: $0, isDebug: false) }
      + debug.filter { !debugKeys.contains($0) }.map { FlagOrphan(key: $0, isDebug: true) }
  }
}

/// A stored preference or debug override whose key no flag has.
public struct FlagOrphan: Hashable, Sendable {
  /// The key.
  public var key: String
  /// Whether it is a debug override; else it is a preference.
  public var isDebug: Bool

  /// The orphan stored under `key`.
  public init(key: String, isDebug: Bool) {
    self.key = key
    self.isDebug = isDebug
  }

  /// What is wrong, as a problem.
  public var problem: Problem {
    isDebug
      ? Problem(
        .warning, "debug-key-without-flag", path: "flags", "the debug override `\(key)` belongs to no flag; clear it")
      : Problem(
        .warning, "preference-without-flag", path: "flags", "the preference `\(key)` belongs to no flag; clear it")
  }
}
