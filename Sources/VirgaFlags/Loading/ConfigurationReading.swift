public import VirgaFiles
import VirgaJSON
import VirgaSource

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

  /// Returns the bytes of a source.
  ///
  /// - Throws: `FileFailure` if the source cannot be read.
  public func bytes(of source: ConfigurationSource) throws(FileFailure) -> [UInt8] {
    switch source {
    case .file(let path): try files.read(path)
    case .web(let url): try web(url)
    }
  }

  /// Reads the configuration at a source.
  ///
  /// - Throws: `FileFailure` if the source cannot be read or does not contain a configuration.
  public func configuration(at source: ConfigurationSource) throws(FileFailure) -> FlagConfiguration {
    try configuration(of: try bytes(of: source), from: source.description)
  }

  /// Reads a configuration that was already fetched; problems call it `name`.
  ///
  /// - Throws: `FileFailure` if it is not a configuration.
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
public enum ConfigurationSource: Hashable, Sendable {
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
}

extension ConfigurationSource: CustomStringConvertible {
  /// The path, or the URL with its user name and password masked.
  public var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): url.maskingCredentials
    }
  }
}
