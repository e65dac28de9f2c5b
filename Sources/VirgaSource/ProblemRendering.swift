extension Problem {
  /// The problem as lines for people: place, severity, message and hint, then the source line with a marker below.
  ///
  /// `source` gives the text of a file that a location names; without it only the first line is made. Nothing here
  /// is safe for a terminal: whoever prints it escapes control characters first.
  package func rendered(source: (String) -> SourceText? = { _ in nil }) -> String {
    var text = location.map { "\($0): " } ?? ""
    text += "\(severity.rawValue): "
    if !path.isEmpty { text += "\(path): " }
    text += message
    if let hint { text += "; \(hint)" }
    text += " [\(code)]"
    guard let location, let source = source(location.file),
      !source.stretch(ofLine: location.range.start.line, from: 1, count: 1).text.isEmpty
    else { return text }
    return text + "\n" + Self.excerpt(of: source, marking: location.range)
  }

  private static let widestExcerpt = 110

  private static func excerpt(of source: SourceText, marking range: SourceRange) -> String {
    let first = max(0, range.start.column - 1 - widestExcerpt / 2)
    let (text, goesOn) = source.stretch(ofLine: range.start.line, from: first + 1, count: widestExcerpt)
    let shown = text.unicodeScalars
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: number.count)
    let lead = shown.prefix(range.start.column - 1 - first).map { $0 == "\t" ? "\t" : " " }.joined()
    let marked = range.end.line == range.start.line ? range.end.column - range.start.column : shown.count - lead.count
    let width = max(1, min(marked, shown.count - lead.count))
    let cut = (first > 0 ? "…" : "", goesOn ? "…" : "")
    let marker = (first > 0 ? " " : "") + lead + "^" + String(repeating: "~", count: width - 1)
    return " \(number) | \(cut.0)\(text.maskingCredentialsInPlace)\(cut.1)\n \(gutter) | \(marker)"
  }
}
