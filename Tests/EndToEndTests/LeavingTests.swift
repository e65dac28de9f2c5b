import CVirgaPlatform
import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Leaving the terminal") struct LeavingTests {
    @Test(
      "a termination signal restores the terminal",
      arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
    func signals(signal: Int32, code: Int32) throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.send(signal)
      try session.expectLeft(code: code)
    }

    @Test(
      "a crash restores the terminal",
      arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
    func crashes(signal: Int32) throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      try session.send(signal)
      try session.expectLeft(code: 128 + signal)
    }

    @Test("no process stays when the terminal disappears") func closedTerminal() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      let process = try session.process()
      // Another pane keeps the server alive.
      try session.command(["new-window", "-d", "exec cat"])
      try session.command(["kill-pane", "-t", ":0"])
      try session.wait(for: "end of the process") { _ in !Self.isRunning(process) }
    }

    @Test("no process stays when tmux is killed") func killedServer() throws {
      let session = try TmuxSession()
      try session.wait(for: "Features 44")
      let process = try session.process()
      try session.command(["kill-server"])
      let other = try TmuxSession("cat")
      try other.wait(for: "end of the process") { _ in !Self.isRunning(process) }
    }

    @Test(
      "fg continues a suspended console where it was",
      arguments: ["C-z", ":"])
    func suspending(key: String) throws {
      let session = try TmuxSession(isInteractive: true)
      try session.wait(for: "$")
      try session.type("virga --feature address-autofill\r")
      try session.wait(for: "Features 44")
      try session.press("j")
      let before = try session.wait(for: "▸    app-icon", "┌─ app-icon")
      try session.press(key)
      if key == ":" { try session.type("suspend\r") }
      try session.wait(for: "Stopped")
      try session.expectGivenBack()
      try session.type("stty -a | tr ' ' '\\n' | grep -c -x -e icanon -e echo\r")
      try session.wait(for: "the modes of a shell") { $0.contains("2") }
      try session.type("fg\r")
      try session.wait(for: "frame from before") {
        Self.isSame($0, as: before, besides: "returns to the shell")
      }
      #expect(try session.flags().hasPrefix("1 1"))
      try session.press("j")
      try session.wait(for: "▸  ~ app-menu")
      try session.press("q")
      try session.wait(for: "shell") { _ in try session.flags() == "0 0 1" }
      try session.type("echo left $?; stty -a\r")
      try session.expectLeft(code: 0)
    }

    @Test("a suspended console returns with the terminal's new size") func resizedWhileSuspended()
      throws
    {
      let session = try TmuxSession(isInteractive: true)
      try session.wait(for: "$")
      try session.type("virga --feature address-autofill\r")
      try session.wait(for: "Features 44")
      try session.press("C-z")
      try session.wait(for: "Stopped")
      try session.resize(columns: 80, rows: 24)
      try session.type("fg\r")
      let dumped = try VirgaProgram.run([
        "--feature", "address-autofill", "--dump", "--size", "80x24",
      ])
      let frame = dumped.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map(TmuxSession.trimmed)
      try session.wait(for: "frame of 80x24") {
        Self.isSame($0, as: frame, besides: "returns to the shell")
      }
    }

    /// Whether two screens have the same lines, except those of the first that contain `words`.
    private static func isSame(
      _ screen: [String], as other: [String], besides words: String
    ) -> Bool {
      screen.count == other.count
        && zip(screen, other).allSatisfy { $0 == $1 || $0.contains(words) }
    }

    /// Whether a process exists and is not a zombie.
    private static func isRunning(_ process: pid_t) -> Bool {
      guard kill(process, 0) == 0 else { return false }
      let status = GoldenText.read("/proc/\(process)/stat") ?? ""
      return !status.contains(") Z ")
    }
  }
}
