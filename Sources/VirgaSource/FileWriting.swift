#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing of whole files.
public enum FileWriting {
  /// Replaces the file at `path` in one step: a reader sees the old bytes or the new ones, never a part.
  ///
  /// What is there and is no regular file, such as a terminal or a pipe, is written to as it is.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR { throw FileFailure(path: path, reason: "Is a directory") }
      return try fill(path, bytes, flags: O_WRONLY | O_TRUNC)
    }
    let draft = "\(path).~\(getpid())"
    unlink(draft)
    do {
      try fill(draft, bytes, flags: O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      unlink(draft)
      throw FileFailure(path: path, reason: error.reason)
    }
    guard rename(draft, path) == 0 else {
      let failure = FileFailure(errno, path)
      unlink(draft)
      throw failure
    }
  }

  /// Makes the folder at `path` and those around it.
  public static func makeFolder(_ path: String) throws(FileFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o755) != 0, errno != EEXIST, errno != EISDIR { throw FileFailure(errno, made) }
    }
  }

  /// Whether anything is at `path`.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether a folder is at `path`.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether something that is no folder is at `path`.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Removes the file at `path`; without one, nothing happens.
  public static func remove(_ path: String) throws(FileFailure) {
    if unlink(path) != 0, errno != ENOENT { throw FileFailure(errno, path) }
  }

  private static func fill(_ path: String, _ bytes: [UInt8], flags: Int32) throws(FileFailure) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileFailure(errno, path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure(errno, path) }
      written += count
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, start, count)
    #else
      Glibc.write(descriptor, start, count)
    #endif
  }
}

extension FileFailure {
  /// A failure on `path` for the reason that the system numbers `code`.
  init(_ code: Int32, _ path: String) { self.init(path: path, reason: String(cString: strerror(code))) }
}
