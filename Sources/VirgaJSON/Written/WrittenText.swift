package import VirgaSource

/// A text that a person wrote in YAML or JSON and that is not a manifest: recipes, a targeting context, a config.
package struct WrittenText: Sendable {
  /// The value with its places; nil if nothing could be read.
  package let written: WrittenValue?
  /// The value as plain JSON; nil if nothing could be read.
  package let json: JSONValue?
  /// What is wrong with the text.
  package let problems: [Problem]

  /// A text that says `written`, with the problems found while it was read.
  package init(_ written: WrittenValue?, problems: [Problem]) {
    self.written = written
    json = written?.json
    self.problems = problems
  }
}
