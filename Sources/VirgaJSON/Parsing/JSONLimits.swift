/// Limits of a parser, so that hostile text costs bounded memory and stack.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum depth of arrays and objects.
  ///
  /// A text that is located together with YAML has `LocatedDocument.maxDepth` levels instead.
  ///
  /// Values are compared, printed and freed recursively; 256 levels fit the 512 KiB stack of a
  /// secondary thread on macOS even in a debug build.
  package var depth: Int
  /// The maximum number of problems; one more then reports that parsing stopped.
  package var problems: Int

  /// Creates limits; the defaults suit hand-written text.
  package init(depth: Int = 256, problems: Int = 100) {
    self.depth = depth
    self.problems = problems
  }
}
