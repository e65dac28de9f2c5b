public import VirgaSource

/// A file that belongs to a manifest, whether it could be read or not.
public struct ManifestFile: Sendable {
  /// Its identity: an absolute path with symbolic links resolved, or a URL.
  public let path: String
  /// Where it was read: an absolute path, a URL, or `-`.
  public let readPath: String
  /// The short name that problems and locations use.
  public let shownName: String
  /// Its text; nil where it could not be read.
  public let source: SourceText?
}
