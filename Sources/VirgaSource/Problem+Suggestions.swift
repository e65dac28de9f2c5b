extension Problem {
  /// The names that the hint suggests: `red` and `blue` for `did you mean "red" or "blue"?`.
  ///
  /// The names may be in backquotes instead. Empty if the hint is not such a question.
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
