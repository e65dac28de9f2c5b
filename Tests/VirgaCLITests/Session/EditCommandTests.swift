import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("virga config") struct EditCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs `virga` on the session `s.virga` of the manifest.
  private func virga(_ words: String..., input: String = "") throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], input: input,
      in: place.directory.root)
  }

  /// The entries of the session.
  private func entries() throws -> JSONValue? {
    try JSONValue.parse(virga("session", "show", "--format", "json").output)["entries"]
  }

  @Test("set is one operation") func operation() throws {
    let set = try virga("config", "set", "alpha", "limits.one", "5", "--format", "json")
    #expect(set.code == 0)
    let operation = try JSONValue.parse(set.output)
    #expect(operation["operation"] == 1)
    #expect(operation["label"] == "set limits.one = 5")
    #expect(operation["feature"] == "alpha")
  }

  /// Edits two features, one of them twice.
  private func edit() throws {
    #expect(try virga("config", "set", "alpha", "limits.one", "5").code == 0)
    #expect(
      try virga("config", "set", "alpha", "enabled", "false").output == "set enabled = false\n")
    #expect(try virga("config", "set", "omega", "greeting", "120").code == 0)
    #expect(try virga("config", "set", "omega", #"{"greeting": "hey"}"#).code == 0)
  }

  @Test("set changes an edit value by value") func set() throws {
    try edit()
    #expect(
      try entries()?["edit"] == [
        "alpha": ["limits": ["one": 5], "enabled": false], "omega": ["greeting": "hey"],
      ])
  }

  @Test("drop removes a value or the whole edit") func drop() throws {
    try edit()
    #expect(try virga("config", "drop", "alpha", "limits").code == 0)
    #expect(try virga("config", "drop", "omega").code == 0)
    #expect(try entries()?["edit"] == ["alpha": ["enabled": false]])
  }

  @Test("a session without a manifest warns that nothing was checked")
  func unchecked() throws {
    _ = try SessionStore(place.directory.path("app.virga"))
    let words = [
      "config", "set", "homescreen", "sections-enabled.pockt", "true", "--session", "app.virga",
    ]
    let set = try VirgaProgram.run(words, in: place.directory.root)
    #expect(set.code == 0)
    #expect(set.errors.contains("warning: not checked, because the session has no manifest"))
    #expect(try virga("config", "set", "alpha", "enabled", "false").errors == "")
  }

  @Test("values that do not match the manifest are refused with the problem")
  func refusals() throws {
    let unknown = try virga("config", "set", "alpha", "enabld", "true")
    #expect((unknown.code, unknown.output) == (1, ""))
    #expect(unknown.errors.contains("enabled"))
    let wrong = try virga("config", "set", "alpha", "enabled", "many", "--format", "json")
    #expect(wrong.code == 1)
    #expect(try JSONValue.parse(wrong.output)["problems"]?[0]?["severity"] == "error")
    #expect(try virga("config", "set", "alpha", "enabled", "{").code == 1)
    #expect(try entries() == [:])
  }

  @Test("dropping an edit that does not exist is refused") func nothingToDrop() throws {
    #expect(try virga("config", "drop", "alpha").code == 1)
    #expect(try entries() == [:])
  }

  @Test(
    "arguments that no command can have exit with 64",
    arguments: ["config set alpha", "branch force none a", "clock tomorrow"])
  func wrongArguments(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
    #expect(answer.code == 64)
    #expect(try entries() == [:])
  }

  @Test(
    "set takes the whole edit from a file or standard input",
    arguments: ["edit.json", "edit.yaml", "-"])
  func editInFile(_ file: String) throws {
    place.directory.write(#"{"limits": {"one": 5}}"#, to: "edit.json")
    place.directory.write("limits: {one: 5}\n", to: "edit.yaml")
    let answer = try virga("config", "set", "alpha", file, input: #"{"limits": {"one": 5}}"#)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(try entries()?["edit"]?["alpha"] == ["limits": ["one": 5]])
  }

  @Test("a file with mistakes is refused with the place of each one") func mistakesInFile() throws {
    place.directory.write("{\n  \"enabled\": 3,\n  \"nope\": 1\n}\n", to: "edit.json")
    let answer = try virga("config", "set", "alpha", "edit.json")
    let places = answer.errors.split(separator: "\n").map { line in
      line.split(separator: " ").first ?? ""
    }
    #expect(places == ["edit.json:2:14:", "edit.json:3:3:"])
    #expect(answer.code == 1)
    #expect(try entries() == [:])
  }

  @Test("a missing file of an edit exits with 2") func missingFile() throws {
    let missing = try virga("config", "set", "alpha", "edit.json")
    #expect(missing.errors.contains("edit.json: No such file or directory"))
    #expect(missing.code == 2)
  }

  @Test("a whole edit that is neither an object nor a file is refused") func noEdit() throws {
    let text = try virga("config", "set", "alpha", "hello")
    #expect(text.errors == "error: a config is an object `{…}`, not \"hello\"\n")
    #expect(text.code == 1)
  }

  @Test("an unknown feature is refused with the errors of the manifest")
  func unknownFeature() throws {
    place.directory.write("includes: [lost.yaml]\nchannels: [beta]\n", to: "part.yaml")
    let answer = try place.virga(
      "config", "set", "lost", "on", "true", "--manifest", "part.yaml", "--session", "p.virga",
      "--format", "json")
    let problems = try #require(JSONValue.parse(answer.output)["problems"]?.arrayValue)
    #expect(problems.map { $0["code"] } == ["missing-include", "refused"])
    #expect(answer.code == 1)
  }
}
