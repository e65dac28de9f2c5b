import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("virga session export and import") struct SessionCommandImportTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs `virga` on a session of the manifest.
  private func virga(
    _ words: String..., session: String = "s.virga"
  ) throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", session, "--manifest", "good.yaml"], in: place.directory.root)
  }

  /// Exports a session with an override and an undone operation to `out.json`.
  ///
  /// - Returns: The text of the export.
  private func export() throws -> String {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    _ = try virga("context", "set", "locale", "de")
    _ = try virga("session", "undo")
    #expect(try virga("session", "export", "out.json").code == 0)
    return try virga("session", "export", "--format", "json").output
  }

  /// Imports `out.json` into a session that has been edited since it was imported before.
  private func importAgain() throws -> ChildProcess {
    _ = try virga("session", "import", "out.json", session: "other.virga")
    _ = try virga("config", "set", "alpha", "limits.two", "9", session: "other.virga")
    return try virga("session", "import", "out.json", session: "other.virga")
  }

  @Test("a new session gets all of an export") func newSession() throws {
    let original = try export()
    let answer = try virga("session", "import", "out.json", session: "other.virga")
    #expect(answer.output.hasPrefix("imported 1 override, 2 operations"))
    #expect(try virga("session", "export", session: "other.virga").output == original)
  }

  @Test("another session gets the entries of an export") func otherSession() throws {
    let original = try export()
    #expect(try importAgain().output == "imported out.json\n")
    let exported = try virga("session", "export", session: "other.virga").output
    #expect(
      try JSONValue.parse(exported)["entries"] == JSONValue.parse(original)["entries"])
  }

  @Test("an import into another session can be undone") func undo() throws {
    _ = try export()
    _ = try importAgain()
    #expect(try virga("session", "undo", session: "other.virga").code == 0)
  }

  @Test("an import prints the session as JSON", arguments: ["new.virga", "other.virga"])
  func json(_ session: String) throws {
    _ = try export()
    _ = try importAgain()
    #expect(try virga("session", "undo", session: "other.virga").code == 0)
    let answer = try virga("session", "import", "out.json", "--format", "json", session: session)
    let exported = try place.virga("session", "export", "--session", session)
    #expect(answer.output == exported.output, "\(answer.output)")
    #expect(answer.output.hasPrefix("{\n  \"virga-session\": 1,\n"))
  }

  @Test("a file that is not an export is refused") func otherFile() throws {
    place.directory.write("{}", to: "none.json")
    #expect(try virga("session", "import", "none.json").code == 1)
  }

  @Test("an import counts only the events that the session keeps") func keptEvents() throws {
    for value in ["2", "3", "4"] { _ = try virga("config", "set", "alpha", "limits.one", value) }
    #expect(try virga("session", "export", "out.json").code == 0)
    for (format, answer) in [
      ("text", "imported 1 override, 3 operations, 2 events\n"), ("json", nil),
    ] {
      try SessionStore(place.directory.path("\(format).virga")).limitEvents(to: 2)
      let words = [
        "session", "import", "out.json", "--format", format, "--session", "\(format).virga",
      ]
      let output = try VirgaProgram.run(words, in: place.directory.root).output
      if let answer {
        #expect(output == answer)
      } else {
        #expect(try JSONValue.parse(output)["events"]?.arrayValue?.count == 2)
      }
    }
  }

  @Test("an export in place of a session or manifest is answered with how to import it")
  func exportedSession() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    _ = try virga("session", "export", "hand.json")
    for words in [
      ["--plain", "--session", "hand.json"], ["--plain", "hand.json"],
      ["session", "show", "--session", "hand.json"],
    ] {
      let answer = try VirgaProgram.run(words, in: place.directory.root)
      #expect(answer.code != 0)
      #expect(
        answer.errors.contains(
          "hand.json is an exported session: import it with `virga session import "))
    }
  }
}
