import VirgaSource

/// Words of a command line for a POSIX shell.
package enum ShellWord {
  /// `word` unchanged if a shell does not interpret any of it, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_./=:@,+%".utf8.contains($0) }
    guard word.isEmpty || !isPlain else { return word }
    return "'" + word.replacing(bytesOf: "'", with: "'\\''") + "'"
  }

  /// Splits a command such as `code -w` or `"/my tools/vim" -u NONE`.
  ///
  /// Nil if a quote is not closed.
  ///
  /// Quotes and backslashes work as in a POSIX shell; nothing else is interpreted.
  package static func split(_ command: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for character in command.unicodeScalars {
      if isEscaped {
        isEscaped = false
        // A backslash at the end of a line continues it.
        if character == "\n" { continue }
        let keepsBackslash = quote == "\"" && !"\"\\$`".unicodeScalars.contains(character)
        word = (word ?? "") + (keepsBackslash ? "\\" : "") + String(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" || character == "\n" || character == "\r" {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return quote == nil && !isEscaped ? words : nil
  }
}
