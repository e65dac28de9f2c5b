import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga compare --session") struct CompareCommandSessionTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let recipe = Sample.entry(
      "test", ["control": ["omega": [:]], "warm": ["omega": ["greeting": "hi"]]], targeting: "true")
    place.directory.write(recipe.compact, to: "recipe.json")
    try #require(session("recipes", "add", "recipe.json").code == 0)
  }

  /// Runs `virga` on the session `s.virga` of the manifest.
  @discardableResult
  private func session(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
  }

  /// Compares the recipes of the session with their files.
  private func compare(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      ["compare", "--session", "s.virga"] + words, in: place.directory.root)
  }

  /// Changes a value of a branch and the targeting.
  private func change() throws {
    try session("recipes", "set", "test", "warm", "omega", "greeting", "hey")
    try session("recipes", "targeting", "test", "false")
  }

  @Test("each changed value has a line with the old value and the new one") func text() throws {
    try change()
    let answer = try compare()
    #expect(
      answer.output == """
        Recipe  Branch  Feature  Path       File    Session
        test                     targeting  "true"  "false"
        test    warm    omega    greeting   "hi"    "hey"

        """)
    #expect((answer.errors, answer.code) == ("", 0))
  }

  @Test("as JSON, each changed value has that of the file and that of the session")
  func json() throws {
    try session("recipes", "set", "test", "warm", "omega", "greeting", "hey")
    try session("recipes", "add-branch", "test", "cold", "--ratio", "2")
    let rows = try JSONValue.parse(compare("--format", "json").output)
    #expect(
      rows == [
        [
          "recipe": "test", "branch": "warm", "feature": "omega", "path": "greeting",
          "values": ["file": "hi", "session": "hey"],
        ],
        [
          "recipe": "test", "branch": "cold", "feature": .null, "path": "ratio",
          "values": ["session": 2],
        ],
      ])
  }

  @Test("as Markdown, each recipe has a table") func markdown() throws {
    try change()
    #expect(
      try compare("--format", "markdown").output == """
        ### Recipes of the session

        2 values of 1 recipe changed.

        #### Changed: <code>test</code>

        | Branch | Feature | Value | Before | After |
        | --- | --- | --- | --- | --- |
        |  |  | <code>targeting</code> | <code>"true"</code> | <code>"false"</code> |
        | <code>warm</code> | <code>omega</code> | <code>greeting</code> | <code>"hi"</code> | <code>"hey"</code> |

        """)
  }

  @Test("recipes that are as in their files have no differences") func unchanged() throws {
    #expect(try compare().output == "s.virga: no differences\n")
    #expect(try compare("--format", "json").output == "[]\n")
    #expect(try compare("--format", "markdown").output.hasSuffix("\n\nNo differences.\n"))
  }

  @Test("the manifest may be named, if it is that of the session") func manifest() throws {
    try change()
    #expect(try compare("good.yaml").code == 0)
    #expect(try compare("bad.yaml").code == 2)
  }

  @Test(
    "options of other comparisons are refused",
    arguments: [
      ["good.yaml", "beta", "release"], ["good.yaml", "--rev", "HEAD"],
      ["good.yaml", "--channels", "beta,release"], ["good.yaml", "--all"],
    ])
  func otherOptions(_ words: [String]) throws {
    let answer = try VirgaProgram.run(
      ["compare", "--session", "s.virga"] + words, in: place.directory.root)
    #expect(answer.code == 64)
    #expect(answer.errors.contains("--session compares recipes with their files"))
  }

  @Test("without a manifest and a session, compare says what to name") func nothing() throws {
    let answer = try place.virga("compare")
    #expect(answer.code == 64)
    #expect(answer.errors.contains("name a manifest, or a session with --session"))
  }
}
