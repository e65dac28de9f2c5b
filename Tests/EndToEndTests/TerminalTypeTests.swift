import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Terminal types") struct TerminalTypeTests {
    @Test("a terminal that cannot be drawn on is refused", arguments: ["dumb", ""])
    func unusable(type: String) throws {
      let session = try TmuxSession(environment: ["TERM": type])
      let lines = try session.expectLeft(code: 2)
      #expect(lines[0].hasPrefix("error: "))
      #expect(lines.contains { $0.contains("--dump") })
    }

    @Test(
      "other terminals are drawn on",
      arguments: ["no-such-terminal", "xterm-256color", "screen", "linux", "vt100"])
    func usable(type: String) throws {
      let session = try TmuxSession(environment: ["TERM": type])
      try session.wait(for: "▸    address-autofill", "q quit")
      try session.press("Down")
      try session.wait(for: "▸    app-icon")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("a locale without UTF-8 gets ASCII", arguments: ["LC_ALL", "LANG"]) func asciiLocale(
      name: String
    ) throws {
      let session = try TmuxSession("env -u LC_ALL -u LC_CTYPE -u LANG \(name)=C virga")
      try session.wait(for: "+- > Features", "q quit")
      let isASCII = try session.lines().allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
      #expect(isASCII)
    }

    @Test(
      "a missing locale or the setting ascii: false keeps Unicode",
      arguments: [
        "env -u LC_ALL -u LC_CTYPE -u LANG virga",
        "XDG_CONFIG_HOME=$PWD LC_ALL=C virga",
      ]) func unicode(line: String) throws
    {
      let directory = try TemporaryDirectory()
      directory.makeDirectory("virga")
      directory.write("ascii: false\n", to: "virga/config.yaml")
      try TmuxSession(line, in: directory).wait(for: "┏━ Features", "q quit")
    }

    @Test("output that is not a terminal is refused with a hint") func noTerminal() throws {
      let answer = try VirgaProgram.run([], environment: ["TERM": "xterm-256color"])
      #expect(answer.code == 2)
      #expect(answer.output == "")
      #expect(answer.errors.hasPrefix("error: "))
      #expect(answer.errors.contains("virga open --dump"))
    }

    @Test("a manifest from standard input leaves the keys to the terminal") func standardInput()
      throws
    {
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "test.fml.yaml")
      let session = try TmuxSession("cat test.fml.yaml | virga -", in: directory)
      try session.wait(for: "Features 2", "▸   alpha")
      try session.press("j")
      try session.wait(for: "┌─ omega")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    /// The numbers of the colors in use, except the terminal's defaults.
    private func colours(of session: TmuxSession) throws -> Set<String> {
      let screen = try session.command(["capture-pane", "-p", "-e"])
      var found: Set<String> = []
      for part in screen.split(separator: "\u{1B}[").dropFirst() {
        guard let end = part.firstIndex(of: "m") else { continue }
        let parameters = part[..<end].split(separator: ";").map(String.init)
        found.formUnion(parameters.filter { Int($0) ?? 0 >= 30 && $0 != "39" && $0 != "49" })
      }
      return found
    }

    @Test(
      "NO_COLOR and --color never disable colors",
      arguments: [
        "NO_COLOR=1 virga --feature homescreen", "virga --color never --feature homescreen",
      ])
    func noColors(line: String) throws {
      let session = try TmuxSession(line)
      try session.wait(for: "┌─ homescreen", "q quit")
      #expect(try colours(of: session) == [])
    }

    @Test("a terminal with eight colors gets only those") func eightColors() throws {
      let session = try TmuxSession("virga --feature homescreen", environment: ["TERM": "screen"])
      try session.wait(for: "┌─ homescreen", "q quit")
      let colours = try colours(of: session)
      #expect(!colours.isEmpty)
      #expect(colours.isSubset(of: Set((30...49).map(String.init))))
    }

    @Test("--ascii draws only ASCII characters") func asciiOption() throws {
      let session = try TmuxSession("virga --ascii --feature translations")
      let lines = try session.wait(for: "Features 44", "q quit")
      #expect(lines.joined().unicodeScalars.allSatisfy { $0.isASCII })
    }
  }
}
