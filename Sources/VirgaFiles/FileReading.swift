import VirgaSource

/// How files are reached: passed in, so that tests, the embedded demo and standard input can stand for a disk.
public struct FileReading: Sendable {
  /// Reads the bytes at a path or a URL.
  public typealias Read = @Sendable (_ place: String) throws(FileFailure) -> [UInt8]

  /// The bytes of a file at an absolute path.
  public var read: Read
  /// The path with symbolic links resolved; the path itself, made tidy, where there is no such file.
  public var canonical: @Sendable (_ path: String) -> String

  /// A way to reach files; see the properties.
  public init(
    read: @escaping Read,
    canonical: @escaping @Sendable (_ path: String) -> String
  ) {
    self.read = read
    self.canonical = canonical
  }

  /// Files that live in memory, by absolute path.
  public static func memory(_ files: [String: [UInt8]]) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        guard let bytes = files[path] else { throw FileFailure(path: path, reason: "No such file or directory") }
        return bytes
      },
      canonical: { FilePath.tidied($0) }
    )
  }
}

/// Why the machine could not give or take a file.
public struct FileFailure: Error, Hashable, Sendable {
  /// The file; the user name and password of a URL are masked.
  public var path: String
  /// The system's reason, such as `No such file or directory`.
  public var reason: String

  /// A failure on `path` because of `reason`.
  public init(path: String, reason: String) {
    self.path = path.maskingCredentials
    self.reason = reason.maskingCredentials
  }
}

extension FileFailure: CustomStringConvertible {
  /// `path: reason`.
  public var description: String { "\(path): \(reason)" }
}
