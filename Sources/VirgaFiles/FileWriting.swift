#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package enum FileWriting {
  /// Who may read and write the file.
  package enum Access: Sendable {
    /// Keeps the permissions; a new file is readable by everyone.
    case asBefore
    /// The owner only, regardless of the previous permissions.
    case owner
    /// The owner only; a symbolic link is replaced, not followed.
    case ownerWithoutLinks
  }

  /// Replaces the file at `path` atomically.
  ///
  /// A reader sees either the old bytes or the new ones.
  ///
  /// Anything other than a regular file, such as a terminal or a pipe, is written to directly. A file keeps its permissions, and a symbolic
  /// link is followed, unless `access` says otherwise.
  package static func write(_ bytes: [UInt8], to path: String, access: Access = .asBefore) throws(FileFailure) {
    if access == .ownerWithoutLinks { return try replace(path, reportedAs: path, with: bytes, mode: 0o600) }
    let status = status(path)
    if let status, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR { throw FileFailure(path: path, reason: "Is a directory") }
      return try fill(path, bytes, flags: O_WRONLY | O_TRUNC)
    }
    let mode: mode_t? = access == .owner ? 0o600 : status.map { $0.st_mode & 0o7777 }
    guard let file = target(of: path) else {
      // A link whose target does not exist yet.
      return try fill(path, bytes, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    }
    try replace(file, reportedAs: path, with: bytes, mode: mode)
  }

  /// Replaces `file`, which is not a symbolic link or is to be replaced itself.
  private static func replace(
    _ file: String, reportedAs path: String, with bytes: [UInt8], mode: mode_t?
  ) throws(FileFailure) {
    let draft = "\(file).~\(getpid())"
    try? remove(draft)
    do throws(FileFailure) {
      try fill(draft, bytes, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      guard rename(try SystemPath.bytes(of: draft), try SystemPath.bytes(of: file)) == 0 else {
        throw FileFailure(errno, path)
      }
    } catch {
      try? remove(draft)
      throw FileFailure(path: path, reason: error.reason)
    }
  }

  /// Creates the folder at `path` and its parents.
  ///
  /// New folders and `path` itself are private to this user.
  ///
  /// - Throws: ``FileFailure`` if the folder is a symbolic link, belongs to another user or is shared, such as `/tmp`.
  package static func makePrivateFolder(_ path: String) throws(FileFailure) {
    try makeFolder(path, isPrivate: true)
    let folder = open(try SystemPath.bytes(of: path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let reason = String(cString: strerror(errno))
      throw FileFailure(
        path: path,
        reason: isLink(status(path, followingLinks: false)) ? "Is a symbolic link; name the folder itself" : reason)
    }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0 else { throw FileFailure(errno, path) }
    guard status.st_mode & 0o777 != 0o700 else { return }
    guard status.st_mode & S_ISVTX == 0 else {
      throw FileFailure(path: path, reason: "The folder is shared with other users; use a private one")
    }
    guard fchmod(folder, 0o700) == 0 else { throw FileFailure(errno, path) }
  }

  /// Creates the folder at `path` and its parents; new folders are private to this user if `isPrivate`.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      made += "/\(part)"
      let mode: mode_t = isPrivate ? 0o700 : 0o755
      guard mkdir(try SystemPath.bytes(of: made), mode) != 0, case let code = errno, ![EEXIST, EISDIR].contains(code),
        !exists(made)
      else { continue }
      throw FileFailure(code, made)
    }
  }

  package static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether there is anything other than a folder at `path`.
  package static func isFile(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT != S_IFDIR } ?? false
  }

  /// Removes the file at `path`, if it exists.
  package static func remove(_ path: String) throws(FileFailure) {
    if unlink(try SystemPath.bytes(of: path)) != 0, errno != ENOENT { throw FileFailure(errno, path) }
  }

  /// The target of a symbolic link, or the path itself; nil for a missing target.
  private static func target(of path: String) -> String? {
    isLink(status(path, followingLinks: false)) ? SystemPath.resolved(path) : path
  }

  private static func isLink(_ status: stat?) -> Bool { status.map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

  /// The system's status of `path`; nil if there is nothing.
  private static func status(_ path: String, followingLinks: Bool = true) -> stat? {
    var status = stat()
    guard let name = try? SystemPath.bytes(of: path),
      (followingLinks ? stat(name, &status) : lstat(name, &status)) == 0
    else { return nil }
    return status
  }

  private static func fill(
    _ path: String, _ bytes: [UInt8], flags: Int32, mode: mode_t? = nil
  ) throws(FileFailure) {
    // Private until its mode is set.
    let descriptor = open(try SystemPath.bytes(of: path), flags | O_CLOEXEC, mode == nil ? 0o644 : 0o600)
    guard descriptor >= 0 else { throw FileFailure(errno, path) }
    defer { close(descriptor) }
    if let mode, fchmod(descriptor, mode) != 0 { throw FileFailure(errno, path) }
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
  /// Creates a failure on `path` with the system's error number `code`.
  package init(_ code: Int32, _ path: String) { self.init(path: path, reason: String(cString: strerror(code))) }
}
