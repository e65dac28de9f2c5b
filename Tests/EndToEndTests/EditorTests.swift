import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Config editor in a terminal") struct EditorTests {
    /// A console that shows the values of `alpha`.
    private func console(
      _ environment: [String: String] = [:], _ files: [String: String] = [:]
    ) throws -> TmuxSession {
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "app.fml.yaml")
      for (name, text) in files { directory.write(text, to: name) }
      let session = try TmuxSession(
        "virga app.fml.yaml --feature alpha", environment: environment, in: directory)
      try session.wait(for: "alpha", "variable default")
      return session
    }

    @Test("a config with two mistakes can be fixed") func fixing() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha", "Merged")
      try session.type("\"enabled\": \"yes\"\r\"limits\": {\"one\": \"x\"")
      try session.wait(for: "2 problems", "! 2:14", "! 3:21", "last valid")
      try session.press("C-s")
      try session.wait(for: "not applied: fix 2 problems first")
      try session.press("C-k")
      try session.type("false,")
      try session.press("F8")
      try session.wait(for: "3:21")
      try session.press("C-k")
      try session.type("7}")
      try session.wait(for: "not applied", "was true", "was 1")
      try session.press("C-s")
      try session.wait(for: "applied: the edit of alpha sets 2 values")
      try session.wait(for: "┏━ alpha", "edit")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("a draft survives a signal that ends the program") func draft() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha")
      try session.type("\"limits\": [draft")
      try session.wait(for: "[draft")
      try session.send(15)
      try session.expectLeft(code: 143)
      let next = try TmuxSession("virga app.fml.yaml --feature alpha", in: session.directory)
      try next.wait(for: "alpha", "variable default")
      try next.press("i")
      try next.wait(for: "[draft", "this draft is not applied")
    }

    @Test("typing saved in a pause survives a kill") func pause() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha")
      try session.type("\"limits\": [typed")
      try session.wait(for: "[typed")
      try session.wait(for: "draft in the session") { _ in
        let shown = try VirgaProgram.run(
          ["session", "show", "--manifest", "app.fml.yaml", "--format", "json"],
          in: session.directory.root)
        return shown.output.contains("[typed")
      }
      try session.send(9)
      let next = try TmuxSession("virga app.fml.yaml --feature alpha", in: session.directory)
      try next.wait(for: "alpha", "variable default")
      try next.press("i")
      try next.wait(for: "[typed", "this draft is not applied")
    }

    @Test("an edit changed by another process meanwhile asks before it is overwritten")
    func conflict() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha")
      try session.type("\"enabled\": false")
      try session.wait(for: "not applied")
      _ = try VirgaProgram.run(
        ["config", "set", "alpha", "limits.one", "5", "--manifest", "app.fml.yaml"],
        in: session.directory.root)
      try session.wait(for: "changed elsewhere; your text here is kept")
      try session.press("C-s")
      try session.wait(for: "The edit of alpha was changed meanwhile", "keep mine", "take theirs")
      try session.type("/both")
      try session.press("Enter")
      try session.wait(for: "\"one\": 5", "\"enabled\": false", "not applied")
      try session.press("C-s")
      try session.wait(for: "applied: the edit of alpha sets 2 values")
    }

    @Test("F1, F8 and Alt-P work in the editor") func functionKeys() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha", "F1 keys")
      try session.type("\"enabled\": 1, \"nothing\": 2")
      try session.wait(for: "2 problems", "problem 2 of 2")
      try session.press("F8")
      try session.wait(for: "─ problem 1 of 2")
      try session.press("M-p")
      try session.wait(for: "Problems of the edit")
      try session.type("/nothing")
      try session.press("Enter")
      try session.wait(for: "─ problem 2 of 2")
      try session.press("F1")
      try session.type("whole text")
      try session.wait(for: "Keys in Edit", "select the whole text")
      try session.press("Enter")
      try session.wait(without: "Keys in Edit")
    }

    @Test("the user's own editor edits the text without a shell") func ownEditor() throws {
      let script =
        "[ \"$1\" = '-x $(touch harm)' ] && [ -t 0 ] && printf 'enabled: false\\n' >\"$2\"\n"
      let session = try console(["EDITOR": "sh ed.sh \"-x $(touch harm)\""], ["ed.sh": script])
      try session.press("E")
      try session.wait(for: "\"enabled\": false", "converted to JSON", "not applied")
      try session.press("C-s")
      try session.wait(for: "applied: the edit of alpha sets 1 value")
      #expect(GoldenText.read(session.directory.path("harm")) == nil)
    }

    @Test("the text of a failed editor is not applied") func failingEditor() throws {
      let script = "echo '{\"enabled\": false}' >\"$1\"; exit 3\n"
      let session = try console(["VISUAL": "sh ed.sh", "EDITOR": "false"], ["ed.sh": script])
      try session.press("E")
      let lines = try session.wait(for: "sh ended with 3, so the old text stays; your text is in")
      #expect(!lines.contains { $0.contains("\"enabled\": false") })
    }

    @Test("a stopped editor returns the screen") func stoppedEditor() throws {
      let session = try console(
        ["EDITOR": "sh ed.sh", "TMPDIR": "."], ["ed.sh": "kill -STOP $$\n"])
      try session.press("E")
      try session.wait(
        for: "sh was suspended and ended by virga, so the old text stays", "Edit of alpha")
      try session.press("Escape")
      try session.wait(for: "┏━ alpha")
      try session.press("q")
      try session.expectLeft(code: 0)
      let left = try ChildProcess.run(
        ["/bin/sh", "-c", "ls -d virga-*"], folder: session.directory.root)
      #expect(left.output == "")
    }

    @Test("a megabyte of text can be edited") func megabyte() throws {
      let session = try console()
      try session.press("i")
      try session.wait(for: "Edit of alpha")
      let line = "    \"name\": 1,\n"
      let entries = String(repeating: line, count: (1 << 20) / line.utf8.count)
      try session.press("M-a")
      try session.paste("{\n  \"limits\": {\n\(entries)    \"last\": \"x\"\n  }\n}\n")
      try session.wait(for: "problems", "\"last\": \"x\"")
      try session.type("typed")
      try session.wait(for: "typed")
      try session.press("C-u", "C-u")
      try session.wait(without: "\"last\"")
    }
  }
}
