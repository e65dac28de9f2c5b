/// Texts in which every byte is a sign of its own: nearly all, and far quicker to measure and to cut than others.
extension StringProtocol {
  /// Whether the text holds ASCII signs alone, with ends of lines and tabs as the only control characters.
  var isPlain: Bool { utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 } }

  /// How many columns the text takes.
  var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
