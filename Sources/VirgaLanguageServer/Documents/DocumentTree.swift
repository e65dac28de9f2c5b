import VirgaJSON
import VirgaSource
import VirgaYAML

/// The tree of a text, which is read when it is asked for.
///
/// A class, so that all copies of a document, and the manifests that have its file, read it once.
final class DocumentTree: Sendable {
  /// The tree of a text, nil if it cannot be read, and the problems of its syntax.
  typealias Reading = (document: LocatedDocument?, problems: [Problem])

  private let source: SourceText
  /// The last tree that was read of a text before.
  private let before: LocatedDocument?
  /// What the text says; nil before it is read.
  private let stored = Locked<Reading?>(nil)

  /// The tree of a text that replaces another one.
  init(_ source: SourceText, after earlier: DocumentTree? = nil) {
    self.source = source
    before = earlier?.readDocument ?? earlier?.before
  }

  /// The tree; that of the last text that could be read if this one cannot be.
  var document: LocatedDocument? { reading.document ?? before }

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

  /// The tree of the text itself, if it was read already.
  private var readDocument: LocatedDocument? { stored.withLock { $0?.document } }
}
