/// The folded lines of a text.
struct TextFolds: Equatable, Sendable {
  /// The lines of a fold: the first stays visible, the others (at least one) are hidden.
  typealias Fold = ClosedRange<Int>

  /// In order of their lines, without overlaps.
  var all: [Fold] = []

  func fold(at line: Int) -> Fold? { all.first { $0.lowerBound == line } }

  func row(of line: Int) -> Int {
    let line = shown(line)
    return all.prefix { $0.lowerBound < line }.reduce(line) { $0 - $1.count + 1 }
  }

  /// The line in a row, counting visible lines from 0.
  func line(at row: Int) -> Int { all.reduce(row) { $1.lowerBound < $0 ? $0 + $1.count - 1 : $0 } }

  func rowCount(of count: Int) -> Int { all.reduce(count) { $0 - $1.count + 1 } }

  /// The visible line for `line`: itself, or the first line of its fold.
  func shown(_ line: Int) -> Int { all.first { $0.lowerBound < line && $0.contains(line) }?.lowerBound ?? line }

  /// Adds a fold in place of those that it overlaps.
  mutating func add(_ fold: Fold) {
    all.removeAll { $0.overlaps(fold) }
    all.insert(fold, at: all.firstIndex { fold.lowerBound < $0.lowerBound } ?? all.count)
  }

  mutating func remove(at line: Int) { all.removeAll { $0.lowerBound == line } }

  mutating func reveal(_ line: Int) { all.removeAll { $0.lowerBound < line && $0.contains(line) } }

  /// Adjusts the folds to a change of some lines that added `growth` lines; unfolds those it touches.
  mutating func follow(_ lines: Range<Int>, growth: Int) {
    all.removeAll { fold in
      let isOnlyHead = lines == fold.lowerBound..<fold.lowerBound + 1 && growth == 0
      return fold.lowerBound < lines.upperBound && lines.lowerBound <= fold.upperBound && !isOnlyHead
    }
    all = all.map { $0.lowerBound < lines.upperBound ? $0 : $0.lowerBound + growth...$0.upperBound + growth }
  }
}

/// Two brackets, or an opening one without its partner.
struct BracketPair: Equatable, Sendable {
  let open: TextPosition
  fileprivate(set) var close: TextPosition?
  /// The number of brackets around the pair.
  let depth: Int

  /// The fold of the pair; nil if it would hide nothing.
  var fold: TextFolds.Fold? { close.flatMap { $0.line > open.line ? open.line...$0.line : nil } }
}

extension TextBuffer {
  /// The brackets outside of strings, in order of the opening ones; if given, only those in some lines.
  func brackets(in some: Range<Int>? = nil) -> [BracketPair] {
    var pairs: [BracketPair] = []
    var open: [Int] = []
    for line in some ?? lines.indices {
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
    brackets().last { $0.open < position && $0.close.map { position <= $0 } ?? true }
  }

  /// The folds of the brackets that are directly inside the outermost ones.
  var foldables: [TextFolds.Fold] {
    brackets().reduce(into: []) { folds, pair in
      guard pair.depth == 1, let fold = pair.fold, fold.lowerBound > folds.last?.upperBound ?? -1 else { return }
      folds.append(fold)
    }
  }

  /// The fold of the last brackets that begin in a line and end in another one, or else of those around the line.
  func foldable(at line: Int) -> TextFolds.Fold? {
    brackets().filter { $0.open.line == line }.compactMap(\.fold).last
      ?? brackets(around: TextPosition(line: line))?.fold
  }
}
