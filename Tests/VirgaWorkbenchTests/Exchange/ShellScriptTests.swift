import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Session as shell commands")
struct ShellScriptTests {
  @Test("has a line for each value and attribute, quoted for the shell")
  func commands() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["title"], to: "it's") }
    try driver.perform { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["sections", "bookmarks"], to: false)
    }
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    try driver.perform { o throws(Refusal) in try o.moveClock(by: 86_400) }
    let script = driver.session.shellScript(
      options: ["--session", "my session.virga"], channel: "nightly")
    let head =
      "#!/bin/sh -e\n# Without the session's history and events: `virga session export` writes them too.\n"
    #expect(script.hasPrefix(head + "session='my session.virga'\n"))
    let target = "--session \"$session\""
    let lines = script.split(separator: "\n").map(String.init).filter { $0.hasPrefix("virga") }
    #expect(
      lines == [
        "virga session import \(target) - <<'VIRGA'",
        "virga config set \(target) -- app-menu title '\"it'\\''s\"'",
        "virga config set \(target) -- app-menu sections.bookmarks false",
        "virga context set \(target) -- locale '\"de-DE\"'",
        "virga clock \(target) -- +86400s",
      ])
  }

  /// The script of a session with invisible characters in its path and its context.
  private static func invisibleScript() throws -> String {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setContext("lo\u{202E}cale", to: "d\u{200B}e") }
    return driver.session.shellScript(options: ["--session", SystemPath.text([0x61, 0xE9])])
  }

  @Test("says which invisible characters it has") func namesOfInvisibleCharacters() throws {
    let lines = try Self.invisibleScript().split(separator: "\n").map(String.init)
    #expect(lines.contains(#"# \342\200\256 is U+202E right-to-left override."#))
  }

  @Test("escapes invisible characters") func invisibleCharacters() throws {
    let script = try Self.invisibleScript()
    let lines = script.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"session="$(printf 'a\351')""#))
    #expect(lines.last?.hasSuffix(#"-- "$(printf 'lo\342\200\256cale')" '"d\u200be"'"#) == true)
    #expect(script.invisibleScalars == [])
  }

  @Test("imports a client with recipes as a whole, so that its enrollments stay")
  func client() throws {
    var driver = SessionDriver()
    try driver.add(Sample.entry("first", ["four": ["app-menu": ["rows": 4]]]))
    try driver.add(Sample.entry("second", ["six": ["app-menu": ["rows": 6]]]))
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    try driver.perform { o throws(Refusal) in try o.optOut(of: "first") }
    try driver.perform { o throws(Refusal) in try o.dropBranch(of: "first") }
    #expect(driver.statuses == ["first NotEnrolled", "second Enrolled six"])
    let script = driver.session.shellScript(channel: "nightly")
    #expect(
      script.split(separator: "\n").filter { $0.hasPrefix("virga") } == [
        "virga session import - <<'VIRGA'"
      ])
    var made = SessionDriver()
    made.session = try Self.imported(script)
    #expect(made.statuses == driver.statuses)
    #expect(made.session[.channel] == "nightly")
  }

  @Test("includes the client's changes as one step") func clientChange() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "en-US") }
    try driver.add(
      Sample.entry("first", ["four": ["app-menu": ["rows": 4]]], targeting: "locale == 'en-US'"))
    let given = Set(driver.session.operations.map(\.id))
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    try driver.perform { o throws(Refusal) in try o.recordEvent("opened") }
    let changes = ClientChanges(in: driver.session, besides: given).all
    #expect(changes.map(\.key) == [EntryKey(.context, "locale"), EntryKey(.behavior, "opened")])
    driver.operationContext.readOnlyReason = "it is only looked at"
    let change = driver.session.operations(in: driver.operationContext).clientChange(changes)
    #expect(change?.label == "change the client, 2 changes")
    var made = SessionDriver()
    made.session = try Self.imported(driver.session.shellScript(clientChange: change))
    #expect(made.session.keys == driver.session.keys && made.statuses == driver.statuses)
    #expect(ClientChanges(in: made.session).all == changes)
    _ = made.session.undo()
    #expect(made.session[.context, "locale"] == "en-US" && made.session[.behavior, "opened"] == nil)
    #expect(driver.session.operations(in: driver.operationContext).clientChange([]) == nil)
  }

  private static let six = BranchFeature("app-menu", in: "six", of: "rows")

  /// A session with a recipe, in which the client is in the branch `six`.
  private static func driverWithRecipe() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(
      Sample.entry("rows", ["four": ["app-menu": ["rows": 4]], "six": ["app-menu": ["rows": 6]]]))
    return driver
  }

  /// The lines of a script that begin a command.
  private static func commands(in script: String) -> [String] {
    script.split(separator: "\n").map(String.init).filter { $0.hasPrefix("virga") }
  }

  @Test("repeats a changed config of a branch after the import of the file's recipe")
  func changedConfig() throws {
    var driver = try Self.driverWithRecipe()
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    let script = driver.session.shellScript()
    let repeated = "virga recipes set -- rows six app-menu rows 7"
    #expect(Self.commands(in: script) == ["virga session import - <<'VIRGA'", repeated])
    var made = SessionDriver()
    made.session = try Self.imported(script)
    #expect(made.session.changedRecipeSlugs == [])
    try made.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    #expect(made.session.keys == driver.session.keys)
    #expect(made.session[.recipe, "rows"] == driver.session[.recipe, "rows"])
  }

  @Test("has a command for each kind of change of a recipe that was not evaluated yet")
  func changedRecipe() throws {
    var driver = try Self.driverWithRecipe()
    let changes: [RecipeChange] = [
      .targeting("true"), .buckets(start: 5, count: 50), .addBranch("new", ratio: 2),
      .ratio(3, branch: "four"), .config(["title": "x"], feature: "app-menu", branch: "new"),
    ]
    for change in changes {
      try driver.perform { o throws(Refusal) in try o.change("rows", change) }
    }
    let kinds: [EntryKind] = [.recipe, .recipeFile, .recipeOrder]
    let entries = driver.session.keys.filter { kinds.contains($0.kind) }.map {
      ($0, driver.session[$0] ?? .null)
    }
    let session = Session(entries: Dictionary(uniqueKeysWithValues: entries))
    #expect(
      Self.commands(in: session.shellScript()) == [
        "virga recipes add - <<'VIRGA'", "virga recipes targeting -- rows true",
        "virga recipes bucket --start 5 --count 50 -- rows",
        "virga recipes add-branch --ratio 2 -- rows new", "virga recipes ratio -- rows four 3",
        #"virga recipes set -- rows new app-menu '{"title":"x"}'"#,
      ])
  }

  @Test("imports changes that only together keep the client enrolled")
  func decidingChanges() throws {
    var driver = try Self.driverWithRecipe()
    for change in [RecipeChange.targeting("true"), .buckets(start: nil, count: 50)] {
      try driver.perform { o throws(Refusal) in try o.change("rows", change) }
    }
    let script = driver.session.shellScript()
    #expect(Self.commands(in: script) == ["virga session import - <<'VIRGA'"])
    #expect(try Self.imported(script).changedRecipeSlugs == ["rows"])
  }

  @Test("imports a changed recipe if a command would remove the draft of a branch")
  func draftOfBranch() throws {
    var driver = try Self.driverWithRecipe()
    try driver.perform { o throws(Refusal) in
      try o.setConfig(Self.six, at: .root, to: ["title": "x"])
    }
    let whole = #"virga recipes set -- rows six app-menu '{"title":"x"}'"#
    #expect(Self.commands(in: driver.session.shellScript()).last == whole)
    let draft = BranchDraft("{", of: Self.six, startedFrom: ["title": "x"])
    try driver.perform { o throws(Refusal) in try o.keepDraft(draft) }
    let script = driver.session.shellScript()
    #expect(Self.commands(in: script) == ["virga session import - <<'VIRGA'"])
    let imported = try Self.imported(script)
    #expect(imported.draft(at: Self.six) == draft)
    #expect(imported.changedRecipeSlugs == ["rows"])
  }

  @Test("leaves changes of attributes to the commands that set them")
  func clientCommands() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    try driver.perform { o throws(Refusal) in try o.recordEvent("opened") }
    let change = driver.session.operations(in: driver.operationContext).clientChange(
      ClientChanges(in: driver.session).all)
    let imported = try Self.imported(driver.session.shellScript(clientChange: change))
    #expect(ClientChanges(in: imported).all.map(\.key) == [EntryKey(.behavior, "opened")])
  }

  @Test("names the channel that is shown, as an export does")
  func channel() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setChannel("release") }
    #expect(
      try Self.imported(driver.session.shellScript(channel: "nightly"))[.channel] == "nightly")
    #expect(try Self.imported(driver.session.shellScript())[.channel] == "release")
    let export = SessionExport(manifest: nil, session: Session(), events: [])
    #expect(export.withChannel("nightly").session[.channel] == "nightly")
    #expect(export.withChannel(nil) == export)
  }

  /// The session that a script imports first.
  private static func imported(_ script: String) throws -> Session {
    let body = try #require(
      script.split(separator: "<<'VIRGA'\n").last?.split(separator: "\nVIRGA").first)
    return try SessionExport(json: JSONValue.parse(String(body), name: "")).session
  }

  @Test("first imports values without a command of their own")
  func others() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setPreference("menu-enabled", to: false) }
    try driver.perform { o throws(Refusal) in try o.setParticipation(false, in: .rollouts) }
    let script = driver.session.shellScript()
    let parts = script.split(separator: "\n", maxSplits: 3)
    #expect(parts[2] == "virga session import - <<'VIRGA'")
    let body = try #require(parts.last?.split(separator: "\nVIRGA").first)
    let read = try SessionExport(json: JSONValue.parse(String(body), name: ""))
    #expect(read.session.keys == driver.session.keys)
  }
}
