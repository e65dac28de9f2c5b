/// A named text that converts between byte offsets and positions.
///
/// Lines end with LF, CR LF or CR. Line starts are indexed once, so that a conversion costs a
/// binary search and a scan of one line; in a long line only part of it is scanned.
public struct SourceText: Sendable {
  /// The text's name in problems: a path, or `-` for standard input.
  public let name: String
  /// The text as UTF-8; it may be ill-formed, which its parser reports.
  public let bytes: [UInt8]

  /// The byte offset of the start of each line.
  private let lineStarts: [Int]
  /// The number of scalars before each block of bytes; empty if no line is longer than a block.
  ///
  /// The number at index 2 counts the scalars in the first 2 · ``blockSize`` bytes.
  private let scalarsBeforeBlocks: [Int]

  /// The size of a block in bytes.
  private static let blockSize = 1024

  /// Creates a text from bytes.
  ///
  /// The user name and password of a URL in `name` are masked.
  public init(name: String, bytes: [UInt8]) {
    self.name = name.maskingCredentials
    self.bytes = bytes
    lineStarts = Self.lineStarts(of: bytes)
    let hasLongLine = Self.hasLongLine(lineStarts, end: bytes.count)
    scalarsBeforeBlocks = hasLongLine ? Self.scalarsBeforeBlocks(of: bytes) : []
  }

  /// Creates a text from a string.
  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The position of the byte at `offset`; clamped to the end of the text.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset } - 1
    return SourcePosition(line: line + 1, column: scalars(in: lineStarts[line]..<offset) + 1)
  }

  /// The positions of a range of bytes.
  public func range(of offsets: Range<Int>) -> SourceRange {
    SourceRange(position(at: offsets.lowerBound), position(at: offsets.upperBound))
  }

  /// The byte offset of a position, clamped to the line and the text.
  public func offset(of position: SourcePosition) -> Int {
    guard position.line <= lineStarts.count else { return bytes.count }
    guard position.line >= 1 else { return 0 }
    let end = lineEnd(position.line - 1)
    var (offset, column) = scanStart(for: position, lineEnd: end)
    while column < position.column, offset < end {
      offset += 1
      while offset < end, Self.isContinuation(bytes[offset]) { offset += 1 }
      column += 1
    }
    return offset
  }

  /// Up to `count` scalars of a line (from 1), starting at a column, and whether the rest of the
  /// line is cut.
  ///
  /// The cost does not depend on the length of the line. Ill-formed bytes become U+FFFD.
  func stretch(ofLine number: Int, from column: Int, count: Int) -> (text: String, isCut: Bool) {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return ("", false) }
    let start = offset(of: SourcePosition(line: number, column: column))
    let end = offset(of: SourcePosition(line: number, column: column + count))
    return (String(decoding: bytes[start..<end], as: UTF8.self), end < lineEnd(number - 1))
  }

  /// Whether the text starts with a UTF-16 byte-order mark; no parser accepts such a text.
  public var isUTF16: Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// A line (from 1) without its line end; empty if the line does not exist or the text is UTF-16.
  ///
  /// Ill-formed bytes become U+FFFD.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return "" }
    return String(decoding: bytes[lineStarts[number - 1]..<lineEnd(number - 1)], as: UTF8.self)
  }

  /// The number of scalars before each line; computed in one pass over the text.
  package var scalarsBeforeLines: [Int] {
    // A union of bits without the highest one; simpler for the processor than a search.
    let isASCII = bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | $1 } } < 0x80
    if isASCII { return lineStarts }
    var counts = [0]
    counts.reserveCapacity(lineStarts.count)
    for (start, end) in zip(lineStarts, lineStarts.dropFirst()) {
      counts.append(counts[counts.count - 1] + Self.scalars(in: bytes[start..<end]))
    }
    return counts
  }

  /// Where a scan for `position` starts: at its line or, in a long line, at the last block whose
  /// start is not after the position.
  ///
  /// - Parameter lineEnd: The byte at which the line ends.
  private func scanStart(
    for position: SourcePosition, lineEnd: Int
  ) -> (offset: Int, column: Int) {
    let lineStart = lineStarts[position.line - 1]
    guard !scalarsBeforeBlocks.isEmpty, position.column > Self.blockSize else {
      return (lineStart, 1)
    }
    let scalarsBeforeLine = scalars(in: 0..<lineStart)
    // No column is beyond the number of bytes; without the limit the sum could overflow.
    let scalarsBefore = scalarsBeforeLine + min(position.column, bytes.count) - 1
    let firstBlock = Self.block(atOrAfter: lineStart)
    let blocksEnd = lineEnd / Self.blockSize + 1
    guard firstBlock < blocksEnd, scalarsBeforeBlocks[firstBlock] <= scalarsBefore else {
      return (lineStart, 1)
    }
    let blocks = scalarsBeforeBlocks[firstBlock..<blocksEnd]
    let block = blocks.partitioningIndex { $0 > scalarsBefore } - 1
    var offset = block * Self.blockSize
    // A scalar that continues in this block starts, and is counted, in the block before.
    while offset < lineEnd, Self.isContinuation(bytes[offset]) { offset += 1 }
    return (offset, scalarsBeforeBlocks[block] - scalarsBeforeLine + 1)
  }

  /// The first block that starts at or after a byte: 1 for the bytes from 1 to 1024.
  private static func block(atOrAfter offset: Int) -> Int {
    (offset + blockSize - 1) / blockSize
  }

  /// The offset after the last byte of a line, without its line end; `index` counts lines from 0.
  private func lineEnd(_ index: Int) -> Int {
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    let start = lineStarts[index]
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The number of scalars that start in a range of bytes; whole blocks in it are not scanned.
  private func scalars(in range: Range<Int>) -> Int {
    let firstBlock = Self.block(atOrAfter: range.lowerBound)
    let lastBlock = range.upperBound / Self.blockSize
    guard firstBlock < lastBlock, !scalarsBeforeBlocks.isEmpty else {
      return Self.scalars(in: bytes[range])
    }
    let before = Self.scalars(in: bytes[range.lowerBound..<firstBlock * Self.blockSize])
    let inBlocks = scalarsBeforeBlocks[lastBlock] - scalarsBeforeBlocks[firstBlock]
    let after = Self.scalars(in: bytes[lastBlock * Self.blockSize..<range.upperBound])
    return before + inBlocks + after
  }

  private static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 &+ (isContinuation($1) ? 0 : 1) } }
  }

  /// Whether a line is longer than a block; the text ends at the byte `end`.
  private static func hasLongLine(_ lineStarts: [Int], end: Int) -> Bool {
    let isLong = { (start: Int, end: Int) in end - start > blockSize }
    return zip(lineStarts, lineStarts.dropFirst()).contains(where: isLong)
      || isLong(lineStarts[lineStarts.count - 1], end)
  }

  /// The number of Unicode scalars before each block of bytes.
  private static func scalarsBeforeBlocks(of bytes: [UInt8]) -> [Int] {
    var counts = [0]
    // The last block is left out unless it is whole: no block follows it.
    for start in stride(from: 0, to: bytes.count - blockSize + 1, by: blockSize) {
      counts.append(counts[counts.count - 1] + scalars(in: bytes[start..<start + blockSize]))
    }
    return counts
  }

  /// Whether a byte of UTF-8 continues a scalar: its highest bits are 10.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// The offset of the start of each line; the CR of a CR LF does not end a line.
  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      // Most bytes are above both line ends, and skipped by one comparison.
      for index in bytes.indices where bytes[index] <= carriageReturn {
        let next = index + 1
        let isBeforeLineFeed = next < bytes.count && bytes[next] == lineFeed
        let isLineEnd =
          bytes[index] == lineFeed || (bytes[index] == carriageReturn && !isBeforeLineFeed)
        if isLineEnd { starts.append(next) }
      }
    }
    return starts
  }
}
