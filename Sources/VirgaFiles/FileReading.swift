import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// File access; tests, the embedded demo and standard input can replace the disk.
public struct FileReading: Sendable {
  /// Returns the bytes at a path or a URL.
  public typealias Read = @Sendable (_ path: String) throws(FileFailure) -> [UInt8]

  /// Returns the bytes of a file at an absolute path.
  public var read: Read
  /// Resolves symbolic links in a path; only normalizes the path if the file does not exist.
  public var canonical: @Sendable (_ path: String) -> String

  /// Creates file access from its functions.
  public init(
    read: @escaping Read,
    canonical: @escaping @Sendable (_ path: String) -> String
  ) {
    self.read = read
    self.canonical = canonical
  }

  /// Files in memory, by absolute path.
  public static func memory(_ files: [String: [UInt8]]) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        guard let bytes = files[path] else { throw FileFailure(path: path, reason: "No such file or directory") }
        return bytes
      },
      canonical: { FilePath.normalized($0) }
    )
  }

  /// The files on disk.
  ///
  /// Refuses files larger than `limit` bytes and anything but regular files, because a manifest could name an endless device. The exception
  /// is a pipe that a shell created for a command, such as `/dev/fd/63`.
  public static func disk(limit: Int = 1 << 28) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in try readFile(path, limit: limit) },
      canonical: { $0.hasPrefix("/dev/") ? $0 : SystemPath.resolved($0) ?? FilePath.normalized($0) }
    )
  }

  /// Reads all of standard input; works only once.
  ///
  /// - Throws: ``FileFailure`` if it was already read, cannot be read or is larger than `limit` bytes.
  public static func standardInput(limit: Int = 1 << 30) throws(FileFailure) -> [UInt8] {
    guard fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw FileFailure(
        path: "-", reason: "Standard input was already read, or is not open for reading; use `-` for one input only")
    }
    defer { if isatty(STDIN_FILENO) != 1 { disableStandardInput() } }
    return try readAll(from: STDIN_FILENO, path: "-", expecting: 0, limit: limit)
  }
}

/// Why a file could not be read or written.
public struct FileFailure: Error, Hashable, Sendable {
  /// The file; the user name and password of a URL are masked.
  public var path: String
  /// The system's reason, such as `No such file or directory`.
  public var reason: String

  /// Creates a failure on `path` because of `reason`.
  public init(path: String, reason: String) {
    self.path = path.maskingCredentials
    self.reason = reason.maskingCredentials
  }
}

extension FileFailure: CustomStringConvertible {
  /// `path: reason`.
  public var description: String { "\(path): \(reason)" }
}

/// A second read then fails instead of looking like an empty file.
private func disableStandardInput() {
  let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
  guard nothing >= 0 else { return }
  dup2(nothing, STDIN_FILENO)
  if nothing != STDIN_FILENO { close(nothing) }
}

private func readFile(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  let descriptor = open(try SystemPath.bytes(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileFailure(errno, path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileFailure(errno, path) }
  let kind = status.st_mode & S_IFMT
  if kind == S_IFDIR { throw FileFailure(path: path, reason: "Is a directory") }
  let isShellPipe = kind == S_IFIFO && (path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/"))
  guard kind == S_IFREG || isShellPipe else { throw FileFailure(path: path, reason: "Not a regular file") }
  // Opened non-blocking, so as not to wait for a writer; reading may block.
  _ = fcntl(descriptor, F_SETFL, 0)
  return try readAll(from: descriptor, path: path, expecting: Int(status.st_size), limit: limit)
}

private func readAll(
  from descriptor: Int32, path: String, expecting size: Int, limit: Int
) throws(FileFailure) -> [UInt8] {
  guard size <= limit else { throw FileFailure(path: path, reason: "Larger than \(limit) bytes") }
  var bytes: [UInt8] = []
  var room = max(size + 1, 1 << 14)
  while true {
    var got = 0
    var failure: Int32 = 0
    bytes.append(
      contentsOf: [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        got = read(descriptor, buffer.baseAddress, room)
        failure = errno
        count = max(0, got)
      })
    if got < 0 && failure == EINTR { continue }
    guard got >= 0 else { throw FileFailure(failure, path) }
    if got == 0 { return bytes }
    guard bytes.count <= limit else { throw FileFailure(path: path, reason: "Larger than \(limit) bytes") }
    room = 1 << 16
  }
}
