import Testing
import VirgaSource

@Suite("Byte replacement") struct EscapedTextTests {
  @Test(
    "every occurrence is replaced, from left to right",
    arguments: [
      ("a'b''c", "'", "\\'", "a\\'b\\'\\'c"), ("aaa", "aa", "b", "ba"), ("abc", "", "x", "abc"),
      ("", "a", "b", ""),
      ("'\u{301}", "'", "\"", "\"\u{301}"), ("né", "é", "e", "ne"), ("ab", "abc", "x", "ab"),
    ])
  func replaced(text: String, part: String, other: String, wanted: String) {
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
