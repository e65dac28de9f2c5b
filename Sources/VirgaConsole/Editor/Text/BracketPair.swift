/// Two brackets, or an opening one without its partner.
struct BracketPair: Equatable, Sendable {
  let open: TextPosition
  fileprivate(set) var close: TextPosition?
  /// The number of brackets around the pair.
  let depth: Int
}

extension TextBuffer {
  /// The brackets outside of strings, in order of the opening ones.
  private var brackets: [BracketPair] {
    var pairs: [BracketPair] = []
    var open: [Int] = []
    for line in lines.indices {
      for token in JSONToken.tokens(of: lines[line]) where token.firstByte.isOpeningBracket != nil {
        let position = TextPosition(line: line, offset: token.range.lowerBound)
        if token.firstByte.isOpeningBracket == true {
          open.append(pairs.count)
          pairs.append(BracketPair(open: position, depth: open.count - 1))
        } else if let index = open.popLast() {
          pairs[index].close = position
        }
      }
    }
    return pairs
  }

  /// The innermost brackets around a position.
  func brackets(around position: TextPosition) -> BracketPair? {
    brackets.last { $0.open < position && $0.close.map { position <= $0 } ?? true }
  }
}
