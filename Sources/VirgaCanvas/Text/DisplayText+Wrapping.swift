// Breaking a text into lines at blanks; a word longer than a line is broken behind its signs, as
// paths are.
extension DisplayText {
  /// Wraps the text to a number of columns, without the blanks at breaks; at least one line.
  ///
  /// Wide characters are not split; in lines of one column, blanks replace them.
  package func wrapped(to limit: Int) -> [DisplayText] {
    if columns <= limit { return [self] }
    guard limit > 0 else { return [.empty] }
    var copy = plain
    return copy.withUTF8 { bytes in
      var wrapping = Wrapping(bytes: bytes, limit: limit)
      return wrapping.lines()
    }
  }
}

/// Finds the lines of a text without creating a text for each word.
private struct Wrapping {
  /// A part of the text as byte offsets.
  private struct Stretch {
    var start = 0
    var end = 0
    var columns = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var found: [DisplayText] = []
  private var line = Stretch()

  init(bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  mutating func lines() -> [DisplayText] {
    var index = 0
    while index < bytes.count {
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
      var word = Stretch(start: index, end: index)
      while word.end < bytes.count, bytes[word.end] != 0x20 { grow(&word) }
      if word.end > word.start { append(word) }
      index = word.end
    }
    if line.columns > 0 || found.isEmpty { add(line) }
    return found
  }

  private mutating func append(_ word: Stretch) {
    let columns = line.columns + (word.start - line.end) + word.columns
    if columns <= limit {
      line.end = word.end
      line.columns = columns
    } else {
      if line.columns > 0 { add(line) }
      line = word
      while line.columns > limit { cut() }
    }
  }

  /// Puts as much of an overlong word as fits into a line.
  private mutating func cut() {
    var head = Stretch(start: line.start, end: line.start)
    var part = head
    while true {
      var longer = head
      grow(&longer)
      if longer.columns > limit { break }
      head = longer
      if head.columns * 3 > limit, Self.breaks.contains(bytes[head.end - 1]) { part = head }
    }
    if part.columns > 0 { head = part }
    if head.columns > 0 {
      add(head)
    } else {
      grow(&head)
      found += Array(repeating: .blanks(1), count: head.columns)
    }
    line = Stretch(start: head.end, end: line.end, columns: line.columns - head.columns)
  }

  /// The signs behind which a long word is broken, if that leaves no short line.
  private static let breaks = Array("/.-_|".utf8)

  private func grow(_ stretch: inout Stretch) {
    let first = bytes[stretch.end]
    if first < 0x80 {
      stretch.end += 1
      stretch.columns += 1
      return
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let rest = bytes[stretch.end + 1..<stretch.end + length]
    let value = rest.reduce(UInt32(first) & (0x7F >> UInt32(length))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    stretch.end += length
    stretch.columns += Unicode.Scalar(value).map { CellWidth($0).columns } ?? 0
  }

  private mutating func add(_ stretch: Stretch) {
    let text = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[stretch.start..<stretch.end]), as: UTF8.self)
    found.append(DisplayText(safe: text, columns: stretch.columns))
  }
}
