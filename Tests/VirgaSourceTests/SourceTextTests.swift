import Testing
import VirgaSource

@Suite("Source positions")
struct SourceTextTests {
  @Test("count lines at any line ending and columns in scalars")
  func lines() {
    let text = SourceText(name: "-", text: "aé😀b\r\nx\ry\n")
    let positions = [0, 1, 3, 7, 10, 12, 14].map { "\(text.position(at: $0))" }
    #expect(positions == ["1:1", "1:2", "1:3", "1:4", "2:1", "3:1", "4:1"])
    #expect(text.position(at: 99) == SourcePosition(line: 4, column: 1))
    #expect([1, 2, 3, 4, 5].map(text.line) == ["aé😀b", "x", "y", "", ""])
  }

  @Test(
    "are the same in a long line as counted one by one, in both directions",
    arguments: ["", "é\n", "😀b\r\n\n"])
  func longLines(_ before: String) {
    let words = ["a", "é", "😀", "…", "e\u{301}", "        "]
    let line = (0..<4000).map { words[$0 * 7 % words.count] }.joined()
    let text = SourceText(name: "-", text: before + line + "\n" + line)
    let start = before.utf8.count
    var column = 1
    var offset = start
    for scalar in line.unicodeScalars {
      let position = text.position(at: offset)
      if position.column != column
        || column.isMultiple(of: 97) && text.offset(of: position) != offset
      {
        Issue.record("byte \(offset) is at \(position), not in column \(column)")
        return
      }
      offset += UTF8.width(scalar)
      column += 1
    }
    #expect(text.position(at: text.bytes.count).column == column)
    #expect(text.position(at: start + line.utf8.count).column == column)
  }
}
