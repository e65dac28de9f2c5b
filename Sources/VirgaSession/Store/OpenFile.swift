import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of a store as the file system has it.
///
/// It is never opened here once it exists: closing it would give up the locks that SQLite holds on it for this process.
struct OpenFile {
  private let path: String
  private let identity: Identity?
  private let log: Identity?

  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    init?(_ path: String) {
      guard let status = OpenFile.status(path) else { return nil }
      (device, inode) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
  }

  /// The file at `path`, which has just been opened and read.
  init(_ path: String) {
    self.path = path
    identity = Identity(path)
    log = Identity(Self.log(of: path))
  }

  /// What became of the file while it was open; nil where it is still itself.
  func failure() -> StoreFailure? {
    guard let now = Identity(path) else { return .gone(path) }
    guard now == identity else { return .replaced(path) }
    guard let log else { return nil }
    let logPath = Self.log(of: path)
    guard let now = Identity(logPath) else { return .gone(logPath) }
    return now == log ? nil : .replaced(logPath)
  }

  /// Takes the log away from a file that something else overwrote: SQLite would mix both when the file is opened next.
  func setLogAside() {
    guard Identity(path) == identity, let log, Identity(Self.log(of: path)) == log else { return }
    Self.setLogAside(of: path)
  }

  /// Renames the log of the file at `path` to `-wal.stale`, and removes its index.
  ///
  /// Processes that still use the log notice that it is gone, and write nothing more.
  static func setLogAside(of path: String) {
    _ = rename(log(of: path), log(of: path) + ".stale")
    unlink(path + "-shm")
  }

  /// Tells whoever watches the file that something was committed.
  ///
  /// SQLite writes to its log before a commit can be seen and tells nobody when it can: so the file is touched after it.
  func ring() {
    if let name = try? SystemPath.bytes(of: path) { _ = utimes(name, nil) }
  }

  /// Whether there is a file at `path`.
  static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether nothing is kept at `path`: there is no file, or an empty one, as a full disk leaves it behind.
  static func isEmpty(_ path: String) -> Bool {
    status(path).map { $0.st_size == 0 } ?? true
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    guard let name = try? SystemPath.bytes(of: path), stat(name, &status) == 0 else { return nil }
    return status
  }

  /// Refuses what SQLite would wait for or overwrite.
  static func refuseForeign(_ path: String) throws(StoreFailure) {
    guard let status = status(path) else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // SQLite takes a single byte for an empty file.
      if status.st_size == 1 { throw .notADatabase(path) }
    case S_IFDIR: throw .unusable(path, reason: "it is a folder")
    default: throw .unusable(path, reason: "it is no regular file")
    }
  }

  /// Makes an empty file that only its owner can read, or makes one so that somebody left empty; true if it made one.
  ///
  /// - Parameter makesFolders: whether its folders are made where they are missing, so that only their owner can enter.
  static func make(_ path: String, makesFolders: Bool) throws(StoreFailure) -> Bool {
    guard !exists(path) else {
      if isEmpty(path) { chmod(path, 0o600) }
      return false
    }
    if makesFolders { try makeFolders(of: path) }
    guard let name = try? SystemPath.bytes(of: path) else {
      throw .unusable(path, reason: "its path contains a NUL character")
    }
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      close(descriptor)
      return true
    }
    let code = errno
    let folder = FilePath.folder(of: path)
    if code == ENOENT, !exists(folder) { throw .unusable(path, reason: "there is no folder \(folder)") }
    guard code == EEXIST else { throw refusal(code, path) }
    return false
  }

  /// Removes a file that could not become a session, with what SQLite keeps beside it.
  static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  private static func makeFolders(of path: String) throws(StoreFailure) {
    var folder = ""
    let slash = UInt8(ascii: "/")
    for part in path.utf8.split(separator: slash).dropLast().map(Substring.init) {
      folder += path.utf8.first == slash || !folder.isEmpty ? "/\(part)" : String(part)
      guard let name = try? SystemPath.bytes(of: folder), mkdir(name, 0o700) != 0, case let code = errno,
        ![EEXIST, EISDIR].contains(code), !exists(folder)
      else { continue }
      throw .unusable(folder, reason: "the folder cannot be made: \(String(cString: strerror(code)))")
    }
  }

  private static func refusal(_ code: Int32, _ path: String) -> StoreFailure {
    switch code {
    case ENOSPC, EDQUOT: .full(path)
    case EROFS: .readOnly(path, reason: "the file system is read-only")
    default: .unusable(path, reason: String(cString: strerror(code)))
    }
  }

  /// The file in which SQLite keeps what was committed last.
  static func log(of path: String) -> String { path + "-wal" }
}
