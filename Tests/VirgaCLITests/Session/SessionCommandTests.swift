import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("Session commands")
struct SessionCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.recipe(buckets: 0..<0), to: "recipe.json")
  }

  private static func recipe(_ slug: String = "test", buckets: Range<Int64> = 0..<10_000) -> String
  {
    Sample.entry(
      slug, ["control": ["omega": [:]], "warm": ["omega": ["greeting": "hi"]]], buckets: buckets
    ).compact
  }

  /// Runs `virga` on the session `s.virga` of the manifest.
  private func virga(_ arguments: String...) throws -> ChildProcess {
    let session = ["--session", "s.virga", "--manifest", "good.yaml"]
    let dashes = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return try VirgaProgram.run(
      Array(arguments[..<dashes]) + session + Array(arguments[dashes...]), in: place.directory.root)
  }

  private func shown() throws -> JSONValue {
    try JSONValue.parse(virga("session", "show", "--format", "json").output)
  }

  @Test("setting what is in effect already changes nothing") func unchanged() throws {
    let fresh = try virga("session", "show", "--format", "json").output
    let set = try virga("config", "set", "alpha", "limits.one", "1")
    #expect((set.code, set.output, set.errors) == (0, "unchanged\n", ""))
    let json = try virga("config", "set", "alpha", "limits.one", "1", "--format", "json")
    #expect(
      try json.code == 0
        && JSONValue.parse(json.output) == ["operation": .null, "label": "unchanged"])
    #expect(try virga("session", "show", "--format", "json").output == fresh)
    for line in [
      ["context", "set", "region", "DE"], ["clock", "2026-01-01T00:00:00Z"],
      ["recipes", "add", "recipe.json"],
    ] {
      for expected in [false, true] {
        let answer = try VirgaProgram.run(
          line + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
        #expect(
          answer.code == 0 && answer.output.hasPrefix("unchanged") == expected,
          "\(line): \(answer.output)")
      }
    }
    _ = try virga("branch", "force", "test", "warm")
    #expect(try virga("branch", "force", "test", "warm").output == "unchanged\n")
  }

  @Test("undo and redo with a number refuse any other operation")
  func numbers() throws {
    for value in ["5", "6"] {
      try #require(virga("config", "set", "alpha", "limits.one", value).code == 0)
    }
    let undo = try virga("session", "undo", "1")
    #expect(undo.code == 1)
    #expect(undo.errors.hasPrefix("error: not undone: set limits.one = 5; virga "))
    #expect(undo.errors.hasSuffix(" has since done: set limits.one = 6\n"))
    #expect(try shown()["entries"]?["edit"] == ["alpha": ["limits": ["one": 6]]])
    #expect(try virga("session", "undo", "2").output == "undid “set limits.one = 6”\n")
    #expect(try virga("session", "undo", "2").errors.hasSuffix("; another process has undone it\n"))
    #expect(try virga("session", "redo", "3").errors == "error: the session has no operation 3\n")
    #expect(try virga("session", "redo", "2").output == "redid “set limits.one = 6”\n")
  }

  @Test("a value of the wrong type for its attribute is saved with a warning")
  func mismatch() throws {
    let set = try virga("context", "set", "days_since_install", "abc")
    #expect((set.code, set.output) == (0, "set days_since_install = \"abc\"\n"))
    #expect(set.errors.contains("warning: days_since_install must be "))
    #expect(try virga("context", "set", "days_since_install", "3").errors == "")
    #expect(try virga("context", "set", "app_version", "131.3").errors == "")
    #expect(try virga("context", "set", "colour", "3").errors == "")
  }

  @Test("a new session without a manifest belongs to the demo")
  func newSession() throws {
    func virga(_ words: String...) throws -> ChildProcess {
      try VirgaProgram.run(words + ["--session", "new.virga"], in: place.directory.root)
    }
    #expect(
      try virga("config", "set", "homescreen", "sections-enabled.pocket", "false").errors == "")
    #expect(try SessionStore(place.directory.path("new.virga")).manifest == "demo")
    let flag = try VirgaProgram.run(
      ["flags", "list", "--session", "new.virga"], in: place.directory.root)
    #expect(flag.code == 0)
  }

  @Test(
    "a refused command creates no session",
    arguments: [
      TestRow(
        "a value of an unknown variable",
        ["config", "set", "homescreen", "sections-enabled.pockt", "true"]),
      TestRow("an edit that does not exist", ["config", "drop", "homescreen"]),
      TestRow("a branch of an unknown recipe", ["branch", "force", "nowhere", "on"]),
      TestRow("a forced branch that does not exist", ["branch", "drop", "nowhere"]),
      TestRow("an attribute that is not set", ["context", "drop", "nothing"]),
      TestRow("an unknown recipe", ["recipes", "remove", "nowhere"]),
      TestRow("a ratio of an unknown recipe", ["recipes", "ratio", "nowhere", "on", "2"]),
      TestRow("an unknown feature", ["expose", "nothing"]),
      TestRow("nothing to undo", ["session", "undo"]),
      TestRow("nothing to redo", ["session", "redo", "1"]),
      TestRow("nothing to drop", ["session", "drop"]),
      TestRow("an unknown flag", ["flags", "set", "nothing", "on"]),
    ])
  func refusedBeginning(_ row: TestRow<[String]>) throws {
    let words = row.values
    let state = place.directory.path("state")
    for session in [["--session", "new.virga"], []] {
      let answer = try VirgaProgram.run(
        words + session, in: place.directory.root, environment: ["XDG_STATE_HOME": state])
      #expect(answer.code != 0)
      #expect(answer.errors != "")
      #expect(!FileWriting.exists(place.directory.path("new.virga")))
      #expect(!FileWriting.exists(state))
    }
  }

  @Test(
    "a session that does not exist cannot be shown",
    arguments: [
      ["session", "show"], ["session", "export"], ["recipes", "list"], ["recipes", "show", "test"],
      ["compare"],
    ])
  func missingFile(_ words: [String]) throws {
    let answer = try VirgaProgram.run(words + ["--session", "new.virga"], in: place.directory.root)
    #expect(answer.errors == "error: new.virga: No such file or directory\n")
    #expect((answer.code, answer.output) == (2, ""))
    #expect(!FileWriting.exists(place.directory.path("new.virga")))
  }

  @Test("a session that does not exist is shown as a new one of the named manifest")
  func missingFileOfManifest() throws {
    let answer = try virga("session", "show")
    #expect((answer.code, answer.errors) == (0, ""))
    #expect(answer.output.contains("/good.yaml\n"))
  }

  @Test("a missing folder of a session is reported, not created")
  func missingFolder() throws {
    for words in [["config", "set", "homescreen", "pinned-limit", "3"], ["--plain"]] {
      let answer = try VirgaProgram.run(
        words + ["--session", "nowhere/x.virga"], in: place.directory.root)
      #expect(answer.code == 2)
      #expect(
        answer.errors.hasSuffix(
          "nowhere/x.virga: the folder \(place.directory.path("nowhere")) does not exist\n"))
      #expect(!FileWriting.exists(place.directory.path("nowhere")))
    }
  }

  @Test("a client that left the experiments stays out when recipes are enrolled")
  func optOutStays() throws {
    #expect(
      try virga(
        "enroll", "--recipes", "recipe.json", "--client-id", Sample.clientID, "--no-experiments"
      ).code == 0)
    #expect(try shown()["entries"]?["participation"] == ["experiments": false])
    place.directory.write(#"{"locale": "de"}"#, to: "client.json")
    #expect(try virga("enroll", "--recipes", "recipe.json", "--context", "client.json").code == 0)
    #expect(try shown()["entries"]?["participation"] == ["experiments": false])
  }

  @Test(
    "session show prints the first lines of a draft",
    arguments: [
      TestRow("a short draft", (["{", "", #"  "enabled": tru"#], [])),
      TestRow(
        "a long draft",
        (
          ["{", #"  "limits": {"#, #"    "one": 1,"#, #"    "two": 2"#, "  },"],
          [#"  "enabled": tru"#, "}", ""]
        )),
    ] as [TestRow<([String], [String])>])
  func draft(_ row: TestRow<([String], [String])>) throws {
    let (first, others) = row.values
    let draft = (first + others).joined(separator: "\n")
    let value = JSONValue.string(draft).compact
    let script =
      #"perform {"label": "a draft", "changes": [{"kind": "draft", "name": "alpha", "new": \#(value)}], "step": false}"#
    let run = try place.virga(
      "run", "-", "good.yaml", "--session", "s.virga", input: script + "\n")
    #expect(run.code == 0, "\(run.errors)")
    let margin = String(repeating: " ", count: "  draft  alpha  ".count)
    let below = first.dropFirst().map { $0.isEmpty ? "" : margin + $0 }
    let count = others.isEmpty ? [] : [margin + "… \(others.count) more lines, see --format json"]
    let lines = ["drafts", "  draft  alpha  {"] + below + count
    let text = try virga("session", "show").output
    #expect(text.contains(lines.joined(separator: "\n") + "\n"), "\(text)")
    #expect(try shown()["entries"]?["draft"]?["alpha"] == .string(draft))
  }

  @Test("branches are forced and dropped together with their recipe's enrollment")
  func branches() throws {
    let forced = try virga("branch", "force", "test", "warm", "--recipes", "recipe.json")
    #expect((forced.code, forced.output) == (0, "forced warm of test\n"))
    let entries = try shown()["entries"]
    #expect(entries?["branch"] == ["test": "warm"])
    #expect(entries?["enrollment"]?["test"] != nil)
    let exposed = try virga("expose", "omega", "--format", "json")
    #expect(try JSONValue.parse(exposed.output)["branch"] == "warm")
    #expect(try virga("branch", "drop", "test").code == 0)
    #expect(try shown()["entries"]?["branch"] == nil)
  }

  @Test("enroll --coenrolling lets recipes share a feature") func coenrolling() throws {
    place.directory.write("{\"data\": [\(Self.recipe()), \(Self.recipe("other"))]}", to: "all.json")
    func statuses(_ coenrolling: String...) throws -> [String] {
      place.directory.remove("c.virga")
      let answer = try VirgaProgram.run(
        [
          "enroll", "--recipes", "all.json", "--client-id", "00000000-0000-4000-8000-000000000001",
          "--channel", "beta",
          "--format", "json", "--session", "c.virga", "--manifest", "good.yaml",
        ] + coenrolling, in: place.directory.root)
      let enrollments = try JSONValue.parse(answer.output)["enrollments"]?.arrayValue ?? []
      return enrollments.compactMap { $0["status"]?.stringValue }.sorted()
    }
    #expect(try statuses() == ["Enrolled", "NotEnrolled"])
    #expect(try statuses("--coenrolling", "omega") == ["Enrolled", "Enrolled"])
  }

  /// Enrolls a client in a recipe of `all.json`, and returns the answer.
  private func enroll() throws -> JSONValue {
    place.directory.write(Self.recipe(), to: "all.json")
    let first = try virga(
      "enroll", "--recipes", "all.json", "--client-id", Sample.clientID, "--channel", "beta",
      "--format", "json")
    #expect(first.code == 0)
    return try JSONValue.parse(first.output)
  }

  @Test("enroll saves the enrollments") func enrolling() throws {
    let answer = try enroll()
    #expect(answer["enrollments"]?[0]?["status"] == "Enrolled")
    #expect(answer["events"]?.arrayValue?.count == 1)
    #expect(try shown()["entries"]?["context"]?["nimbus_id"] == .string(Sample.clientID))
  }

  @Test("enroll continues from the saved enrollments") func enrollingAgain() throws {
    let answer = try enroll()
    let again = try JSONValue.parse(
      virga("enroll", "--recipes", "all.json", "--channel", "beta", "--format", "json").output)
    #expect(again["enrollments"] == answer["enrollments"])
    #expect(again["events"] == [])
    #expect(try shown()["operations"]?.arrayValue?.count == 1)
  }

  @Test("enroll --no-experiments saves the opt-out") func leavingExperiments() throws {
    _ = try enroll()
    #expect(
      try virga("enroll", "--recipes", "all.json", "--no-experiments", "--channel", "beta").code
        == 0)
    #expect(try shown()["entries"]?["participation"] == ["experiments": false])
  }

  @Test("enroll without a client or a session is refused") func noClient() throws {
    place.directory.write(Self.recipe(), to: "all.json")
    #expect(try place.virga("enroll", "--recipes", "all.json").code == 64)
  }

  @Test("enroll reports the forced branch again when its recipe comes back")
  func enrollingWithForcedBranch() throws {
    _ = try virga("branch", "force", "test", "warm", "--recipes", "recipe.json")
    place.directory.write("[]", to: "none.json")
    func events(_ recipes: String) throws -> [[String?]] {
      let answer = try JSONValue.parse(
        virga("enroll", "--recipes", recipes, "--channel", "beta", "--format", "json").output)
      return (answer["events"]?.arrayValue ?? []).map {
        [$0["change"]?.stringValue, $0["branch"]?.stringValue]
      }
    }
    #expect(try events("none.json") == [["Unenrollment", "warm"]])
    #expect(try events("recipe.json") == [["Enrollment", "warm"]])
  }

  @Test("context set adds an attribute until context drop") func context() throws {
    #expect(try virga("context", "set", "locale", "de-DE").code == 0)
    #expect(try virga("context", "set", "days", "--", "-3").code == 0)
    let context = try shown()["entries"]?["context"]
    #expect(context?["locale"] == "de-DE")
    #expect(context?["days"] == -3)
    #expect(try virga("context", "drop", "days").code == 0)
    #expect(try shown()["entries"]?["context"]?["days"] == nil)
  }

  @Test("clock stops the clock until clock run") func clock() throws {
    #expect(try virga("clock", "2026-01-01T00:00:00Z").code == 0)
    #expect(try virga("clock", "+1d12h").code == 0)
    #expect(try virga("clock").output == "2026-01-02T12:00:00Z, stopped\n")
    #expect(try virga("clock", "run").code == 0)
    #expect(try shown()["entries"]?["clock"] == nil)
  }

  @Test("an operation is undone by a new process") func undo() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    #expect(try virga("session", "undo").output == "undid “set enabled = false”\n")
    #expect(try virga("session", "undo").code == 1)
  }

  @Test("an operation is redone by a new process") func redo() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    _ = try virga("session", "undo")
    #expect(try virga("session", "redo").code == 0)
    #expect(try shown()["overrides"] == 1)
  }

  @Test("overrides are dropped by a new process") func drop() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    #expect(try virga("session", "drop").output == "dropped the override\n")
    #expect(try shown()["overrides"] == 0)
  }

  @Test("events are printed oldest first, one JSON object per line")
  func events() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    let suppressed = try virga("expose", "alpha")
    #expect(suppressed.code == 0)
    #expect(suppressed.output.contains("not recorded"))
    let lines = try virga("events", "--format", "json").output.split(separator: "\n")
    let events = try lines.map { try JSONValue.parse(String($0)) }
    #expect(events.map { $0["kind"] } == ["set", "exposure"])
    #expect(events[1]["feature"] == "alpha")
    let processes = events.map { $0["process"]?.stringValue ?? "" }
    #expect(processes[0].hasPrefix("virga config ") && processes[1].hasPrefix("virga expose "))
    #expect(
      try virga("events", "--kind", "exposure", "--limit", "5").output.split(separator: "\n").count
        == 1)
  }

  @Test("entries that no longer match the manifest are kept as orphans") func orphans() throws {
    _ = try virga("config", "set", "alpha", "enabled", "false")
    _ = try virga("config", "set", "omega", "greeting", "hey")
    try SessionStore(place.directory.path("s.virga")).keepDraft(
      "{", of: "omega", over: ["greeting": "hey"])
    #expect(try shown()["entries"]?["draft-base"] == ["omega": ["greeting": "hey"]])
    place.directory.write(
      Workplace.good.replacing("omega:", with: "last:").replacing(
        "Boolean, default: true", with: "Int, default: 1"),
      to: "good.yaml")
    let orphans = try shown()["orphans"]?.arrayValue ?? []
    #expect(orphans.map { $0["kind"] } == ["edit", "edit", "draft"])
    #expect(orphans.map { $0["name"] } == ["alpha", "omega", "omega"])
    #expect(orphans.last?["reason"] == "the manifest has no feature `omega`")
    #expect(
      try virga("session", "show").output.contains(
        "orphans: kept, but no longer matching the manifest"))
    #expect(try shown()["overrides"] == 2)
  }

  @Test("orphaned flag values are listed if --flags names their files")
  func flagsThatAreGone() throws {
    let kept = "flags:\n- {id: kept, feature: alpha, path: enabled, preference-key: Kept}\n"
    place.directory.write(kept, to: "new.yaml")
    place.directory.write(
      kept + "- {id: gone, feature: alpha, path: enabled, preference-key: Gone}\n", to: "old.yaml")
    for (id, layer) in [("kept", "preference"), ("gone", "preference"), ("gone", "debug")] {
      #expect(
        try virga("flags", "set", id, "off", "--layer", layer, "--flags", "old.yaml").code == 0)
    }
    func names(_ options: String...) throws -> [JSONValue?] {
      let shown = try VirgaProgram.run(
        ["session", "show", "--format", "json", "--session", "s.virga"] + options,
        in: place.directory.root)
      return try JSONValue.parse(shown.output)["orphans"]?.arrayValue?.map { $0["name"] } ?? []
    }
    #expect(try names() == [])
    #expect(try names("--flags", "old.yaml") == [])
    #expect(try names("--flags", "new.yaml") == ["Gone", "goneDebugKey"])
    let text = try virga("session", "show", "--flags", "new.yaml").output
    #expect(text.contains("nothing reads `Gone`") && text.contains("no flag reads `goneDebugKey`"))
    #expect(try virga("session", "show", "--flags", "none.yaml").code == 2)
  }

  @Test("a file that cannot be a session exits with 2") func unusable() throws {
    place.directory.write("no session at all", to: "s.virga")
    for words in [
      ["config", "set", "alpha", "enabled", "false"], ["events"], ["session", "show"],
      ["clock", "+1d"],
    ] {
      let answer = try VirgaProgram.run(
        words + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
      #expect(answer.code == 2)
      #expect(answer.errors.contains("it is not an SQLite file"))
      #expect(answer.output == "")
    }
    let console = try VirgaProgram.run(
      ["good.yaml", "--session", "s.virga"], in: place.directory.root,
      environment: ["TERM": "xterm"])
    #expect(console.code == 2)
  }

  @Test("a session of another manifest exits with 2") func otherManifest() throws {
    _ = try VirgaProgram.run(
      ["clock", "+1d", "--session", "m.virga", "--manifest", "good.yaml"], in: place.directory.root)
    let other = try VirgaProgram.run(
      ["clock", "+1d", "--session", "m.virga", "--manifest", "bad.yaml"], in: place.directory.root)
    #expect(other.code == 2)
    #expect(other.errors.contains("is a session of"))
  }

  /// The names of the sessions in the state folder, one a line.
  private func states() throws -> String {
    try ChildProcess.run(["/bin/ls", place.directory.path("state/virga")]).output
  }

  private var home: [String: String] { ["XDG_STATE_HOME": place.directory.path("state")] }

  @Test("the default session is the demo's") func defaultSession() throws {
    #expect(
      try place.virga("config", "set", "app-menu", "compact", "true", environment: home).code == 0)
    #expect(try states() == "demo.virga\n")
  }

  @Test("the default session is the manifest's if --manifest names one") func places() throws {
    #expect(try place.virga("clock", "+1d", "--manifest", "good.yaml", environment: home).code == 0)
    #expect(try states() == "good.virga\n")
    #expect(
      try place.virga("clock", "+1d", "--session", "state/virga/good.virga", environment: home).code
        == 0)
  }
}
