package import VirgaSource

/// A YAML or JSON text with its tree and its problems; in JSON, however incomplete it is.
package struct LocatedText: Sendable {
  /// The text.
  package let source: SourceText
  /// The tree; nil if a YAML text could not be read.
  ///
  /// In JSON it has everything that could be understood, and marks what could not.
  package let document: LocatedDocument?
  /// The mistakes; in JSON each one is reported once, in text order.
  package let problems: [Problem]

  /// Creates a text from its tree, nil if it could not be read, and the problems found while
  /// reading it.
  package init(_ source: SourceText, _ document: LocatedDocument?, problems: [Problem]) {
    self.source = source
    self.document = document
    self.problems = problems
  }

  /// The value with its locations; nil if nothing could be read.
  package var written: LocatedValue? { document?.readableRoot }

  /// The value as plain JSON; nil if nothing could be read.
  ///
  /// Created at each access, because most readers need only the located value. Unreadable members
  /// and elements are left out; the last value of a repeated key wins.
  package var json: JSONValue? { written?.json }

  /// The location of the value at `path`, even if that could not be understood; nil without a tree
  /// or if nothing is at `path`.
  package func range(at path: JSONPath) -> SourceRange? { document?.range(at: path) }

  /// Reads `source` as RFC 8259 JSON and recovers from every mistake.
  ///
  /// By default it may be nested as deep as YAML, because most such files can be in either
  /// language.
  package static func json(
    _ source: SourceText, limits: JSONLimits = JSONLimits(depth: LocatedDocument.maxDepth)
  ) -> LocatedText {
    let (builder, mistakes) = JSONParser.read(source.bytes, limits: limits)
    let document = builder.finished(
      name: source.name, language: .json, position: { offset in source.position(at: offset) })
    let problems = mistakes.map { mistake in mistake.problem(in: source) }
    return LocatedText(source, document, problems: problems)
  }
}
