public import VirgaJSON

/// An app's flags: configuration, cache and fallback merged into one list.
///
/// For each name, the configuration's entry overrides the cache's, and that the fallback's. A flag is under development if the entry in
/// effect or the fallback says so. Stored draws and lock states are kept. Rule: VirgaFlags/Sources.
public struct MergedFlags: Hashable, Sendable {
  /// The flags of the configuration, then those only in the cache, then the fallback's.
  public private(set) var flags: [ConfiguredFlag] = []
  /// The draw of every test and the stored lock states.
  public var state: FlagDrawsAndLocks
  /// Whether the configuration could be used.
  public let usesConfiguration: Bool

  private var indices: [Name: Int] = [:]

  /// Merges the sources; `random` generates the draws of tests that have none yet.
  public init(
    configuration: FlagConfiguration?, cache: FlagCache?, fallback: FlagConfiguration?,
    random: inout some RandomNumberGenerator
  ) {
    let configuration = configuration.flatMap { $0.isReadable ? $0 : nil }
    usesConfiguration = configuration != nil
    state = cache?.state ?? FlagDrawsAndLocks()
    let bundled = fallback?.flags ?? []
    let underDevelopment = Set(naming: bundled.filter(\.isDevelopment).map(\.name))
    let sources: [(ConfiguredFlag.Origin, [ConfiguredFlag])] = [
      (.remote, configuration?.flags ?? []), (.cached, cache?.flags ?? []), (.fallback, bundled),
    ]
    for (origin, entries) in sources {
      for entry in entries where indices[entry.name] == nil {
        var flag = entry
        flag.origin = origin
        flag.isDevelopment = entry.isDevelopment || underDevelopment.contains(entry.name)
        append(flag)
      }
    }
    draw(using: &random)
  }

  /// The flag called `name`; nil if there is none.
  public subscript(name: String) -> ConfiguredFlag? { indices[name].map { flags[$0] } }

  /// Adds and caches a flag that no file has; returns false if the name exists.
  public mutating func add(_ flag: ConfiguredFlag, random: inout some RandomNumberGenerator) -> Bool {
    guard indices[flag.name] == nil else { return false }
    append(flag)
    flags[flags.count - 1].origin = .cached
    draw(using: &random)
    return true
  }

  /// Removes a flag with its draw and lock state.
  ///
  /// It returns when a file that contains it is read.
  public mutating func remove(_ name: String) {
    flags.removeAll { $0.name.isSameName(as: name) }
    indices = Dictionary(naming: flags.enumerated().map { ($1.name, $0) }) { $1 }
    state.draws[name] = nil
    state.locks[name] = nil
  }

  private mutating func append(_ flag: ConfiguredFlag) {
    indices[flag.name] = flags.count
    flags.append(flag)
  }

  /// The stored draw, else the file's draw, else a new one.
  private mutating func draw(using random: inout some RandomNumberGenerator) {
    let kept = state.draws
    state.draws = [:]
    for flag in flags where flag.isTest {
      state.draws[flag.name] = kept[flag.name] ?? flag.fixedDraw ?? RandomDraw.made(using: &random)
    }
  }

  /// The cache for when the configuration cannot be read.
  ///
  /// Entries of the fallback are left out: they ship with the app, and its next version may have newer ones.
  public var cache: FlagCache { FlagCache(flags: flags.filter { $0.origin != .fallback }, state: state) }
}

/// An installation's own state of JSON-configured flags, by name.
public struct FlagDrawsAndLocks: Hashable, Sendable {
  /// The draws of tests, 0 to 100.
  public var draws: [Name: Double]
  /// The stored lock states of unlock flags; true means unlocked.
  public var locks: [Name: Bool]

  /// Creates a state; empty by default.
  public init(draws: [Name: Double] = [:], locks: [Name: Bool] = [:]) {
    self.draws = draws
    self.locks = locks
  }
}
