extension Problem {
  /// The problem as lines for people: place, severity, message and hint, then the source line with a marker below.
  ///
  /// `source` gives the text of a file that a location names; without it only the first line is made. Nothing here
  /// is safe for a terminal: whoever prints it escapes control characters first.
  public func rendered(source: (String) -> SourceText? = { _ in nil }) -> String {
    var text = location.map { "\($0): " } ?? ""
    text += "\(severity.rawValue): "
    if !path.isEmpty { text += "\(path): " }
    text += message
    if let hint { text += "; \(hint)" }
    text += " [\(code)]"
    guard let location, let line = source(location.file)?.line(location.range.start.line), !line.isEmpty else {
      return text
    }
    return text + "\n" + Self.excerpt(of: line, marking: location.range)
  }

  private static let widestExcerpt = 110

  private static func excerpt(of line: String, marking range: SourceRange) -> String {
    let scalars = line.unicodeScalars
    let first = max(0, range.start.column - 1 - widestExcerpt / 2)
    let shown = scalars.dropFirst(first).prefix(widestExcerpt)
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: number.count)
    let lead = shown.prefix(range.start.column - 1 - first).map { $0 == "\t" ? "\t" : " " }.joined()
    let marked = range.end.line == range.start.line ? range.end.column - range.start.column : shown.count - lead.count
    let width = max(1, min(marked, shown.count - lead.count))
    let cut = (first > 0 ? "…" : "", first + shown.count < scalars.count ? "…" : "")
    let marker = (first > 0 ? " " : "") + lead + "^" + String(repeating: "~", count: width - 1)
    return " \(number) | \(cut.0)\(String(String.UnicodeScalarView(shown)))\(cut.1)\n \(gutter) | \(marker)"
  }
}
