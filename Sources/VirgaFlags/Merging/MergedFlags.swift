public import VirgaJSON

/// The flags that an app has: configuration, cache and fallback in one list.
///
/// By name, the configuration's entry counts before the cache's, and that before the fallback's. A flag is under development
/// if the entry that counts, or the fallback, says so. Stored draws and lock states stay. Rule: VirgaFlags/Sources.
public struct MergedFlags: Hashable, Sendable {
  /// The flags: those of the configuration, then those that only the cache has, then those that only the fallback has.
  public private(set) var flags: [ConfiguredFlag] = []
  /// The draw of every test, and the lock states that were kept.
  public var state: FlagState
  /// Whether the configuration could be used.
  public let usesConfiguration: Bool

  private var places: [Name: Int] = [:]

  /// Merges what there is; `random` makes the draws of tests that have none yet.
  public init(
    configuration: FlagConfiguration?, cache: FlagCache?, fallback: FlagConfiguration?,
    random: inout some RandomNumberGenerator
  ) {
    let configuration = configuration.flatMap { $0.isReadable ? $0 : nil }
    usesConfiguration = configuration != nil
    state = cache?.state ?? FlagState()
    let bundled = fallback?.flags ?? []
    let underDevelopment = Set(naming: bundled.filter(\.isDevelopment).map(\.name))
    let sources: [(ConfiguredFlag.Origin, [ConfiguredFlag])] = [
      (.remote, configuration?.flags ?? []), (.cached, cache?.flags ?? []), (.fallback, bundled),
    ]
    for (origin, entries) in sources {
      for entry in entries where places[entry.name] == nil {
        var flag = entry
        flag.origin = origin
        flag.isDevelopment = entry.isDevelopment || underDevelopment.contains(entry.name)
        append(flag)
      }
    }
    draw(using: &random)
  }

  /// The flag called `name`; nil where there is none.
  public subscript(name: String) -> ConfiguredFlag? { places[name].map { flags[$0] } }

  /// Adds a flag that no file has, and keeps it; false where there is one of that name.
  public mutating func add(_ flag: ConfiguredFlag, random: inout some RandomNumberGenerator) -> Bool {
    guard places[flag.name] == nil else { return false }
    append(flag)
    flags[flags.count - 1].origin = .cached
    draw(using: &random)
    return true
  }

  /// Removes a flag with its draw and lock state; it is back as soon as a file is read that has it.
  public mutating func remove(_ name: String) {
    flags.removeAll { $0.name.isSameName(as: name) }
    places = Dictionary(naming: flags.enumerated().map { ($1.name, $0) }) { $1 }
    state.draws[name] = nil
    state.locks[name] = nil
  }

  private mutating func append(_ flag: ConfiguredFlag) {
    places[flag.name] = flags.count
    flags.append(flag)
  }

  /// Gives each test a draw, and no flag: the one that was kept, the one that the file fixes, or a new one.
  private mutating func draw(using random: inout some RandomNumberGenerator) {
    let kept = state.draws
    state.draws = [:]
    for flag in flags where flag.isTest {
      state.draws[flag.name] = kept[flag.name] ?? flag.fixedDraw ?? Draw.made(using: &random)
    }
  }

  /// What the app keeps for the time when the configuration cannot be read.
  ///
  /// Entries of the fallback are left out: they come with the app, and a new version of it may have newer ones.
  public var cache: FlagCache { FlagCache(flags: flags.filter { $0.origin != .fallback }, state: state) }
}

/// What an installation keeps of JSON-configured flags, by name: all that is its own and not the file's.
public struct FlagState: Hashable, Sendable {
  /// The draws of tests, 0 to 100.
  public var draws: [Name: Double]
  /// The lock states of unlock flags that the user locked or unlocked, true for unlocked.
  public var locks: [Name: Bool]

  /// What an installation keeps; nothing yet unless given.
  public init(draws: [Name: Double] = [:], locks: [Name: Bool] = [:]) {
    self.draws = draws
    self.locks = locks
  }
}
