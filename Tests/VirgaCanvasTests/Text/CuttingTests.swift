import Testing
import VirgaCanvas

@Suite("Words longer than a line") struct LongWordTests {
  @Test("are cut into lines of whole characters")
  func cutting() {
    #expect(DisplayText("abcdefgh").wrapped(to: 3).map(\.plain) == ["abc", "def", "gh"])
    #expect(DisplayText("漢字漢").wrapped(to: 3).map(\.plain) == ["漢", "字", "漢"])
    #expect(DisplayText("漢字漢").wrapped(to: 4).map(\.plain) == ["漢字", "漢"])
    #expect(DisplayText("漢").wrapped(to: 1).map(\.plain) == [" ", " "])
    #expect(DisplayText("éa\u{308}bc").wrapped(to: 2).map(\.columns) == [2, 2])
  }
}

@Suite("Cutting text") struct CuttingTests {
  @Test(
    "slices by column",
    arguments: [
      (0..<3, "abc"), (2..<4, "cd"), (4..<99, "e"), (5..<9, ""), (-3..<2, "ab"),
    ])
  func slicing(range: Range<Int>, part: String) {
    #expect(DisplayText("abcde").slice(range).plain == part)
  }

  @Test(
    "a cut through a wide character leaves a blank",
    arguments: [
      (0..<4, "a漢b"), (0..<2, "a "), (2..<4, " b"), (1..<3, "漢"), (2..<3, " "),
      (3..<9, "be\u{301}!"),
      (4..<5, "e\u{301}"),
    ])
  func wideCharacters(range: Range<Int>, part: String) {
    let slice = DisplayText("a漢be\u{301}!").slice(range)
    #expect(slice.plain == part)
    #expect(slice == DisplayText(part))
  }

  @Test(
    "truncates with an ellipsis",
    arguments: [
      (5, "abcde"), (4, "abc…"), (1, "…"), (0, ""), (-7, ""), (.max, "abcde"),
    ])
  func truncating(limit: Int, result: String) {
    #expect(DisplayText("abcde").truncated(to: limit).plain == result)
  }

  @Test("truncates before a wide character that does not fit") func truncatingWideText() {
    let text = DisplayText("漢字漢字").truncated(to: 4)
    #expect(text.plain == "漢 …")
    #expect(text.columns == 4)
  }

  @Test("truncates at the start") func truncatingAtStart() {
    #expect(DisplayText("a/long/path").truncatedAtStart(to: 6).plain == "…/path")
    #expect(DisplayText("path").truncatedAtStart(to: 6).plain == "path")
  }

  @Test("pads on either side") func padding() {
    #expect(DisplayText("漢").padded(to: 4).plain == "漢  ")
    #expect(DisplayText("漢").paddedAtStart(to: 4).plain == "  漢")
    #expect(DisplayText("long").padded(to: 2).plain == "long")
    #expect(DisplayText.blanks(-1).isEmpty)
  }

  @Test(
    "wraps at blanks",
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one two", 99, ["one two"]),
      ("one   two", 5, ["one", "two"]),
      ("unbreakable", 4, ["unbr", "eaka", "ble"]),
      ("a unbreakable", 4, ["a", "unbr", "eaka", "ble"]),
      ("漢字漢字", 3, ["漢", "字", "漢", "字"]),
      ("", 5, [""]),
      ("  ", 1, [""]),
      ("abc", 0, [""]),
    ])
  func wrapping(text: String, limit: Int, lines: [String]) {
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
}
