/// Texts for everything that escapes: signs that mean something to some reader, each beside marks that Swift takes into
/// one character with it, so that whoever looks for the character does not find the sign.
package enum HostileText {
  private static let signs = [
    "'", "\"", "`", "$", "\\", "*/", "/*", "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "|", ",", "%", " ", "/", "#",
  ]

  /// The texts: each sign by itself, before a mark and behind one, between letters and alone.
  package static let all: [String] = signs.flatMap(withMarks).flatMap { ["\($0)", "a\($0)b", "a\($0); evil \($0)b"] }

  private static func withMarks(_ sign: String) -> [String] {
    [
      sign, "\(sign)\u{301}", "\(sign)\u{200D}", "\u{600}\(sign)", "\u{600}\(sign)\u{301}", "\(sign)\u{FE0F}",
      "\(sign)\(sign)\u{301}\(sign)",
    ]
  }
}
