import Testing

@testable import VirgaCanvas

@Suite struct ClipboardTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func encodesAsBase64(text: String, encoded: String) {
    #expect(String(decoding: Clipboard.base64(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test func insideTmuxItIsSentPlainAndWrapped() {
    let bytes = Clipboard.sequence(for: "foo", isInsideMultiplexer: true) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text == "\u{1B}]52;c;Zm9v\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{7}\u{1B}\\")
  }

  @Test func whatIsTooLongIsNotSent() {
    let most = String(repeating: "x", count: 56_244)
    #expect(Clipboard.sequence(for: most, isInsideMultiplexer: false) != nil)
    #expect(Clipboard.sequence(for: most + "xx", isInsideMultiplexer: false) == nil)
  }

  @Test func whatWouldActOnATerminalIsTakenOut() {
    #expect(Clipboard.safe("{\n\t\"a\": 1\u{1B}[201~\r\u{202E}👨‍👩‍👧}") == "{\n\t\"a\": 1\u{FFFD}[201~\u{FFFD}\u{FFFD}👨‍👩‍👧}")
  }
}
