import VirgaFiles
import VirgaJSON

/// Stores a client's state between starts: loaded once, on creation, and saved in the background
/// after changes.
///
/// A client that cannot save tries again after a second, then after longer and longer pauses, and
/// after each change.
public protocol ClientStore: Sendable {
  /// Returns the last saved state; nil if there is none.
  ///
  /// - Throws: Why the state cannot be read. The client then starts fresh and does not overwrite
  ///   the state, except after a ``SavedClient/Failure/corrupt(reason:)``: see ``recover(from:)``.
  func load() throws -> SavedClient?

  /// Replaces the state; calls never overlap.
  ///
  /// - Throws: Why the state cannot be saved; the old one must be intact. The client goes on,
  ///   reports it as ``FeatureClient/storeFailure``, and tries again later.
  func save(_ state: SavedClient) throws

  /// Sets aside a corrupt state and returns the previous one, nil if there is none; the client then
  /// saves again.
  ///
  /// Optional: by default it throws `failure`.
  ///
  /// - Throws: Why nothing can be recovered. The client then starts fresh and saves nothing.
  func recover(from failure: SavedClient.Failure) throws -> SavedClient?
}

extension ClientStore {
  /// Recovers nothing, for a store that keeps no earlier state.
  ///
  /// - Throws: `failure`; the state stays as it is.
  public func recover(from failure: SavedClient.Failure) throws -> SavedClient? { throw failure }
}

/// Stores a client's state in a file that only its owner can read.
///
/// It replaces the file atomically and keeps the one before it, so that a state survives a power
/// failure. An empty or broken file is renamed, and the previous one is used.
/// Rule: VirgaSDK/Survival.
public struct ClientFile: ClientStore {
  /// The path of the file.
  public let path: String
  /// The path of the state saved before the last one: `path` with `.previous` added.
  public var previousPath: String { path + ".previous" }
  /// The path to which an unusable file is renamed: `path` with `.broken` added.
  public var brokenPath: String { path + ".broken" }

  /// A store in the file at `path`; its folder must exist.
  public init(_ path: String) { self.path = path }

  /// Reads the file, or the previous one if it does not exist; nil if neither does.
  ///
  /// - Throws: `FileFailure` if a file cannot be read, or ``SavedClient/Failure`` if it is not a
  ///   state that this version can read. No file is changed.
  public func load() throws -> SavedClient? { try Self.read(path) ?? Self.read(previousPath) }

  /// Replaces the file; the old file becomes the previous one.
  ///
  /// Only the owner can read these files. A symbolic link at the path is replaced, not followed.
  ///
  /// - Throws: `FileFailure` if it cannot be written. The last state is then still in the file or,
  ///   if only its replacement failed, in the previous one, which ``load()`` reads.
  public func save(_ state: SavedClient) throws {
    try FileWriting.write(
      Array(JSONValue.object(state.json).compact.utf8), to: path, access: .ownerWithoutLinks,
      durability: .keepingPrevious(at: previousPath))
  }

  /// Renames the corrupt file to ``brokenPath`` and reads the previous one; nil if that is missing
  /// or corrupt too.
  ///
  /// The kind of `failure` makes no difference. If the file does not exist, the previous one is the
  /// corrupt file, because ``load()`` read that.
  ///
  /// - Throws: `FileFailure` if a file cannot be renamed or read, or
  ///   ``SavedClient/Failure/newer(version:)`` if a newer version wrote the previous one. No file
  ///   is lost: the corrupt one is still at its path, or at ``brokenPath``.
  public func recover(from failure: SavedClient.Failure) throws -> SavedClient? {
    let corrupt = try FileWriting.isMissing(path) ? previousPath : path
    try FileWriting.move(corrupt, to: brokenPath)
    do {
      return try Self.read(previousPath)
    } catch SavedClient.Failure.corrupt {
      return nil
    }
  }

  /// Deletes the state and the previous one, so that the next client starts fresh.
  ///
  /// - Throws: `FileFailure` if one cannot be deleted. The state then stays; the previous one may
  ///   be gone.
  public func delete() throws {
    try FileWriting.remove(previousPath)
    try FileWriting.remove(path)
  }

  /// Returns the state in a file; nil if the file does not exist.
  ///
  /// Throws if the file cannot be read now: it may be readable later.
  private static func read(_ path: String) throws -> SavedClient? {
    if try FileWriting.isMissing(path) { return nil }
    let bytes = try FileReading.disk().read(path)
    guard !bytes.isEmpty else { throw SavedClient.Failure.corrupt(reason: "the file is empty") }
    return try SavedClient(text: String(decoding: bytes, as: UTF8.self))
  }
}
