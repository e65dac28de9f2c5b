import Testing
import VirgaTestSupport

/// Frames as drawn by ncurses.
@Suite("Drawing with ncurses", .serialized) struct TerminalDrawingTests {
  @Test("wide and combined glyphs are in the cells where the canvas has them")
  func wideGlyphsAndMarks() throws {
    let session = try TmuxSession("\(ProbeProcess.path) 3>/dev/null", columns: 20, rows: 4)
    let frame = [
      "┌─ Probe ◆ ────────┐", "│ 漢字 e\u{301} 👍… ␛[31m │", "│                  │",
      "└──────────────────┘",
    ]
    try session.wait(for: "first frame") { $0 == frame }
    try session.press("v")
    let last = "└──────────────────e\u{301}"
    try session.wait(for: "wide glyphs") {
      $0 == [frame[0], frame[1], "│ 漢字\u{302}漢字         │", last]
    }
    try session.press("h")
    try session.wait(for: "half a glyph") {
      $0 == [frame[0], frame[1], "│  |字\u{302}漢字         │", last]
    }
    try session.press("q")
    try session.expectLeft(code: 0)
  }

  @Test("a theme's colors are drawn with pairs allocated on demand")
  func colors() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    for key in ["j", "t", "j", "t", "j"] {
      probe.type(key)
      try probe.report("idle")
    }
    probe.type("q")
    #expect(try probe.end() == .code(0))
    let frames = probe.text.split(separator: "\u{1B}[?2026h").dropFirst().map(String.init)
    #expect(frames.map { $0.contains("\u{1B}[31m") } == [true, false, true])
    #expect(frames.map { $0.contains("\u{1B}[38;5;166m") } == [false, true, false])
    // Only cells that look different are redrawn.
    #expect(frames.map { $0.contains("漢字") } == [true, true, true])
    #expect(frames.map { $0.contains("└──") } == [true, false, false])
  }

  @Test("eight colors are enough")
  func eightColors() throws {
    let probe = try ProbeProcess(terminalType: "xterm")
    #expect(try probe.report("started").last == "started 40x6 xterm ansi8 ascii:false")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.text.contains("\u{1B}[31m"))
  }

  @Test(
    "a UTF-8 locale is found unless the environment names another character type",
    arguments: [
      TestRow("no variable", ([], false)),
      TestRow("LANG of a locale that is not installed", (["LANG=xx_YY.UTF-8"], false)),
      TestRow("LC_ALL of C", (["LC_ALL=C"], true)),
      TestRow("LANG of C", (["LANG=C"], true)),
      TestRow(
        "LC_CTYPE before LANG, and an empty LC_ALL is none",
        (["LC_ALL=", "LC_CTYPE=C.UTF-8", "LANG=C"], false)),
    ] as [TestRow<([String], Bool)>])
  func locale(_ row: TestRow<([String], Bool)>) throws {
    let (variables, isASCII) = row.values
    let probe = try ProbeProcess(locale: variables)
    #expect(
      try probe.report("started").last == "started 40x6 xterm-256color indexed256 ascii:\(isASCII)")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.text.contains("漢字 e\u{301}"))
  }

  @Test("the size is the terminal's, not that of LINES and COLUMNS")
  func sizeVariables() throws {
    let probe = try ProbeProcess(environment: ["LINES=3", "COLUMNS=7"])
    #expect(try probe.report("started").last?.hasPrefix("started 40x6 ") == true)
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.text.contains("\u{1B}[1;6r"))
    #expect(probe.text.contains("└──────────────────────────────────────"))
  }
}
