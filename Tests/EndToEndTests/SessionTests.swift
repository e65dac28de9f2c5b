import Testing
import VirgaSession
import VirgaTestSupport

extension EndToEnd {
  @Suite("Sessions in a terminal") struct SessionTests {
    private let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "test.fml.yaml")
    }

    private func console(_ options: String = "--session s.virga") throws -> TmuxSession {
      let session = try TmuxSession("virga test.fml.yaml --channel beta \(options)", in: directory)
      try session.wait(for: "┏━ Features 2")
      return session
    }

    @discardableResult
    private func script(_ words: String...) throws -> ChildProcess {
      let answer = try VirgaProgram.run(
        words + ["--session", "s.virga", "--manifest", "test.fml.yaml"], in: directory.root)
      #expect(answer.errors == "")
      return answer
    }

    @Test("every console shows what scripts commit") func scriptedChanges() throws {
      let consoles = [try console(), try console()]
      try script("config", "set", "alpha", "enabled", "false")
      for console in consoles { try console.wait(for: "1 override") }
      try script("config", "set", "omega", "greeting", "hey")
      for console in consoles { try console.wait(for: "2 overrides", "s.virga") }
      try script("session", "drop")
      for console in consoles {
        // The message line still names the dropped overrides; the first line counts the current
        // ones.
        try console.wait(for: "first line without overrides") {
          $0.first?.contains("no overrides") == true
        }
      }
    }

    @Test("the last line names what stays active") func farewell() throws {
      try script("config", "set", "alpha", "enabled", "false")
      let console = try console()
      try console.wait(for: "1 override")
      try console.press("q")
      let left = try console.expectLeft(code: 0).joined()
      #expect(left.contains("1 override stays active in \(directory.root)/s.virga"))
    }

    @Test("the next console starts as the last one was left, unless an option says otherwise")
    func place() throws {
      let first = try console()
      try first.press("j", "2", "/")
      try first.type("e")
      try first.press("Enter")
      try first.wait(for: "[2 Flags]", "/ e")
      try first.press("q")
      try first.expectLeft(code: 0)
      let words = "virga test.fml.yaml --channel beta --session s.virga"
      try TmuxSession(words, in: directory)
        .wait(for: "[2 Flags]", "/ e", "as you left it: screen 2, filter e")
      let onFeatures = try TmuxSession(words + " --screen features", in: directory)
      try onFeatures.wait(for: "[1 Features]", "┌─ omega")
      try onFeatures.wait(without: "as you left it")
      try TmuxSession(words + " --feature alpha", in: directory)
        .wait(for: "[1 Features]", "┌─ alpha")
    }

    @Test("a session that lost its file continues in memory", arguments: ["removed", "replaced"])
    func lostFile(how: String) throws {
      try script("config", "set", "alpha", "enabled", "false")
      let console = try console()
      try console.wait(for: "1 override")
      if how == "removed" {
        directory.remove("s.virga")
      } else {
        directory.write("something else", to: "new")
        directory.rename("new", to: "s.virga")
      }
      try console.wait(for: "session in memory", "1 override")
      try console.press("q")
      try console.wait(for: "Leave and lose 1 override?")
      try console.press("Down", "Enter")
      let left = try console.expectLeft(code: 0).joined()
      #expect(left.contains("1 override could not be kept"))
    }

    @Test("changes made while the file is locked are saved once it is free") func lockedFile()
      throws
    {
      let console = try console()
      let store = try SessionStore(directory.path("s.virga"))
      try console.press("Enter")
      try console.wait(for: "┏━ alpha ▸ enabled")
      try store.perform { _ in
        try console.press("Space")
        try console.wait(for: "is locked by another program", "1 override")
        return nil
      }
      try console.wait(for: "everything was saved")
      try console.wait(without: "session in memory")
      _ = try store.refresh()
      #expect(store.session.names(of: .edit) == ["alpha"])
    }

    @Test(
      "a session on a full disk continues in memory",
      .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
    func fullDisk() throws {
      let disk = try SmallFileSystem(directory, kibibytes: 1024)
      let console = try console("--session small/s.virga")
      try console.press("Enter")
      try console.wait(for: "┏━ alpha ▸ enabled")
      try console.press("Space")
      try console.wait(for: "1 override")
      disk.fill()
      // The space left in the file may be enough for a few more operations.
      try console.wait(for: "session in memory") { lines in
        if lines.contains(where: { $0.contains("session in memory") }) { return true }
        try console.press("Space")
        return false
      }
      // The operation triggered in the meantime may have replaced this message.
      try console.press("M")
      try console.wait(for: "┏━ Messages", "the disk is full")
      try console.press("Escape")
      try console.wait(without: "┏━ Messages")
      try console.press("d")
      try console.wait(without: "1 override")
      try console.press("Space")
      try console.wait(for: "1 override", "session in memory")
      try console.press("q")
      try console.wait(for: "Leave and lose 1 override?")
      try console.press("Down", "Enter")
      let left = try console.expectLeft(code: 0).joined()
      // The override itself was written before the disk was full.
      #expect(left.contains("what was done since could not be kept"))
      disk.clear()
      #expect(try SessionStore(disk.path("s.virga")).integrityReport() == "ok")
    }

    @Test("a broken default session is replaced by one in memory") func brokenDefault() throws {
      directory.makeDirectory(".local")
      directory.makeDirectory(".local/state")
      directory.makeDirectory(".local/state/virga")
      directory.write("no session", to: ".local/state/virga/test.virga")
      let console = try console("")
      try console.wait(for: "session in memory", "is not a session")
    }

    /// The number of operations per script: `VIRGA_WRITES`, default eight.
    private static let writes = Repository.environment("VIRGA_WRITES").flatMap { Int($0) } ?? 8

    @Test("two consoles and ten scripts lose nothing") func concurrentWriters() async throws {
      let consoles = [try console(), try console()]
      for console in consoles {
        try console.press("Enter")
        try console.wait(for: "┏━ alpha ▸ enabled")
      }
      let loops = """
        for writer in 0 1 2 3 4 5 6 7 8 9; do (
          count=0
          while [ $count -lt $1 ]; do
            count=$((count + 1))
            "$2" context set w$writer-$count 1 --session s.virga --manifest test.fml.yaml
          done
        ) & done
        wait
        """
      let (folder, environment) = (directory.root, VirgaProgram.environment(home: directory.root))
      async let scripts = Task.detached {
        try ChildProcess.run(
          ["/bin/sh", "-c", loops, "sh", "\(Self.writes)", VirgaProgram.path],
          environment: environment, folder: folder)
      }.value
      let presses = 10
      for _ in 0..<presses { for console in consoles { try console.press("Space") } }
      let answer = try await scripts
      #expect(answer.errors == "")
      let names = Set(
        answer.output.split(separator: "\n").compactMap {
          $0.split(separator: " ").dropFirst().first
        })
      #expect(names.count == 10 * Self.writes)
      let shown = try script("session", "export").output
      let kept = names.filter { shown.contains("\"\($0)\": 1") }
      #expect(kept.count == names.count)
      let toggled = shown.split(separator: "\n").filter {
        $0.contains("\"label\": \"") && $0.contains("enabled")
      }
      #expect(toggled.count == presses * consoles.count)
      // Both consoles show what one of them sets now, regardless of earlier switches.
      try consoles[0].press(":")
      try consoles[0].type("set enabled false")
      try consoles[0].press("Enter")
      for console in consoles {
        try console.wait(for: "1 override")
        try console.wait(without: "session in memory")
      }
    }

    @Test("events --follow prints events as they happen") func followedEvents() throws {
      try script("config", "set", "alpha", "enabled", "false")
      let events = try TmuxSession(
        "virga events --follow --session s.virga --manifest test.fml.yaml", in: directory)
      try events.wait(for: "set enabled = false")
      try script("expose", "alpha")
      try events.wait(for: "exposure")
    }
  }
}
