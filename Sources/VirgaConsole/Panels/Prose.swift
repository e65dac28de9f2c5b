import VirgaCanvas

/// Formats descriptions: paragraphs, without the final line break that YAML leaves.
enum Prose {
  /// The lines of a text, wrapped to a width; none for an empty text.
  ///
  /// Very long texts are cut: nobody reads that far, and every key would wait for it.
  static func lines(of text: String, columns: Int) -> [DisplayText] {
    var paragraphs = DisplayText.lines(start(of: text))
    // YAML leaves a line break at the end of a text, which would become a blank line.
    while paragraphs.last?.plain.allSatisfy(\.isWhitespace) == true { paragraphs.removeLast() }
    return paragraphs.flatMap { $0.wrapped(to: columns) }
  }

  /// The same lines in a style.
  static func lines(of text: String, _ style: Style, columns: Int) -> [StyledLine] {
    lines(of: text, columns: columns).map { StyledLine($0, style) }
  }

  /// The most scalars that are shown; counted in scalars, because a single character can be as long
  /// as the text.
  private static let maxScalars = 20_000

  /// The text, cut after ``maxScalars``.
  static func start(of text: String) -> String {
    // A text has at least as many bytes as scalars, and counting bytes is faster.
    text.utf8.count > maxScalars ? String(text.unicodeScalars.prefix(maxScalars)) : text
  }

  /// The fewest columns for a text beside its name.
  private static let leastColumnsBeside = 24
  /// The columns before a text that is below its name.
  private static let indentBelow = 2

  /// A text beside its name, in lines from column `indent`, or below the name if it does not fit
  /// there; no lines if `text` is nil.
  ///
  /// - Parameter indent: A column after the name.
  static func linesWithName(
    _ name: DisplayText, _ text: String?, indent: Int, columns: Int
  ) -> [StyledLine] {
    guard let text else { return [] }
    let isBeside = fits(text, besideNameIn: columns - indent)
    let start = isBeside ? indent : indentBelow
    let lines = DisplayText(text).wrapped(to: max(1, columns - start))
    let nameLine = isBeside ? [] : [StyledLine(name, .dim)]
    let textLines = lines.enumerated().map { row, line in
      let nameOrBlanks = row == 0 && isBeside ? name.padded(to: start) : .blanks(start)
      return StyledLine(of: (nameOrBlanks, .dim), (line, .text))
    }
    return nameLine + textLines
  }

  /// Whether the columns after a name have room for a text in lines without a break in a word,
  /// because paths and ids must not be broken.
  private static func fits(_ text: String, besideNameIn columns: Int) -> Bool {
    // Scalars, because finding the bounds of characters is slow.
    let words = text.unicodeScalars.split(separator: " ")
    let longestWord = words.map { DisplayText(Substring($0)).columns }.max() ?? 0
    return columns >= leastColumnsBeside && longestWord <= columns
  }

  /// How far a panel shows its lines: `15 of 53 lines`; empty if all lines are visible.
  ///
  /// - Parameter noun: What the lines are, in the plural; nil for the numbers alone.
  static func scrollPosition(
    from top: Int, rows: Int, of count: Int, _ noun: String? = "lines"
  ) -> DisplayText {
    guard count > rows else { return .empty }
    let lastVisible = min(top + rows, count)
    let numbers = "\(lastVisible) of \(count)"
    return DisplayText(noun.map { "\(numbers) \($0)" } ?? numbers)
  }
}
