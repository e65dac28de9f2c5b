public import VirgaJSON
public import VirgaSource

/// All known flags: from files, from the manifest and from a JSON configuration.
public struct FlagCatalogue: Sendable {
  /// The rows: those of files, then those derived from the manifest, then configured ones.
  public private(set) var rows: [FlagDefinition]
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: Set<Name>
  /// The channels with debug builds, which show development flags.
  public var developmentChannels: Set<Name>
  /// The problems in what was read.
  public private(set) var problems: [Problem]

  private var indices: [Name: Int]

  /// Creates a catalogue of `rows`; the first row of a repeated id wins.
  public init(
    _ rows: [FlagDefinition] = [], debugChannels: Set<Name> = FlagEnvironment.defaultDebugChannels,
    developmentChannels: Set<Name> = FlagEnvironment.defaultDevelopmentChannels, problems: [Problem] = []
  ) {
    self.rows = rows
    self.debugChannels = debugChannels
    self.developmentChannels = developmentChannels
    self.problems = problems
    indices = Dictionary(naming: rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The row called `id`; nil if there is none.
  public subscript(id: String) -> FlagDefinition? { indices[id].map { rows[$0] } }

  /// The index of the row called `id` in ``rows``; nil if there is none.
  public func index(of id: String) -> Int? { indices[id] }

  /// The environment that resolves flags in `channel`.
  public func environment(channel: String?, isAppDevelopment: Bool = false) -> FlagEnvironment {
    FlagEnvironment(
      channel: channel, debugChannels: debugChannels,
      isDebugBuild: channel.map(developmentChannels.contains) ?? false, isAppDevelopment: isAppDevelopment)
  }
}

extension FlagCatalogue {
  /// Stored preferences and debug overrides without a flag, for example after a key was renamed.
  public func orphans(preferences: [String], debug: [String]) -> [FlagOrphan] {
    let preferenceKeys = Set(naming: rows.compactMap(\.preferenceKey))
    let debugKeys = Set(naming: rows.compactMap(\.debugKey))
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

  /// Creates an orphan stored under `key`.
  public init(key: String, isDebug: Bool) {
    self.key = key
    self.isDebug = isDebug
  }

  /// The orphan as a problem.
  public var problem: Problem {
    isDebug
      ? Problem(
        .warning, "debug-key-without-flag", path: "flags", "no flag has the debug override `\(key)`; clear it")
      : Problem(
        .warning, "preference-without-flag", path: "flags", "no flag has the preference `\(key)`; clear it")
  }
}

extension FlagCatalogue {
  /// Reads a catalogue from a parsed text called `name`.
  package static func read(_ text: LocatedText, name: String) -> FlagCatalogue {
    // If the text cannot be read, the missing catalogue is not a second problem.
    let isBroken = text.problems.contains { $0.severity == .error } && text.written?["flags"]?.kind != .array
    guard let written = text.written, !isBroken else { return FlagCatalogue(problems: text.problems) }
    var reader = CatalogueReader()
    reader.read(written)
    return FlagCatalogue(
      reader.rows, debugChannels: reader.debugChannels ?? FlagEnvironment.defaultDebugChannels,
      developmentChannels: reader.developmentChannels ?? FlagEnvironment.defaultDevelopmentChannels,
      problems: text.problems + reader.problems)
  }
}

extension FlagCatalogue {
  /// The catalogue as a file; reading it returns the same rows from it.
  ///
  /// JSON-configured flags are left out unless they have a preference key.
  public var json: JSONObject {
    var file: JSONObject = [:]
    if debugChannels != FlagEnvironment.defaultDebugChannels {
      file["debug-channels"] = .array(debugChannels.sorted().map { .string($0.text) })
    }
    if developmentChannels != FlagEnvironment.defaultDevelopmentChannels {
      file["development-channels"] = .array(developmentChannels.sorted().map { .string($0.text) })
    }
    file["flags"] = .array(
      rows.filter { !$0.kind.isConfigured || $0.preferenceKey != nil }.map { .object($0.json) })
    return file
  }
}

extension FlagDefinition {
  var json: JSONObject {
    var row: JSONObject = [:]
    func put(_ key: FlagKey, _ value: JSONValue?) { if let value { row[key.rawValue] = value } }
    func put(_ key: FlagKey, _ names: [String]) {
      if !names.isEmpty { row[key.rawValue] = .array(names.map { .string($0) }) }
    }
    put(.id, .string(kind.isConfigured ? storedName : id))
    put(.kind, .string(kind.rawValue))
    if !description.isEmpty { put(.description, .string(description)) }
    switch reading {
    case nil: break
    case .all(let paths): put(.all, .array(paths.map { .object($0.json) }))
    case .boolean(let path), .option(let path), .notOff(let path, _):
      for (key, value) in path.json { row[key] = value }
    }
    put(.options, options)
    put(.off, offOption.map { .string($0) })
    put(.preferenceKey, preferenceKey.map { .string($0) })
    put(.preferenceDefault, preferenceDefault)
    if kind == .bool { put(.debugKey, debugKey.map { .string($0) } ?? .null) }
    if kind == .core { put(.channels, .array(channels.map { .string($0) })) }
    return row
  }
}

extension FeaturePath {
  fileprivate var json: JSONObject {
    [FlagKey.feature.rawValue: .string(feature), FlagKey.path.rawValue: .string(path.description)]
  }
}

extension FlagCatalogue {
  /// Reads a catalogue from JSON, as `virga flags init --format json` writes it.
  ///
  /// A flag with an error is left out, the others apply; ``problems`` lists the mistakes with their positions in `name`.
  public static func read(json text: String, name: String = "flags.json") -> FlagCatalogue {
    read(json: Array(text.utf8), name: name)
  }

  /// Reads a catalogue from the bytes of a JSON text.
  public static func read(json bytes: [UInt8], name: String = "flags.json") -> FlagCatalogue {
    read(.json(SourceText(name: name, bytes: bytes)), name: name)
  }
}
