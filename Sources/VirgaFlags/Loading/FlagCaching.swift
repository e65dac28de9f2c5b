package import VirgaFiles
import VirgaJSON
import VirgaSource

/// Stores an app's flags for when the configuration cannot be read.
public struct FlagCaching: Sendable {
  /// Why a cache cannot be read or written.
  package typealias Failure = FileFailure

  /// Reads the cache; nil if nothing was stored yet.
  package var read: @Sendable () throws(Failure) -> FlagCache?
  /// Sets aside a cache that could not be used, and reads the one before it; nil if there is none.
  package var recover: @Sendable () throws(Failure) -> FlagCache?
  /// Stores a cache.
  package var write: @Sendable (FlagCache) throws(Failure) -> Void
  /// Deletes the cache.
  package var delete: @Sendable () throws(Failure) -> Void

  /// Creates a cache store from its functions; by default, it has no earlier cache that could be
  /// recovered when the current one is broken.
  package init(
    read: @escaping @Sendable () throws(Failure) -> FlagCache?,
    recover: @escaping @Sendable () throws(Failure) -> FlagCache? = { () throws(Failure) in
      nil
    },
    write: @escaping @Sendable (FlagCache) throws(Failure) -> Void,
    delete: @escaping @Sendable () throws(Failure) -> Void
  ) {
    self.read = read
    self.recover = recover
    self.write = write
    self.delete = delete
  }

  /// Stores nothing.
  public static let none = FlagCaching(
    read: { () throws(FileFailure) in nil }, write: { _ throws(FileFailure) in },
    delete: { () throws(FileFailure) in })

  /// Stores a file at `path` that only this user can read; also reads one written by the
  /// FeatureFlags package.
  ///
  /// The previous cache stays next to it, with `.previous` added to the name. It is used if the
  /// file is missing or cannot be used; a file whose content is not a cache is then renamed, with
  /// `.broken` added.
  public static func file(_ path: String) -> FlagCaching {
    let file = FlagCacheFile(path: path)
    return FlagCaching(
      read: { () throws(FileFailure) in try file.read() },
      recover: { () throws(FileFailure) in try file.recover() },
      write: { cache throws(FileFailure) in try file.write(cache) },
      delete: { () throws(FileFailure) in try file.delete() })
  }
}

/// A cache of flags in a file, and the previous one in another.
///
/// Rule: VirgaFlags/Sources.
private struct FlagCacheFile: Sendable {
  let path: String

  private var previousPath: String { path + ".previous" }

  /// The cache, or the previous one if the file does not exist; nil if neither does.
  func read() throws(FileFailure) -> FlagCache? {
    if let cache = try Self.read(path) { return cache }
    return try Self.read(previousPath)
  }

  /// Reads the previous cache, nil if there is none, in place of a file that could not be used.
  ///
  /// If the content of that file is not a cache, the file gets `.broken` added to its name. A file
  /// that cannot be read stays: the next attempt may succeed.
  func recover() throws(FileFailure) -> FlagCache? {
    if let bytes = try? FileReading.disk().read(path) {
      let isBroken = Self.parsedCache(bytes, at: path) == nil
      if isBroken { try FileWriting.move(path, to: path + ".broken") }
    }
    return try Self.read(previousPath)
  }

  /// Replaces the file, which becomes the previous cache, with one that only its owner can read;
  /// makes the folder if needed.
  ///
  /// A symbolic link is replaced instead of followed, because it could lead anywhere.
  func write(_ cache: FlagCache) throws(FileFailure) {
    try FileWriting.makeFolder(FilePath.folder(of: path))
    try FileWriting.write(
      Array((cache.json.pretty() + "\n").utf8), to: path, access: .ownerWithoutLinks,
      durability: .keepingPrevious(at: previousPath))
  }

  /// Deletes both files; the previous one first, because it would become the cache without the
  /// other.
  func delete() throws(FileFailure) {
    try FileWriting.remove(previousPath)
    try FileWriting.remove(path)
  }

  /// The cache in a file; nil if the file does not exist.
  private static func read(_ path: String) throws(FileFailure) -> FlagCache? {
    if try FileWriting.isMissing(path) { return nil }
    guard let cache = parsedCache(try FileReading.disk().read(path), at: path) else {
      throw FileFailure(path: path, reason: "Not a cache of flags; it is ignored")
    }
    return cache
  }

  /// The cache in the bytes of a file; nil if they are not a cache.
  private static func parsedCache(_ bytes: [UInt8], at path: String) -> FlagCache? {
    FlagCache(SourceText(name: path, bytes: bytes))
  }
}
