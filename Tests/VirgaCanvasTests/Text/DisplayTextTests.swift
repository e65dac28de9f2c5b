import Testing
import VirgaCanvas

@Suite("Display text") struct DisplayTextTests {
  @Test(
    "keeps characters that terminals agree on",
    arguments: [
      ("", "", 0),
      ("plain", "plain", 5),
      ("e\u{301}", "e\u{301}", 1),
      ("é", "é", 1),
      ("漢字", "漢字", 4),
      ("한글", "한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
      ("😀⭐✅", "😀⭐✅", 6),
      ("🇫🇷", "🇫🇷", 2),
      ("👨‍👩‍👧", "👨…", 3),
      ("👩🏽‍💻!", "👩…!", 4),
      ("👍🏽👍🏽", "👍…👍…", 6),
      ("❤️ ⚠️", "❤ ⚠", 3),
      ("1️⃣2", "1…2", 3),
      ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴…", 3),
      ("▸●◆◇·–…", "▸●◆◇·–…", 7),
    ])
  func safeCharacters(raw: String, plain: String, columns: Int) {
    let text = DisplayText(raw)
    #expect(Array(text.plain.unicodeScalars) == Array(plain.unicodeScalars))
    #expect(text.columns == columns)
  }

  @Test(
    "shows characters that would hide text or act on the terminal",
    arguments: [
      ("\u{1B}[31mred", "␛[31mred", 8),
      ("\u{0}\u{7}\u{7F}", "␀␇␡", 3),
      ("\u{9B}31m", "\u{FFFD}31m", 4),
      ("a\tb", "a  b", 4),
      ("a\nb\r\nc\rd\u{2028}e", "a⏎b⏎c⏎d⏎e", 9),
      ("abc\u{202E}fed", "abc\u{FFFD}fed", 7),
      ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}", 3),
      ("ad\u{200B}min", "ad\u{FFFD}min", 6),
      ("admin\u{200D}", "admin\u{FFFD}", 6),
      ("a\u{FE0F}", "a\u{FFFD}", 2),
      ("\u{FEFF}{", "\u{FFFD}{", 2),
      ("soft\u{AD}hyphen", "soft\u{FFFD}hyphen", 11),
      ("\u{3164}", "\u{FFFD}", 1),
      ("\u{301}a", "\u{FFFD}a", 2),
      ("\n\u{301}", "⏎\u{FFFD}", 2),
      ("\u{1FAE8}", "\u{FFFD}", 1),
      ("\u{FFFE}\u{10FFFF}", "\u{FFFD}\u{FFFD}", 2),
      ("z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}z", "z\u{300}\u{301}\u{302}\u{303}z", 2),
      ("a\u{E0041}\u{E0042}", "a\u{FFFD}\u{FFFD}", 3),
    ])
  func unsafeCharacters(raw: String, plain: String, columns: Int) {
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
