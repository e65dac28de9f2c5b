public import VirgaFiles
import VirgaJSON
public import VirgaSource
public import VirgaTargeting

/// The flags of an app and the state of their sources.
///
/// A source is first fetched and then applied, so that a caller that holds a lock never waits for a
/// source. No caller may hold a lock while it applies one, because that runs the app's random
/// generator.
package struct LoadedFlags: Sendable {
  /// The flags of all sources, merged.
  package var merged: MergedFlags
  /// The result of the last attempt to read the flags.
  package var loadResult: FlagLoadResult
  /// The fallback if it is on the web and was not fetched yet; see ``apply(fallback:random:)``.
  package private(set) var unfetchedFallback: ConfigurationSource?
  /// The cache as it was stored when the flags were loaded; nil if there was none, or none that can
  /// be used.
  package private(set) var storedCache: FlagCache?

  /// When the configuration in use, which may be a cached one, was read; nil if unknown.
  private var configurationReadTime: Instant?
  private var configuration: FlagConfiguration?
  private var fallback: FlagConfiguration?
  /// Why the last attempt to read the fallback failed.
  private var fallbackFailure: FileFailure?

  /// Loads the flags of cache and fallback, before a configuration is read from `source`; a
  /// fallback on the web is not fetched, but becomes ``unfetchedFallback``.
  ///
  /// A cache or a fallback that cannot be read is a failure of the result, not an error. `random`
  /// gives each A/B test without a stored draw the number that selects its variation.
  package init(
    source: ConfigurationSource?, fallback fallbackSource: ConfigurationSource?,
    caching: FlagCaching,
    reading: ConfigurationReading,
    random: inout some RandomNumberGenerator
  ) {
    var failures: [FileFailure] = []
    do throws(FileFailure) {
      storedCache = try caching.read()
    } catch {
      failures.append(error)
    }
    // `storedCache` is the content of the file, so that an equal cache is not written again. It
    // stays nil if the file cannot be used, even if the previous cache is recovered.
    let cache = failures.isEmpty ? storedCache : Self.recoveredCache(caching, &failures)
    configurationReadTime = cache?.time
    if case .web? = fallbackSource { unfetchedFallback = fallbackSource }
    do throws(FileFailure) {
      fallback = try Self.fallbackInFile(fallbackSource, reading)
    } catch {
      fallbackFailure = error
    }
    merged = MergedFlags(configuration: nil, cache: cache, fallback: fallback, random: &random)
    // A placeholder: in Swift, a method can be called only when all properties have values.
    loadResult = FlagLoadResult()
    loadResult = resultWithoutConfiguration(from: source, failures: failures)
  }

  /// Reads the fallback if it is in a file; nil if there is none, or if it is on the web.
  ///
  /// - Throws: Why the file cannot be read.
  private static func fallbackInFile(
    _ source: ConfigurationSource?, _ reading: ConfigurationReading
  ) throws(FileFailure) -> FlagConfiguration? {
    guard let source, case .file = source else { return nil }
    return try reading.configuration(at: source)
  }

  /// The previous cache, in place of one that cannot be used; nil if there is none.
  ///
  /// A new failure is added to `failures`.
  private static func recoveredCache(
    _ caching: FlagCaching, _ failures: inout [FileFailure]
  ) -> FlagCache? {
    do throws(FileFailure) {
      return try caching.recover()
    } catch {
      if !failures.contains(error) { failures.append(error) }
      return nil
    }
  }

  /// Applies a configuration that was just read, or records why there is none.
  ///
  /// A/B tests keep their draws, the numbers that select their variations, and unlock flags their
  /// locks; `random` gives new tests a draw. The source is nil if the app itself supplied the
  /// configuration.
  package mutating func apply(
    _ readResult: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?,
    at time: Instant,
    random: inout some RandomNumberGenerator
  ) {
    // Nil after a failure.
    configuration = try? readResult.get()
    merge(random: &random)
    switch readResult {
    case .success(let configuration):
      loadResult = FlagLoadResult(
        source: source, used: .configuration, time: time, problems: configuration.problems)
      configurationReadTime = time
    case .failure(let failure):
      loadResult = resultWithoutConfiguration(from: source, failures: [failure])
    }
  }

  /// Applies a fallback that was fetched from the web, or records why there is none.
  ///
  /// After a failure, ``unfetchedFallback`` still has the source, and the next refresh fetches it
  /// again. In ``loadResult`` the new failure replaces that of the previous attempt. `random` gives
  /// new A/B tests a draw, the number that selects their variation.
  package mutating func apply(
    fallback fetchResult: Result<FlagConfiguration, FileFailure>,
    random: inout some RandomNumberGenerator
  ) {
    let previousFallbackFailure = fallbackFailure
    switch fetchResult {
    case .success(let configuration):
      fallback = configuration
      fallbackFailure = nil
      unfetchedFallback = nil
      merge(random: &random)
    case .failure(let failure):
      fallbackFailure = failure
    }
    updateLoadResult(replacing: previousFallbackFailure)
  }

  /// Updates ``loadResult`` after another attempt to read the fallback; `previousFallbackFailure`
  /// is the failure of the attempt before, nil if it had none.
  private mutating func updateLoadResult(replacing previousFallbackFailure: FileFailure?) {
    // A configuration in use makes the fallback irrelevant to the result.
    guard loadResult.used != .configuration else { return }
    // The result below is not marked as loading, but a configuration may still be loading.
    let isLoading = loadResult.isLoading
    // The new result adds the failure of the fallback, so the previous one is left out.
    let otherFailures = loadResult.failures.filter { $0 != previousFallbackFailure }
    loadResult = resultWithoutConfiguration(from: loadResult.source, failures: otherFailures)
    loadResult.isLoading = isLoading
  }

  /// Merges the sources again; tests without a draw get one.
  private mutating func merge(random: inout some RandomNumberGenerator) {
    merged = MergedFlags(
      configuration: configuration, cache: cache, fallback: fallback, random: &random)
  }

  /// The cache to store, for launches in which the configuration cannot be read.
  ///
  /// Its time is when the cached configuration was read, nil if that is unknown.
  package var cache: FlagCache {
    var cache = merged.cache
    cache.time = configurationReadTime
    return cache
  }

  /// The result without a configuration: the cache is used if any flag comes from it, else the
  /// fallback if it could be read, else nothing.
  ///
  /// - Parameters:
  ///   - source: The source of the configuration that is missing.
  ///   - failures: Why the configuration, and possibly the cache, could not be used.
  private func resultWithoutConfiguration(
    from source: ConfigurationSource?, failures: [FileFailure]
  ) -> FlagLoadResult {
    let isCacheUsed = merged.flags.contains { $0.origin == .cached }
    if isCacheUsed {
      // The fallback's failure and problems are left out: a cache in use makes them irrelevant.
      return FlagLoadResult(
        source: source, used: .cache, time: configurationReadTime, failures: failures)
    }
    let allFailures = failures + [fallbackFailure].compactMap(\.self)
    return FlagLoadResult(
      source: source, used: fallback == nil ? .nothing : .fallback,
      failures: allFailures,
      problems: fallback?.problems ?? [])
  }
}

/// The result of the last attempt to read the flags: source, time and failures.
///
/// Rule: VirgaFlags/Sources.
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
  package var source: ConfigurationSource?
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

  /// Creates the result of loading flags; by default nothing was loaded, and nothing failed.
  ///
  /// `source` is where the configuration should come from; `used` says where the flags came from,
  /// such as the cache.
  package init(
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
    var parts = isLoading ? ["loading"] : []
    // The time is shown without fractions of a second.
    let wholeSecond = time.map { Instant(seconds: $0.seconds) }
    let ofTime = wholeSecond.map { " of \($0)" } ?? ""
    parts.append(originInWords + ofTime)
    parts += failures.map(\.description)
    return parts.joined(separator: "; ")
  }

  /// Where the flags come from, as in "cached from an earlier read".
  private var originInWords: String {
    switch used {
    case .configuration: source.map { "read from \($0)" } ?? "supplied by the app"
    case .cache: "cached from an earlier read"
    case .fallback: "from the bundled fallback"
    case .nothing: "no flags"
    }
  }
}

/// The source of a JSON configuration: a local file or a URL.
package enum ConfigurationSource: Hashable, Sendable, CustomStringConvertible {
  /// The file at a path.
  case file(String)
  /// The text at an https URL.
  case web(String)

  /// Parses a URL (`https:`, `file:`) or the path of a file.
  package init(_ source: String) {
    if source.hasPrefix("file://") {
      // `file:///a` and `file://localhost/a` are both the file `/a`.
      var path = source.dropFirst("file://".count)
      if path.hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
      self = .file(PercentEncoding.decoded(path))
    } else if source.contains("://") {
      self = .web(source)
    } else {
      self = .file(source)
    }
  }

  /// The path, or the URL with its user name and password masked.
  package var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): url.maskingCredentials
    }
  }
}
