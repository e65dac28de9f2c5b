enum SpokenText {
  /// A text with its marks in words, without drawing characters and extra blanks.
  static func of(_ text: String) -> String {
    let words = text.map { spoken[$0] ?? ($0.isDrawing ? " " : String($0)) }.joined()
    return words.split(separator: " ").reduce(into: "") { text, word in
      text += (text.isEmpty || word == "," ? "" : " ") + word
    }
  }

  /// The same with its indentation, which branches of a tree are part of.
  static func indented(_ text: String) -> String {
    String(repeating: " ", count: text.prefix { $0 == " " || $0.isDrawing }.count) + of(text)
  }

  private static let spoken: [Character: String] = [
    "▸": " ", "▾": " ", "│": " ", "┃": " ", "●": " overridden ", "◆": " experiment ", "◇": " rollout ", "✎": " draft ",
    "·": ",", "✓": " checked ", "✗": " failed ", "←": ",", "→": " to ",
  ]
}

extension Character {
  /// Whether it is part of a line, border or bar, which is not read out.
  fileprivate var isDrawing: Bool { unicodeScalars.allSatisfy { (0x2500...0x259F).contains($0.value) } }
}
