import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga session defaults") struct SessionDefaultsCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs `virga` on the session `s.virga` of the manifest.
  private func virga(_ arguments: String...) throws -> ChildProcess {
    let session = ["--session", "s.virga", "--manifest", "good.yaml"]
    return try VirgaProgram.run(arguments + session, in: place.directory.root)
  }

  @Test("prints a block for each edit, in the session's channel or the given one")
  func blocks() throws {
    _ = try virga("config", "set", "alpha", "limits.one", "5")
    _ = try virga("config", "set", "omega", "greeting", "no")
    let answer = try virga("session", "defaults", "--channel", "release")
    #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
    #expect(
      answer.output == """
        # good.yaml:17: after this line, for alpha
            defaults:
              - channel: release
                value:
                  limits:
                    one: 5

        # good.yaml:28: after this line, for omega
              - channel: release
                value:
                  greeting: 'no'

        """)
    #expect(try virga("session", "defaults").output.contains("- channel: beta\n"))
  }

  @Test("prints the places and blocks as JSON")
  func json() throws {
    _ = try virga("config", "set", "omega", "greeting", "hey")
    let answer = try JSONValue.parse(try virga("session", "defaults", "--format", "json").output)
    #expect(answer[0]?["feature"] == "omega")
    #expect(answer[0]?["file"] == "good.yaml" && answer[0]?["line"] == 28)
    #expect(answer[0]?["place"] == "after")
    #expect(answer[0]?["block"] == ["channel": "beta", "value": ["greeting": "hey"]])
  }

  @Test("is refused without edits") func noEdits() throws {
    let empty = try virga("session", "defaults")
    #expect(empty.code == 1)
    #expect(empty.errors == "error: there are no edits to make defaults from\n")
  }

  @Test("is refused for an unknown channel") func unknownChannel() throws {
    #expect(try virga("session", "defaults", "--channel", "nightly").code == 64)
  }
}
