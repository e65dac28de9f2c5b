import VirgaJSON
import VirgaSource
import VirgaYAML

/// The tree of a text, which is read when it is asked for.
///
/// A class, so that all copies of a document read it once.
final class DocumentTree {
  private let source: SourceText
  /// The last tree that was read of a text before.
  private let before: LocatedDocument?
  /// The tree of the text itself; nil if it cannot be read, or was not read yet.
  private var own: LocatedDocument?
  private var wasRead = false

  /// The tree of a text that replaces another one.
  init(_ source: SourceText, after earlier: DocumentTree? = nil) {
    self.source = source
    before = earlier?.own ?? earlier?.before
  }

  /// The tree; that of the last text that could be read if this one cannot be.
  var document: LocatedDocument? { read() ?? before }

  /// Whether the text can be read.
  var isReadable: Bool { read() != nil }

  /// The tree of the text itself, which is read the first time; nil if that is impossible.
  private func read() -> LocatedDocument? {
    guard !wasRead else { return own }
    wasRead = true
    own = LocatedDocument.read(source).document
    return own
  }
}
