import VirgaCanvas
import VirgaSource

/// The cells of a line: maps between bytes and columns.
///
/// Tabs are shown as arrows and other control characters as their pictures, so that nothing is
/// hidden.
struct LineCells: Sendable {
  let text: DisplayText
  /// The offsets of characters that JSON should not contain unescaped.
  private(set) var odd: [Int] = []
  /// The column of each byte and of the end.
  private let columns: [Int]

  /// The cells of a line; one for each byte if all are printable ASCII.
  init(_ line: String) {
    let isPrintableASCII = line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPrintableASCII {
      text = DisplayText(whole: line)
      self.columns = Array(0...line.utf8.count)
      return
    }
    var parts: [DisplayText] = []
    var columns = [0]
    for character in line {
      let part: DisplayText = character == "\t" ? "→ " : DisplayText(String(character))
      let offset = columns.count - 1
      let column = columns[offset]
      let scalar = character.unicodeScalars.first?.value ?? 0x20
      let isControl = scalar < 0x20 || scalar == 0x7F
      if isControl { odd.append(offset) }
      // All bytes of a character are in its first column.
      columns += repeatElement(column, count: character.utf8.count - 1)
      columns.append(column + part.columns)
      parts.append(part)
    }
    text = parts.joined()
    self.columns = columns
  }

  /// The column of the position after `offset` bytes.
  func column(of offset: Int) -> Int { columns[min(max(offset, 0), columns.count - 1)] }

  /// The number of bytes before the character in `column`; all bytes if it is past the end.
  func offset(at column: Int) -> Int {
    let last = columns.partitioningIndex { $0 > column } - 1
    return last < 0 ? 0 : columns.partitioningIndex { $0 >= columns[last] }
  }
}
