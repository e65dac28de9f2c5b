/// The folded lines of a text.
///
/// A fold begins in a visible line and hides all lines after it up to its last one.
struct TextFolds: Equatable, Sendable {
  struct Fold: Equatable, Sendable {
    var first: Int
    /// The last hidden line; greater than `first`.
    var last: Int

    /// Nil if nothing would be hidden.
    init?(_ brackets: BracketPair) {
      guard let close = brackets.close, close.line > brackets.open.line else { return nil }
      (first, last) = (brackets.open.line, close.line)
    }
  }

  /// In order of their lines, without overlaps.
  var all: [Fold] = []

  func fold(at line: Int) -> Fold? { all.first { $0.first == line } }

  func row(of line: Int) -> Int {
    all.prefix { $0.first < line }.reduce(line) { $0 - min(line - 1, $1.last) + $1.first }
  }

  /// The line in a row, counting visible lines from 0.
  func line(at row: Int) -> Int { all.reduce(row) { $1.first < $0 ? $0 + $1.last - $1.first : $0 } }

  func rowCount(of count: Int) -> Int { all.reduce(count) { $0 - $1.last + $1.first } }

  /// The visible line for `line`: itself, or the first line of its fold.
  func shown(_ line: Int) -> Int { all.first { $0.first < line && line <= $0.last }?.first ?? line }

  /// Adds a fold in place of those that it overlaps.
  mutating func add(_ fold: Fold) {
    all.removeAll { $0.first <= fold.last && fold.first <= $0.last }
    all.insert(fold, at: all.firstIndex { fold.first < $0.first } ?? all.count)
  }

  mutating func remove(at line: Int) { all.removeAll { $0.first == line } }

  mutating func reveal(_ line: Int) { all.removeAll { $0.first < line && line <= $0.last } }

  /// Adjusts the folds to a change of some lines that added `growth` lines; unfolds those it touches.
  mutating func follow(_ lines: Range<Int>, growth: Int) {
    all.removeAll { fold in
      let isOnlyHead = lines == fold.first..<fold.first + 1 && growth == 0
      return fold.first < lines.upperBound && lines.lowerBound <= fold.last && !isOnlyHead
    }
    for index in all.indices where all[index].first >= lines.upperBound {
      all[index].first += growth
      all[index].last += growth
    }
  }
}

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
