import VirgaCanvas

/// Descriptions as their authors meant them: paragraphs, without the line end that YAML leaves behind.
enum Prose {
  /// The lines of a text, each at most `columns` wide.
  static func lines(of text: String, columns: Int) -> [DisplayText] {
    var paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while paragraphs.last?.allSatisfy(\.isWhitespace) == true { paragraphs.removeLast() }
    return paragraphs.flatMap { DisplayText($0).wrapped(to: columns) }
  }

  /// The whole text on one line.
  static func line(of text: String) -> DisplayText {
    DisplayText(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
