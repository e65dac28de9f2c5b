public import VirgaFiles
import VirgaJSON
import VirgaSource

/// Where an app keeps its flags for the time when the configuration cannot be read.
public struct FlagCaching: Sendable {
  /// The cache; nil where nothing was kept yet.
  public var read: @Sendable () throws(FileFailure) -> FlagCache?
  /// Keeps a cache.
  public var write: @Sendable (FlagCache) throws(FileFailure) -> Void
  /// Forgets what was kept.
  public var delete: @Sendable () throws(FileFailure) -> Void

  /// A place; see the properties.
  public init(
    read: @escaping @Sendable () throws(FileFailure) -> FlagCache?,
    write: @escaping @Sendable (FlagCache) throws(FileFailure) -> Void,
    delete: @escaping @Sendable () throws(FileFailure) -> Void
  ) {
    self.read = read
    self.write = write
    self.delete = delete
  }

  /// Keeps nothing beyond the life of the app.
  public static let none = FlagCaching(
    read: { () throws(FileFailure) in nil }, write: { _ throws(FileFailure) in }, delete: { () throws(FileFailure) in })

  /// Keeps a file at `path` that only this user can read; one that the FeatureFlags package wrote is read too.
  public static func file(_ path: String) -> FlagCaching {
    FlagCaching(
      read: { () throws(FileFailure) in
        guard FileWriting.isFile(path) else { return nil }
        let text = SourceText(name: path, bytes: try FileReading.disk().read(path))
        guard let cache = FlagCache(.parse(text)) else {
          throw FileFailure(path: path, reason: "is no cache of flags, and is not used")
        }
        return cache
      },
      write: { cache throws(FileFailure) in
        try FileWriting.makeFolder(FilePath.folder(of: path))
        try FileWriting.write(Array((cache.json.pretty() + "\n").utf8), to: path, access: .ownerWithoutLinks)
      },
      delete: { () throws(FileFailure) in try FileWriting.remove(path) })
  }
}
