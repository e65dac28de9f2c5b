import VirgaSource

/// A parsed text: the entries in reading order and the bytes that they speak of.
///
/// A class, so that a node is as cheap to copy as a reference.
final class JSONTree: Sendable {
  let source: SourceText
  let entries: [JSONEntry]

  init(source: SourceText, entries: [JSONEntry]) {
    self.source = source
    self.entries = entries
  }
}
