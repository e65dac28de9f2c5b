import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Modes of the console") struct ModeTests {
    @Test("plain mode answers each line in text") func plain() throws {
      let lines = """
        select homescreen
        open
        go sections-enabled.pocket
        toggle
        undo
        channel
        4
        experiments
        recipe share-sheet-2026
        simulate 2000
        list
        mouse
        no-such-command
        """
      let answer = try VirgaProgram.run(
        ["--plain", "--channel", "nightly", "--session", ":memory:"], input: lines + "\n")
      #expect(answer.code == 0)
      let answers = answer.output.split(separator: "\n").map(String.init)
      func said(_ text: String) -> Bool { answers.contains { $0.contains(text) } }
      #expect(said("pocket Boolean"))
      #expect(said("set sections-enabled.pocket = false"))
      #expect(said("undid “set sections-enabled.pocket = false”"))
      #expect(said("4. release"))
      #expect(said("channel release"))
      #expect(said("not: targeting 2,000"))
      #expect(said("share-sheet-2026"))
      #expect(
        said("refused: there is no mouse without a screen: use commands instead, help lists them"))
      #expect(said("refused: unknown command no-such-command"))
      let isPlain = answer.output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A }
      #expect(isPlain, "there are control characters")
    }

    @Test("plain mode accepts text after a command that asks for it") func plainTyping() throws {
      let answer = try VirgaProgram.run(
        ["--plain", "--session", ":memory:"], input: "filter\nmicrosurvey\nEnter\nopen-editor\n")
      #expect(answer.output.contains("microsurvey"))
      #expect(
        answer.output.contains(
          "refused: an editor needs a screen: edit {…} changes the edit of microsurvey in one line")
      )
    }

    @Test("a recording of typing, clicks and edits runs to the same session")
    func recording() throws {
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "app.fml.yaml")
      let session = try TmuxSession(
        "virga app.fml.yaml --session one.virga --record done", in: directory)
      try session.wait(for: "alpha", "variable default")
      try session.press("i")
      try session.wait(for: "Edit of alpha")
      try session.type("\"enabled\": false")
      try session.press("C-s")
      try session.wait(for: "applied: the edit of alpha sets 1 value")
      try session.wait(for: "┏━ alpha")
      try session.click(column: 8, row: 6)
      try session.wait(for: "┏━ Features", "┌─ omega")
      try session.press("Enter", "e", "C-u")
      try session.type("tschüs\r")
      try session.wait(for: "set greeting")
      try session.press("]", "q")
      try session.expectLeft(code: 0)
      let script = try #require(GoldenText.read(directory.path("done")))
      #expect(
        script == """
          select alpha
          edit-config {"enabled":false}
          select omega
          set greeting "tschüs"
          channel release

          """)
      let run = try VirgaProgram.run(
        ["run", "done", "app.fml.yaml", "--session", "two.virga"], in: directory.root)
      #expect(run.code == 0, "\(run.errors)")
      let shown = try ["one", "two"].map { name in
        try VirgaProgram.run(
          ["session", "show", "--session", "\(name).virga", "--format", "shell"], in: directory.root
        )
        .output
      }
      let commands = shown.map { $0.replacing("one.virga", with: "two.virga") }
      #expect(commands[0] == commands[1])
      #expect(shown[0].contains("tschüs"))
    }

    @Test("a recording never replaces a file") func existingRecording() throws {
      let directory = try TemporaryDirectory()
      directory.write("mine\n", to: "done")
      let answer = try VirgaProgram.run(
        ["--plain", "--record", "done", "--session", ":memory:"], in: directory.root)
      #expect(answer.code == 2)
      #expect(answer.errors == "error: done: File exists; record into another one\n")
      #expect(GoldenText.read(directory.path("done")) == "mine\n")
      let help = try VirgaProgram.run(["open", "--help"])
      #expect(help.output.contains("new file"))
    }

    @Test("a read-only console refuses changes") func readOnly() throws {
      let session = try TmuxSession("virga --readonly --feature homescreen --screen features")
      try session.wait(for: "┌─ homescreen", "q quit")
      try session.press("Enter", "j", "Space")
      try session.wait(for: "the session is read-only; start virga without --readonly")
      try session.press("i")
      try session.wait(for: "the session is read-only; start virga without --readonly")
      try session.press("q")
      let lines = try session.expectLeft(code: 0)
      #expect(!lines.contains { $0.contains("override") })
    }

    @Test(
      "the theme decides whether colors are set", arguments: [("light", true), ("mono", false)])
    func themes(name: String, hasColours: Bool) throws {
      let session = try TmuxSession(
        "virga --theme \(name) --feature homescreen", environment: ["TERM": "xterm-256color"])
      try session.wait(for: "┌─ homescreen", "q quit")
      let screen = try session.command(["capture-pane", "-p", "-e"])
      #expect(screen.contains("\u{1B}[38;5;") == hasColours)
      #expect(screen.contains("\u{1B}[1m"))
    }

    @Test("an unknown theme is refused with the known ones") func unknownTheme() throws {
      let answer = try VirgaProgram.run(["--theme", "dark"])
      #expect(answer.code == 64)
      #expect(
        answer.errors.contains(
          "unknown theme dark; the themes are default, mono, high-contrast, deuteranopia"))
    }
  }
}
