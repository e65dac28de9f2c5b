/// Two brackets, or an opening one without its partner.
struct BracketPair: Equatable, Sendable {
  let open: TextPosition
  fileprivate(set) var close: TextPosition?
  /// The number of brackets around the pair.
  let depth: Int
}

extension TextBuffer {
  /// The brackets outside of strings, in order of the opening ones; if given, only those in some lines.
  func brackets(in some: Range<Int>? = nil) -> [BracketPair] {
    var pairs: [BracketPair] = []
    var open: [Int] = []
    for line in some ?? lines.indices {
      for token in JSONToken.tokens(of: lines[line]) where token.kind == .bracket {
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
    brackets().last { $0.open < position && $0.close.map { position <= $0 } ?? true }
  }

  /// The folds of the brackets that are directly inside the outermost ones.
  var foldables: [TextFolds.Fold] {
    brackets().reduce(into: []) { folds, pair in
      guard pair.depth == 1, let fold = TextFolds.Fold(pair), fold.first > folds.last?.last ?? -1 else { return }
      folds.append(fold)
    }
  }

  /// The fold of the last brackets that begin in a line and end in another one, or else of those around the line.
  func foldable(at line: Int) -> TextFolds.Fold? {
    brackets().filter { $0.open.line == line }.compactMap(TextFolds.Fold.init).last
      ?? brackets(around: TextPosition(line: line)).flatMap(TextFolds.Fold.init)
  }
}
