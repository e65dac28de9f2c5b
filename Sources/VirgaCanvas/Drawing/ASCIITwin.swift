extension Unicode.Scalar {
  /// The ASCII replacement of the same width (one cell) for ASCII-only terminals.
  var asciiFallback: Unicode.Scalar {
    if isASCII { return self }
    return Self.asciiFallbacks[self] ?? boxFallback ?? "?"
  }

  private static let asciiFallbacks: [Unicode.Scalar: Unicode.Scalar] = [
    "▸": ">", "▾": "v", "●": "*", "◆": "#", "◇": "o", "·": ".", "–": "-", "—": "-", "…": ".",
    "→": ">", "←": "<",
    "↑": "^", "▲": "^", "↓": "v", "⏎": "$", "✓": "+", "✎": "%", "✗": "x", "×": "x", "≠": "!",
    "█": "#", "▏": "|",
    "▐": "|",
    "░": ".",
    "▒": ":", "▓": "#", "▁": ".", "▂": ".", "▃": ":", "▄": ":", "▅": "|", "▆": "|", "▇": "#",
    "‘": "'", "’": "'",
    "“": "\"", "”": "\"", "\u{A0}": " ", "≥": ">", "≤": "<", "•": "*", "»": ">",
  ]

  /// The replacement of a box drawing character: `-` or `|` for a line, `+` for a corner or
  /// crossing; nil for other characters.
  private var boxFallback: Unicode.Scalar? {
    switch value {
    // Horizontal lines: light, heavy, dashed and double.
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550: "-"
    // Vertical lines.
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: "|"
    // All other characters of the block.
    case 0x2500..<0x2580: "+"
    default: nil
    }
  }
}
