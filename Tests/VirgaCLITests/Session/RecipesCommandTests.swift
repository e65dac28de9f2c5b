import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("Recipes commands")
struct RecipesCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.recipe.compact, to: "recipe.json")
    try #require(virga("recipes", "add", "recipe.json").code == 0)
  }

  private static let recipe = Sample.entry(
    "test", ["control": ["omega": [:]], "warm": ["omega": ["greeting": "hi"]]], targeting: "true")

  /// Runs `virga` on the session `s.virga` of the manifest.
  private func virga(_ words: String..., input: String = "") throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], input: input,
      in: place.directory.root)
  }

  /// The recipe as the session changes it.
  private func shown() throws -> JSONValue {
    try JSONValue.parse(virga("recipes", "show", "test", "--format", "json").output)
  }

  /// The config of the last branch.
  private func config() throws -> JSONValue? {
    try shown()["branches"]?.arrayValue?.last?["features"]?[0]?["value"]
  }

  @Test("set changes a branch's config in place") func set() throws {
    let set = try virga("recipes", "set", "test", "warm", "omega", "greeting", "hey")
    #expect(set.output == "set greeting = \"hey\" in warm of test\n")
    #expect((set.code, set.errors) == (0, ""))
    #expect(try config() == ["greeting": "hey"])
  }

  /// Changes the config of a branch.
  private func change() throws {
    _ = try virga("recipes", "set", "test", "warm", "omega", "greeting", "hey")
  }

  @Test("lists mark a changed recipe") func marked() throws {
    try change()
    #expect(try virga("recipes", "list").output.contains("\n~ test  "))
    let listed = try JSONValue.parse(virga("recipes", "list", "--format", "json").output)
    #expect(listed[0]?["slug"] == "test" && listed[0]?["changed"] == true)
    #expect(try virga("session", "show").output.contains("\n~ test  "))
  }

  @Test("show prints the changes of a recipe") func changes() throws {
    try change()
    let text = try virga("recipes", "show", "test").output
    #expect(text.contains("\nchanged against its file\n"))
    #expect(text.contains("~ warm ▸ omega ▸ greeting  \"hi\" → \"hey\"\n"))
  }

  @Test("show compares branches by their names") func removedBranch() throws {
    _ = try virga("recipes", "remove-branch", "test", "control")
    #expect(
      try virga("recipes", "show", "test").output.hasSuffix(
        """

        changed against its file
        ~ control ▸ ratio  1 → nothing
        ~ control ▸ omega  {} → nothing

        """))
  }

  @Test("show prints another order of the branches") func reorderedBranches() throws {
    _ = try virga("recipes", "remove-branch", "test", "control")
    _ = try virga("recipes", "add-branch", "test", "control")
    _ = try virga("recipes", "set", "test", "control", "omega", "{}")
    let text = try virga("recipes", "show", "test").output
    #expect(
      text.contains(#"~ order of branches  ["control","warm"] → ["warm","control"]"#))
  }

  @Test("drop restores the recipe of the file") func drop() throws {
    try change()
    let drop = try virga("recipes", "drop", "test")
    #expect((drop.code, drop.output) == (0, "dropped the changes of test\n"))
    #expect(try shown() == Self.recipe)
    #expect(try !virga("recipes", "show", "test").output.contains("changed"))
    #expect(try virga("recipes", "list").output.contains("\n  test  "))
  }

  @Test("drop refuses an unchanged recipe") func nothingToDrop() throws {
    #expect(try virga("recipes", "drop", "test").code == 1)
  }

  @Test("set takes the whole config from the command line, a file or standard input")
  func wholeConfig() throws {
    place.directory.write("greeting: from a file\n", to: "config.yaml")
    let ways: [(words: [String], greeting: JSONValue)] = [
      ([#"{"greeting": "typed"}"#], "typed"), (["config.yaml"], "from a file"),
      (["--file", "config.yaml"], "from a file"), (["--file", "-"], "piped"),
    ]
    for (words, greeting) in ways {
      _ = try virga("recipes", "set", "test", "warm", "omega", "greeting", "before")
      let answer = try VirgaProgram.run(
        ["recipes", "set", "test", "warm", "omega"] + words
          + ["--session", "s.virga", "--manifest", "good.yaml"],
        input: #"{"greeting": "piped"}"#, in: place.directory.root)
      #expect(answer.output == "replaced the config of omega in warm of test\n")
      #expect(try config() == ["greeting": greeting], "\(words)")
    }
  }

  @Test("set refuses what the manifest does not allow") func problems() throws {
    let wrong = try virga("recipes", "set", "test", "warm", "omega", "greting", "hey")
    #expect(wrong.code == 1)
    #expect(wrong.errors.contains("did you mean \"greeting\"?"))
    #expect(try shown() == Self.recipe)
  }

  @Test("set reads a value by the type of its variable") func typedValue() throws {
    let number = try virga("recipes", "set", "test", "warm", "omega", "greeting", "120")
    #expect(number.code == 0)
    #expect(try config() == ["greeting": "120"])
  }

  @Test(
    "each part of a recipe has a command",
    arguments: [
      TestRow("a ratio", ["ratio test warm 3", "set ratio = 3 in warm of test"]),
      TestRow("the targeting", ["targeting test locale=='de'", "changed the targeting of test"]),
      TestRow("no targeting", ["targeting test --remove", "removed the targeting of test"]),
      TestRow("buckets", ["bucket test --start 2 --count 9", "changed the buckets of test"]),
      TestRow("a new branch", ["add-branch test cold --ratio 2", "added branch cold to test"]),
      TestRow("a branch less", ["remove-branch test warm", "removed branch warm of test"]),
    ])
  func parts(_ row: TestRow<[String]>) throws {
    let words = row.values[0].split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(
      ["recipes"] + words + ["--session", "s.virga", "--manifest", "good.yaml"],
      in: place.directory.root)
    #expect((answer.code, answer.output, answer.errors) == (0, row.values[1] + "\n", ""))
    #expect(try shown() != Self.recipe)
    #expect(try virga("session", "undo").code == 0)
    #expect(try shown() == Self.recipe)
  }

  @Test("a targeting that clients cannot read is refused with its mistake")
  func targeting() throws {
    let answer = try virga("recipes", "targeting", "test", "locale ==")
    #expect(answer.code == 1)
    #expect(answer.errors.hasPrefix("error: "))
    #expect(try shown() == Self.recipe)
  }

  @Test(
    "a change after which recipes check finds a problem gives its warning",
    arguments: [
      TestRow(
        "targeting that never holds",
        ["targeting", "test", "region=='US' && region=='CA'", "[nobody-targeted]"]),
      TestRow("no client", ["targeting", "test", "false", "[nobody-targeted]"]),
      TestRow(
        "clients that leave after their first run",
        ["targeting", "test", "is_first_run", "[not-sticky]"]),
      TestRow(
        "buckets that wrap around",
        ["bucket", "test", "--start", "9999", "--count", "5", "[buckets-beyond-total]"]),
    ])
  func checkedChange(_ row: TestRow<[String]>) throws {
    let code = try #require(row.values.last)
    let answer = try VirgaProgram.run(
      ["recipes"] + row.values.dropLast() + ["--session", "s.virga", "--manifest", "good.yaml"],
      in: place.directory.root)
    #expect(answer.code == 0)
    #expect(answer.errors.hasPrefix("warning: recipes/test#"))
    #expect(answer.errors.hasSuffix("\(code)\n"))
  }

  @Test("a warning that the recipe gave before is not repeated") func repeatedWarning() throws {
    #expect(try virga("recipes", "targeting", "test", "false").errors != "")
    #expect(try virga("recipes", "ratio", "test", "warm", "3").errors == "")
  }

  @Test("more buckets than there are give a warning")
  func buckets() throws {
    let answer = try virga("recipes", "bucket", "test", "--count", "20000")
    #expect(answer.code == 0)
    #expect(answer.errors.contains("Write at most 10000"))
    #expect(try shown()["bucketConfig"]?["count"] == 20_000)
  }

  @Test(
    "a command that lacks a value shows its usage",
    arguments: [
      TestRow("no value", "set test warm omega"),
      TestRow("a value and a file", "set test warm omega greeting hi --file config.yaml"),
      TestRow("no number of buckets", "bucket test"),
      TestRow("no targeting", "targeting test"),
      TestRow("two targetings", "targeting test true --remove"),
      TestRow("a ratio that is not a number", "ratio test warm many"),
    ])
  func usage(_ row: TestRow<String>) throws {
    let words = row.values.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(
      ["recipes"] + words + ["--session", "s.virga"], in: place.directory.root)
    #expect(answer.code == 64)
    #expect(answer.output == "")
  }

  @Test("reading the file again leaves the change")
  func reload() throws {
    _ = try virga("recipes", "set", "test", "warm", "omega", "greeting", "hey")
    #expect(try virga("recipes", "add", "recipe.json").output == "unchanged\n")
    let enrolled = try virga(
      "enroll", "--recipes", "recipe.json", "--client-id", Sample.clientID)
    #expect(enrolled.code == 0, "\(enrolled.errors)")
    #expect(try config() == ["greeting": "hey"])
  }

  @Test("forcing a branch with the file's recipe leaves the change")
  func forcing() throws {
    _ = try virga("recipes", "set", "test", "warm", "omega", "greeting", "hey")
    let forced = try virga("branch", "force", "test", "warm", "--recipes", "recipe.json")
    #expect(forced.code == 0, "\(forced.errors)")
    let values = try virga("session", "show").output
    #expect(values.contains("warm"))
    #expect(try config() == ["greeting": "hey"])
  }

  @Test("the shell script of a session changes the recipe as the session did")
  func script() throws {
    _ = try virga("branch", "force", "test", "warm")
    _ = try virga("recipes", "set", "test", "warm", "omega", "greeting", "it's")
    let script = try virga("session", "show", "--format", "shell").output
    #expect(script.contains("virga recipes set "))
    place.directory.write(script.replacing("s.virga", with: "other.virga"), to: "script")
    let path = VirgaProgram.folder + ":" + SystemProgram.searchPath
    let run = try ChildProcess.run(
      ["/bin/sh", "-e", "script"],
      environment: VirgaProgram.environment(home: place.directory.root, adding: ["PATH": path]),
      folder: place.directory.root)
    #expect((run.code, run.errors) == (0, ""))
    func entries(_ session: String) throws -> JSONValue? {
      let words = ["session", "export", "--session", session, "--manifest", "good.yaml"]
      let export = try VirgaProgram.run(words, in: place.directory.root).output
      return try JSONValue.parse(export)["entries"]
    }
    let own = try entries("s.virga")
    let other = try entries("other.virga")
    for kind in ["recipe", "recipe-file", "branch"] {
      #expect(own?[kind] != nil && own?[kind] == other?[kind], "\(kind)")
    }
  }
}
