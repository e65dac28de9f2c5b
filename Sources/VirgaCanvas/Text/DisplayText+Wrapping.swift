// Breaking a text into lines at blanks; a word longer than a line is cut.
extension DisplayText {
  /// The text in lines of at most so many columns; blanks at a break are left out, and one line is the least.
  public func wrapped(to limit: Int) -> [DisplayText] {
    if columns <= limit { return [self] }
    guard limit > 0 else { return [.empty] }
    var lines: [DisplayText] = []
    var line = DisplayText.empty
    var gap = DisplayText.empty
    for piece in pieces() {
      if piece.isBlank {
        gap = piece
      } else if line.columns + gap.columns + piece.columns <= limit {
        line += gap + piece
        gap = .empty
      } else {
        if !line.isEmpty { lines.append(line) }
        line = piece.cutting(to: limit, into: &lines)
        gap = .empty
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  private var isBlank: Bool { plain.utf8.first == 0x20 }

  /// Its words and the blanks between them, in turn.
  private func pieces() -> [DisplayText] {
    var pieces: [DisplayText] = []
    var rest = plain.unicodeScalars[...]
    while let first = rest.first {
      let isBlank = first == " "
      let end = rest.firstIndex { ($0 == " ") != isBlank } ?? rest.endIndex
      let columns = rest[..<end].reduce(0) { $0 + CellWidth($1).columns }
      pieces.append(DisplayText(safe: String(rest[..<end]), columns: columns))
      rest = rest[end...]
    }
    return pieces
  }

  /// Its last piece, after all pieces of `limit` columns that come before went into `lines`.
  private func cutting(to limit: Int, into lines: inout [DisplayText]) -> DisplayText {
    var rest = self
    while rest.columns > limit {
      let line = rest.prefixOfWholeCharacters(limit)
      lines.append(line)
      rest = rest.dropping(line.columns)
    }
    return rest
  }

  /// Its first columns without a half of a wide character, but at least one column.
  private func prefixOfWholeCharacters(_ limit: Int) -> DisplayText {
    let part = prefix(limit)
    let isCut = !isASCII && limit > 1 && !plain.utf8.starts(with: part.plain.utf8)
    return isCut ? prefix(limit - 1) : part
  }
}
