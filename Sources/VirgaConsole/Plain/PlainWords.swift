/// What is drawn, as words to be read out.
enum PlainWords {
  /// A text with its marks in words and without lines and cursors, words parted by one blank.
  static func of(_ text: String) -> String {
    let words = text.map { spoken[$0] ?? ($0.isDrawing ? " " : String($0)) }.joined()
    return words.split(separator: " ").reduce(into: "") { text, word in
      text += (text.isEmpty || word == "," ? "" : " ") + word
    }
  }

  private static let spoken: [Character: String] = [
    "▸": " ", "▾": " ", "│": " ", "┃": " ", "●": " overridden ", "◆": " experiment ", "◇": " rollout ", "✎": " draft ",
    "·": ",", "✓": " checked ", "✗": " failed ", "←": ",", "→": " to ",
  ]
}

extension Character {
  /// Whether it is a piece of a line, of a border or of a bar, which says nothing when it is read out.
  fileprivate var isDrawing: Bool { unicodeScalars.allSatisfy { (0x2500...0x259F).contains($0.value) } }
}
