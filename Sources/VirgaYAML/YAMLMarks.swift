import CVirgaYAML
import VirgaJSON
import VirgaSource

/// Converts libyaml's marks to positions.
///
/// libyaml counts lines and code points from 0 and treats U+0085, U+2028 and U+2029 as line ends, unlike editors. If a text contains one of
/// these, positions are computed from the number of code points.
struct YAMLMarks {
  /// The code points before each line; nil if libyaml's own lines can be used.
  private var lineStarts: [Int]?

  init(_ bytes: [UInt8]) {
    if Self.hasForeignLineEnds(bytes) { lineStarts = Self.lineStarts(of: bytes) }
  }

  func position(_ mark: yaml_mark_t) -> NodePosition {
    guard let lineStarts else {
      return NodePosition(
        line: UInt32(truncatingIfNeeded: mark.line + 1), column: UInt32(truncatingIfNeeded: mark.column + 1))
    }
    let line = lineStarts.partitioningIndex { $0 > Int(mark.index) }
    return NodePosition(
      line: UInt32(line), column: UInt32(truncatingIfNeeded: Int(mark.index) - lineStarts[line - 1] + 1))
  }

  private static func hasForeignLineEnds(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count > 2 else { return false }
      for index in 0..<bytes.count - 1 where bytes[index] == 0xC2 || bytes[index] == 0xE2 {
        if bytes[index] == 0xC2 && bytes[index + 1] == 0x85 { return true }
        if bytes[index] == 0xE2, bytes[index + 1] == 0x80, index + 2 < bytes.count, bytes[index + 2] & 0xFE == 0xA8 {
          return true
        }
      }
      return false
    }
  }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    var count = 0
    let skipped = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in skipped..<bytes.count where bytes[index] & 0xC0 != 0x80 {
      count += 1
      let isCarriageReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if bytes[index] == 0x0A || isCarriageReturn { starts.append(count) }
    }
    return starts
  }
}
