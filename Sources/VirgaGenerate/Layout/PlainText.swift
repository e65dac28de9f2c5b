/// Texts in which every byte is a sign of its own: nearly all, and far quicker to measure and to cut than others.
extension StringProtocol {
  /// Whether the text holds ASCII signs alone, with ends of lines and tabs as the only control characters.
  var isPlain: Bool { utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 } }

  /// How many columns the text takes.
  var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}

extension Unicode.Scalar {
  /// Whether it ends a line beyond ASCII.
  var isLineEnd: Bool { self == "\u{2028}" || self == "\u{2029}" }

  /// Whether an editor shows nothing for it, or other signs in another order because of it.
  var isHidden: Bool {
    switch self {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2060}"..."\u{206F}", "\u{FEFF}":
      true
    default: false
    }
  }
}
