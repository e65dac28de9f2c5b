package import VirgaSource

/// A text with marked positions so that tests never count columns by hand.
///
/// `⟦` opens and `⟧` closes a marked range; a lone `‸` marks a position. The markers are removed
/// from the text.
package struct MarkedText {
  /// The text without its markers.
  package let text: String
  /// The marked ranges in the order in which they open; a `‸` gives an empty range.
  package let ranges: [SourceRange]

  /// Parses the markers in `marked`.
  package init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var position = SourcePosition.start
    var found: [(start: SourcePosition, end: SourcePosition?)] = []
    var open: [Int] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦":
        open.append(found.count)
        found.append((position, nil))
      case "⟧":
        if let last = open.popLast() { found[last].end = position }
      case "‸":
        found.append((position, position))
      default:
        text.append(scalar)
        position =
          scalar == "\n"
          ? .init(line: position.line + 1, column: 1)
          : .init(line: position.line, column: position.column + 1)
      }
    }
    self.text = String(text)
    self.ranges = found.map { SourceRange($0.start, $0.end ?? $0.start) }
  }
}
