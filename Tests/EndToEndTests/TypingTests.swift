import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Typing in a terminal") struct TypingTests {
    @Test("pasted text does not act as keys") func paste() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.paste("q\njq]c:quit\n")
      try session.wait(for: "cannot paste here", "▸    address-autofill", "cirrus ▸ developer")
      try session.press("/")
      try session.wait(for: "Esc")
      try session.paste("home")
      try session.wait(for: "4 of 44")
      try session.press("Enter", "q")
      try session.expectLeft(code: 0)
    }

    @Test("a long paste is handled quickly") func longPaste() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.paste(String(repeating: "q and more text\n", count: 6_000))
      try session.wait(for: "cannot paste here")
      try session.press("j")
      try session.wait(for: "▸    app-icon")
    }

    @Test("the mouse selects and scrolls") func mouse() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.click(column: 8, row: 7)
      try session.wait(for: "▸  ~ app-menu", "┌─ app-menu")
      try session.type(String(repeating: "\u{1B}[<65;8;10M", count: 20))
      try session.wait(without: "address-autofill")
      try session.type(String(repeating: "\u{1B}[<64;8;10M", count: 40))
      try session.wait(for: "address-autofill")
      try session.click(column: 60, row: 8)
      try session.wait(for: "┌─ Features 44")
      try session.click(column: 500, row: 500)
      try session.type("\u{1B}[<0;0;0M\u{1B}[<999999999999;1;1M")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("Esc works while files beside the manifest keep changing") func escapeDuringChanges()
      throws
    {
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "app.fml.yaml")
      let session = try TmuxSession(
        "while :; do : >noise; done & virga app.fml.yaml; kill $!", in: directory)
      try session.wait(for: "alpha", "variable default")
      for _ in 0..<3 {
        try session.press("?")
        try session.wait(for: "Keys in")
        try session.press("Escape")
        try session.wait(without: "Keys in")
      }
    }

    @Test("broken and unknown sequences are ignored") func brokenSequences() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.type(
        "\u{1B}[9999;9999~\u{1B}O\u{1B}[?1;2c\u{1B}]11;rgb:0/0/0\u{7}\u{1B}P1$r0m\u{1B}\\\u{1B}[<\u{1B}[1;1R"
      )
      try session.press("g", "j")
      try session.wait(for: "▸    app-icon")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
