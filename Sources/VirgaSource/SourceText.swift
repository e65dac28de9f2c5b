/// A named text that converts between byte offsets and positions.
///
/// Lines end with LF, CR LF or CR. Line starts are indexed once, so that a conversion costs a
/// binary search and a scan of one line; in a long line only part of it is scanned.
public struct SourceText: Sendable {
  /// The text's name in problems: a path, or `-` for standard input.
  public let name: String
  /// The text as UTF-8; it may be ill-formed, which its parser reports.
  public let bytes: [UInt8]

  private let lineStarts: [Int]
  /// The number of scalars before each multiple of ``stride``; empty without longer lines.
  private let scalarCounts: [Int]

  private static let stride = 1024

  /// Creates a text from bytes.
  ///
  /// The user name and password of a URL in `name` are masked.
  public init(name: String, bytes: [UInt8]) {
    self.name = name.maskingCredentials
    self.bytes = bytes
    lineStarts = Self.lineStarts(of: bytes)
    scalarCounts = Self.hasLongLine(lineStarts, bytes.count) ? Self.scalarCounts(of: bytes) : []
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
    var (offset, column) = stepBefore(position, end: end)
    while column < position.column, offset < end {
      offset += 1
      while offset < end, Self.isContinuation(bytes[offset]) { offset += 1 }
      column += 1
    }
    return offset
  }

  /// Up to `count` scalars of a line (from 1), starting at a column, and whether the line
  /// continues.
  ///
  /// The cost does not depend on the length of the line. Ill-formed bytes become U+FFFD.
  func stretch(ofLine number: Int, from column: Int, count: Int) -> (text: String, goesOn: Bool) {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return ("", false) }
    let start = offset(of: SourcePosition(line: number, column: column))
    let end = offset(of: SourcePosition(line: number, column: column + count))
    return (String(decoding: bytes[start..<end], as: UTF8.self), end < lineEnd(number - 1))
  }

  /// Whether the text starts with a UTF-16 byte-order mark; no parser accepts such a text.
  public var isUTF16: Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// A line (from 1) without its line end.
  ///
  /// Empty if the line does not exist or the text is UTF-16.
  ///
  /// Ill-formed bytes become U+FFFD.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count, !isUTF16 else { return "" }
    return String(decoding: bytes[lineStarts[number - 1]..<lineEnd(number - 1)], as: UTF8.self)
  }

  /// The number of scalars before each line; computed in one pass over the text.
  package var scalarsBeforeLines: [Int] {
    let isASCII = bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 | $1 } } < 0x80
    if isASCII { return lineStarts }
    var starts = [0]
    starts.reserveCapacity(lineStarts.count)
    for (start, end) in zip(lineStarts, lineStarts.dropFirst()) {
      starts.append(starts[starts.count - 1] + Self.scalars(in: bytes[start..<end]))
    }
    return starts
  }

  /// The last indexed position at or before a position in its line, which ends at `end`.
  private func stepBefore(_ position: SourcePosition, end: Int) -> (offset: Int, column: Int) {
    let start = lineStarts[position.line - 1]
    guard !scalarCounts.isEmpty, position.column > Self.stride else { return (start, 1) }
    let before = scalars(in: 0..<start)
    let wanted = before + min(position.column, bytes.count) - 1
    let low = (start + Self.stride - 1) / Self.stride
    let high = end / Self.stride + 1
    guard low < high, scalarCounts[low] <= wanted else { return (start, 1) }
    let strideIndex = scalarCounts[low..<high].partitioningIndex { $0 > wanted } - 1
    var offset = strideIndex * Self.stride
    while offset < end, Self.isContinuation(bytes[offset]) { offset += 1 }
    return (offset, scalarCounts[strideIndex] - before + 1)
  }

  private func lineEnd(_ index: Int) -> Int {
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    let start = lineStarts[index]
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private func scalars(in range: Range<Int>) -> Int {
    let first = (range.lowerBound + Self.stride - 1) / Self.stride
    let last = range.upperBound / Self.stride
    guard first < last, !scalarCounts.isEmpty else { return Self.scalars(in: bytes[range]) }
    return Self.scalars(in: bytes[range.lowerBound..<first * Self.stride]) + scalarCounts[last]
      - scalarCounts[first]
      + Self.scalars(in: bytes[last * Self.stride..<range.upperBound])
  }

  private static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 &+ (isContinuation($1) ? 0 : 1) } }
  }

  private static func hasLongLine(_ starts: [Int], _ end: Int) -> Bool {
    starts.indices.contains { index in
      (index + 1 < starts.count ? starts[index + 1] : end) - starts[index] > stride
    }
  }

  private static func scalarCounts(of bytes: [UInt8]) -> [Int] {
    var counts = [0]
    for start in Swift.stride(from: 0, to: bytes.count - stride + 1, by: stride) {
      counts.append(counts[counts.count - 1] + scalars(in: bytes[start..<start + stride]))
    }
    return counts
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] <= 0x0D {
        let (byte, next) = (bytes[index], index + 1)
        let isEnd = byte == 0x0A || byte == 0x0D && (next == bytes.count || bytes[next] != 0x0A)
        if isEnd { starts.append(next) }
      }
    }
    return starts
  }
}
