public import VirgaFiles
public import VirgaSource
public import VirgaTargeting

/// What became of the last attempt to read the flags: where from, when, and why not (Flags: Sources).
public struct FlagLoad: Hashable, Sendable {
  /// Which source gave the flags.
  public enum Used: String, Hashable, Sendable {
    /// The configuration, read just now.
    case configuration
    /// What was kept of an earlier configuration.
    case cache
    /// The file that is bundled with the app.
    case fallback
    /// Nothing could be read: every question answers no.
    case nothing
  }

  /// Where the configuration is; nil where the app has none, or handed it over itself.
  public var source: ConfigurationSource?
  /// Which source gave the flags.
  public var used: Used
  /// When that source was read; for the cache, when the configuration in it was.
  public var time: Instant?
  /// Why a source could not be used, in the order in which they were tried.
  public var failures: [FileFailure]
  /// What is wrong in the configuration that was read.
  public var problems: [Problem]
  /// Whether a newer configuration is being fetched now.
  public var isLoading = false

  /// The outcome of an attempt; see the properties.
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
}

extension FlagLoad: CustomStringConvertible {
  /// One line: what is used, of when, and why nothing better is.
  public var description: String {
    let age = time.map { " of \(Instant(seconds: $0.seconds))" } ?? ""
    let origin =
      switch used {
      case .configuration: source.map { "read from \($0)" } ?? "handed over by the app"
      case .cache: "kept from an earlier read"
      case .fallback: "from the bundled fallback"
      case .nothing: "no flags"
      }
    let reasons = failures.map(\.description)
    return ([(isLoading ? "loading; " : "") + origin + age] + reasons).joined(separator: "; ")
  }
}
