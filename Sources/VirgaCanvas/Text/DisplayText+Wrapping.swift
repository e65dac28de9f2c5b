// Breaking a text into lines at blanks; a word longer than a line is cut.
extension DisplayText {
  /// The text in lines of at most so many columns; blanks at a break are left out, and one line is the least.
  public func wrapped(to limit: Int) -> [DisplayText] {
    if columns <= limit { return [self] }
    guard limit > 0 else { return [.empty] }
    return isASCII ? wrappedBytes(to: limit) : wrappedPieces(to: limit)
  }

  /// The same where each byte is a cell: lines are found by their ends, without a text for each word.
  private func wrappedBytes(to limit: Int) -> [DisplayText] {
    var copy = plain
    return copy.withUTF8 { bytes in
      var lines: [DisplayText] = []
      func add(_ line: Range<Int>) {
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[line]), as: UTF8.self)
        lines.append(DisplayText(safe: text, columns: line.count))
      }
      var line = 0..<0
      var place = 0
      while place < bytes.count {
        let gap = place
        while place < bytes.count, bytes[place] == 0x20 { place += 1 }
        let word = place
        while place < bytes.count, bytes[place] != 0x20 { place += 1 }
        guard word < place else { break }
        if place - (line.isEmpty ? gap : line.lowerBound) <= limit {
          line = (line.isEmpty ? gap : line.lowerBound)..<place
          continue
        }
        if !line.isEmpty { add(line) }
        line = word..<place
        while line.count > limit {
          add(line.prefix(limit))
          line = line.lowerBound + limit..<place
        }
      }
      if !line.isEmpty || lines.isEmpty { add(line) }
      return lines
    }
  }

  private func wrappedPieces(to limit: Int) -> [DisplayText] {
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
    isASCII ? cuttingBytes(to: limit, into: &lines) : cuttingScalars(to: limit, into: &lines)
  }

  private func cuttingBytes(to limit: Int, into lines: inout [DisplayText]) -> DisplayText {
    var start = plain.utf8.startIndex
    var rest = columns
    while rest > limit {
      let end = plain.utf8.index(start, offsetBy: limit)
      lines.append(DisplayText(safe: String(plain[start..<end]), columns: limit))
      start = end
      rest -= limit
    }
    return DisplayText(safe: String(plain[start...]), columns: rest)
  }

  /// The same without cutting a wide character in two; where a line has no room for one, blanks take its place.
  private func cuttingScalars(to limit: Int, into lines: inout [DisplayText]) -> DisplayText {
    var line = String.UnicodeScalarView()
    var columns = 0
    for scalar in plain.unicodeScalars {
      let width = CellWidth(scalar).columns
      let parts: [(Unicode.Scalar, Int)] =
        width > limit ? Array(repeating: (" ", 1), count: width) : [(scalar, width)]
      for (scalar, width) in parts {
        if columns + width > limit {
          lines.append(DisplayText(safe: String(line), columns: columns))
          (line, columns) = (String.UnicodeScalarView(), 0)
        }
        line.append(scalar)
        columns += width
      }
    }
    return DisplayText(safe: String(line), columns: columns)
  }
}
