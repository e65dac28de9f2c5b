import VirgaSource

/// Shortens long lists in sentences to the first members and a count.
package enum ListAbbreviation {
  /// The number of members shown of a long list; a slightly longer list is shown completely.
  static let maxShownMembers = 6
  /// How many more members than ``maxShownMembers`` a list may have to be shown completely.
  private static let abbreviationSlack = 2
  /// The length up to which a text is never shortened, in bytes.
  private static let maxWholeLength = 40

  /// Whether a list of `count` members is shortened: from 9 members on.
  static func isLong(_ count: Int) -> Bool { count > maxShownMembers + abbreviationSlack }

  /// A bracket that is open while the tokens are read.
  private struct Bracket {
    var isList: Bool
    /// The number of commas directly inside it.
    var commas = 0
    /// The end of the last shown member, in bytes.
    var shownEnd = 0
    /// Whether a member follows the last comma.
    var hasMemberAfterLastComma = false

    var memberCount: Int { commas + (hasMemberAfterLastComma ? 1 : 0) }

    /// Counts a comma at an offset in bytes, which ends a member.
    ///
    /// A long list is cut at ``shownEnd``, the comma after its last shown member.
    mutating func endMember(at offset: Int) {
      commas += 1
      // The comma may be the last token of the list, as in `[1, 2,]`.
      hasMemberAfterLastComma = false
      if commas == ListAbbreviation.maxShownMembers { shownEnd = offset }
    }
  }

  /// Members that are left out.
  private struct Cut {
    var bytes: Range<Int>
    var count: Int
  }

  /// The text of an expression, with long lists cut after `maxShownMembers` members, as in
  /// `[1, 2, 3, 4, 5, 6, … 104 more]`.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > maxWholeLength, text.utf8.contains(UInt8(ascii: "[")) else {
      return text
    }
    guard let tokens = try? Lexer.tokens(of: SourceText(name: "", text: text)) else { return text }
    var bytes = Array(text.utf8)
    // From the end, so that the positions of earlier cuts stay the same.
    for cut in cuts(in: tokens).reversed() {
      bytes.replaceSubrange(cut.bytes, with: ", … \(cut.count) more".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The members to leave out of the long lists among the tokens, in source order.
  private static func cuts(in tokens: [Token]) -> [Cut] {
    // The brackets that are open at a token, the innermost last.
    var open: [Bracket] = []
    var cuts: [Cut] = []
    /// Changes the innermost open bracket, if any.
    func changeInnermost(_ change: (inout Bracket) -> Void) {
      if !open.isEmpty { change(&open[open.count - 1]) }
    }
    for token in tokens {
      switch token.kind {
      case .mark(.closeBracket), .mark(.closeParenthesis), .mark(.closeBrace):
        guard let closed = open.popLast() else { continue }
        addCutIfLong(of: closed, endingAt: token.bytes.lowerBound, to: &cuts)
      case .mark(.comma):
        changeInnermost { $0.endMember(at: token.bytes.lowerBound) }
      case .mark(.openBracket), .mark(.openParenthesis), .mark(.openBrace):
        // What is in the new brackets belongs to a member of those around them.
        changeInnermost { $0.hasMemberAfterLastComma = true }
        open.append(Bracket(isList: token.kind == .mark(.openBracket)))
      default: changeInnermost { $0.hasMemberAfterLastComma = true }
      }
    }
    return cuts
  }

  /// Adds the members to leave out of a list, unless it is short or the brackets are of another
  /// kind.
  ///
  /// - Parameters:
  ///   - closed: The brackets whose closing one was just read.
  ///   - end: The offset of that one, in bytes.
  private static func addCutIfLong(of closed: Bracket, endingAt end: Int, to cuts: inout [Cut]) {
    guard closed.isList, isLong(closed.memberCount) else { return }
    // Lists inside the members that are left out need no cut of their own.
    while let inner = cuts.last, inner.bytes.lowerBound >= closed.shownEnd { cuts.removeLast() }
    let hiddenBytes = closed.shownEnd..<end
    cuts.append(Cut(bytes: hiddenBytes, count: closed.memberCount - maxShownMembers))
  }
}
