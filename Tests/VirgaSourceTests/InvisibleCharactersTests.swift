import Testing
import VirgaSource

@Suite("Invisible characters") struct InvisibleCharactersTests {
  @Test(
    "controls, direction marks, zero-width characters, fillers, selectors and tags are invisible",
    arguments: [
      "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{180E}",
      "\u{200B}",
      "\u{200D}", "\u{202E}", "\u{2028}", "\u{2060}", "\u{2066}", "\u{3164}", "\u{FE0F}",
      "\u{FEFF}", "\u{FFA0}",
      "\u{FFF9}", "\u{E0000}", "\u{E0041}", "\u{E0100}",
    ] as [Unicode.Scalar])
  func invisible(scalar: Unicode.Scalar) { #expect(scalar.isInvisible) }

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

  @Test("a text shows them in words, but keeps its lines")
  func words() {
    #expect(
      "a\u{202E}b\n\tc\u{1B}[2J".showingInvisible
        == "a<U+202E right-to-left override>b\n\tc<U+001B control>[2J")
    #expect("plain\n".showingInvisible == "plain\n")
    #expect("x\u{200B}\u{200B}\n\u{2066}".invisibleScalars == ["\u{200B}", "\u{2066}"])
  }
}
