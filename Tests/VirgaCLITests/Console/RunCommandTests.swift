import Testing
import VirgaTestSupport

@Suite("virga run") struct RunCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs a script that changes the session `s.virga`.
  private func runWithSession() throws -> ChildProcess {
    let script = "# a comment\nselect alpha\n\ngo limits.two\nset limits.two 7\nlist\n"
    let answer = try place.virga("run", "-", "good.yaml", "--session", "s.virga", input: script)
    #expect(answer.code == 0)
    return answer
  }

  @Test("every command prints what it did") func answers() throws {
    let lines = try runWithSession().output.split(separator: "\n").map(String.init)
    #expect(lines.contains("set limits.two = 7"))
    #expect(lines.contains { $0.hasPrefix("> two Int") && $0.contains("edit") })
  }

  @Test("changes of a script stay in the session") func session() throws {
    let answer = try runWithSession()
    #expect(answer.errors == "1 override stays active in \(place.directory.path("s.virga"))\n")
    let shown = try place.virga("session", "show", "--session", "s.virga", "--format", "shell")
    #expect(shown.output.contains("limits"))
  }

  @Test("--manifest names the manifest") func manifest() throws {
    let script = "select alpha\nset limits.two 7\n"
    let answer = try place.virga("run", "-", "--manifest", "good.yaml", input: script)
    #expect(answer.output.contains("set limits.two = 7"))
    #expect(answer.code == 0)
  }

  @Test("two manifests are refused") func twoManifests() throws {
    let script = "select alpha\nset limits.two 7\n"
    let two = try place.virga("run", "-", "good.yaml", "--manifest", "bad.yaml", input: script)
    #expect(two.errors.hasPrefix("error: good.yaml and --manifest bad.yaml: name one manifest\n"))
    #expect((two.output, two.code) == ("", 64))
  }

  /// Runs a script that exports the session, in a channel that the session does not have.
  private func runInRelease() throws {
    let script = "set-context region DE\nsession-export hand.json\n"
    let answer = try place.virga(
      "run", "-", "good.yaml", "--session", "s.virga", "--channel", "release", input: script)
    #expect(answer.code == 0)
  }

  @Test("an exported session has the channel of --channel") func exportedChannel() throws {
    try runInRelease()
    let written = try #require(GoldenText.read(place.directory.path("hand.json")))
    #expect(written.contains("\"channel\": \"release\""))
  }

  @Test("--channel applies to this run only") func channel() throws {
    try runInRelease()
    #expect(
      try !place.virga("session", "export", "--session", "s.virga").output.contains("\"channel\": ")
    )
  }

  @Test("a refused command ends the script with its line number and exit code 1") func refusal()
    throws
  {
    place.directory.write("# go\nselect alpha\n\nfly\nset limits.two 7\n", to: "script")
    let answer = try place.virga("run", "script", "good.yaml", "--session", ":memory:")
    #expect(answer.code == 1)
    #expect(answer.errors == "script:4: unknown command fly\n")
    #expect(!answer.output.contains("fly"))
    #expect(!answer.output.contains("set limits.two"))
  }

  @Test("without a session the script runs in memory") func inMemory() throws {
    place.directory.write("select alpha\nset limits.two 7\n", to: "script")
    let state = ["XDG_STATE_HOME": place.directory.path("state")]
    for _ in 0..<2 {
      let answer = try place.virga("run", "script", "good.yaml", environment: state)
      #expect(answer.code == 0)
      #expect(answer.output.contains("set limits.two = 7"))
      #expect(
        answer.errors.hasPrefix(
          "the session is in memory; --session FILE keeps what the script does\n"))
    }
    let kept = try place.virga(
      "session", "show", "--manifest", "good.yaml", "--format", "shell", environment: state)
    #expect(!kept.output.contains("limits"))
  }

  @Test("setting what is already set is not an error") func twice() throws {
    let script = """
      channel release
      select alpha
      set limits.two 7
      flag set Dark mode off
      set-context region DE
      drop edit omega
      drop-context locale
      clock 2026-01-01T00:00:00Z
      take-part rollouts off
      """
    place.directory.write(script, to: "script")
    place.directory.write(
      #"{"features": [{"name": "Dark mode", "enabled": true}]}"#, to: "flags.json")
    for _ in 0..<2 {
      let answer = try place.virga(
        "run", "script", "good.yaml", "--flags", "flags.json", "--session", "s.virga")
      #expect(answer.code == 0, "\(answer.errors)")
    }
    let wrong = try place.virga(
      "run", "-", "good.yaml", "--session", "s.virga", input: "flag set nothing on\n")
    #expect(wrong.errors.contains("standard input:1: unknown flag nothing"), "\(wrong.errors)")
  }

  @Test("a console that continues reports a refused line once, with file and line") func staying()
    throws
  {
    place.directory.write("select alpha\nfly\n", to: "first.txt")
    let answer = try place.virga(
      "good.yaml", "--plain", "--script", "first.txt", "--session", ":memory:", input: "quit\n")
    #expect(answer.output.contains("refused: first.txt:2: unknown command fly\n"))
    #expect(answer.output.split(separator: "\n").count { $0.contains("fly") } == 1)
    #expect(!answer.errors.contains("fly"))
  }

  @Test("a long unknown name is shortened") func longName() throws {
    place.directory.write("select alpha\nfly\(String(repeating: "y", count: 500))\n", to: "script")
    let long = try place.virga("run", "script", "good.yaml", "--session", ":memory:")
    #expect(
      long.errors.hasPrefix("script:2: unknown command flyyy") && long.errors.utf8.count < 160)
    #expect(long.errors.contains("yyy…yyy"))
  }

  @Test("a mistake in a config has a position") func mistakeInConfig() throws {
    place.directory.write("select alpha\nedit {\"enabled\": fals}\n", to: "script")
    let wrong = try place.virga("run", "script", "good.yaml", "--session", ":memory:")
    #expect(
      wrong.errors.hasPrefix("script:2: not a config of alpha: 1:13 `fals` is not a JSON value"))
  }

  @Test("a command waits for what the previous one started") func waiting() throws {
    let answer = try place.virga(
      "run", "-", "--session", ":memory:", input: "experiments\nsimulate 2000\nlist\n")
    #expect(answer.code == 0)
    #expect(answer.output.contains("2,000"))
  }

  @Test("the same refusal has the same exit code in every mode without a screen") func sameCode()
    throws
  {
    place.directory.write("fly\n", to: "script")
    for words in [
      ["--plain", "--script", "script", "--exit"], ["--script", "script", "--exit"],
      ["--dump", "--script", "script"],
      ["run", "script"],
    ] {
      let answer = try VirgaProgram.run(
        words + ["--session", ":memory:"], in: place.directory.root)
      #expect(answer.code == 1, "\(words)")
      #expect(answer.errors.contains("script:1: unknown command fly"), "\(words)")
    }
  }

  @Test(
    "a script without a readable manifest exits with 1 and its problems"
  )
  func unreadManifest() throws {
    place.directory.write("set-context region DE\n", to: "script")
    for words in [
      ["run", "script", "broken.yaml"], ["broken.yaml", "--plain", "--script", "script", "--exit"],
    ] {
      let answer = try VirgaProgram.run(words + ["--session", "s.virga"], in: place.directory.root)
      #expect(answer.code == 1)
      #expect(
        answer.errors.hasPrefix("broken.yaml:2:1: error: ")
          && answer.errors.hasSuffix(" [malformed-yaml]\n"))
      #expect(!answer.output.contains("region"))
    }
  }

  @Test("a missing script is an error") func missing() throws {
    let answer = try place.virga("run", "none", "good.yaml")
    #expect(answer.code == 2)
    #expect(answer.errors.hasPrefix("error: "))
  }
}
