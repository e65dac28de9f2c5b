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
    // The column of a byte is found by counting the scalars before it in its line. Stored counts
    // make that faster only if a line is longer than a block.
    let hasLongLine = Self.hasLongLine(lineStarts, end: bytes.count)
    scalarsBeforeBlocks = hasLongLine ? Self.scalarsBeforeBlocks(of: bytes) : []
  }

  /// Creates a text from a string.
  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The position of the byte at `offset`; an offset outside of the text is moved to its nearest
  /// end.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let nextLine = lineStarts.partitioningIndex { start in start > offset }
    let line = nextLine - 1
    let scalarsBefore = scalarCount(in: lineStarts[line]..<offset)
    // Indices count from 0, positions from 1.
    return SourcePosition(line: line + 1, column: scalarsBefore + 1)
  }

  /// The positions of a range of bytes.
  public func range(of offsets: Range<Int>) -> SourceRange {
    SourceRange(position(at: offsets.lowerBound), position(at: offsets.upperBound))
  }

  /// The byte offset of a position; one after the end of its line is moved to that end, and one in
  /// a line that does not exist to the nearest end of the text.
  public func offset(of position: SourcePosition) -> Int {
    guard position.line <= lineStarts.count else { return bytes.count }
    guard position.line >= 1 else { return 0 }
    let end = lineEnd(atIndex: position.line - 1)
    // In a long line the scan starts at a block near the position, else at the start of the line.
    var (offset, column) = scanStart(for: position, lineEnd: end)
    while column < position.column, offset < end {
      // Skips one scalar: its first byte, and the bytes that continue it.
      offset += 1
      while offset < end, Self.isContinuation(bytes[offset]) { offset += 1 }
      column += 1
    }
    return offset
  }

  /// Up to `count` scalars of a line (from 1), starting at a column, and whether the rest of the
  /// line is cut; empty if the line does not exist or the text is UTF-16.
  ///
  /// The cost does not depend on the length of the line. Ill-formed bytes become U+FFFD.
  func stretch(ofLine number: Int, from column: Int, count: Int) -> (text: String, isCut: Bool) {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return ("", false) }
    let start = offset(of: SourcePosition(line: number, column: column))
    let end = offset(of: SourcePosition(line: number, column: column + count))
    return (String(decoding: bytes[start..<end], as: UTF8.self), end < lineEnd(atIndex: number - 1))
  }

  /// Whether the text starts with a UTF-16 byte-order mark; no parser accepts such a text.
  public var isUTF16: Bool {
    let littleEndianMark: [UInt8] = [0xFF, 0xFE]
    let bigEndianMark: [UInt8] = [0xFE, 0xFF]
    return bytes.starts(with: littleEndianMark) || bytes.starts(with: bigEndianMark)
  }

  /// A line (from 1) without its line end; empty if the line does not exist or the text is UTF-16.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return "" }
    let index = number - 1
    return String(decoding: bytes[lineStarts[index]..<lineEnd(atIndex: index)], as: UTF8.self)
  }

  /// The number of scalars before each line; computed in one pass over the text.
  package var scalarsBeforeLines: [Int] {
    // The text is ASCII if no byte has the highest bit. Combining the bits of all bytes is simpler
    // for the processor than a search.
    let allBits: UInt8 = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(0) { bits, byte in bits | byte }
    }
    let isASCII = allBits < 0x80
    // In ASCII a scalar is one byte.
    if isASCII { return lineStarts }
    var counts = [0]
    counts.reserveCapacity(lineStarts.count)
    for (start, end) in zip(lineStarts, lineStarts.dropFirst()) {
      counts.append(counts[counts.count - 1] + Self.scalarCount(in: bytes[start..<end]))
    }
    return counts
  }

  /// Where to start counting scalars to find `position`: at its line or, in a long line, at the
  /// last block of `blockSize` bytes whose start is not after the position.
  ///
  /// - Parameter lineEnd: The byte at which the line ends.
  private func scanStart(
    for position: SourcePosition, lineEnd: Int
  ) -> (offset: Int, column: Int) {
    let lineStart = lineStarts[position.line - 1]
    let isFarInLine = position.column > Self.blockSize
    // Blocks do not help near the start of a line, and are not counted in texts without long lines.
    guard isFarInLine, !scalarsBeforeBlocks.isEmpty else { return (lineStart, 1) }
    let scalarsBeforeLine = scalarCount(in: 0..<lineStart)
    // No column is beyond the number of bytes; without the limit the sum could overflow.
    let scalarsBeforePosition = scalarsBeforeLine + min(position.column, bytes.count) - 1
    let block = lastBlock(startingIn: lineStart...lineEnd, maxScalarsBefore: scalarsBeforePosition)
    guard let block else { return (lineStart, 1) }
    var offset = block * Self.blockSize
    // A scalar that continues in this block is counted in the block before, in which it starts.
    while offset < lineEnd, Self.isContinuation(bytes[offset]) { offset += 1 }
    return (offset, scalarsBeforeBlocks[block] - scalarsBeforeLine + 1)
  }

  /// The index of the last block of `blockSize` bytes that starts in a range of offsets and has at
  /// most `maxCount` scalars of the text before it; nil if there is none.
  ///
  /// Only for a text with a line longer than a block: in others, ``scalarsBeforeBlocks`` is empty.
  private func lastBlock(
    startingIn offsets: ClosedRange<Int>, maxScalarsBefore maxCount: Int
  ) -> Int? {
    let firstBlock = Self.block(atOrAfter: offsets.lowerBound)
    let blocksEnd = offsets.upperBound / Self.blockSize + 1
    guard firstBlock < blocksEnd, scalarsBeforeBlocks[firstBlock] <= maxCount else { return nil }
    let countsBeforeBlocks = scalarsBeforeBlocks[firstBlock..<blocksEnd]
    let firstBlockBehind = countsBeforeBlocks.partitioningIndex { count in count > maxCount }
    return firstBlockBehind - 1
  }

  /// The first block that starts at or after a byte: 1 for the bytes from 1 to 1024.
  private static func block(atOrAfter offset: Int) -> Int {
    (offset + blockSize - 1) / blockSize
  }

  /// The offset after the last byte of a line, without its line end; `index` counts lines from 0.
  private func lineEnd(atIndex index: Int) -> Int {
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    let start = lineStarts[index]
    // A line ends with LF, CR LF or CR.
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The number of scalars that start in a range of bytes; for the whole blocks of `blockSize`
  /// bytes in it the stored counts are used, if the text has any.
  private func scalarCount(in range: Range<Int>) -> Int {
    let firstBlock = Self.block(atOrAfter: range.lowerBound)
    let blocksEnd = range.upperBound / Self.blockSize
    guard firstBlock < blocksEnd, !scalarsBeforeBlocks.isEmpty else {
      return Self.scalarCount(in: bytes[range])
    }
    let before = Self.scalarCount(in: bytes[range.lowerBound..<firstBlock * Self.blockSize])
    let inBlocks = scalarsBeforeBlocks[blocksEnd] - scalarsBeforeBlocks[firstBlock]
    let after = Self.scalarCount(in: bytes[blocksEnd * Self.blockSize..<range.upperBound])
    return before + inBlocks + after
  }

  /// The number of scalars that start in some bytes of UTF-8: of bytes that do not continue one.
  private static func scalarCount(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(0) { count, byte in count &+ (isContinuation(byte) ? 0 : 1) }
    }
  }

  /// Whether a line is longer than a block of `blockSize` bytes; the text ends at the byte `end`.
  ///
  /// Only then `scalarsBeforeBlocks` is worth being stored: in a long line it saves counting the
  /// scalars from the start of the line for each column.
  private static func hasLongLine(_ lineStarts: [Int], end: Int) -> Bool {
    let isLong = { (start: Int, end: Int) in end - start > blockSize }
    let lastLineStart = lineStarts[lineStarts.count - 1]
    return zip(lineStarts, lineStarts.dropFirst()).contains(where: isLong)
      || isLong(lastLineStart, end)
  }

  /// The number of Unicode scalars before each block of bytes; the last block can be incomplete or
  /// empty.
  private static func scalarsBeforeBlocks(of bytes: [UInt8]) -> [Int] {
    var counts = [0]
    // Only whole blocks are counted, because no block follows an incomplete one.
    for start in stride(from: 0, to: bytes.count - blockSize + 1, by: blockSize) {
      counts.append(counts[counts.count - 1] + scalarCount(in: bytes[start..<start + blockSize]))
    }
    return counts
  }

  /// Whether a byte of UTF-8 continues a scalar: its highest bits are 10.
  private static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0b1100_0000 == 0b1000_0000
  }

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
