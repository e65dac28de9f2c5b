import VirgaSource

/// Shortens long lists in sentences to the first members and a count.
package enum ListAbbreviation {
  /// The number of members shown of a long list; a slightly longer list is shown completely.
  static let maxShownMembers = 6
  private static let abbreviationSlack = 2

  static func isLong(_ count: Int) -> Bool { count > maxShownMembers + abbreviationSlack }

  private struct Bracket {
    var isList: Bool
    /// The number of commas directly inside it.
    var commas = 0
    /// The end of the last shown member.
    var cut = 0
    /// Whether a member follows the last comma.
    var hasMember = false

    var members: Int { commas + (hasMember ? 1 : 0) }
  }

  /// The text of an expression with long lists truncated: `region in ['AD', 'AE', … 104 more]`;
  /// linear time.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > 40, text.utf8.contains(UInt8(ascii: "[")),
      let tokens = try? Lexer.tokens(of: SourceText(name: "", text: text))
    else { return text }
    var open: [Bracket] = []
    var cuts: [(bytes: Range<Int>, count: Int)] = []
    for token in tokens {
      switch token.kind {
      case .mark(.closeBracket), .mark(.closeParenthesis), .mark(.closeBrace):
        guard let list = open.popLast(), list.isList, isLong(list.members) else { continue }
        while let inner = cuts.last, inner.bytes.lowerBound >= list.cut { cuts.removeLast() }
        cuts.append((list.cut..<token.bytes.lowerBound, list.members - maxShownMembers))
      case .mark(.comma):
        guard var bracket = open.popLast() else { continue }
        (bracket.commas, bracket.hasMember) = (bracket.commas + 1, false)
        if bracket.commas == maxShownMembers { bracket.cut = token.bytes.lowerBound }
        open.append(bracket)
      case .mark(.openBracket), .mark(.openParenthesis), .mark(.openBrace):
        if !open.isEmpty { open[open.count - 1].hasMember = true }
        open.append(Bracket(isList: token.kind == .mark(.openBracket)))
      default:
        if !open.isEmpty { open[open.count - 1].hasMember = true }
      }
    }
    var bytes = Array(text.utf8)
    for cut in cuts.reversed() {
      bytes.replaceSubrange(cut.bytes, with: ", … \(cut.count) more".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
