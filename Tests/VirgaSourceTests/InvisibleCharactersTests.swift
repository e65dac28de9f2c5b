import Testing
import VirgaSource
import VirgaTestSupport

@Suite("Invisible characters") struct InvisibleCharactersTests {
  @Test(
    "a character without a picture is invisible",
    arguments: [
      TestRow("the null character", "\u{0}"),
      TestRow("escape", "\u{1B}"),
      TestRow("delete", "\u{7F}"),
      TestRow("a control of Latin-1", "\u{9B}"),
      TestRow("a soft hyphen", "\u{AD}"),
      TestRow("a grapheme joiner", "\u{34F}"),
      TestRow("an Arabic letter mark", "\u{61C}"),
      TestRow("a Hangul filler of the old set", "\u{115F}"),
      TestRow("a Mongolian vowel separator", "\u{180E}"),
      TestRow("a blank without width", "\u{200B}"),
      TestRow("a joiner", "\u{200D}"),
      TestRow("a right-to-left override", "\u{202E}"),
      TestRow("a line separator", "\u{2028}"),
      TestRow("a word joiner", "\u{2060}"),
      TestRow("an isolate", "\u{2066}"),
      TestRow("a Hangul filler", "\u{3164}"),
      TestRow("a variation selector", "\u{FE0F}"),
      TestRow("a byte order mark", "\u{FEFF}"),
      TestRow("a half-width filler", "\u{FFA0}"),
      TestRow("an annotation anchor", "\u{FFF9}"),
      TestRow("a tag that begins nothing", "\u{E0000}"),
      TestRow("a tag letter", "\u{E0041}"),
      TestRow("a selector of the supplement", "\u{E0100}"),
    ] as [TestRow<Unicode.Scalar>])
  func invisible(_ row: TestRow<Unicode.Scalar>) {
    let scalar = row.values
    #expect(scalar.isInvisible)
  }

  @Test("letters, marks, spaces and pictures are visible")
  func visible() {
    #expect("aé\u{301} \u{A0}ع漢😀\u{2026}".unicodeScalars.allSatisfy { !$0.isInvisible })
  }

  @Test("JSON escapes them without changing its value")
  func escapes() {
    let text = "{\n\t\"a\u{202E}b\": \"é\u{E0041}\"}"
    let escaped = "{\n\t\"a\\u202eb\": \"é\\udb40\\udc41\"}"
    #expect(text.escapingInvisibleInJSON == escaped)
  }

  @Test("a text shows them in words") func words() {
    #expect(
      "a\u{202E}b\n\tc\u{1B}[2J".showingInvisible
        == "a<U+202E right-to-left override>b\n\tc<U+001B control>[2J")
  }

  @Test("a text without them is shown as it is") func plainText() {
    #expect("plain\n".showingInvisible == "plain\n")
  }

  @Test("a text lists each of them once") func listed() {
    #expect("x\u{200B}\u{200B}\n\u{2066}".invisibleScalars == ["\u{200B}", "\u{2066}"])
  }
}
