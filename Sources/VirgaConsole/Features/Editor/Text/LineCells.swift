import VirgaCanvas
import VirgaSource

/// The cells of a line: maps between bytes and columns.
///
/// Tabs are shown as arrows and other control characters as their pictures, so that nothing is
/// hidden.
struct LineCells: Sendable {
  let text: DisplayText
  /// The offsets of control characters, which should be escaped in a JSON string.
  private(set) var offsetsOfControlCharacters: [Int] = []
  /// The column of each byte and of the end.
  private let columnsOfBytesAndEnd: [Int]

  /// The cells of a line; one for each byte if all are printable ASCII.
  init(_ line: String) {
    let printableASCII = UInt8(ascii: " ")...UInt8(ascii: "~")
    let isPrintableASCII = line.utf8.allSatisfy { printableASCII.contains($0) }
    if isPrintableASCII {
      self.init(printableASCII: line)
    } else {
      self.init(measuring: line)
    }
  }

  /// The cells of a line whose characters all have one byte and one column.
  private init(printableASCII line: String) {
    text = DisplayText(whole: line)
    columnsOfBytesAndEnd = Array(0...line.utf8.count)
  }

  /// The cells of a line, whose characters are measured one by one.
  private init(measuring line: String) {
    var parts: [DisplayText] = []
    // The columns of the bytes before the next character, and that of the character itself.
    var columns = [0]
    for character in line {
      let part: DisplayText = character == "\t" ? "→ " : DisplayText(String(character))
      let offset = columns.count - 1
      let column = columns[offset]
      let isControl = character.unicodeScalars.first?.isControl ?? false
      // JSON allows a control character in a string only as an escape such as `\t`, so the editor
      // shows it like a warning.
      if isControl { offsetsOfControlCharacters.append(offset) }
      // All bytes of a character are in its first column.
      columns += repeatElement(column, count: character.utf8.count - 1)
      columns.append(column + part.columns)
      parts.append(part)
    }
    text = parts.joined()
    columnsOfBytesAndEnd = columns
  }

  /// The column of the position after `offset` bytes; that of the nearest end outside of the line.
  func column(of offset: Int) -> Int {
    let end = columnsOfBytesAndEnd.count - 1
    return columnsOfBytesAndEnd[min(max(offset, 0), end)]
  }

  /// The number of bytes before the character in `column`; all bytes if it is past the end.
  func offset(at column: Int) -> Int {
    // Searches by halves, because the columns never decrease.
    let lastOffset = columnsOfBytesAndEnd.partitioningIndex { $0 > column } - 1
    guard lastOffset >= 0 else { return 0 }
    // The column may be inside a wide character: go to the first byte in that character's column.
    let firstColumn = columnsOfBytesAndEnd[lastOffset]
    return columnsOfBytesAndEnd.partitioningIndex { $0 >= firstColumn }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character of ASCII.
  fileprivate var isControl: Bool {
    let delete: Unicode.Scalar = "\u{7F}"
    return self < " " || self == delete
  }
}
