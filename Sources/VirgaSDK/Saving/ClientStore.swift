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
  /// If it throws, the client starts fresh and does not overwrite the state, except after a
  /// ``SavedClientFailure/corrupt(reason:)``: see ``recover(from:)``.
  func load() throws -> SavedClient?

  /// Replaces the state; calls never overlap, and after a failure the old state must be intact.
  func save(_ state: SavedClient) throws

  /// Sets aside a corrupt state and returns the previous one, nil if there is none; the client then
  /// saves again.
  ///
  /// Optional: by default it throws `failure`, and the client starts fresh and saves nothing.
  func recover(from failure: SavedClientFailure) throws -> SavedClient?
}

extension ClientStore {
  /// Throws `failure`, for a store that keeps no earlier state.
  public func recover(from failure: SavedClientFailure) throws -> SavedClient? { throw failure }
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
  /// Throws `FileFailure` or ``SavedClientFailure``.
  public func load() throws -> SavedClient? { try Self.read(path) ?? Self.read(previousPath) }

  /// Writes the file; throws `FileFailure`.
  public func save(_ state: SavedClient) throws {
    try FileWriting.write(
      Array(JSONValue.object(state.json).compact.utf8), to: path, access: .ownerWithoutLinks,
      durability: .keepingPrevious(at: previousPath))
  }

  /// Renames the corrupt file to ``brokenPath`` and reads the previous one; nil if that is missing
  /// or corrupt too.
  ///
  /// If the file does not exist, the previous one is the corrupt file, because ``load()`` read
  /// that.
  public func recover(from failure: SavedClientFailure) throws -> SavedClient? {
    let corrupt = try FileWriting.isMissing(path) ? previousPath : path
    try FileWriting.move(corrupt, to: brokenPath)
    do {
      return try Self.read(previousPath)
    } catch SavedClientFailure.corrupt {
      return nil
    }
  }

  /// Deletes the state and the previous one, so that the next client starts fresh; throws
  /// `FileFailure`.
  public func delete() throws {
    try FileWriting.remove(previousPath)
    try FileWriting.remove(path)
  }

  /// Returns the state in a file; nil only if the file does not exist, because one that cannot be
  /// read now may be readable later.
  private static func read(_ path: String) throws -> SavedClient? {
    if try FileWriting.isMissing(path) { return nil }
    let bytes = try FileReading.disk().read(path)
    guard !bytes.isEmpty else { throw SavedClientFailure.corrupt(reason: "the file is empty") }
    return try SavedClient(text: String(decoding: bytes, as: UTF8.self))
  }
}
