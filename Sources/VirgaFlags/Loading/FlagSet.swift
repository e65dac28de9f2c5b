public import VirgaFiles
public import VirgaTargeting

/// The flags of an app with what is known of their sources: read what there is, and read it again.
///
/// Reading is split in two, so that whoever holds a lock never waits for a network: a configuration is fetched first, and
/// taken over after.
public struct FlagSet: Sendable {
  /// The flags with their draws and lock states.
  public var merged: MergedFlags
  /// What became of the last attempt to read them.
  public var load: FlagLoad

  private var readTime: Instant?
  private let fallback: FlagConfiguration?
  private let fallbackFailure: FileFailure?

  /// The flags of cache and fallback, before a configuration was read.
  public init(
    source: ConfigurationSource?, fallback place: ConfigurationSource?, caching: FlagCaching,
    reading: ConfigurationReading,
    random: inout some RandomNumberGenerator
  ) {
    var failures: [FileFailure] = []
    var cached: FlagCache?
    do throws(FileFailure) { cached = try caching.read() } catch { failures.append(error) }
    readTime = cached?.time
    do throws(FileFailure) {
      fallback = try place.map { place throws(FileFailure) in try reading.configuration(at: place) }
      fallbackFailure = nil
    } catch {
      fallback = nil
      fallbackFailure = error
    }
    merged = MergedFlags(configuration: nil, cache: cached, fallback: fallback, random: &random)
    load = FlagLoad(source: source)
    load = outcome(failures: failures)
  }

  /// Takes a configuration over that was just read, or notes why there is none; draws and lock states stay.
  public mutating func take(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?, at time: Instant,
    random: inout some RandomNumberGenerator
  ) {
    load.source = source
    let kept = cache
    switch configuration {
    case .success(let configuration):
      merged = MergedFlags(configuration: configuration, cache: kept, fallback: fallback, random: &random)
      load = FlagLoad(source: source, used: .configuration, time: time, problems: configuration.problems)
      readTime = time
    case .failure(let failure):
      merged = MergedFlags(configuration: nil, cache: kept, fallback: fallback, random: &random)
      load = outcome(failures: [failure])
    }
  }

  /// What is worth keeping for the next start.
  public var cache: FlagCache {
    var cache = merged.cache
    cache.time = readTime
    return cache
  }

  private func outcome(failures: [FileFailure]) -> FlagLoad {
    let isCached = merged.flags.contains { $0.origin == .cached }
    let used: FlagLoad.Used = isCached ? .cache : fallback != nil ? .fallback : .nothing
    let all = used == .cache ? failures : failures + [fallbackFailure].compactMap(\.self)
    return FlagLoad(
      source: load.source, used: used, time: used == .cache ? readTime : nil, failures: all,
      problems: used == .fallback ? fallback?.problems ?? [] : [])
  }
}
