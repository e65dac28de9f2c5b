import Testing

@testable import VirgaCanvas

@Suite("Clipboard") struct ClipboardTests {
  @Test(
    "encodes as Base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func encoding(text: String, encoded: String) {
    #expect(String(decoding: Clipboard.base64(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test("sends the text plain and wrapped inside tmux") func tmux() {
    let bytes = Clipboard.sequence(for: "foo", isInsideMultiplexer: true) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text == "\u{1B}]52;c;Zm9v\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{7}\u{1B}\\")
  }

  @Test("does not send a text that is too long") func tooLong() {
    let most = String(repeating: "x", count: 56_244)
    #expect(Clipboard.sequence(for: most, isInsideMultiplexer: false) != nil)
    #expect(Clipboard.sequence(for: most + "xx", isInsideMultiplexer: false) == nil)
  }

  @Test("removes characters that would act on a terminal") func unsafeCharacters() {
    #expect(
      Clipboard.safe("{\n\t\"a\": 1\u{1B}[201~\r\u{202E}👨‍👩‍👧}")
        == "{\n\t\"a\": 1\u{FFFD}[201~\u{FFFD}\u{FFFD}👨‍👩‍👧}")
  }
}
