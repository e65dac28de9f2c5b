package import VirgaFiles
import VirgaJSON
import VirgaSource

/// Access to flag sources; tests can replace disk and web.
public struct ConfigurationReading: Sendable {
  /// The files on disk.
  package var files: FileReading
  /// Returns the bytes at a URL; the calling thread waits for them.
  package var web: @Sendable (_ url: String) throws(FileFailure) -> [UInt8]
  /// Fetches the bytes at a URL without holding a thread; nil uses `web` on a thread of its own.
  package var fetch: Fetch?

  /// Starts to fetch the bytes at a URL, and calls `completion` once, on any thread.
  package typealias Fetch =
    @Sendable (
      _ url: String, _ completion: @escaping @Sendable (Result<[UInt8], FileFailure>) -> Void
    ) -> Void

  /// Creates access to files and the web.
  ///
  /// `web` returns the bytes at a URL to a caller that can wait for them. `fetch` gets them without
  /// blocking a thread; if it is nil, `web` is called on a separate thread instead.
  package init(
    files: FileReading = .disk(),
    web: @escaping @Sendable (_ url: String) throws(FileFailure) -> [UInt8],
    fetch: Fetch? = nil
  ) {
    self.files = files
    self.web = web
    self.fetch = fetch
  }

  /// Returns the bytes of a source.
  ///
  /// - Throws: `FileFailure` if it cannot be read.
  package func bytes(of source: ConfigurationSource) throws(FileFailure) -> [UInt8] {
    switch source {
    case .file(let path): try files.read(path)
    case .web(let url): try web(url)
    }
  }

  /// Reads the configuration at a source.
  ///
  /// - Throws: `FileFailure` if it cannot be read or is not a configuration. Mistakes in single
  ///   flags are not thrown: they are the `problems` of the configuration.
  package func configuration(
    at source: ConfigurationSource
  ) throws(FileFailure) -> FlagConfiguration {
    try configuration(of: try bytes(of: source), from: source.description)
  }

  /// Reads a fetched configuration, called `name` in problems.
  ///
  /// - Throws: `FileFailure` if it is not a configuration.
  package func configuration(
    of bytes: [UInt8], from name: String
  ) throws(FileFailure) -> FlagConfiguration {
    let configuration = FlagConfiguration(SourceText(name: name, bytes: bytes))
    guard configuration.isReadable else {
      throw FileFailure(path: name, reason: Self.reason(of: configuration))
    }
    return configuration
  }

  /// Why a text is not a configuration: its first error, as in "Add `features` (line 1, column 1)".
  private static func reason(of configuration: FlagConfiguration) -> String {
    guard let error = configuration.problems.first(where: { $0.severity == .error }) else {
      return "Not a flag configuration"
    }
    guard let start = error.location?.range.start else { return error.message }
    return "\(error.message) (line \(start.line), column \(start.column))"
  }
}
