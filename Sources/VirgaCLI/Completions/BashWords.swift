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
  private var isEscaped = false

  /// Reads a line; nothing in it is expanded.
  init(_ line: some StringProtocol) {
    for scalar in line.unicodeScalars { read(scalar) }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    if isEscaped {
      readEscaped(scalar)
    } else if scalar == "\\", quote != .single {
      isEscaped = true
      written.unicodeScalars.append(scalar)
    } else if let quote {
      if scalar == quote.rawValue {
        self.quote = nil
      } else {
        current.unicodeScalars.append(scalar)
      }
      written.unicodeScalars.append(scalar)
    } else {
      readUnquoted(scalar)
    }
  }

  /// In double quotes, a backslash escapes only what is special there.
  private mutating func readEscaped(_ scalar: Unicode.Scalar) {
    isEscaped = false
    written.unicodeScalars.append(scalar)
    if quote == .double, !"\"\\$`".unicodeScalars.contains(scalar) { current += "\\" }
    current.unicodeScalars.append(scalar)
  }

  private mutating func readUnquoted(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\t", "\n": endWord()
    case "<", ">":
      // A number in front of it is a descriptor.
      if current.allSatisfy(\.isNumber) { (current, written) = ("", "") }
      endWord()
      isRedirected = true
    case "'", "\"":
      quote = Quote(rawValue: scalar)
      written.unicodeScalars.append(scalar)
    default:
      current.unicodeScalars.append(scalar)
      written.unicodeScalars.append(scalar)
    }
  }

  private mutating func endWord() {
    guard !written.isEmpty else { return }
    if !isRedirected { complete.append(current) }
    (current, written, isRedirected) = ("", "", false)
  }
}

extension BashWords {
  /// Text that bash reads as `text`, also if `quote` is open.
  static func escaped(_ text: String, in quote: Quote?) -> String {
    var result = ""
    for scalar in text.unicodeScalars { result += escaped(scalar, in: quote) }
    return result
  }

  private static func escaped(_ scalar: Unicode.Scalar, in quote: Quote?) -> String {
    switch quote {
    case .single: return scalar == "'" ? "'\\''" : String(scalar)
    case .double:
      // No backslash hides this one from the history.
      if scalar == "!" { return "\"'!'\"" }
      return "\"\\$`".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    case nil:
      return isPlain(scalar) ? String(scalar) : "\\\(scalar)"
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "=", "@", ",", "+", "%": true
    default: !scalar.isASCII
    }
  }
}
