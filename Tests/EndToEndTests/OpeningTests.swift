import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Opening the console") struct OpeningTests {
    @Test("problems of the configuration are shown at the start")
    func problemsOfTheConfiguration() throws {
      let directory = try TemporaryDirectory()
      directory.makeDirectory("config")
      directory.makeDirectory("config/virga")
      directory.write("theme: nope\nmouse: often\ncolour: auto\n", to: "config/virga/config.yaml")
      let session = try TmuxSession(
        environment: ["XDG_CONFIG_HOME": directory.path("config")], in: directory)
      try session.wait(for: "theme must be one of")
      try session.press("M")
      try session.wait(
        for: "Messages, latest first", "theme must be one of", "mouse must be true or false",
        "unknown setting colour")
    }

    @Test("the demo can be browsed") func browsing() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44", "▸    address-autofill", "? keys  q quit")
      try session.press("j", "Down")
      try session.wait(for: "▸  ~ app-menu")
      try session.press("G")
      try session.wait(without: "address-autofill ")
      try session.press("/")
      try session.type("home")
      try session.wait(for: "4 of 44", "▸ ◆~ homescreen", "┌─ homescreen")
      try session.press("Enter", "Enter")
      try session.wait(for: "┏━ homescreen ▸ sections-enabled")
      try session.press("Space")
      try session.wait(for: "┃▸ ▸ sections-enabled ")
      try session.press("Space", "j", "j", "j")
      try session.wait(
        for: "┏━ homescreen ▸ sections-enabled ▸ pocket", "manifest default developer")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("c, [ and ] change the channel") func channels() throws {
      let session = try TmuxSession("virga --feature homescreen")
      try session.wait(for: "cirrus ▸ developer", "┌─ homescreen")
      try session.press("]")
      try session.wait(for: "cirrus ▸ nightly", "13 values · 5 ch")
      try session.press("c")
      try session.wait(for: "━ Channel ━", "on screen")
      try session.type("/rel")
      try session.press("Enter")
      try session.wait(for: "cirrus ▸ release", "channel release")
      try session.press("]", "[", "[")
      try session.wait(for: "cirrus ▸ beta")
      try session.press("C-c")
      try session.expectLeft(code: 0)
    }

    @Test("the console takes the mouse on request") func mouseOnRequest() throws {
      let session = try TmuxSession("virga --no-mouse")
      try session.wait(for: "Features 44")
      #expect(try session.flags().hasPrefix("1 0"))
      try session.press("%")
      try session.wait(for: "mouse on")
      #expect(try session.flags().hasPrefix("1 1"))
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("commands run from help and the command line") func commands() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.press("?")
      try session.wait(for: "━ Keys in Features ━")
      try session.type("next channel")
      try session.press("Enter")
      try session.wait(for: "cirrus ▸ nightly")
      try session.press(":")
      try session.type("select search")
      try session.press("Enter")
      try session.wait(for: "┌─ search ─")
      try session.press(":")
      try session.type("quit")
      try session.press("Enter")
      try session.expectLeft(code: 0)
    }

    @Test("the screen equals the frame of --dump") func dumpedFrame() throws {
      for (columns, rows) in [(120, 40), (80, 24), (60, 15)] {
        let dumped = try VirgaProgram.run([
          "--feature", "address-autofill", "--dump", "--size", "\(columns)x\(rows)",
        ])
        let frame = dumped.output.split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast()
        let session = try TmuxSession(columns: columns, rows: rows)
        try session.wait(for: "frame of \(columns)x\(rows)") {
          $0 == frame.map(TmuxSession.trimmed)
        }
      }
    }
  }
}
