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

  /// The channels in which debug overrides count if a catalogue does not name any (Rule: VirgaFlags/ThreeChecks).
  public static let defaultDebugChannels: Set<Name> = ["developer", "nightly", "beta"]
  /// The channels with debug builds if a catalogue does not name any.
  public static let defaultDevelopmentChannels: Set<Name> = ["developer"]

  private var indices: [Name: Int]

  /// Creates a catalogue of `rows`; the first row of a repeated id wins.
  public init(
    _ rows: [FlagDefinition] = [], debugChannels: Set<Name> = Self.defaultDebugChannels,
    developmentChannels: Set<Name> = Self.defaultDevelopmentChannels, problems: [Problem] = []
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
  package func index(of id: String) -> Int? { indices[id] }

  package func environment(channel: String?) -> FlagEnvironment {
    FlagEnvironment(
      channel: channel, debugChannels: debugChannels,
      gate: DevelopmentGate(isDebugBuild: channel.map(developmentChannels.contains) ?? false))
  }

  package static func read(_ text: LocatedText, name: String) -> FlagCatalogue {
    // If the text cannot be read, the missing catalogue is not a second problem.
    let isBroken = text.problems.contains { $0.severity == .error } && text.written?["flags"]?.kind != .array
    guard let written = text.written, !isBroken else { return FlagCatalogue(problems: text.problems) }
    var reader = CatalogueReader()
    reader.read(written)
    return FlagCatalogue(
      reader.rows, debugChannels: reader.debugChannels ?? Self.defaultDebugChannels,
      developmentChannels: reader.developmentChannels ?? Self.defaultDevelopmentChannels,
      problems: text.problems + reader.problems)
  }

  /// The catalogue as a file; JSON-configured flags are left out unless they have a preference key.
  package var json: JSONObject {
    var file: JSONObject = [:]
    if debugChannels != Self.defaultDebugChannels {
      file["debug-channels"] = .array(debugChannels.sorted().map { .string($0.text) })
    }
    if developmentChannels != Self.defaultDevelopmentChannels {
      file["development-channels"] = .array(developmentChannels.sorted().map { .string($0.text) })
    }
    file["flags"] = .array(
      rows.filter { !$0.kind.isConfigured || $0.preferenceKey != nil }.map { .object($0.json) })
    return file
  }

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

/// One flag of a catalogue, with its build value's location and its keys.
///
/// Rule: VirgaFlags/Keys. Rule: VirgaFlags/Readings.
public struct FlagDefinition: Hashable, Sendable, Identifiable {
  /// The source of a row in a catalogue.
  public enum Source: String, Hashable, Sendable {
    /// A catalogue file.
    case file
    /// Derived from the manifest.
    case manifest
    /// A JSON configuration of flags.
    case configuration
  }

  /// The id, unique in a catalogue; qualified by its source if two sources use the same name.
  public var id: String
  /// The kind of flag.
  public var kind: FlagKind
  /// The description; empty if there is none.
  public var description = ""
  /// How to read its build value from merged configs; nil for core and JSON-configured flags.
  public var reading: BuildValueSource?
  /// The options of an `options` flag, in order; empty for other kinds, or if only the app's type lists them.
  public var options: [String] = []
  /// The option that means off; nil if there is none, so that the flag is neither on nor off.
  public var offOption: String?
  /// The key of the user's preference; nil if the user cannot choose.
  public var preferenceKey: String?
  /// The default of an unset preference; nil if it follows the build.
  public var preferenceDefault: JSONValue?
  /// The key of the debug override; nil if there is none.
  public var debugKey: String?
  /// The channels in which a core flag is on.
  public var channels: [String] = []
  /// The source of the row.
  public var source: Source
  /// The name in a JSON configuration: the id, unless that was qualified.
  public var configuredName: String?
  /// Where its id was written; nil if it was derived.
  public var location: SourceLocation?

  package init(_ id: String, _ kind: FlagKind, reading: BuildValueSource? = nil, source: Source = .file) {
    self.id = id
    self.kind = kind
    self.reading = reading
    self.source = source
  }

  /// Creates a row and applies `change` to it.
  ///
  /// ```swift
  /// FlagDefinition("newMenu", .bool, reading: .boolean(FeaturePath("app-menu", ["new"]))) { $0.preferenceKey = "NewMenuUserPrefsKey" }
  /// ```
  public init(
    _ id: String, _ kind: FlagKind, reading: BuildValueSource? = nil, _ change: (inout FlagDefinition) -> Void
  ) {
    self.init(id, kind, reading: reading)
    change(&self)
  }

  /// The first feature that it reads; nil for core and JSON-configured flags.
  package var feature: String? { reading?.paths.first?.feature }

  /// The variables that it reads, as text: `enabled`, `a & b`; nil if none.
  package var variable: String? {
    guard let reading, let first = reading.paths.first else { return nil }
    let paths = reading.paths.map { path in
      path.feature == first.feature ? path.path.description : "\(path.feature)/\(path.path)"
    }
    return paths.joined(separator: " & ")
  }

  /// The suffix of a debug key that is derived from the flag's id (Rule: VirgaFlags/Keys).
  package static let debugSuffix = "DebugKey"

  func hasOption(_ name: String) -> Bool { options.isEmpty || options.containsName(name) }

  /// The name under which lock state, draw and weights are stored.
  package var storedName: String { configuredName ?? id }

  package init(_ flag: ConfiguredFlag) {
    self.init(flag.name, flag.kind, source: .configuration)
    description = flag.summary ?? ""
    debugKey = flag.kind == .unlock ? nil : flag.name
    configuredName = flag.name
    location = flag.location
  }
}

extension FlagKind {
  package var isConfigured: Bool {
    switch self {
    case .core, .bool, .options: false
    case .flag, .unlock, .featureAB, .ab, .mvt: true
    }
  }

  package var isTest: Bool { self == .featureAB || self == .ab || self == .mvt }
}

/// The kind of a flag, which decides the operations that apply (Rule: VirgaFlags/Operations).
public enum FlagKind: String, CaseIterable, Sendable {
  /// Decided by the build channel alone.
  case core
  /// On or off, from a merged config.
  case bool
  /// One of several options, from a merged config.
  case options
  /// On or off, from a JSON configuration.
  case flag
  /// A flag that the app's user can unlock.
  case unlock
  /// On for one group of an A/B test and off for the other.
  case featureAB = "feature-ab"
  /// An A/B test.
  case ab
  /// A test with more than two variations.
  case mvt

  /// What a person reads: a Boolean is called so on every screen, the other kinds as in a catalogue.
  package var title: String { self == .bool ? "Boolean" : rawValue }
}
