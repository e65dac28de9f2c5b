import CVirgaYAML
import VirgaJSON
import VirgaSource

/// Converts libyaml's marks to positions.
///
/// They are computed from the number of code points: libyaml's own lines also end at U+0085, U+2028 and U+2029, unlike
/// those of editors.
struct YAMLMarks {
  /// The code points before each line.
  private var lineStarts = [0]

  init(_ bytes: [UInt8]) {
    var count = 0
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      where bytes[index] & 0xC0 != 0x80 {
        count += 1
        let isCarriageReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if bytes[index] == 0x0A || isCarriageReturn { lineStarts.append(count) }
      }
    }
  }

  func position(_ mark: yaml_mark_t) -> NodePosition {
    let line = lineStarts.partitioningIndex { $0 > Int(mark.index) }
    return NodePosition(
      line: UInt32(line), column: UInt32(truncatingIfNeeded: Int(mark.index) - lineStarts[line - 1] + 1))
  }
}
