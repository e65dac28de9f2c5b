import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Wrapping text") struct DisplayTextWrappingTests {
  @Test(
    "wraps at blanks if it can",
    arguments: [
      TestRow(
        "a line ends at the last blank that fits", ("one two three", 7, ["one two", "three"])),
      TestRow("a text that fits is one line", ("one two", 99, ["one two"])),
      TestRow("blanks at a line end are dropped", ("one   two", 5, ["one", "two"])),
      TestRow("a word longer than a line is cut", ("unbreakable", 4, ["unbr", "eaka", "ble"])),
      TestRow(
        "a long word begins a line of its own", ("a unbreakable", 4, ["a", "unbr", "eaka", "ble"])),
      TestRow(
        "wide characters that do not fit go to the next line", ("漢字漢字", 3, ["漢", "字", "漢", "字"])),
      TestRow("an empty text is one empty line", ("", 5, [""])),
      TestRow("a text of blanks is one empty line", ("  ", 1, [""])),
      TestRow("without columns there is one empty line", ("abc", 0, [""])),
    ])
  func wrapping(_ row: TestRow<(String, Int, [String])>) {
    let (text, limit, lines) = row.values
    #expect(DisplayText(text).wrapped(to: limit).map(\.plain) == lines)
  }

  @Test("breaks multi-byte text as it breaks ASCII") func multiByteText() {
    let words = "one x two xxx, three: xxxxxxxxxxxxx four x  x"
    for limit in 1...50 {
      let marks = DisplayText(words.replacing("x", with: "·")).wrapped(to: limit).map(\.plain)
      #expect(
        marks == DisplayText(words).wrapped(to: limit).map { $0.plain.replacing("x", with: "·") })
    }
  }

  @Test("wrapped lines never exceed the limit") func wrappingLimit() {
    let text = DisplayText("漢a 字e\u{301}bb cccc漢字漢字dd e  ffffffffff 漢")
    for limit in 1...20 {
      for line in text.wrapped(to: limit) {
        #expect(line.columns <= limit)
        #expect(line == DisplayText(line.plain))
      }
    }
  }

  @Test("a word longer than a line is cut into lines of whole characters")
  func cutting() {
    #expect(DisplayText("abcdefgh").wrapped(to: 3).map(\.plain) == ["abc", "def", "gh"])
    #expect(DisplayText("漢字漢").wrapped(to: 3).map(\.plain) == ["漢", "字", "漢"])
    #expect(DisplayText("漢字漢").wrapped(to: 4).map(\.plain) == ["漢字", "漢"])
    #expect(DisplayText("漢").wrapped(to: 1).map(\.plain) == [" ", " "])
    #expect(DisplayText("éa\u{308}bc").wrapped(to: 2).map(\.columns) == [2, 2])
  }
}
