import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Moving a session between files")
struct SessionCommandTransferTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.recipe.compact, to: "recipes.json")
  }

  private static let recipe = Sample.entry(
    "test", ["control": ["omega": [:]], "warm": ["omega": ["greeting": "it's"]]], buckets: 0..<0)

  private func virga(_ words: String..., session: String = "s.virga") throws -> ChildProcess {
    let answer = try VirgaProgram.run(
      words + ["--session", session, "--manifest", "good.yaml"], in: place.directory.root)
    #expect(answer.code == 0, "\(words): \(answer.errors)")
    return answer
  }

  private func entries(_ session: String) throws -> JSONValue? {
    try JSONValue.parse(virga("session", "export", session: session).output)["entries"]
  }

  @Test("the shell script of a session recreates its entries")
  func script() throws {
    _ = try virga("context", "set", "nimbus_id", "00000000-0000-4000-8000-000000000001")
    _ = try virga("context", "set", "locale", "de-DE")
    _ = try virga("clock", "2026-01-01T00:00:00Z")
    _ = try virga("config", "set", "alpha", "limits.one", "5")
    _ = try virga("config", "set", "omega", "greeting", "it's $HOME")
    #expect(try virga("recipes", "add", "recipes.json").output == "added recipe test\n")
    _ = try virga("branch", "force", "test", "warm")
    let script = try virga("session", "show", "--format", "shell").output
    place.directory.write(script.replacing("s.virga", with: "other.virga"), to: "script")
    let path = VirgaProgram.folder + ":" + SystemProgram.searchPath
    let answer = try ChildProcess.run(
      ["/bin/sh", "-e", "script"],
      environment: VirgaProgram.environment(home: place.directory.root, adding: ["PATH": path]),
      folder: place.directory.root)
    #expect((answer.code, answer.errors) == (0, ""))
    let made = try entries("other.virga")
    #expect(
      made?["edit"] == ["alpha": ["limits": ["one": 5]], "omega": ["greeting": "it's $HOME"]])
    #expect(made?["branch"] == ["test": "warm"])
    #expect(try made == entries("s.virga"))
  }

  /// The lines of a session's shell script, without comments.
  private func lines(_ session: String) throws -> [String] {
    let script = try place.virga("session", "show", "--format", "shell", "--session", session)
      .output
    return script.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test("the shell script of a session names the manifest that its file knows")
  func scriptWithManifest() throws {
    _ = try virga("config", "set", "alpha", "limits.one", "5")
    #expect(
      try lines("s.virga") == [
        "session=s.virga", "manifest=\(place.directory.path("good.yaml"))",
        #"virga config set --session "$session" --manifest "$manifest" -- alpha limits.one 5"#,
      ])
  }

  @Test("the shell script of a session does not name the demo") func scriptOfDemo() throws {
    _ = try place.virga("config", "set", "app-menu", "compact", "true", "--session", "demo.virga")
    let demo = try lines("demo.virga")
    #expect(demo.first == "session=demo.virga" && !demo.contains { $0.contains("manifest") })
  }

  /// Writes the recipe of two edits to `mine.json`.
  private func writeRecipeOfEdits() throws {
    _ = try virga("context", "set", "app_name", "shop")
    _ = try virga("config", "set", "alpha", "limits.one", "5")
    _ = try virga("config", "set", "omega", "greeting", "hey")
    place.directory.write(try virga("session", "recipe", "--slug", "mine").output, to: "mine.json")
  }

  @Test("the recipe of the edits enrolls a client in them") func recipe() throws {
    try writeRecipeOfEdits()
    let id = "00000000-0000-4000-8000-000000000001"
    place.directory.write(#"{"app_name": "shop", "channel": "beta"}"#, to: "context.json")
    let enrolled = try place.virga(
      "enroll", "--recipes", "mine.json", "--manifest", "good.yaml", "--channel", "beta",
      "--client-id", id,
      "--context", "context.json", "--format", "json")
    #expect((enrolled.code, enrolled.errors) == (0, ""))
    let answer = try JSONValue.parse(enrolled.output)
    #expect(answer["enrollments"]?[0]?["status"] == "Enrolled")
    #expect(answer["enrollments"]?[0]?["branch"] == "edits")
  }

  @Test("the recipe of the edits matches the manifest") func valuesOfRecipe() throws {
    try writeRecipeOfEdits()
    let values = try place.virga(
      "values", "good.yaml", "--channel", "beta", "--recipes", "mine.json", "--branch",
      "mine=edits", "--format", "json"
    )
    #expect((values.code, values.errors) == (0, ""))
    #expect(values.output.contains("hey"))
  }

  @Test("the recipe of the edits can be added to another session") func addedRecipe() throws {
    try writeRecipeOfEdits()
    #expect(
      try virga("recipes", "add", "mine.json", session: "other.virga").output
        == "added recipe mine\n")
    #expect(try entries("other.virga")?["recipe"]?["mine"]?["slug"] == "mine")
  }

  private var home: [String: String] { ["XDG_STATE_HOME": place.directory.path("state")] }

  @Test("reading a new demo creates no file") func readDemo() throws {
    let read = try place.virga("session", "show", environment: home)
    #expect(read.output.contains("reader-aloud-2025"))
    #expect(read.output.contains("enrollments in recipes that are gone"))
    #expect(GoldenText.read(place.directory.path("state/virga/demo.virga")) == nil)
    let flags = try place.virga("flags", "list", "--format", "json", environment: home)
    #expect(try JSONValue.parse(flags.output).arrayValue?.isEmpty == false)
  }

  @Test("a new demo is the same for subcommands and console") func freshDemo() throws {
    let changed = try place.virga("context", "set", "locale", "fr-FR", environment: home)
    #expect(changed.code == 0, "\(changed.errors)")
    let console = try VirgaProgram.run(
      ["open", "--plain"], input: "quit\n", in: place.directory.root, environment: home)
    #expect(console.code == 0, "\(console.errors)")
    let export = try JSONValue.parse(place.virga("session", "export", environment: home).output)
    let labels = export["operations"]?.arrayValue?.compactMap { $0["label"]?.stringValue }
    #expect(labels?.count == 1)
    #expect(labels?.last?.contains("locale") == true)
  }

  @Test("undo does not go beyond the beginning of the demo") func undoneDemo() throws {
    let changed = try place.virga("context", "set", "locale", "fr-FR", environment: home)
    #expect(changed.code == 0, "\(changed.errors)")
    let undone = try place.virga("session", "undo", environment: home)
    #expect(undone.output.contains("locale"))
    let nothing = try place.virga("session", "undo", environment: home)
    #expect(nothing.code != 0)
    #expect(
      try place.virga("session", "show", environment: home).output.contains("reader-aloud-2025"))
  }

  @Test("quitting an in-memory session counts the overrides it discards")
  func discarded() throws {
    let lines = "select alpha\nset enabled false\nquit\n"
    let words = ["open", "good.yaml", "--plain", "--session", ":memory:"]
    let one = try VirgaProgram.run(words, input: lines, in: place.directory.root)
    #expect(one.errors == "1 override was discarded: the session was kept in memory only\n")
    let none = try VirgaProgram.run(words, input: "quit\n", in: place.directory.root)
    #expect(none.errors == "")
  }

  /// A line that stores a draft.
  private let draft =
    #"perform {"label": "a draft", "changes": [{"kind": "draft", "name": "alpha", "new": "{"}], "step": false}"#

  /// What a console in memory prints when it is left after changes of each kind and `lines`.
  private func farewell(_ lines: String) throws -> String {
    let changes = "select alpha\nset enabled false\nset-context flavour vanilla\n\(draft)\n"
    return try VirgaProgram.run(
      ["open", "good.yaml", "--plain", "--session", ":memory:"],
      input: changes + lines + "quit\n", in: place.directory.root
    ).errors
  }

  private let all = "1 override, 1 draft and 1 change of the client were"

  @Test("quitting an in-memory session lists what is lost") func discardedAll() throws {
    #expect(
      try farewell("") == "\(all) discarded: the session was kept in memory only\n")
  }

  @Test("quitting an in-memory session names the file it was exported to") func exported() throws {
    #expect(
      try farewell("session-export s.json\n")
        == "\(all) written to s.json, which session-import reads\n")
  }

  /// What a console on `s.virga` prints when it is left after `lines`.
  private func farewellOfFile(_ lines: String) throws -> String {
    try VirgaProgram.run(
      ["open", "good.yaml", "--plain", "--session", "s.virga"], input: lines + "quit\n",
      in: place.directory.root
    ).errors
  }

  @Test("quitting says what stays active in the app") func stayingActive() throws {
    let file = place.directory.path("s.virga")
    let said = try farewellOfFile("select alpha\nset enabled false\nset-context flavour vanilla\n")
    #expect(said.hasPrefix("1 override and 1 change of the client stay active in \(file)\n"))
  }

  @Test("quitting says what else the file keeps") func keptByFile() throws {
    let file = place.directory.path("s.virga")
    #expect(try farewellOfFile("select alpha\nexpose\n") == "")
    try SessionStore(file).record([SessionEvent(time: .epoch, kind: "exposure", process: "app")])
    #expect(try farewellOfFile("") == "\(file) keeps 2 events, 1 of them an exposure\n")
    let both = "1 override and 1 change of the client stay active in \(file)"
    let said = try farewellOfFile(
      "select alpha\nset enabled false\nset-context flavour vanilla\n\(draft)\n")
    #expect(
      said == "\(both)\nit also keeps 1 draft and 4 events, 1 of them an exposure\n")
  }

  @Test("a session of another manifest is imported with a warning")
  func foreign() throws {
    let text = try place.virga(
      "session", "export", "--manifest", "good.yaml", "--session", ":memory:"
    ).output
    place.directory.write(text, to: "export.json")
    place.directory.write(Workplace.good, to: "other.yaml")
    let answer = try place.virga(
      "session", "import", "export.json", "--manifest", "other.yaml", "--session", "o.virga")
    #expect(answer.errors.contains("good.yaml, not of "), "\(answer.errors)")
    #expect(answer.code == 0)
    let again = try place.virga(
      "session", "import", "export.json", "--manifest", "good.yaml", "--session", "g.virga")
    #expect(again.errors == "")
  }

  /// Opens and leaves the demo, and returns its session.
  private func openDemo(isNamed: Bool) throws -> JSONValue {
    let words = isNamed ? ["--recipes", "recipes.json"] : []
    let console = try VirgaProgram.run(
      ["open", "--plain"] + words, input: "quit\n", in: place.directory.root, environment: home)
    #expect(console.code == 0, "\(console.errors)")
    return try JSONValue.parse(place.virga("session", "export", environment: home).output)
  }

  @Test("reopening the demo adds no operations", arguments: [false, true])
  func openingAgain(isNamed: Bool) throws {
    let first = try openDemo(isNamed: isNamed)
    #expect(first["operations"]?.arrayValue?.isEmpty == !isNamed)
    #expect(first["entries"]?["recipe"] != nil)
    #expect(try openDemo(isNamed: isNamed) == first)
  }

  @Test("reopening the demo keeps the user's settings", arguments: [false, true])
  func keptSettings(isNamed: Bool) throws {
    _ = try openDemo(isNamed: isNamed)
    #expect(try place.virga("context", "set", "locale", "fr-FR", environment: home).code == 0)
    #expect(try openDemo(isNamed: isNamed)["entries"]?["context"]?["locale"] == "fr-FR")
  }
}
