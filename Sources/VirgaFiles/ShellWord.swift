import VirgaSource

/// Words of a command line for a POSIX shell.
package enum ShellWord {
  /// `word` unchanged if a shell does not interpret any of it, else, or if it is empty, in single
  /// quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || "-_./=:@,+%".utf8.contains($0)
    }
    guard word.isEmpty || !isPlain else { return word }
    // A quote inside ends the quoted part, is escaped, and begins another one.
    return "'" + word.replacing(bytesOf: "'", with: "'\\''") + "'"
  }

  /// `word` for a script or command that a person reads: quoted so that all of it is visible.
  ///
  /// `printf` writes invisible characters, such as a line end or a direction control, and bytes of
  /// a path that are not UTF-8: `"$(printf 'caf\351.yaml')"`.
  package static func quotedVisibly(_ word: String) -> String {
    let scalars = word.unicodeScalars
    let needsCodes = scalars.contains { $0.isInvisible || SystemPath.isEscapedByte($0) }
    // No shell can write a NUL, not even with `printf`.
    let hasNUL = word.utf8.contains(0)
    guard needsCodes, !hasNUL else { return quoted(word) }
    // The shell drops line ends at the end of what a command writes, so they follow in quotes.
    let lineEndCount = scalars.reversed().prefix { $0 == "\n" }.count
    let lineEnds = lineEndCount == 0 ? "" : quoted(String(repeating: "\n", count: lineEndCount))
    let format = scalars.dropLast(lineEndCount).enumerated().map { index, scalar in
      // `printf` would take a hyphen at the start for an option.
      let looksLikeOption = index == 0 && scalar == "-"
      return looksLikeOption ? octalCodes(of: scalar) : printfFormat(of: scalar)
    }
    return "\"$(printf '\(format.joined())')\"" + lineEnds
  }

  /// The octal codes of a scalar's bytes, as `printf` reads them: `\303\251` for `é`.
  package static func octalCodes(of scalar: Unicode.Scalar) -> String {
    // Private-use scalars for bytes that are not UTF-8 become these bytes.
    let bytesAndNUL = try? SystemPath.bytes(of: String(scalar))
    let bytes = bytesAndNUL?.dropLast() ?? []
    let codeLength = 3
    let codes = bytes.map { byte in
      let digits = String(UInt8(bitPattern: byte), radix: 8)
      let zeros = String(repeating: "0", count: codeLength - digits.utf8.count)
      return "\\" + zeros + digits
    }
    return codes.joined()
  }

  /// A scalar as a part of a `printf` format that is in single quotes.
  private static func printfFormat(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "%": "%%"
    case "\\": "\\\\"
    case "'": octalCodes(of: scalar)
    default:
      scalar.isInvisible || SystemPath.isEscapedByte(scalar)
        ? octalCodes(of: scalar) : String(scalar)
    }
  }

  /// Splits a command such as `code -w` or `"/my tools/vim" -u NONE` into words; nil if a quote is
  /// not closed, or if nothing follows a backslash.
  ///
  /// Quotes and backslashes work as in a POSIX shell; nothing else is interpreted.
  package static func split(_ command: String) -> [String]? {
    var splitting = CommandSplitting()
    for character in command.unicodeScalars { splitting.read(character) }
    return splitting.finishedWords()
  }

  /// What a backslash and the character after it stand for, outside of quotes if `quote` is nil.
  fileprivate static func unescaped(
    _ character: Unicode.Scalar, in quote: Unicode.Scalar?
  ) -> String {
    // In double quotes only four characters are escaped: `"a\b"` keeps its backslash.
    let keepsBackslash = quote == "\"" && !"\"\\$`".unicodeScalars.contains(character)
    return (keepsBackslash ? "\\" : "") + String(character)
  }
}

/// Splits a command into words, character by character.
private struct CommandSplitting {
  private var words: [String] = []
  /// The word that has begun; nil between words.
  private var word: String?
  /// The quote that is open; nil outside of quotes.
  private var quote: Unicode.Scalar?
  /// Whether the last character was a backslash that escapes the next one.
  private var isEscaped = false

  /// Reads the next character of the command.
  mutating func read(_ character: Unicode.Scalar) {
    if isEscaped {
      isEscaped = false
      // A backslash at the end of a line continues it.
      let continuesLine = character == "\n"
      if !continuesLine { append(ShellWord.unescaped(character, in: quote)) }
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if let openQuote = quote {
      if character == openQuote { quote = nil } else { append(String(character)) }
    } else if character == "'" || character == "\"" {
      quote = character
      // Quotes begin a word, even if nothing is in them.
      append("")
    } else if character == " " || character == "\t" || character == "\n" || character == "\r" {
      endWord()
    } else {
      append(String(character))
    }
  }

  /// Ends the last word and returns all of them; nil if a quote is not closed, or if nothing
  /// follows a backslash.
  mutating func finishedWords() -> [String]? {
    endWord()
    return quote == nil && !isEscaped ? words : nil
  }

  /// Appends a text to the word that has begun, or begins a word with it.
  private mutating func append(_ text: String) { word = (word ?? "") + text }

  /// Ends the word that has begun, if any.
  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }
}
