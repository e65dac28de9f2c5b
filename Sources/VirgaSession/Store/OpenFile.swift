import SystemPackage
import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A store's file as the file system sees it; never opened, because closing it releases SQLite's locks.
struct OpenFile {
  private let path: String
  private let identity: Identity?
  private let log: Identity?

  private struct Identity: Equatable {
    let device: DeviceID
    let inode: Inode

    init?(_ path: String) {
      guard let status = OpenFile.status(path) else { return nil }
      (device, inode) = (status.deviceID, status.inode)
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
    let log = log(of: path)
    if let from = try? SystemPath.bytes(of: log), let to = try? SystemPath.bytes(of: log + ".stale") {
      _ = rename(from, to)
    }
    try? FileWriting.remove(path + "-shm")
  }

  /// Touches the file after a commit, because SQLite writes its log before the commit is visible.
  func notifyWatchers() {
    if let name = try? SystemPath.bytes(of: path) { _ = utimes(name, nil) }
  }

  static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether the file at `path` is missing or empty, as a full disk leaves it.
  static func isEmpty(_ path: String) -> Bool { status(path).map { $0.size == 0 } ?? true }

  private static func status(_ path: String) -> Stat? { try? FilePath(text: path).stat() }

  /// Rejects files that SQLite would wait for or overwrite.
  static func refuseForeign(_ path: String) throws(StoreFailure) {
    guard let status = status(path) else { return }
    switch status.type {
    case .regular:
      // SQLite treats a file of one byte as empty.
      if status.size == 1 { throw .notADatabase(path) }
    case .directory: throw .unusable(path, reason: "it is a folder")
    default: throw .unusable(path, reason: "it is not a regular file")
    }
  }

  /// Creates an empty file that only its owner can read, or restricts access to an empty one; true if created.
  static func make(_ path: String, makesFolders: Bool) throws(StoreFailure) -> Bool {
    guard !exists(path) else {
      if isEmpty(path), let name = try? SystemPath.bytes(of: path) { chmod(name, 0o600) }
      return false
    }
    guard !path.hasSuffix("/") else { throw .refused(.isDirectory, path) }
    guard let file = try? FilePath(text: path) else {
      throw .unusable(path, reason: "its path contains a NUL character")
    }
    if makesFolders { try makeFolders(of: path) }
    do {
      try FileDescriptor.open(
        file, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite
      ).close()
      return true
    } catch Errno.fileExists {
      return false
    } catch Errno.noSuchFileOrDirectory where !exists(FilePath.folder(of: path)) {
      throw .unusable(path, reason: "the folder \(FilePath.folder(of: path)) does not exist")
    } catch {
      throw .refused(error as? Errno ?? .ioError, path)
    }
  }

  /// Removes a file that could not become a session, with SQLite's files next to it.
  static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileWriting.remove(path + ending) }
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
