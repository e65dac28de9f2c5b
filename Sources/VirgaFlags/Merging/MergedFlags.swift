/// The flags that an app has: configuration, cache and fallback in one list (Flags: Sources, cache, merge).
///
/// By name, the configuration's entry counts before the cache's, and that before the fallback's. A flag is under development
/// where what was just read, or the fallback, says so. Draws and lock states that were kept stay.
public struct MergedFlags: Hashable, Sendable {
  /// The flags: those of the configuration, then those that only the cache has, then those that only the fallback has.
  public private(set) var flags: [ConfiguredFlag] = []
  /// The draw of every test, and the lock states that were kept.
  public private(set) var state: FlagState
  /// Whether the configuration could be used.
  public let usesConfiguration: Bool

  /// Merges what there is; `random` makes the draws of tests that have none yet.
  public init(
    configuration: FlagConfiguration?, cache: FlagCache?, fallback: FlagConfiguration?,
    random: inout some RandomNumberGenerator
  ) {
    let configuration = configuration.flatMap { $0.isReadable ? $0 : nil }
    usesConfiguration = configuration != nil
    state = cache?.state ?? FlagState()
    let bundled = fallback?.flags ?? []
    let underDevelopment = Set(bundled.filter(\.isDevelopment).map(\.name))
    let sources: [(ConfiguredFlag.Origin, [ConfiguredFlag])] = [
      (.remote, configuration?.flags ?? []), (.cached, cache?.flags ?? []), (.fallback, bundled),
    ]
    var names: Set<String> = []
    for (origin, entries) in sources {
      for entry in entries where names.insert(entry.name).inserted {
        var flag = entry
        flag.origin = origin
        flag.isDevelopment = entry.isDevelopment || underDevelopment.contains(entry.name)
        flags.append(flag)
      }
    }
    draw(using: &random)
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
  public var cache: FlagCache { FlagCache(flags: flags, state: state) }
}
