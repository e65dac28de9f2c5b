import VirgaCanvas

/// Formats descriptions: paragraphs, without the final line break that YAML leaves.
enum Prose {
  /// Very long texts are cut: nobody reads that far, and every key would wait for it.
  static func lines(of text: String, columns: Int) -> [DisplayText] {
    var paragraphs = DisplayText.lines(start(of: text))
    while paragraphs.last?.plain.allSatisfy(\.isWhitespace) == true { paragraphs.removeLast() }
    return paragraphs.flatMap { $0.wrapped(to: columns) }
  }

  static func lines(of text: String, _ style: Style, columns: Int) -> [StyledLine] {
    lines(of: text, columns: columns).map { StyledLine($0, style) }
  }

  /// Counted in scalars, because a single character can be as long as the text.
  private static let maxScalars = 20_000

  static func start(of text: String) -> String {
    text.utf8.count > maxScalars ? String(text.unicodeScalars.prefix(maxScalars)) : text
  }

  /// A text beside its name, in lines from column `indent`, or below the name if there is no room.
  static func fact(_ name: DisplayText, _ text: String?, indent: Int, columns: Int) -> [StyledLine]
  {
    guard let text else { return [] }
    // A path or an id that would be broken next to the name goes below it.
    let longest =
      text.unicodeScalars.split(separator: " ").map { DisplayText(Substring($0)).columns }.max()
      ?? 0
    let isBeside = columns >= indent + 24 && longest <= columns - indent
    let start = isBeside ? indent : 2
    let lines = DisplayText(text).wrapped(to: max(1, columns - start))
    let first = isBeside ? [] : [StyledLine(name, .dim)]
    return first
      + lines.enumerated().map { row, text in
        let lead = row == 0 && isBeside ? name.padded(to: start) : .blanks(start)
        return StyledLine(of: (lead, .dim), (text, .text))
      }
  }

  /// The last visible line, as in `15 of 53 lines`; empty if all lines are visible.
  static func reach(from top: Int, rows: Int, of count: Int) -> DisplayText {
    count > rows ? DisplayText("\(min(top + rows, count)) of \(count) lines") : .empty
  }
}
