// Matching brackets outside of strings.
extension TextBuffer {
  func partner(of position: TextPosition, in lines: Range<Int>) -> TextPosition? {
    guard lines.contains(position.line), let isOpening = byte(at: position)?.isOpeningBracket,
      JSONToken.brackets(of: self.lines[position.line]).contains(where: { $0.range.lowerBound == position.offset })
    else { return nil }
    return isOpening
      ? closing(of: position, before: lines.upperBound) : enclosingOpener(of: position, from: lines.lowerBound)
  }

  func closing(of position: TextPosition, before end: Int) -> TextPosition? {
    var depth = 0
    for line in position.line..<end {
      for bracket in JSONToken.brackets(of: lines[line])
      where line > position.line || bracket.range.lowerBound >= position.offset {
        depth += bracket.opens ? 1 : -1
        if depth == 0 { return TextPosition(line: line, offset: bracket.range.lowerBound) }
      }
    }
    return nil
  }

  /// The innermost bracket that is open at a position, searched up to 5,000 lines back, or to a given line.
  func enclosingOpener(of position: TextPosition, from start: Int? = nil) -> TextPosition? {
    var depth = 0
    for line in ((start ?? max(0, position.line - 5_000))...position.line).reversed() {
      for bracket in JSONToken.brackets(of: lines[line]).reversed()
      where line < position.line || bracket.range.lowerBound < position.offset {
        depth += bracket.opens ? 1 : -1
        if depth == 1 { return TextPosition(line: line, offset: bracket.range.lowerBound) }
      }
    }
    return nil
  }

  /// The last bracket that a line opens and does not close; nil if there is none.
  func opener(of line: Int) -> TextPosition? {
    enclosingOpener(of: TextPosition(line: line, offset: length(of: line)), from: line)
  }

  func foldable(at line: Int) -> TextFolds.Fold? {
    guard let opener = opener(of: line), let end = closing(of: opener, before: lines.count), end.line > line else {
      return nil
    }
    return TextFolds.Fold(first: line, last: end.line)
  }

  /// Every possible fold except that of the outermost bracket.
  func foldables() -> [TextFolds.Fold] {
    var folds: [TextFolds.Fold] = []
    var open: [Int] = []
    for line in lines.indices {
      for bracket in JSONToken.brackets(of: lines[line]) {
        if bracket.opens {
          open.append(line)
        } else if let first = open.popLast(), first < line, !open.isEmpty {
          if folds.last?.first == first { folds.removeLast() }
          folds.append(TextFolds.Fold(first: first, last: line))
        }
      }
    }
    return folds
  }
}

extension UInt8 {
  /// Whether a bracket opens; nil for other characters.
  var isOpeningBracket: Bool? {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "["): true
    case UInt8(ascii: "}"), UInt8(ascii: "]"): false
    default: nil
    }
  }
}
