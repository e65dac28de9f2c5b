import CVirgaSQLite
import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a session could not be opened, read or written.
public enum StoreFailure: Error, Hashable, Sendable {
  /// The file is not an SQLite database.
  case notADatabase(String)
  /// The file is an exported session, which has to be imported.
  case exported(String)
  /// The file is an SQLite database of another program.
  case notASession(String)
  /// The file is damaged.
  case corrupt(String, reason: String)
  /// The file was written by a later version and cannot be read.
  case tooNew(String, version: Int64)
  /// The disk is full.
  case full(String)
  /// Nothing can be changed; `reason` completes a sentence.
  case readOnly(String, reason: String)
  /// Another process kept the file locked.
  case locked(String)
  /// The file was deleted while the session was open.
  case gone(String)
  /// The file was replaced by another while the session was open.
  case replaced(String)
  /// The session belongs to another manifest.
  case otherManifest(String, its: String, wanted: String)
  /// The system refused; `reason` is the system's message.
  case unusable(String, reason: String)
}

extension StoreFailure: CustomStringConvertible {
  /// A sentence that begins with the path.
  public var description: String {
    switch self {
    case .notADatabase(let path): "\(path) is not a session: it is not an SQLite file; \(Self.wayOut)"
    case .exported(let path):
      "\(path) is an exported session: import it with `virga session import \(ShellWord.quoted(path))`"
    case .notASession(let path): "\(path) is not a session: it is another program's database; \(Self.wayOut)"
    case .corrupt(let path, let reason): "\(path) is damaged (\(reason)); \(Self.wayOut)"
    case .tooNew(let path, let version):
      "\(path) was written by a later virga (format \(version)), and this one cannot read it"
    case .full(let path): "\(path): the disk is full"
    case .readOnly(let path, let reason): "\(path) cannot be changed: \(reason)"
    case .locked(let path): "\(path) is locked by another program, which has been writing for over a second"
    case .gone(let path): "\(path) was deleted while it was open"
    case .replaced(let path): "\(path) was replaced while it was open"
    case .otherManifest(let path, let its, let wanted): "\(path) is a session of \(its), not of \(wanted)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    }
  }

  private static let wayOut = "move it away to start a new session, or name another file with --session"

  init(_ failure: SQLFailure, _ path: String) {
    switch failure.primaryCode {
    case SQLITE_NOTADB: self = .notADatabase(path)
    case SQLITE_CORRUPT: self = .corrupt(path, reason: failure.message)
    case SQLITE_FULL: self = .full(path)
    case SQLITE_READONLY where failure.code == Self.moved: self = .replaced(path)
    case SQLITE_READONLY: self = .readOnly(path, reason: "the file or its folder is read-only")
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path)
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = Self.refused(failure, path)
    default: self = .unusable(path, reason: failure.message)
    }
  }

  /// `SQLITE_READONLY_DBMOVED` and `SQLITE_IOERR_SHMSIZE`, which Swift cannot import from SQLite's header.
  private static let (moved, noSharedMemory) = (SQLITE_READONLY | (4 << 8), SQLITE_IOERR | (19 << 8))

  /// Why the system refused, by its error number.
  static func refused(_ code: Int32, _ path: String) -> StoreFailure {
    switch code {
    case ENOSPC, EDQUOT: .full(path)
    case EROFS: .readOnly(path, reason: "the file system is read-only")
    default: .unusable(path, reason: String(cString: strerror(code)))
    }
  }

  private static func refused(_ failure: SQLFailure, _ path: String) -> StoreFailure {
    guard failure.systemCode == 0 else { return refused(failure.systemCode, path) }
    // SQLite loses the system's error number when it cannot grow its shared memory.
    return failure.code == noSharedMemory ? .full(path) : .unusable(path, reason: failure.message)
  }
}

/// A store's file as the file system sees it; never opened, because closing it releases SQLite's locks.
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

  init(_ path: String) {
    self.path = path
    identity = Identity(path)
    log = Identity(Self.log(of: path))
  }

  /// What happened to the file since it was opened; nil if it is unchanged.
  func failure() -> StoreFailure? {
    guard let now = Identity(path) else { return .gone(path) }
    guard now == identity else { return .replaced(path) }
    guard let log else { return nil }
    let logPath = Self.log(of: path)
    guard let now = Identity(logPath) else { return .gone(logPath) }
    return now == log ? nil : .replaced(logPath)
  }

  /// Sets aside an overwritten file's log: SQLite would otherwise mix the two on the next open.
  func setLogAside() {
    guard Identity(path) == identity, let log, Identity(Self.log(of: path)) == log else { return }
    Self.setLogAside(of: path)
  }

  /// Renames the log to `-wal.stale` and removes its index; processes that use the log notice, and stop writing.
  static func setLogAside(of path: String) {
    _ = rename(log(of: path), log(of: path) + ".stale")
    unlink(path + "-shm")
  }

  /// Touches the file after a commit, because SQLite writes its log before the commit is visible.
  func notifyWatchers() {
    if let name = try? SystemPath.bytes(of: path) { _ = utimes(name, nil) }
  }

  static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether the file at `path` is missing or empty, as a full disk leaves it.
  static func isEmpty(_ path: String) -> Bool {
    status(path).map { $0.st_size == 0 } ?? true
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    guard let name = try? SystemPath.bytes(of: path), stat(name, &status) == 0 else { return nil }
    return status
  }

  /// Rejects files that SQLite would wait for or overwrite.
  static func refuseForeign(_ path: String) throws(StoreFailure) {
    guard let status = status(path) else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // SQLite treats a file of one byte as empty.
      if status.st_size == 1 { throw .notADatabase(path) }
    case S_IFDIR: throw .unusable(path, reason: "it is a folder")
    default: throw .unusable(path, reason: "it is not a regular file")
    }
  }

  /// Creates an empty file that only its owner can read, or restricts access to an empty one; true if created.
  static func make(_ path: String, makesFolders: Bool) throws(StoreFailure) -> Bool {
    guard !exists(path) else {
      if isEmpty(path) { chmod(path, 0o600) }
      return false
    }
    guard let name = try? SystemPath.bytes(of: path) else {
      throw .unusable(path, reason: "its path contains a NUL character")
    }
    if makesFolders { try makeFolders(of: path) }
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      close(descriptor)
      return true
    }
    let code = errno
    let folder = FilePath.folder(of: path)
    if code == ENOENT, !exists(folder) { throw .unusable(path, reason: "the folder \(folder) does not exist") }
    guard code == EEXIST else { throw .refused(code, path) }
    return false
  }

  /// Removes a file that could not become a session, with SQLite's files next to it.
  static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  private static func makeFolders(of path: String) throws(StoreFailure) {
    do throws(FileFailure) {
      try FileWriting.makeFolder(FilePath.folder(of: path), isPrivate: true)
    } catch {
      throw .unusable(error.path, reason: "the folder cannot be made: \(error.reason)")
    }
  }

  /// SQLite's write-ahead log, which has the latest commits.
  static func log(of path: String) -> String { path + "-wal" }
}
