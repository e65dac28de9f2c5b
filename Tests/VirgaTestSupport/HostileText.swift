/// Texts for testing escapes: special characters next to combining marks.
///
/// Swift combines both into one character, so code that searches for the character misses it.
package enum HostileText {
  private static let signs = [
    "'", "\"", "`", "$", "\\", "*/", "/*", "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "|", ",", "%",
    " ", "/", "#",
  ]

  /// The texts: each special character with and without marks, alone and between letters.
  package static let all: [String] = signs.flatMap(withMarks).flatMap {
    ["\($0)", "a\($0)b", "a\($0); evil \($0)b"]
  }

  private static func withMarks(_ sign: String) -> [String] {
    [
      sign, "\(sign)\u{301}", "\(sign)\u{200D}", "\u{600}\(sign)", "\u{600}\(sign)\u{301}",
      "\(sign)\u{FE0F}",
      "\(sign)\(sign)\u{301}\(sign)",
    ]
  }
}
