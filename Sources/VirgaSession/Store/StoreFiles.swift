import CVirgaPlatform
import SystemPackage
import VirgaFiles

/// A store's files as the file system sees them; never opened, because closing one releases
/// SQLite's locks.
///
/// A database has three files: the database, its log and the index of the log. A process that has
/// another one of them open than the others writes what they cannot read.
/// Rule: VirgaSession/LostFiles.
struct StoreFiles {
  private let path: String
  private let files: [File]

  private struct File {
    let path: String
    let identity: FileIdentity
  }

  /// The files of a database that was just opened; without `needsAll`, log and index may be
  /// missing, as those of a file that can only be read.
  ///
  /// Their identities are stored, to notice if one of them is replaced.
  init(_ path: String, needsAll: Bool) throws(StoreFailure) {
    self.path = path
    var files: [File] = []
    for file in [path, Self.logPath(of: path), Self.indexPath(of: path)] {
      if let identity = try Self.identity(of: file) {
        files.append(File(path: file, identity: identity))
      } else if needsAll || file == path {
        throw .gone(file)
      }
    }
    self.files = files
  }

  /// What happened to the files since they were opened; nil if they are unchanged.
  func failureIfChanged() -> StoreFailure? {
    do throws(StoreFailure) {
      for file in files {
        guard let now = try Self.identity(of: file.path) else { return .gone(file.path) }
        guard now == file.identity else { return .replaced(file.path) }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Whether SQLite's log is gone, nobody has made another one, and the other files are unchanged:
  /// then what this process still reads from the deleted log can be copied to the file.
  func lacksOnlyLog() -> Bool {
    let log = Self.logPath(of: path)
    return files.allSatisfy { file in
      if file.path == log { return !Self.exists(log) }
      let current = try? Self.identity(of: file.path)
      return current == file.identity
    }
  }

  /// The identity of the file at `path`; nil if there is none.
  ///
  /// - Throws: ``StoreFailure/unreachable(_:reason:)`` if the system does not say whether there is
  ///   one.
  static func identity(of path: String) throws(StoreFailure) -> FileIdentity? {
    guard !path.utf8.contains(0) else {
      throw .unusable(path, reason: "its path contains a NUL character")
    }
    do throws(Errno) {
      return try FileIdentity(at: path)
    } catch {
      throw .unreachable(path, reason: error.description)
    }
  }

  /// Sets aside an overwritten file's log: SQLite would otherwise mix the two on the next open.
  func setLogAside() {
    if failureIfChanged() == nil { Self.setLogAside(of: path) }
  }

  /// Renames the write-ahead log to `-wal.stale` and removes its index, `-shm`, so that SQLite does
  /// not use them, but nothing in the log is lost.
  ///
  /// Processes that use the log notice that it is no longer at its path, and stop writing.
  static func setLogAside(of path: String) {
    let log = logPath(of: path)
    let source = try? SystemPath.bytes(of: log)
    let target = try? SystemPath.bytes(of: log + ".stale")
    if let source, let target { _ = rename(source, target) }
    try? FileWriting.remove(indexPath(of: path))
  }

  /// Touches the file after a commit, so that those who watch it read again: SQLite writes its log
  /// before the commit is visible.
  func touchToNotifyWatchers() {
    if let name = try? SystemPath.bytes(of: path) { _ = utimes(name, nil) }
  }

  static func exists(_ path: String) -> Bool { status(path) != nil }

  /// Whether the file at `path` is missing or empty, as a full disk leaves it.
  static func isEmpty(_ path: String) -> Bool { status(path).map { $0.size == 0 } ?? true }

  private static func status(_ path: String) -> Stat? { try? FilePath(text: path).stat() }

  /// Refuses a file that SQLite would overwrite, or one such as a pipe, on which it would wait; a
  /// missing file is not refused.
  static func refuseUnusable(_ path: String) throws(StoreFailure) {
    // `identity` throws if the system does not say whether the file is there; `status` is nil then.
    guard try identity(of: path) != nil, let status = status(path) else { return }
    switch status.type {
    case .regular:
      // SQLite treats a file of one byte as empty.
      if status.size == 1 { throw .notADatabase(path) }
    case .directory: throw .unusable(path, reason: "it is a folder")
    default: throw .unusable(path, reason: "it is not a regular file")
    }
  }

  /// Creates an empty file that only its owner can read, with `makesFolders` also the missing
  /// folders above it; true if created.
  ///
  /// An empty one that exists becomes a session too, so it is restricted to its owner as well.
  static func create(_ path: String, makesFolders: Bool) throws(StoreFailure) -> Bool {
    let isThere = try identity(of: path) != nil
    if isThere {
      if isEmpty(path) { restrictToOwner(path) }
      return false
    }
    guard !path.hasSuffix("/") else { throw .systemFailure(.isDirectory, path) }
    if makesFolders { try makeFolders(of: path) }
    return try createMissing(path)
  }

  /// Creates an empty file that only its owner can read; false if another process has created one
  /// meanwhile.
  private static func createMissing(_ path: String) throws(StoreFailure) -> Bool {
    do {
      // If the path is a link to a missing file, that file is created: SQLite would make it
      // readable by everyone.
      try createPrivately(SystemPath.end(ofLinksFrom: path))
      return true
    } catch Errno.fileExists {
      return false
    } catch Errno.noSuchFileOrDirectory where !exists(FilePath.folder(of: path)) {
      throw .unusable(path, reason: "the folder \(FilePath.folder(of: path)) does not exist")
    } catch {
      throw .systemFailure(error as? Errno ?? .ioError, path)
    }
  }

  /// Restricts a file to its owner; one that cannot be restricted stays as it is.
  private static func restrictToOwner(_ path: String) {
    let ownerReadWrite: mode_t = 0o600
    if let name = try? SystemPath.bytes(of: path) { chmod(name, ownerReadWrite) }
  }

  /// Creates an empty file that only its owner may use; fails if there is one.
  private static func createPrivately(_ path: String) throws {
    try FileDescriptor.open(
      FilePath(text: path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite
    ).close()
  }

  /// Removes a file that could not become a session, with SQLite's files next to it, unless
  /// somebody has it open.
  static func removeUnused(_ path: String) {
    guard let database = try? Database(path, .writeExisting, timeout: 0), database.lockExclusively()
    else { return }
    // Closing the connection must not write to the files that are removed.
    database.leaveFilesOnClose()
    remove(path)
  }

  /// Removes a session with its log, index and journal.
  static func remove(_ path: String) {
    let file = SystemPath.end(ofLinksFrom: path)
    for ending in ["-wal", "-shm", "-journal", ""] { try? FileWriting.remove(file + ending) }
  }

  /// Creates the missing folders above the file, private to this user.
  private static func makeFolders(of path: String) throws(StoreFailure) {
    do throws(FileFailure) {
      try FileWriting.makeFolder(FilePath.folder(of: path), isPrivate: true)
    } catch {
      throw .unusable(error.path, reason: "the folder cannot be made: \(error.reason)")
    }
  }

  /// The path of SQLite's journal, which exists while an empty file becomes a session; next to the
  /// target of a link.
  static func journalPath(of path: String) -> String {
    SystemPath.end(ofLinksFrom: path) + "-journal"
  }

  /// The path of SQLite's write-ahead log, which has the latest commits; next to the target of a
  /// link.
  static func logPath(of path: String) -> String { SystemPath.end(ofLinksFrom: path) + "-wal" }

  /// The path of the index of the log, which also has the locks of all who use it.
  static func indexPath(of path: String) -> String { SystemPath.end(ofLinksFrom: path) + "-shm" }
}
