import VirgaJSON
import VirgaSource

/// A document that the client has open, with its unsaved text.
struct OpenDocument {
  /// The URI by which the client names it.
  let uri: String
  /// Its absolute path, with symbolic links resolved.
  let path: String
  private(set) var version: Int64
  private(set) var source: SourceText
  /// The tree of its text, which manifests that have the file use too.
  private(set) var tree: DocumentTree

  init(uri: String, path: String, version: Int64, text: String) {
    self.uri = uri
    self.path = path
    self.version = version
    source = SourceText(name: path, text: text)
    tree = DocumentTree(source)
  }

  /// The tree of the last text that could be read; nil if none could be.
  var document: LocatedDocument? { tree.document }

  /// Whether ``document`` is that of the present text.
  var isReadable: Bool { tree.isReadable }

  /// Whether it is written in YAML, rather than in JSON.
  var isYAML: Bool { !path.hasSuffix(".json") }

  /// Applies the changes of a notification one after the other.
  ///
  /// A change without a range replaces the whole text; one with a wrong range is ignored.
  mutating func apply(_ changes: [JSONValue], version: Int64, _ encoding: PositionEncoding) {
    self.version = version
    for change in changes {
      guard let text = change["text"]?.stringValue else { continue }
      guard let range = change["range"], !range.isNull else {
        source = SourceText(name: path, text: text)
        continue
      }
      guard let replaced = TextPositions(source, encoding).range(range) else { continue }
      var bytes = source.bytes
      let offsets = source.offset(of: replaced.start)..<source.offset(of: replaced.end)
      bytes.replaceSubrange(offsets, with: text.utf8)
      source = SourceText(name: path, bytes: bytes)
    }
    tree = DocumentTree(source, after: tree)
  }
}
