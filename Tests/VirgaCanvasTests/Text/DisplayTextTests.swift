import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Display text") struct DisplayTextTests {
  @Test(
    "keeps characters that terminals agree on",
    arguments: [
      TestRow("an empty text", ("", "", 0)),
      TestRow("ASCII", ("plain", "plain", 5)),
      TestRow("a combining mark takes no column", ("e\u{301}", "e\u{301}", 1)),
      TestRow("a composed letter", ("é", "é", 1)),
      TestRow("wide ideographs", ("漢字", "漢字", 4)),
      TestRow("composed Hangul", ("한글", "한글", 4)),
      TestRow(
        "Hangul in parts is one wide character",
        ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2)),
      TestRow("emoji without a sequence", ("😀⭐✅", "😀⭐✅", 6)),
      TestRow("a flag of two letters", ("🇫🇷", "🇫🇷", 2)),
      TestRow("the symbols of the console", ("▸●◆◇·–…", "▸●◆◇·–…", 7)),
    ])
  func safeCharacters(_ row: TestRow<(String, String, Int)>) {
    let (raw, plain, columns) = row.values
    let text = DisplayText(raw)
    #expect(Array(text.plain.unicodeScalars) == Array(plain.unicodeScalars))
    #expect(text.columns == columns)
  }

  @Test(
    "shows only the first character of a sequence that terminals disagree on",
    arguments: [
      TestRow("a family is shown as its first person", ("👨‍👩‍👧", "👨…", 3)),
      TestRow("a skin tone and a profession are cut", ("👩🏽‍💻!", "👩…!", 4)),
      TestRow("each skin tone is cut", ("👍🏽👍🏽", "👍…👍…", 6)),
      TestRow("a variation selector is dropped", ("❤️ ⚠️", "❤ ⚠", 3)),
      TestRow("a keycap is cut", ("1️⃣2", "1…2", 3)),
      TestRow(
        "a flag of tags is cut",
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴…", 3)),
    ])
  func sequences(_ row: TestRow<(String, String, Int)>) {
    let (raw, plain, columns) = row.values
    let text = DisplayText(raw)
    #expect(Array(text.plain.unicodeScalars) == Array(plain.unicodeScalars))
    #expect(text.columns == columns)
  }

  @Test(
    "shows characters that would hide text or act on the terminal",
    arguments: [
      TestRow("the escape character", ("\u{1B}[31mred", "␛[31mred", 8)),
      TestRow("control characters", ("\u{0}\u{7}\u{7F}", "␀␇␡", 3)),
      TestRow("a control character of Latin-1", ("\u{9B}31m", "\u{FFFD}31m", 4)),
      TestRow("a tab as blanks", ("a\tb", "a  b", 4)),
      TestRow("every line ending as one sign", ("a\nb\r\nc\rd\u{2028}e", "a⏎b⏎c⏎d⏎e", 9)),
      TestRow("a mark that reverses the text", ("abc\u{202E}fed", "abc\u{FFFD}fed", 7)),
      TestRow("marks that isolate a direction", ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}", 3)),
      TestRow("a blank without width", ("ad\u{200B}min", "ad\u{FFFD}min", 6)),
      TestRow("a joiner that joins nothing", ("admin\u{200D}", "admin\u{FFFD}", 6)),
      TestRow("a selector that selects nothing", ("a\u{FE0F}", "a\u{FFFD}", 2)),
      TestRow("a byte order mark", ("\u{FEFF}{", "\u{FFFD}{", 2)),
      TestRow("a soft hyphen", ("soft\u{AD}hyphen", "soft\u{FFFD}hyphen", 11)),
      TestRow("a Hangul filler", ("\u{3164}", "\u{FFFD}", 1)),
      TestRow("a mark without a letter at the start", ("\u{301}a", "\u{FFFD}a", 2)),
      TestRow("a mark after a line end", ("\n\u{301}", "⏎\u{FFFD}", 2)),
      TestRow("an emoji newer than the width table", ("\u{1FAE8}", "\u{FFFD}", 1)),
      TestRow("scalars that are not characters", ("\u{FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}", 2)),
      TestRow(
        "marks after the fourth are dropped",
        ("z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}z", "z\u{300}\u{301}\u{302}\u{303}z", 2)),
      TestRow("tags without a flag", ("a\u{E0041}\u{E0042}", "a\u{FFFD}\u{FFFD}", 3)),
    ])
  func unsafeCharacters(_ row: TestRow<(String, String, Int)>) {
    let (raw, plain, columns) = row.values
    let text = DisplayText(raw)
    #expect(Array(text.plain.unicodeScalars) == Array(plain.unicodeScalars))
    #expect(text.columns == columns)
  }

  @Test("makes literals and interpolations safe too") func interpolations() {
    let name = "\u{1B}c"
    let text: DisplayText = "reset \(name)"
    #expect(text.plain == "reset ␛c")
  }

  @Test("making text safe twice changes nothing") func idempotence() {
    for value in stride(from: UInt32(0), to: 0x30000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = DisplayText("a" + String(scalar) + "b")
      let twice = DisplayText(once.plain)
      #expect(once == twice)
    }
  }

  @Test("splits lines at every line ending") func lineEnds() {
    #expect(DisplayText.lines("a\nb\r\n\nc\u{1B}\n").map(\.plain) == ["a", "b", "", "c␛", ""])
    #expect(DisplayText.lines("").map(\.plain) == [""])
  }

  @Test("joining adds the columns") func joining() {
    let joined = ["a", "漢", "b"].map { DisplayText($0) }.joined(separator: ", ")
    #expect(joined.plain == "a, 漢, b")
    #expect(joined.columns == 8)
    #expect(("x" + joined).columns == 9)
  }

  @Test("a very long text keeps its beginning and its end")
  func longText() {
    for (unit, columns) in [("a", 1 << 16), ("漢", 43_690), ("e\u{301}", 21_845)] {
      let raw = String(repeating: unit, count: 1 << 20)
      let text = DisplayText("<" + raw + ">")
      #expect(
        text.plain.hasPrefix("<" + unit) && text.plain.hasSuffix(unit + ">")
          && text.plain.contains("…"))
      #expect((columns - 4...columns + 4).contains(text.columns), "\(text.columns)")
      #expect(!text.plain.contains("\u{FFFD}"))
      #expect(DisplayText(whole: raw).plain == raw)
      #expect(DisplayText.lines(raw).map(\.plain) == [raw])
    }
  }
}
