/// Hard-to-draw texts: wide, joined, combined, broken, bidirectional or invisible.
enum OddText {
  static let all = [
    "👩‍👩‍👧‍👦", "👍🏽🇫🇮", "漢字かな한국어", "e\u{301}\u{302}\u{20DD}", "\u{301}", "\u{FFFD}\u{FFFD}", "\u{200D}",
    "a\u{200D}👩\u{200D}", "\u{7}\u{0}\u{7F}\u{9B}", "\u{1B}[31m", "\u{202E}x\u{2066}", "\u{FE0F}❤️", "नमस्ते", "ﷺ", "\t\r",
    "🏴\u{E0067}\u{E0062}\u{E007F}",
  ]

  /// A manifest with each of them as a description, a value and a key.
  static var yaml: String {
    let text = all.map(quoted).joined(separator: " ")
    let entries = all.map { "\"\(quoted($0))\": \"\(quoted($0)) value\"" }.joined(separator: ", ")
    return """
      channels: [nightly, release]
      features:
        odd:
          description: "\(text)"
          meta-bug: https://bugs.example.org/1
          contacts: [odd@example.org]
          documentation: [{ name: Odd, url: "https://docs.example.org" }]
          variables:
            text: { description: "\(text)", type: String, default: "\(text)" }
            map: { description: "\(text)", type: "Map<String, String>", default: { \(entries) } }
      """
  }

  /// The text for double quotes, with every scalar outside ASCII letters escaped.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
