package import VirgaJSON
package import VirgaSource
package import VirgaTargeting

/// An app's flags: configuration, cache and fallback merged into one list.
///
/// For each name, the configuration's entry overrides the cache's, and that the fallback's. A flag
/// is under development if the entry in effect or the fallback says so. Stored draws and lock
/// states are kept. Rule: VirgaFlags/Sources.
package struct MergedFlags: Hashable, Sendable {
  /// The flags of the configuration, then those only in the cache, then the fallback's.
  package private(set) var flags: [ConfiguredFlag] = []
  /// The draw of every test and the stored lock states.
  package var drawsAndLocks: FlagDrawsAndLocks
  /// Whether there is a configuration; if not, all flags come from cache and fallback.
  package let usesConfiguration: Bool

  /// The index in ``flags`` of each flag, by its name.
  private var indices: [Name: Int] = [:]

  /// Merges the sources, each nil if there is none; a flag is taken from the first that has it.
  ///
  /// A flag that the fallback marks as under development stays so, whichever source gives it.
  ///
  /// `random` generates the draws of tests that have none yet: the number from 0 to 100 that
  /// selects the variation.
  package init(
    configuration: FlagConfiguration?, cache: FlagCache?, fallback: FlagConfiguration?,
    random: inout some RandomNumberGenerator
  ) {
    // A file that is not a configuration at all counts as none.
    let usableConfiguration = configuration.flatMap { $0.isReadable ? $0 : nil }
    usesConfiguration = usableConfiguration != nil
    // The draws of tests so far, and which unlock flags are unlocked.
    drawsAndLocks = cache?.drawsAndLocks ?? FlagDrawsAndLocks()
    let fallbackFlags = fallback?.flags ?? []
    let developmentNames = Set(naming: fallbackFlags.filter(\.isDevelopment).map(\.name))
    // The first source that has a name gives the flag.
    appendNewFlags(
      usableConfiguration?.flags ?? [], from: .remote, underDevelopment: developmentNames)
    appendNewFlags(cache?.flags ?? [], from: .cached, underDevelopment: developmentNames)
    appendNewFlags(fallbackFlags, from: .fallback, underDevelopment: developmentNames)
    updateDraws(using: &random)
  }

  /// Appends those entries of a source that have new names.
  ///
  /// A flag is under development if its entry says so, or if the app's own fallback does:
  /// `developmentNames` are the flags that the fallback marks. So a server cannot show a flag that
  /// this version of the app hides.
  private mutating func appendNewFlags(
    _ entries: [ConfiguredFlag], from origin: ConfiguredFlag.Origin,
    underDevelopment developmentNames: Set<Name>
  ) {
    for entry in entries where indices[entry.name] == nil {
      var flag = entry
      flag.origin = origin
      flag.isDevelopment = entry.isDevelopment || developmentNames.contains(entry.name)
      append(flag)
    }
  }

  /// The flag called `name`; nil if there is none.
  package subscript(name: String) -> ConfiguredFlag? { indices[name].map { flags[$0] } }

  /// Adds a flag as if it came from the cache, which keeps it for later launches; returns false if
  /// the name exists.
  package mutating func add(
    _ flag: ConfiguredFlag, random: inout some RandomNumberGenerator
  ) -> Bool {
    guard indices[flag.name] == nil else { return false }
    var cachedFlag = flag
    cachedFlag.origin = .cached
    append(cachedFlag)
    // A new test needs a draw, the number from 0 to 100 that selects its variation.
    updateDraws(using: &random)
    return true
  }

  /// Removes a flag, the draw of a test, and whether an unlock flag is unlocked.
  ///
  /// When a file that contains the flag is read, the flag is added again.
  package mutating func remove(_ name: String) {
    flags.removeAll { $0.name.isSameName(as: name) }
    // The flags after the removed one have moved up. No name occurs twice.
    let namesAndIndices = flags.enumerated().map { index, flag in (flag.name, index) }
    indices = Dictionary(naming: namesAndIndices) { _, last in last }
    drawsAndLocks.draws[name] = nil
    drawsAndLocks.isUnlockedByName[name] = nil
  }

  /// Appends a flag whose name is new, and notes its index.
  private mutating func append(_ flag: ConfiguredFlag) {
    indices[flag.name] = flags.count
    flags.append(flag)
  }

  /// The draws that a test can get.
  private static let possibleDraws = 0.0..<100.0

  /// Gives every test a draw, the number from 0 to 100 that selects its variation: the stored one,
  /// else the file's, else a new one, uniformly distributed.
  ///
  /// Draws of flags that are no longer tests are dropped.
  private mutating func updateDraws(using random: inout some RandomNumberGenerator) {
    let stored = drawsAndLocks.draws
    drawsAndLocks.draws = [:]
    for flag in flags where flag.isTest {
      drawsAndLocks.draws[flag.name] =
        stored[flag.name] ?? flag.drawInFile
        ?? Double.random(in: Self.possibleDraws, using: &random)
    }
  }

  /// The cache for when the configuration cannot be read.
  ///
  /// Entries of the fallback are left out: they ship with the app, and its next version may have
  /// newer ones.
  package var cache: FlagCache {
    FlagCache(flags: flags.filter { $0.origin != .fallback }, drawsAndLocks: drawsAndLocks)
  }
}

/// The state of an installation's flags that survives restarts.
package struct FlagDrawsAndLocks: Hashable, Sendable {
  /// The draws of tests, 0 to 100.
  package var draws: [Name: Double] = [:]
  /// The stored lock states of unlock flags; true means unlocked.
  package var isUnlockedByName: [Name: Bool] = [:]
}

/// An app's cached flags: the entries last in effect, with draws and lock states.
package struct FlagCache: Hashable, Sendable {
  /// The entries.
  package var flags: [ConfiguredFlag] = []
  /// The draws of tests and the lock states.
  package var drawsAndLocks = FlagDrawsAndLocks()
  /// When the entries' configuration was read; nil if unknown.
  package var time: Instant?
}

extension FlagCache {
  /// Reads a cache written by ``json``, or the FeatureFlags package's list, whose entries also have
  /// the draws of tests and the lock states of unlock flags; nil if the text is neither.
  package init?(_ source: SourceText) {
    // A cache is never read as YAML, so it may be as deep as any JSON.
    let text = LocatedText.json(source, limits: JSONLimits())
    guard let value = text.json else { return nil }
    if let config = value["config"] {
      self.init(config: config, in: value)
    } else {
      self.init(packageList: text)
    }
  }

  /// Reads the format of ``json``: the entries in its member `config`, and next to that the draws
  /// of tests, which unlock flags are unlocked, and the time when the configuration was read; nil
  /// if the entries cannot be read.
  private init?(config: JSONValue, in cache: JSONValue) {
    // A configuration is read from a text, so the value is written as one.
    let configuration = FlagConfiguration(config.compact)
    guard configuration.isReadable else { return nil }
    flags = configuration.flags
    // Cleared, because they are locations in a copy of the member, not in the file.
    for index in flags.indices { flags[index].location = nil }
    drawsAndLocks = FlagDrawsAndLocks(
      draws: Self.values(cache["draws"], \.doubleValue),
      isUnlockedByName: Self.values(cache["unlocked"], \.booleanValue))
    time = cache["time"]?.stringValue.flatMap(Instant.init(iso8601:))
  }

  /// Reads the list that the FeatureFlags package caches; nil if the text is not such a list.
  ///
  /// The entry of a test has its draw, the number that selects the variation. The entry of an
  /// unlock flag says whether it is unlocked.
  private init?(packageList text: LocatedText) {
    let configuration = FlagConfiguration(text)
    guard text.written?.kind == .array, configuration.isReadable else { return nil }
    flags = configuration.flags
    drawsAndLocks = FlagDrawsAndLocks()
    for flag in flags {
      drawsAndLocks.draws[flag.name] = flag.drawInFile
      drawsAndLocks.isUnlockedByName[flag.name] = flag.unlocked
    }
  }

  /// The members of an object that `read` accepts, by name; none if it is not an object.
  private static func values<Value>(
    _ json: JSONValue?, _ read: (JSONValue) -> Value?
  ) -> [Name: Value] {
    var members: [(String, Value)] = []
    for (key, value) in json?.objectValue ?? [:] {
      if let value = read(value) { members.append((key, value)) }
    }
    return Dictionary(naming: members) { _, last in last }
  }

  /// The cache as JSON: `config` as a configuration, `draws` and `unlocked` by name, and `time` if
  /// known.
  package var json: JSONValue {
    var members: JSONObject = [
      "config": ["features": .array(flags.map(\.json))],
      "draws": Self.object(drawsAndLocks.draws) { JSONValue($0) },
      "unlocked": Self.object(drawsAndLocks.isUnlockedByName) { .boolean($0) },
    ]
    members["time"] = time.map { .string($0.description) }
    return .object(members)
  }

  /// An object with the values by name, sorted.
  private static func object<Value>(
    _ values: [Name: Value], _ write: (Value) -> JSONValue
  ) -> JSONValue {
    let sorted = values.sorted { $0.key < $1.key }
    return .object(JSONObject(named: sorted.map { ($0.key, write($0.value)) }))
  }
}

extension ConfiguredFlag {
  /// The flag's entry as a configuration writes it.
  ///
  /// A test's draw is left out: it belongs to the installation, and a cache stores it separately.
  package var json: JSONValue {
    var members: JSONObject = ["name": .string(name), "enabled": .boolean(isEnabled)]
    if isDevelopment { members["development"] = true }
    // Only unlock flags have a lock state.
    members["unlocked"] = unlocked.map { .boolean($0) }
    if isTest {
      members["test-variations"] = .array(variations.map { .string($0.rawValue) })
      members["test-biases"] = weights.written.map { biases in
        .array(biases.map { JSONValue($0) })
      }
    }
    let hasLabels = labels.contains { $0 != nil }
    if hasLabels {
      members["labels"] = .array(labels.map { label in label.map { .string($0) } ?? .null })
    }
    members["description"] = summary.map { .string($0) }
    members["section"] = section.map { .string($0) }
    return .object(members)
  }
}
