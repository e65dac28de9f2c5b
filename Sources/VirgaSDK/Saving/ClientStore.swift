import VirgaFiles
import VirgaJSON

/// Where a client keeps its state from one start to the next.
///
/// A client loads once, when it is made, and saves in the background after each change.
public protocol ClientStore: Sendable {
  /// The state that was saved last; nil if none was.
  ///
  /// - Throws: Why it cannot be read; the client then starts fresh and does not overwrite it.
  func load() throws -> SavedClient?

  /// Replaces the state; it is never called twice at a time.
  ///
  /// - Throws: Why it could not be written; the old state must still be there.
  func save(_ state: SavedClient) throws
}

/// A client's state in a file, which is replaced in one step.
///
/// ```swift
/// let client = FeatureClient(.init(context: context, store: ClientFile(folder + "/features.json")))
/// ```
public struct ClientFile: ClientStore {
  /// The path of the file.
  public let path: String

  /// The file at `path`; its folder must exist.
  public init(_ path: String) { self.path = path }

  /// Reads the file; nil if it does not exist.
  ///
  /// - Throws: `FileFailure` or ``SavedClientFailure``.
  public func load() throws -> SavedClient? {
    guard FileWriting.exists(path) else { return nil }
    let bytes = try FileReading.disk().read(path)
    return try SavedClient(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Writes the file.
  ///
  /// - Throws: `FileFailure`.
  public func save(_ state: SavedClient) throws {
    try FileWriting.write(Array(JSONValue.object(state.json).compact.utf8), to: path)
  }
}
