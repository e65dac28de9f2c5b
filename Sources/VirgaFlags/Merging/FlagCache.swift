public import VirgaFiles
public import VirgaJSON
import VirgaSource
public import VirgaTargeting

/// An app's cached flags: the entries last in effect, with draws and lock states.
public struct FlagCache: Hashable, Sendable {
  /// The entries.
  public var flags: [ConfiguredFlag]
  /// Draws and lock states.
  public var state: FlagDrawsAndLocks
  /// When the entries' configuration was read; nil if unknown.
  public var time: Instant?

  /// Creates a cache of these entries.
  public init(flags: [ConfiguredFlag] = [], state: FlagDrawsAndLocks = FlagDrawsAndLocks()) {
    self.flags = flags
    self.state = state
  }

  /// Reads a cache written by ``json`` or by the FeatureFlags package.
  ///
  /// Nil if it is neither.
  ///
  /// That package stores a list, with draws and lock states in the entries.
  public init?(_ document: JSONDocument) {
    guard let value = document.value else { return nil }
    if let config = value["config"] {
      let configuration = FlagConfiguration(config.compact)
      guard configuration.isReadable else { return nil }
      flags = configuration.flags
      // Positions in the cache are of no use to anyone.
      for index in flags.indices { flags[index].location = nil }
      state = FlagDrawsAndLocks(
        draws: Self.values(value["draws"], \.doubleValue), locks: Self.values(value["unlocked"], \.booleanValue))
      time = value["time"]?.stringValue.flatMap(Instant.init(iso8601:))
      return
    }
    let configuration = FlagConfiguration(document)
    guard value.arrayValue != nil, configuration.isReadable else { return nil }
    flags = configuration.flags
    state = FlagDrawsAndLocks()
    for flag in flags {
      state.draws[flag.name] = flag.fixedDraw
      state.locks[flag.name] = flag.unlocked
    }
  }

  private static func values<Value>(_ json: JSONValue?, _ read: (JSONValue) -> Value?) -> [Name: Value] {
    let members = (json?.objectValue ?? [:]).compactMap { key, value in read(value).map { (key, $0) } }
    return Dictionary(naming: members) { $1 }
  }
}

extension FlagCache {
  /// The cache as JSON: `config` as a configuration, `draws` and `unlocked` by name, and `time` if known.
  public var json: JSONValue {
    var members: JSONObject = [
      "config": ["features": .array(flags.map(\.json))],
      "draws": Self.object(state.draws) { JSONValue($0) }, "unlocked": Self.object(state.locks) { .boolean($0) },
    ]
    members["time"] = time.map { .string($0.description) }
    return .object(members)
  }

  private static func object<Value>(_ values: [Name: Value], _ write: (Value) -> JSONValue) -> JSONValue {
    .object(
      JSONObject(named: values.sorted { $0.key < $1.key }.map { ($0.key, write($0.value)) })
    )
  }
}

extension ConfiguredFlag {
  /// The entry as in a configuration, without draw.
  public var json: JSONValue {
    var members: JSONObject = ["name": .string(name), "enabled": .boolean(isEnabled)]
    if isDevelopment { members["development"] = true }
    members["unlocked"] = unlocked.map { .boolean($0) }
    if isTest { members["test-variations"] = .array(variations.map { .string($0.rawValue) }) }
    if isTest { members["test-biases"] = weights.written.map { .array($0.map { JSONValue($0) }) } }
    let hasLabels = labels.contains { $0 != nil }
    if hasLabels { members["labels"] = .array(labels.map { $0.map { .string($0) } ?? .null }) }
    members["description"] = summary.map { .string($0) }
    members["section"] = section.map { .string($0) }
    return .object(members)
  }
}

/// Stores an app's flags for when the configuration cannot be read.
public struct FlagCaching: Sendable {
  /// Reads the cache; nil if nothing was stored yet.
  public var read: @Sendable () throws(FileFailure) -> FlagCache?
  /// Stores a cache.
  public var write: @Sendable (FlagCache) throws(FileFailure) -> Void
  /// Deletes the cache.
  public var delete: @Sendable () throws(FileFailure) -> Void

  /// Creates a cache store from its functions.
  public init(
    read: @escaping @Sendable () throws(FileFailure) -> FlagCache?,
    write: @escaping @Sendable (FlagCache) throws(FileFailure) -> Void,
    delete: @escaping @Sendable () throws(FileFailure) -> Void
  ) {
    self.read = read
    self.write = write
    self.delete = delete
  }

  /// Stores nothing.
  public static let none = FlagCaching(
    read: { () throws(FileFailure) in nil }, write: { _ throws(FileFailure) in }, delete: { () throws(FileFailure) in })

  /// Stores a file at `path` that only this user can read.
  ///
  /// Also reads one written by the FeatureFlags package.
  public static func file(_ path: String) -> FlagCaching {
    FlagCaching(
      read: { () throws(FileFailure) in
        guard FileWriting.isFile(path) else { return nil }
        let text = SourceText(name: path, bytes: try FileReading.disk().read(path))
        guard let cache = FlagCache(.parse(text)) else {
          throw FileFailure(path: path, reason: "Not a cache of flags; it is ignored")
        }
        return cache
      },
      write: { cache throws(FileFailure) in
        try FileWriting.makeFolder(FilePath.folder(of: path))
        try FileWriting.write(Array((cache.json.pretty() + "\n").utf8), to: path, access: .ownerWithoutLinks)
      },
      delete: { () throws(FileFailure) in try FileWriting.remove(path) })
  }
}
