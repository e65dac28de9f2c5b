/// The words of a line of bash up to some place in it, without their quotes.
struct BashWords {
  enum Quote: Unicode.Scalar {
    case single = "'"
    case double = "\""
  }

  /// The words before the last one.
  private(set) var complete: [String] = []
  /// The last word, which may be empty.
  private(set) var current = ""
  /// The last word as it is written.
  private(set) var written = ""
  /// The quote that the line leaves open.
  private(set) var quote: Quote?
  /// Whether the last word is the file of a redirection.
  private(set) var isRedirected = false
  /// Whether the last word ends in a variable without braces, whose name a letter would continue.
  private(set) var endsInVariable = false
  private var isEscaped = false
  private let variables: [String: String]
  /// What follows a dollar sign so far, such as `HO` or `{HO`; nil outside of a variable.
  private var variable: String?

  /// Reads a line.
  ///
  /// Plain variables whose values are given are expanded, and so is `~/` with the value of `HOME`;
  /// nothing else is.
  init(_ line: some StringProtocol, variables: [String: String] = [:]) {
    self.variables = variables
    for scalar in line.unicodeScalars { read(scalar) }
    endsInVariable = endVariable()
  }

  /// Adds the next scalar of the line to the last word, or ends that word.
  ///
  /// ``written`` gets each scalar of the word, also quotes and backslashes; ``current`` only gets
  /// the text that bash makes of them.
  private mutating func read(_ scalar: Unicode.Scalar) {
    if isEscaped {
      readEscaped(scalar)
    } else if readVariable(scalar) {
      written.unicodeScalars.append(scalar)
    } else if scalar == "\\", quote != .single {
      isEscaped = true
      written.unicodeScalars.append(scalar)
    } else if let quote {
      readQuoted(scalar, in: quote)
    } else {
      readUnquoted(scalar)
    }
  }

  /// Adds a scalar inside `quote`, or ends the quote.
  private mutating func readQuoted(_ scalar: Unicode.Scalar, in quote: Quote) {
    if scalar == quote.rawValue {
      self.quote = nil
    } else {
      current.unicodeScalars.append(scalar)
    }
    written.unicodeScalars.append(scalar)
  }

  /// The scalars before which bash removes a backslash in double quotes.
  private static let escapableInDoubleQuotes = "\"\\$`".unicodeScalars

  /// Adds a scalar after a backslash: in double quotes `\$` is `$`, but `\a` stays `\a`.
  private mutating func readEscaped(_ scalar: Unicode.Scalar) {
    isEscaped = false
    written.unicodeScalars.append(scalar)
    if quote == .double, !Self.escapableInDoubleQuotes.contains(scalar) { current += "\\" }
    current.unicodeScalars.append(scalar)
  }

  /// Reads a scalar outside of quotes and variables: ``current`` gets the value of the word,
  /// ``written`` its text with quotes and `~`.
  private mutating func readUnquoted(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\t", "\n": endWord()
    case "/" where written == "~":
      // `~/` at the start of a word is the home folder.
      current = variables["HOME"] ?? current
      current += "/"
      written += "/"
    case "<", ">":
      // A number in front of it, as in `2>`, is a descriptor and not a word.
      let isDescriptor = current.allSatisfy(\.isNumber)
      if isDescriptor { startWord() }
      endWord()
      // The next word is the file.
      isRedirected = true
    case "'", "\"":
      quote = Quote(rawValue: scalar)
      written.unicodeScalars.append(scalar)
    default:
      current.unicodeScalars.append(scalar)
      written.unicodeScalars.append(scalar)
    }
  }

  /// Ends the last word, if there is one; the file of a redirection is not an argument.
  private mutating func endWord() {
    guard !written.isEmpty else { return }
    if !isRedirected { complete.append(current) }
    startWord()
    isRedirected = false
  }

  /// Empties the last word, so that the next scalar begins a word.
  private mutating func startWord() {
    current = ""
    written = ""
  }
}

/// Variables.
extension BashWords {
  /// Reads a scalar of a variable, such as `$`, a letter of its name, or its closing brace; returns
  /// false if the scalar does not belong to one.
  ///
  /// A variable that ends with the scalar, or before it, is expanded.
  private mutating func readVariable(_ scalar: Unicode.Scalar) -> Bool {
    guard let name = variable else {
      // A dollar sign begins a variable, except in single quotes.
      guard scalar == "$", quote != .single else { return false }
      variable = ""
      return true
    }
    let opensBrace = scalar == "{" && name.isEmpty
    if opensBrace || Self.continuesName(scalar) {
      variable = name + String(scalar)
      return true
    }
    if scalar == "}", name.hasPrefix("{") {
      variable = nil
      // A variable without a value stays as it is written.
      let nameInBraces = String(name.dropFirst())
      current += variables[nameInBraces] ?? "$\(name)}"
      return true
    }
    // The variable has ended; the scalar may begin the next one.
    endVariable()
    return readVariable(scalar)
  }

  /// Expands a variable without braces that ends here; returns whether there was one with a value.
  ///
  /// A variable without a value stays as it is written, such as `$UNKNOWN`.
  @discardableResult
  private mutating func endVariable() -> Bool {
    guard let name = variable else { return false }
    variable = nil
    current += variables[name] ?? "$\(name)"
    return variables[name] != nil
  }

  /// Whether a scalar can be part of the name of a variable.
  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

extension BashWords {
  /// The text that bash reads as `text` while `quote` is open: without a quote `it\'s` for `it's`.
  static func escaped(_ text: String, in quote: Quote?) -> String {
    var result = ""
    for scalar in text.unicodeScalars { result += escaped(scalar, in: quote) }
    return result
  }

  /// The text that bash reads as the one character `scalar`, inside `quote` or outside of quotes.
  private static func escaped(_ scalar: Unicode.Scalar, in quote: Quote?) -> String {
    switch quote {
    case .single:
      // Ends the quote, adds an escaped one, and opens the quote again.
      return scalar == "'" ? "'\\''" : String(scalar)
    case .double:
      // Bash replaces `!` by a line of its history even after a backslash; single quotes stop it.
      if scalar == "!" { return "\"'!'\"" }
      return escapableInDoubleQuotes.contains(scalar) ? "\\\(scalar)" : String(scalar)
    case nil:
      return isPlain(scalar) ? String(scalar) : "\\\(scalar)"
    }
  }

  /// Whether a scalar needs no backslash in front of it outside of quotes.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "=", "@", ",", "+", "%": true
    default: !scalar.isASCII
    }
  }
}
