package import VirgaSource

/// A file that belongs to a manifest, whether it could be read or not.
package struct ManifestFile: Sendable {
  /// Its identity: an absolute path with symbolic links resolved, or a URL.
  package let path: String
  /// Where it was read: an absolute path, a URL, or `-`.
  package let readPath: String
  /// The short name that problems and locations use.
  package let shownName: String
  /// Its text; nil where it could not be read.
  package let source: SourceText?
}
