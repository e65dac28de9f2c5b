extension Problem {
  /// The names that its hint suggests in place of the text at its location: `red` and `blue` for
  /// `did you mean "red" or "blue"?`; names in backquotes count as well; empty for another hint.
  package var suggestions: [String] {
    let question = "did you mean "
    guard let hint, let start = hint.firstRange(of: question)?.upperBound else { return [] }
    return Self.quotedTexts(in: hint[start...])
  }

  /// The texts between pairs of backquotes or of double quotes.
  private static func quotedTexts(in text: Substring) -> [String] {
    var found: [String] = []
    var rest = text.unicodeScalars
    while let open = rest.firstIndex(where: { $0 == "`" || $0 == "\"" }) {
      let afterOpen = rest.index(after: open)
      guard let close = rest[afterOpen...].firstIndex(of: rest[open]) else { return found }
      found.append(String(rest[afterOpen..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return found
  }
}
