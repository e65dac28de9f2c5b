import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Cutting text") struct DisplayTextCuttingTests {
  @Test(
    "slices by column",
    arguments: [
      TestRow("the beginning", (0..<3, "abc")),
      TestRow("the middle", (2..<4, "cd")),
      TestRow("a range that goes beyond the end", (4..<99, "e")),
      TestRow("a range after the end is empty", (5..<9, "")),
      TestRow("a range that begins before the start", (-3..<2, "ab")),
    ] as [TestRow<(Range<Int>, String)>])
  func slicing(_ row: TestRow<(Range<Int>, String)>) {
    let (range, part) = row.values
    #expect(DisplayText("abcde").slice(range).plain == part)
  }

  @Test(
    "a cut through a wide character leaves a blank",
    arguments: [
      TestRow("a whole wide character stays", (0..<4, "a漢b")),
      TestRow("the first half becomes a blank", (0..<2, "a ")),
      TestRow("the second half becomes a blank", (2..<4, " b")),
      TestRow("exactly the wide character", (1..<3, "漢")),
      TestRow("one half alone is a blank", (2..<3, " ")),
      TestRow(
        "a range beyond the end is shortened, a mark stays on its letter", (3..<9, "be\u{301}!")),
      TestRow("one column has a letter with its mark", (4..<5, "e\u{301}")),
    ] as [TestRow<(Range<Int>, String)>])
  func wideCharacters(_ row: TestRow<(Range<Int>, String)>) {
    let (range, part) = row.values
    let slice = DisplayText("a漢be\u{301}!").slice(range)
    #expect(slice.plain == part)
    #expect(slice == DisplayText(part))
  }

  @Test(
    "truncates with an ellipsis",
    arguments: [
      TestRow("a text that fits stays", (5, "abcde")),
      TestRow("the last column becomes the ellipsis", (4, "abc…")),
      TestRow("one column has only the ellipsis", (1, "…")),
      TestRow("no column has no text", (0, "")),
      TestRow("a negative limit has no text", (-7, "")),
      TestRow("the largest limit keeps the text", (.max, "abcde")),
    ])
  func truncating(_ row: TestRow<(Int, String)>) {
    let (limit, result) = row.values
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
}
