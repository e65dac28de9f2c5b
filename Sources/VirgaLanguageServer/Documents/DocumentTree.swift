import VirgaJSON
import VirgaSource
import VirgaYAML

/// The tree of a text, which is read when it is asked for.
///
/// A class, so that all copies of a document, and the manifests that have its file, read it once.
final class DocumentTree: Sendable {
  /// The tree of a text, nil if it cannot be read, and the problems of its syntax.
  typealias Reading = (document: LocatedDocument?, problems: [Problem])

  let source: SourceText
  /// The last text before this one whose tree was read, or else the text that was opened, which is
  /// read when it is needed; it has no earlier text itself.
  private let earlier: DocumentTree?
  /// What the text says; nil before it is read.
  private let stored: Locked<Reading?>

  /// The tree of a text that replaces another one.
  init(_ source: SourceText, after replaced: DocumentTree? = nil) {
    self.source = source
    stored = Locked(nil)
    earlier = replaced?.withoutEarlier ?? replaced?.earlier ?? replaced
  }

  /// A tree that was read already.
  private init(_ source: SourceText, reading: Reading) {
    self.source = source
    stored = Locked(reading)
    earlier = nil
  }

  /// The tree; that of the last text that could be read if this one cannot be.
  var document: LocatedDocument? { lastReadable?.reading.document }

  /// The tree itself, or that of the last text that could be read; nil if none could be.
  var lastReadable: DocumentTree? { isReadable ? self : earlier?.lastReadable }

  /// Whether the text can be read.
  var isReadable: Bool { reading.document != nil }

  /// Whether it is the tree of the same bytes as those of another text.
  func hasBytes(of other: SourceText) -> Bool { source.bytes == other.bytes }

  /// What the text says; it is read the first time.
  private var reading: Reading {
    stored.withLock { stored in
      if let known = stored { return known }
      let reading = LocatedDocument.read(source)
      stored = reading
      return reading
    }
  }

  /// What the text says, with locations in a file that is called `name`.
  ///
  /// Problems and locations name a file in several ways; its tree is the same.
  func reading(named name: String) -> Reading {
    let reading = self.reading
    guard !source.name.isSameName(as: name) else { return reading }
    let problems = reading.problems.map { problem in
      var problem = problem
      problem.location?.file = name
      return problem
    }
    return (reading.document.map { LocatedDocument($0, named: name) }, problems)
  }

  /// A copy that forgets the earlier text; nil unless the text was read already, without an error.
  private var withoutEarlier: DocumentTree? {
    guard let known = stored.withLock({ $0 }), known.document != nil else { return nil }
    return DocumentTree(source, reading: known)
  }
}
