import CVirgaSQLite
import SystemPackage
import VirgaFiles

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
  /// The file was written by another version of virga, in a format that this one does not read.
  case otherFormat(String, version: Int64)
  /// The disk is full.
  case full(String)
  /// Nothing can be changed; `reason` completes a sentence.
  case readOnly(String, reason: String)
  /// Another process kept the file locked.
  case locked(String)
  /// The file cannot be reached for now, for example because its folder cannot be read.
  case unreachable(String, reason: String)
  /// The file, its log or its index was deleted while the session was open.
  case gone(String)
  /// The file, its log or its index was replaced by another while the session was open.
  case replaced(String)
  /// The session belongs to another manifest.
  case otherManifest(String, its: String, wanted: String)
  /// The system refused; `reason` is the system's message.
  case unusable(String, reason: String)
}

extension StoreFailure {
  /// Whether the file is only locked or unreachable for now, so that trying again can succeed.
  package var isTemporary: Bool {
    switch self {
    case .locked, .unreachable: true
    default: false
    }
  }
}

extension StoreFailure: CustomStringConvertible {
  /// A sentence that begins with the path.
  public var description: String {
    switch self {
    case .notADatabase(let path):
      "\(path) is not a session: it is not an SQLite file; \(Self.howToContinue)"
    case .exported(let path):
      "\(path) is an exported session: import it with `virga session import \(ShellWord.quotedVisibly(path))`"
    case .notASession(let path):
      "\(path) is not a session: it is another program's database; \(Self.howToContinue)"
    case .corrupt(let path, let reason): "\(path) is damaged (\(reason)); \(Self.howToContinue)"
    case .otherFormat(let path, let version):
      "\(path) was written by \(version > StoreSchema.version ? "a later" : "an earlier") virga "
        + "(format \(version), this one has \(StoreSchema.version)); \(Self.howToContinue)"
    case .full(let path): "\(path): the disk is full"
    case .readOnly(let path, let reason): "\(path) cannot be changed: \(reason)"
    case .locked(let path):
      "\(path) is locked by another program, which kept writing while virga waited"
    case .unreachable(let path, let reason): "\(path) cannot be reached: \(reason)"
    case .gone(let path): "\(path) was deleted while it was open"
    case .replaced(let path): "\(path) was replaced while it was open"
    case .otherManifest(let path, let its, let wanted):
      "\(path) is a session of \(its), not of \(wanted)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    }
  }

  private static let howToContinue =
    "move it away to start a new session, or name another file with --session"

  /// The failure of the file at `path` for an error of SQLite.
  init(_ failure: SQLFailure, _ path: String) {
    switch failure.primaryCode {
    case SQLITE_NOTADB: self = .notADatabase(path)
    case SQLITE_CORRUPT: self = .corrupt(path, reason: failure.message)
    case SQLITE_FULL: self = .full(path)
    case SQLITE_READONLY where failure.code == Self.fileMoved: self = .replaced(path)
    case SQLITE_READONLY: self = .readOnly(path, reason: "the file or its folder is read-only")
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path)
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = Self.systemFailure(failure, path)
    default: self = .unusable(path, reason: failure.message)
    }
  }

  // Two codes that Swift cannot import from SQLite's header, because they are expressions.

  /// `SQLITE_READONLY_DBMOVED`: the file was moved or replaced since it was opened.
  private static let fileMoved = SQLITE_READONLY | (4 << 8)
  /// `SQLITE_IOERR_SHMSIZE`.
  private static let noSharedMemory = SQLITE_IOERR | (19 << 8)

  /// The failure for an error of the system.
  static func systemFailure(_ error: Errno, _ path: String) -> StoreFailure {
    switch error {
    case .noSpace, .diskQuotaExceeded: .full(path)
    case .readOnlyFileSystem: .readOnly(path, reason: "the file system is read-only")
    default: .unusable(path, reason: error.description)
    }
  }

  /// The failure for an error of the system that SQLite met.
  private static func systemFailure(_ failure: SQLFailure, _ path: String) -> StoreFailure {
    guard failure.systemCode == 0 else {
      return systemFailure(Errno(rawValue: failure.systemCode), path)
    }
    // On a full disk SQLite cannot grow its shared memory, and loses the system's error number.
    return failure.code == noSharedMemory ? .full(path) : .unusable(path, reason: failure.message)
  }
}
