public import VirgaFiles
import VirgaJSON
public import VirgaSource
public import VirgaTargeting

/// The flags of an app and the state of their sources.
///
/// Reading has two steps, so that a caller that holds a lock never waits for the network: a configuration is fetched first and applied
/// afterwards.
package struct LoadedFlags: Sendable {
  package var merged: MergedFlags
  package var load: FlagLoadResult

  private var readTime: Instant?
  private let fallback: FlagConfiguration?
  private let fallbackFailure: FileFailure?

  /// The flags of cache and fallback, before a configuration is read.
  package init(
    source: ConfigurationSource?, fallback fallbackSource: ConfigurationSource?, caching: FlagCaching,
    reading: ConfigurationReading,
    random: inout some RandomNumberGenerator
  ) {
    var failures: [FileFailure] = []
    var cached: FlagCache?
    do throws(FileFailure) { cached = try caching.read() } catch { failures.append(error) }
    readTime = cached?.time
    do throws(FileFailure) {
      fallback = try fallbackSource.map { other throws(FileFailure) in try reading.configuration(at: other) }
      fallbackFailure = nil
    } catch {
      fallback = nil
      fallbackFailure = error
    }
    merged = MergedFlags(configuration: nil, cache: cached, fallback: fallback, random: &random)
    load = FlagLoadResult(source: source)
    load = outcome(failures: failures)
  }

  /// Applies a configuration that was just read, or records why there is none; draws and lock states are kept.
  package mutating func apply(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?, at time: Instant,
    random: inout some RandomNumberGenerator
  ) {
    load.source = source
    let kept = cache
    switch configuration {
    case .success(let configuration):
      merged = MergedFlags(configuration: configuration, cache: kept, fallback: fallback, random: &random)
      load = FlagLoadResult(source: source, used: .configuration, time: time, problems: configuration.problems)
      readTime = time
    case .failure(let failure):
      merged = MergedFlags(configuration: nil, cache: kept, fallback: fallback, random: &random)
      load = outcome(failures: [failure])
    }
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

/// The result of the last attempt to read the flags: source, time and failures (Rule: VirgaFlags/Sources).
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
    source: ConfigurationSource? = nil, used: Used = .nothing, time: Instant? = nil, failures: [FileFailure] = [],
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

/// Access to flag sources; tests can replace disk and web.
public struct ConfigurationReading: Sendable {
  /// The files on disk.
  public var files: FileReading
  /// Returns the bytes at a URL.
  public var web: @Sendable (_ url: String) throws(FileFailure) -> [UInt8]

  /// Creates access to sources from its parts.
  public init(
    files: FileReading = .disk(), web: @escaping @Sendable (_ url: String) throws(FileFailure) -> [UInt8]
  ) {
    self.files = files
    self.web = web
  }

  /// Returns the bytes of a source, or throws why it cannot be read.
  public func bytes(of source: ConfigurationSource) throws(FileFailure) -> [UInt8] {
    switch source {
    case .file(let path): try files.read(path)
    case .web(let url): try web(url)
    }
  }

  /// Reads the configuration at a source, or throws why it cannot be read or is not a configuration.
  public func configuration(at source: ConfigurationSource) throws(FileFailure) -> FlagConfiguration {
    try configuration(of: try bytes(of: source), from: source.description)
  }

  /// Reads a fetched configuration, called `name` in problems; throws if it is not a configuration.
  public func configuration(of bytes: [UInt8], from name: String) throws(FileFailure) -> FlagConfiguration {
    let configuration = FlagConfiguration(.parse(SourceText(name: name, bytes: bytes)))
    guard configuration.isReadable else {
      let problem = configuration.problems.first { $0.severity == .error }
      let location = problem?.location.map { " (line \($0.range.start.line), column \($0.range.start.column))" } ?? ""
      throw FileFailure(path: name, reason: (problem?.message ?? "Not a flag configuration") + location)
    }
    return configuration
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
      self = .file(PercentEncoding.decoded(path.hasPrefix("localhost/") ? path.dropFirst("localhost".count) : path))
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
