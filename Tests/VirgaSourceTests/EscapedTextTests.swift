import Testing
import VirgaSource
import VirgaTestSupport

@Suite("Byte replacement") struct EscapedTextTests {
  @Test(
    "every occurrence is replaced, from left to right",
    arguments: [
      TestRow("one after another", ("a'b''c", "'", "\\'", "a\\'b\\'\\'c")),
      TestRow("occurrences do not overlap", ("aaa", "aa", "b", "ba")),
      TestRow("an empty text to find replaces nothing", ("abc", "", "x", "abc")),
      TestRow("an empty text stays empty", ("", "a", "b", "")),
      TestRow("a mark after it stays", ("'\u{301}", "'", "\"", "\"\u{301}")),
      TestRow("a letter outside of ASCII", ("né", "é", "e", "ne")),
      TestRow("a text longer than the whole is not found", ("ab", "abc", "x", "ab")),
    ])
  func replaced(_ row: TestRow<(String, String, String, String)>) {
    let (text, part, other, wanted) = row.values
    #expect(Array(text.replacing(bytesOf: part, with: other).utf8) == Array(wanted.utf8))
  }

  @Test("a megabyte is replaced in linear time")
  func megabyte() {
    let text = String(repeating: "[", count: 1 << 20)
    let time = ContinuousClock().measure {
      #expect(text.replacing(bytesOf: "'", with: "\\'") == text)
    }
    #expect(time < .seconds(1))
  }
}
