public import VirgaFiles
import VirgaJSON
public import VirgaSource
public import VirgaTargeting

/// The flags of an app and the state of their sources.
///
/// Reading has two steps, so that a caller that holds a lock never waits for a source: it is
/// fetched first and applied afterwards. Applying runs the app's random generator: no caller holds
/// a lock meanwhile.
package struct LoadedFlags: Sendable {
  package var merged: MergedFlags
  package var load: FlagLoadResult
  /// The fallback if it is on the web and was not fetched yet; see ``apply(fallback:random:)``.
  package private(set) var missingFallback: ConfigurationSource?
  /// The cache as it was stored when the flags were loaded; nil if there was none, or none that can
  /// be used.
  package private(set) var stored: FlagCache?

  private var readTime: Instant?
  private var configuration: FlagConfiguration?
  private var fallback: FlagConfiguration?
  private var fallbackFailure: FileFailure?

  /// The flags of cache and fallback, before a configuration is read; a fallback on the web is not
  /// fetched.
  package init(
    source: ConfigurationSource?, fallback fallbackSource: ConfigurationSource?,
    caching: FlagCaching,
    reading: ConfigurationReading,
    random: inout some RandomNumberGenerator
  ) {
    var failures: [FileFailure] = []
    do throws(FileFailure) { stored = try caching.read() } catch { failures.append(error) }
    let cached = failures.isEmpty ? stored : Self.recovered(caching, &failures)
    readTime = cached?.time
    switch fallbackSource {
    case .web: missingFallback = fallbackSource
    case .file(let path):
      do throws(FileFailure) {
        fallback = try reading.configuration(at: .file(path))
      } catch {
        fallbackFailure = error
      }
    case nil: break
    }
    merged = MergedFlags(configuration: nil, cache: cached, fallback: fallback, random: &random)
    load = FlagLoadResult(source: source)
    load = outcome(failures: failures)
  }

  /// The cache before one that cannot be used.
  private static func recovered(
    _ caching: FlagCaching, _ failures: inout [FileFailure]
  ) -> FlagCache? {
    do throws(FileFailure) {
      return try caching.recover()
    } catch {
      if !failures.contains(error) { failures.append(error) }
      return nil
    }
  }

  /// Applies a configuration that was just read, or records why there is none; draws and lock
  /// states are kept.
  package mutating func apply(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?,
    at time: Instant,
    random: inout some RandomNumberGenerator
  ) {
    load.source = source
    self.configuration = try? configuration.get()
    merge(random: &random)
    switch configuration {
    case .success(let configuration):
      load = FlagLoadResult(
        source: source, used: .configuration, time: time, problems: configuration.problems)
      readTime = time
    case .failure(let failure):
      load = outcome(failures: [failure])
    }
  }

  /// Applies a fallback that was fetched from the web, or records why there is none; it is fetched
  /// again then.
  package mutating func apply(
    fallback: Result<FlagConfiguration, FileFailure>, random: inout some RandomNumberGenerator
  ) {
    let earlier = fallbackFailure
    switch fallback {
    case .success(let configuration):
      (self.fallback, fallbackFailure, missingFallback) = (configuration, nil, nil)
      merge(random: &random)
    case .failure(let failure):
      fallbackFailure = failure
    }
    guard load.used != .configuration else { return }
    let isLoading = load.isLoading
    load = outcome(failures: load.failures.filter { $0 != earlier })
    load.isLoading = isLoading
  }

  private mutating func merge(random: inout some RandomNumberGenerator) {
    merged = MergedFlags(
      configuration: configuration, cache: cache, fallback: fallback, random: &random)
  }

  package var cache: FlagCache {
    var cache = merged.cache
    cache.time = readTime
    return cache
  }

  private func outcome(failures: [FileFailure]) -> FlagLoadResult {
    let isCached = merged.flags.contains { $0.origin == .cached }
    let used: FlagLoadResult.Used = isCached ? .cache : fallback != nil ? .fallback : .nothing
    let all = used == .cache ? failures : failures + [fallbackFailure].compactMap(\.self)
    return FlagLoadResult(
      source: load.source, used: used, time: used == .cache ? readTime : nil, failures: all,
      problems: used == .fallback ? fallback?.problems ?? [] : [])
  }
}

/// The result of the last attempt to read the flags: source, time and failures (Rule:
/// VirgaFlags/Sources).
public struct FlagLoadResult: Hashable, Sendable, CustomStringConvertible {
  /// The source of the flags.
  public enum Used: String, Hashable, Sendable {
    /// The configuration that was just read.
    case configuration
    /// A cached earlier configuration.
    case cache
    /// The file bundled with the app.
    case fallback
    /// Nothing could be read: every flag is off.
    case nothing
  }

  /// The source of the configuration; nil if none is set or the app supplied data.
  public var source: ConfigurationSource?
  /// The source of the flags.
  public var used: Used
  /// When that source was read; for the cache, when its configuration was.
  public var time: Instant?
  /// Why sources could not be used, in the order in which they were tried.
  public var failures: [FileFailure]
  /// The problems in the configuration that was read.
  public var problems: [Problem]
  /// Whether a newer configuration is currently being fetched.
  public var isLoading = false

  /// Creates a result from its parts.
  public init(
    source: ConfigurationSource? = nil, used: Used = .nothing, time: Instant? = nil,
    failures: [FileFailure] = [],
    problems: [Problem] = []
  ) {
    self.source = source
    self.used = used
    self.time = time
    self.failures = failures
    self.problems = problems
  }

  /// One line: the source in use, its time, and why better ones are unavailable.
  public var description: String {
    let age = time.map { " of \(Instant(seconds: $0.seconds))" } ?? ""
    let origin =
      switch used {
      case .configuration: source.map { "read from \($0)" } ?? "supplied by the app"
      case .cache: "cached from an earlier read"
      case .fallback: "from the bundled fallback"
      case .nothing: "no flags"
      }
    let reasons = failures.map(\.description)
    return ([(isLoading ? "loading; " : "") + origin + age] + reasons).joined(separator: "; ")
  }
}

/// The source of a JSON configuration: a local file or a URL.
public enum ConfigurationSource: Hashable, Sendable, CustomStringConvertible {
  /// The file at a path.
  case file(String)
  /// The text at an https URL.
  case web(String)

  /// Parses a URL (`https:`, `file:`) or the path of a file.
  public init(_ source: String) {
    if source.hasPrefix("file://") {
      let path = source.dropFirst("file://".count)
      self = .file(
        PercentEncoding.decoded(
          path.hasPrefix("localhost/") ? path.dropFirst("localhost".count) : path))
    } else if source.contains("://") {
      self = .web(source)
    } else {
      self = .file(source)
    }
  }

  /// The path, or the URL with its user name and password masked.
  public var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): url.maskingCredentials
    }
  }
}
