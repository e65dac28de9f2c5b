// Breaking a text into lines at blanks; a word longer than a line is broken after a separator, as
// paths are.
extension DisplayText {
  /// Wraps the text to a number of columns, without the blanks at breaks; at least one line.
  ///
  /// `open the file` to 8 gives `open the` and `file`; `manifests/app.yaml` to 12 gives
  /// `manifests/` and `app.yaml`.
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
  /// A part of the text: its byte offsets, and its width.
  private struct Part {
    var start = 0
    var end = 0
    var columns = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var found: [DisplayText] = []
  /// The words of the line that is not finished yet.
  private var line = Part()

  /// - Parameter limit: The width of a line, in cells.
  init(bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// The lines; every run of blanks between words is one place to break.
  mutating func lines() -> [DisplayText] {
    let blank = UInt8(ascii: " ")
    var index = 0
    while index < bytes.count {
      // Each round skips blanks, then takes the word after them.
      while index < bytes.count, bytes[index] == blank { index += 1 }
      var word = Part(start: index, end: index)
      while word.end < bytes.count, bytes[word.end] != blank { extendByScalar(&word) }
      if word.end > word.start { append(word) }
      index = word.end
    }
    // A text of blanks only gives one empty line.
    if line.columns > 0 || found.isEmpty { finish(line) }
    return found
  }

  /// Adds a word, and the blanks before it, to the line; starts another line if it does not fit.
  private mutating func append(_ word: Part) {
    let blanks = word.start - line.end
    let columnsWithWord = line.columns + blanks + word.columns
    if columnsWithWord <= limit {
      line.end = word.end
      line.columns = columnsWithWord
    } else {
      if line.columns > 0 { finish(line) }
      line = word
      while line.columns > limit { breakWord() }
    }
  }

  /// Finishes a line with the beginning of the word in ``line``, which is too long for one.
  ///
  /// It ends after the last separator that leaves more than a third of the line filled, or else at
  /// the limit.
  private mutating func breakWord() {
    var longest = Part(start: line.start, end: line.start)
    var endingInSeparator = longest
    while true {
      var next = longest
      extendByScalar(&next)
      if next.columns > limit { break }
      longest = next
      let isLongEnough = longest.columns * 3 > limit
      if isLongEnough, Self.separators.contains(bytes[longest.end - 1]) {
        endingInSeparator = longest
      }
    }
    let hasSeparator = endingInSeparator.columns > 0
    var head = hasSeparator ? endingInSeparator : longest
    if head.columns > 0 {
      finish(head)
    } else {
      // A wide character in lines of one column becomes a blank in each of two lines.
      extendByScalar(&head)
      found += Array(repeating: .blanks(1), count: head.columns)
    }
    line = Part(start: head.end, end: line.end, columns: line.columns - head.columns)
  }

  /// The characters after which a long word is broken.
  private static let separators = Array("/.-_|".utf8)

  /// Extends a part by the scalar after it.
  private func extendByScalar(_ part: inout Part) {
    let first = bytes[part.end]
    let length = first.scalarLength ?? 1
    let isASCII = length == 1
    if isASCII {
      part.end += 1
      part.columns += 1
      return
    }
    // The first byte has as many bits set at its start as the scalar has bytes, then a 0; each byte
    // after it begins with the bits 10 and has six bits of the value.
    let continuation = bytes[part.end + 1..<part.end + length]
    let firstBits = UInt32(first) & (0b111_1111 >> UInt32(length))
    let value = continuation.reduce(firstBits) { bits, byte in
      bits << 6 | UInt32(byte & 0b11_1111)
    }
    part.end += length
    part.columns += Unicode.Scalar(value).map { CellWidth($0).columns } ?? 0
  }

  /// Adds a finished line.
  private mutating func finish(_ part: Part) {
    let text = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[part.start..<part.end]), as: UTF8.self)
    found.append(DisplayText(safe: text, columns: part.columns))
  }
}
