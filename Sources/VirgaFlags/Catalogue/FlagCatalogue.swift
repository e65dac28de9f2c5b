public import VirgaJSON
public import VirgaSource

/// All known flags: from files, from the manifest and from a JSON configuration.
public struct FlagCatalogue: Sendable {
  /// The flags: those of files, then those derived from the manifest, then configured ones.
  public private(set) var flags: [FlagDefinition]
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: Set<Name>
  /// The channels with debug builds, which show development flags.
  public var developmentChannels: Set<Name>
  /// The problems in what was read.
  public private(set) var problems: [Problem]

  /// The channels in which debug overrides count if a catalogue does not name any.
  ///
  /// Rule: VirgaFlags/ThreeChecks.
  public static let defaultDebugChannels: Set<Name> = ["developer", "nightly", "beta"]
  /// The channels with debug builds if a catalogue does not name any.
  public static let defaultDevelopmentChannels: Set<Name> = ["developer"]

  /// The index in ``flags`` of each flag, by its id.
  private var indices: [Name: Int]

  /// Creates a catalogue of `flags`; the first flag of a repeated id wins.
  public init(
    _ flags: [FlagDefinition] = [], debugChannels: Set<Name> = Self.defaultDebugChannels,
    developmentChannels: Set<Name> = Self.defaultDevelopmentChannels, problems: [Problem] = []
  ) {
    self.flags = flags
    self.debugChannels = debugChannels
    self.developmentChannels = developmentChannels
    self.problems = problems
    let idsAndIndices = flags.enumerated().map { index, flag in (flag.id, index) }
    indices = Dictionary(naming: idsAndIndices) { first, _ in first }
  }

  /// The flag called `id`; nil if there is none.
  public subscript(id: String) -> FlagDefinition? { indices[id].map { flags[$0] } }

  /// The index of the flag called `id` in ``flags``; nil if there is none.
  package func index(of id: String) -> Int? { indices[id] }

  /// The environment of a build of `channel`.
  ///
  /// A build of a development channel counts as a debug build, which shows development flags. Debug
  /// channels are something else: the channels in which debug overrides of manifest flags apply, in
  /// any build.
  package func environment(channel: String?, isDebugBuild: Bool = false) -> FlagEnvironment {
    let isDevelopmentChannel = channel.map(developmentChannels.contains) ?? false
    return FlagEnvironment(
      channel: channel, debugChannels: debugChannels,
      developmentGate: DevelopmentGate(isDebugBuild: isDebugBuild || isDevelopmentChannel))
  }

  /// Reads a catalogue from a text; a flag with an error is left out.
  package static func read(_ text: LocatedText) -> FlagCatalogue {
    guard let written = text.written else { return FlagCatalogue(problems: text.problems) }
    let hasErrors = text.problems.contains { $0.severity == .error }
    // A text with errors may have lost its list: do not report that too.
    if hasErrors, written["flags"]?.kind != .array {
      return FlagCatalogue(problems: text.problems)
    }
    var reader = CatalogueReader()
    reader.read(written)
    // `sayingWhichValueIsUsed` adds to a problem of a repeated key that its last value is used.
    return FlagCatalogue(
      reader.flags, debugChannels: reader.debugChannels ?? Self.defaultDebugChannels,
      developmentChannels: reader.developmentChannels ?? Self.defaultDevelopmentChannels,
      problems: (text.problems.map(\.sayingWhichValueIsUsed) + reader.problems).inTextOrder)
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
    // A JSON-configured flag is defined in the configuration; the catalogue only adds its keys.
    let writtenFlags = flags.filter { flag in
      !flag.kind.isConfigured || flag.preferenceKey != nil
    }
    file["flags"] = .array(writtenFlags.map { .object($0.json) })
    return file
  }

  /// Reads a catalogue from JSON, as `virga flags init --format json` writes it.
  ///
  /// A flag with an error is left out, the others apply; ``problems`` lists the mistakes with their
  /// positions in `name`.
  public static func read(json text: String, name: String = "flags.json") -> FlagCatalogue {
    read(json: Array(text.utf8), name: name)
  }

  /// Reads a catalogue from the bytes of a JSON text.
  public static func read(json bytes: [UInt8], name: String = "flags.json") -> FlagCatalogue {
    read(.json(SourceText(name: name, bytes: bytes)))
  }
}

extension FlagDefinition {
  /// The flag as an object in a catalogue file; members without a value are left out.
  var json: JSONObject {
    var members: JSONObject = [:]
    func put(_ key: FlagKey, _ value: JSONValue?) {
      if let value { members[key.rawValue] = value }
    }
    // A file names a configured flag as its configuration does. The `id` may have the flag's source
    // before that name, to tell flags of several sources apart.
    put(.id, .string(kind.isConfigured ? storedName : id))
    put(.kind, .string(kind.rawValue))
    if !description.isEmpty { put(.description, .string(description)) }
    // Where its build value is read: `all`, or `feature` and `path`; nil for a kind without one.
    for (key, value) in reading?.json ?? [:] { members[key] = value }
    if !options.isEmpty { put(.options, .array(options.map { .string($0) })) }
    put(.off, offOption.map { .string($0) })
    put(.preferenceKey, preferenceKey.map { .string($0) })
    put(.preferenceDefault, preferenceDefault)
    // Null means no debug key. Without the member, readers would derive a key from the id.
    if kind == .bool { put(.debugKey, debugKey.map { .string($0) } ?? .null) }
    if kind == .core { put(.channels, .array(channels.map { .string($0) })) }
    return members
  }
}

extension BuildValueSource {
  /// The members of a flag in a catalogue file that say where its build value is read: `all` for
  /// several locations, `feature` and `path` for one.
  ///
  /// The build value is what the app reads without preferences and debug overrides.
  fileprivate var json: JSONObject {
    switch self {
    case .all(let paths): [FlagKey.all.rawValue: .array(paths.map { .object($0.json) })]
    // `notOff` is an enum with an option that turns the flag off. That option is in another
    // member, `off`, which is not added here.
    case .boolean(let path), .option(let path), .notOff(let path, _): path.json
    }
  }
}

extension FeaturePath {
  /// The location as the members `feature` and `path` of a catalogue.
  fileprivate var json: JSONObject {
    [FlagKey.feature.rawValue: .string(feature), FlagKey.path.rawValue: .string(path.description)]
  }
}
