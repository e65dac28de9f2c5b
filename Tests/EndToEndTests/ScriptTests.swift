import CVirgaPlatform
import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Scripts in a terminal") struct ScriptTests {
    private static let script = """
      # Where stories are on
      channel nightly
      select homescreen

      go sections-enabled.pocket
      """

    @Test("the console stays open after a script") func staying() throws {
      let directory = try TemporaryDirectory()
      directory.write(Self.script, to: "script")
      let session = try TmuxSession("virga --script script", in: directory)
      try session.wait(for: "cirrus ▸ nightly", "┏━ homescreen ▸ sections-enabled ▸ pocket")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("refused lines are reported at the end of a script") func refusedLines() throws {
      let directory = try TemporaryDirectory()
      directory.write("features\nfly\nset 7\nflags\n", to: "script")
      let session = try TmuxSession("virga --script script", in: directory)
      try session.wait(
        for: "[2 Flags", "2 lines of the script were refused: script:2: unknown command fly")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("--exit leaves after the script") func exiting() throws {
      let directory = try TemporaryDirectory()
      directory.write(Self.script, to: "script")
      let session = try TmuxSession("virga --script script --exit", in: directory)
      try session.expectLeft(code: 0)
    }

    @Test("a missing script is reported before anything is drawn") func missingScript() throws {
      let session = try TmuxSession("virga --script none")
      let lines = try session.expectLeft(code: 2)
      #expect(lines[0].hasPrefix("error: ") && lines[0].contains("none"))
    }

    @Test("a read-only console can be browsed") func readOnly() throws {
      let session = try TmuxSession("virga --readonly --feature address-autofill")
      try session.wait(for: "Features 44")
      try session.press("]", "j")
      try session.wait(for: "cirrus ▸ nightly", "▸    app-icon")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    #if os(Linux)
      @Test("an idle console uses no processor time") func idle() throws {
        let session = try TmuxSession("virga --feature homescreen")
        try session.wait(for: "┌─ homescreen", "q quit")
        let process = try session.process()
        var before = Self.activity(of: process)
        // Work that began with the first frame may still be running. At rest nothing happens in all
        // these checks, which take some seconds; they do not look at the screen, which starts tmux.
        var looks = 0
        try Timeout.wait(for: "rest", pause: 10) {
          let now = Self.activity(of: process)
          looks = now == before ? looks + 1 : 0
          before = now
          return looks >= 120
        }
      }

      /// The processor time, and the context switches of each thread.
      private static func activity(of process: pid_t) -> [String] {
        let status = GoldenText.read("/proc/\(process)/status") ?? ""
        let switches = status.split(separator: "\n").filter {
          $0.contains("ctxt_switches") || $0.hasPrefix("Threads")
        }
        let times = (GoldenText.read("/proc/\(process)/stat") ?? "").split(separator: " ")
          .dropFirst(13).prefix(2)
        return (switches.filter { !$0.hasPrefix("nonvoluntary") } + times).map(String.init)
      }
    #endif
  }
}
