import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

extension FileReading {
  /// The machine's own files.
  ///
  /// A file larger than `limit` bytes is refused, and so is what is no regular file, for a manifest could name a
  /// device that never ends; only a pipe that a shell made of a command, such as `/dev/fd/63`, is read.
  public static func disk(limit: Int = 1 << 28) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in try readFile(path, limit: limit) },
      canonical: { path in
        if path.hasPrefix("/dev/") { return path }
        guard let name = try? SystemPath.bytes(of: path), let resolved = realpath(name, nil) else {
          return FilePath.tidied(path)
        }
        defer { free(resolved) }
        return SystemPath.text(resolved)
      }
    )
  }

  /// Everything that comes from standard input, which can be had once.
  ///
  /// - Throws: ``FileFailure`` where it was read before, cannot be read or is larger than `limit` bytes.
  public static func standardInput(limit: Int = 1 << 30) throws(FileFailure) -> [UInt8] {
    guard fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw FileFailure(
        path: "-", reason: "Standard input has been read, or is not open for reading; name `-` for one input alone")
    }
    defer { if isatty(STDIN_FILENO) != 1 { spendStandardInput() } }
    return try readAll(from: STDIN_FILENO, path: "-", expecting: 0, limit: limit)
  }
}

/// Puts something that cannot be read in the place of standard input: who reads on there would get nothing, and take
/// that for an empty file.
private func spendStandardInput() {
  let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
  guard nothing >= 0 else { return }
  dup2(nothing, STDIN_FILENO)
  if nothing != STDIN_FILENO { close(nothing) }
}

private func readFile(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  let descriptor = open(try SystemPath.bytes(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileFailure(path: path, reason: String(cString: strerror(errno))) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    throw FileFailure(path: path, reason: String(cString: strerror(errno)))
  }
  let kind = status.st_mode & S_IFMT
  if kind == S_IFDIR { throw FileFailure(path: path, reason: "Is a directory") }
  let isShellPipe = kind == S_IFIFO && (path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/"))
  guard kind == S_IFREG || isShellPipe else { throw FileFailure(path: path, reason: "Is no regular file") }
  // Opened without waiting for a writer; from here on waiting is right.
  _ = fcntl(descriptor, F_SETFL, 0)
  return try readAll(from: descriptor, path: path, expecting: Int(status.st_size), limit: limit)
}

private func readAll(
  from descriptor: Int32, path: String, expecting size: Int, limit: Int
) throws(FileFailure) -> [UInt8] {
  guard size <= limit else { throw FileFailure(path: path, reason: "Is larger than \(limit) bytes") }
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
    guard got >= 0 else { throw FileFailure(path: path, reason: String(cString: strerror(failure))) }
    if got == 0 { return bytes }
    guard bytes.count <= limit else { throw FileFailure(path: path, reason: "Is larger than \(limit) bytes") }
    room = 1 << 16
  }
}
