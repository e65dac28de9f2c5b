import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("virga recipes check") struct RecipesCheckCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let size = "size: {type: Int, default: 1, description: How large}"
    let newer = Workplace.good.replacing("greeting: {", with: "\(size)\n      greeting: {")
    place.directory.write(newer, to: "newer.yaml")
  }

  /// A recipe on `omega` in the channel `beta`.
  private static func recipe(
    _ slug: String, _ value: String = "{}", targeting: String = "true"
  ) -> String {
    """
    {"slug": "\(slug)", "schemaVersion": "1", "userFacingName": "n", "userFacingDescription": "d",
    "isEnrollmentPaused": false, "proposedEnrollment": 7, "channel": "beta",
    "bucketConfig": {"namespace": "\(slug)", "randomizationUnit": "nimbus_id", "start": 0,
    "count": 10000},
    "targeting": "\(targeting)",
    "branches": [{"slug": "on", "ratio": 1, "features": [{"featureId": "omega", "value": \(value)}]}]}
    """
  }

  private func check(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(["recipes", "check"] + words, in: place.directory.root)
  }

  @Test("recipes without problems are counted") func noProblems() throws {
    place.directory.write(Self.recipe("a", #"{"greeting": "hi"}"#), to: "a.json")
    let answer = try check("a.json", "--manifest", "good.yaml")
    #expect(answer.output == "1 recipe: no problems\n")
    #expect(answer.code == 0 && answer.errors.isEmpty)
  }

  @Test("a config that does not match is an error with its position") func mismatch() throws {
    let marked = MarkedText(Self.recipe("a", #"{"greeting": ⟦3⟧}"#))
    place.directory.write(marked.text, to: "a.json")
    let answer = try check("a.json", "--manifest", "good.yaml")
    let start = try #require(marked.ranges.first).start
    #expect(answer.code == 1)
    #expect(answer.output.contains("a.json:\(start): error: features/omega.greeting: "))
    #expect(answer.output.contains(", in branch `on` of `a`, in beta"))
    #expect(answer.output.contains("[wrong-type]\n"))
    #expect(answer.output.hasSuffix("\n1 recipe: 1 error in beta\n"))
  }

  @Test("a config that an older version does not support names the newer one")
  func versions() throws {
    place.directory.write(Self.recipe("a", #"{"size": 2}"#), to: "a.json")
    let both = try check("a.json", "--manifest", "good.yaml", "--manifest", "newer.yaml")
    #expect(both.code == 1)
    #expect(both.output.contains("; unsupported before newer.yaml"))
    #expect(both.output.contains("[unsupported-before]"))
    #expect(try check("a.json", "--manifest", "newer.yaml").code == 0)
  }

  /// Writes a folder with a recipe `a` and a recipe `b`, which has this targeting.
  private func writeSet(targeting: String) {
    place.directory.makeDirectory("set")
    place.directory.write(Self.recipe("a"), to: "set/a.json")
    place.directory.write(Self.recipe("b", targeting: targeting), to: "set/b.json")
  }

  @Test("recipes of several files are checked against each other") func competing() throws {
    writeSet(targeting: "true")
    let answer = try check("set")
    #expect(answer.code == 0)
    #expect(
      answer.output.contains(
        "set/b.json:1:10: warning: recipes/b#slug: `b` loses clients to `a`, because both are"))
    #expect(answer.output.hasSuffix("\n2 recipes: 1 warning\n"))
  }

  @Test("with --strict a warning fails") func strict() throws {
    writeSet(targeting: "true")
    let answer = try check("set", "--strict")
    #expect(answer.code == 1)
    #expect(answer.output.hasSuffix("\n2 recipes: 1 warning (strict: warnings fail)\n"))
  }

  @Test("--severity leaves out what is less severe") func severity() throws {
    writeSet(targeting: "true")
    #expect(try check("set", "--severity", "error").output == "2 recipes: 1 warning\n")
  }

  @Test(
    "an ignored problem does not fail",
    arguments: ["competing-recipes", "competing-recipes:recipes/b"])
  func ignored(_ ignored: String) throws {
    writeSet(targeting: "true")
    let answer = try check("set", "--strict", "--ignore", ignored)
    #expect(answer.output == "2 recipes: no problems, 1 ignored\n")
    #expect(answer.code == 0)
  }

  @Test("a problem at another recipe is not ignored") func notIgnored() throws {
    writeSet(targeting: "true")
    let answer = try check("set", "--strict", "--ignore", "competing-recipes:recipes/a")
    #expect(answer.output.contains("[unused-ignore]"))
    #expect(answer.code == 1)
  }

  @Test("problems of a baseline do not fail") func baseline() throws {
    writeSet(targeting: "true")
    let written = try check("set", "--write-baseline", "known.json")
    #expect((written.output, written.code) == ("wrote 1 problem to known.json\n", 0))
    let answer = try check("set", "--strict", "--baseline", "known.json")
    #expect(answer.output == "2 recipes: no problems, 1 in the baseline\n")
    #expect(answer.code == 0)
  }

  /// Checks recipes of which one has a warning, against a manifest in a folder with rules.
  private func checkWithRules(_ rules: String) throws -> ChildProcess {
    writeSet(targeting: "true")
    place.directory.makeDirectory("app")
    place.directory.write(Workplace.good, to: "app/good.yaml")
    place.directory.write(rules, to: "app/.virga.yaml")
    return try check("set", "--manifest", "newer.yaml", "--manifest", "app/good.yaml")
  }

  @Test("the rules of the newest manifest's project say what fails") func projectRules() throws {
    let answer = try checkWithRules("strict: true\n")
    #expect(answer.code == 1)
    #expect(answer.output.hasSuffix("\n2 recipes: 1 warning (strict: warnings fail)\n"))
  }

  @Test("the rules of the newest manifest's project say what does not count")
  func projectIgnores() throws {
    let answer = try checkWithRules(
      """
      strict: true
      ignore:
        - {code: competing-recipes, reason: They run one after the other.}
        - {code: missing-metadata, reason: Only manifests have it.}
      """)
    #expect(answer.output == "2 recipes: no problems, 1 ignored\n")
    #expect(answer.code == 0)
  }

  @Test("a mistake in the rules of the project is an error") func projectMistake() throws {
    let answer = try checkWithRules("strict: perhaps\n")
    #expect(answer.code == 1)
    #expect(answer.output.contains("app/.virga.yaml:1:9: error: write true or false"))
  }

  @Test("recipes that exclude each other have no problems") func exclusive() throws {
    writeSet(targeting: "('a' in active_experiments) == false")
    #expect(try check("set").output == "2 recipes: no problems\n")
  }

  /// Checks two files of which the second has the slug of the first, and an error.
  private func checkRepeatedSlug() throws -> ChildProcess {
    place.directory.write(Self.recipe("a"), to: "a.json")
    place.directory.write(Self.recipe("a", #"{"greeting": 3}"#), to: "b.json")
    return try check("a.json", "b.json", "--manifest", "good.yaml")
  }

  @Test("a slug that an earlier file has is a warning") func repeatedSlug() throws {
    let answer = try checkRepeatedSlug()
    #expect(answer.code == 0)
    #expect(answer.output.contains("b.json:1:10: warning: recipes/a#slug: "))
    #expect(answer.output.contains("the one in a.json is used [repeated-slug]"))
  }

  @Test("a recipe whose slug an earlier file has is left out") func leftOut() throws {
    #expect(try checkRepeatedSlug().output.hasSuffix("\n1 recipe: 1 warning\n"))
  }

  @Test("a file that is named twice is checked once") func repeatedFile() throws {
    place.directory.write(Self.recipe("a"), to: "a.json")
    #expect(try check("a.json", "a.json").output == "1 recipe: no problems\n")
  }

  @Test("recipes beside an unreadable one are checked") func unreadable() throws {
    let readable = Self.recipe("a", targeting: "false")
    place.directory.write(#"[{"branches": 1}, \#(readable)]"#, to: "r.json")
    let answer = try check("r.json")
    #expect(answer.code == 1)
    #expect(answer.output.contains("[nobody-targeted]"))
    #expect(answer.output.contains("r.json:1:15: error: "))
  }

  @Test("a text that is not JSON exits with 1") func noJSON() throws {
    place.directory.write("[{]", to: "r.json")
    #expect(try check("r.json").code == 1)
  }

  @Test("a missing file exits with 2") func missingFile() throws {
    #expect(try check("none.json").code == 2)
  }

  @Test("JSON, GitHub and SARIF have the same problems") func formats() throws {
    place.directory.write(Self.recipe("a", #"{"greeting": 3}"#), to: "a.json")
    func answer(_ format: String) throws -> String {
      try check("a.json", "--manifest", "good.yaml", "--format", format).output
    }
    let json = try JSONValue.parse(answer("json"))
    #expect(json["valid"] == false)
    let problem = json["problems"]?[0]
    #expect(problem?["code"] == "wrong-type" && problem?["file"] == "a.json")
    #expect(problem?["channels"] == ["beta"])
    #expect(try answer("github").hasPrefix("::error file=a.json,line="))
    let sarif = try JSONValue.parse(answer("sarif"))
    #expect(sarif["runs"]?[0]?["results"]?[0]?["ruleId"] == "wrong-type")
  }

  @Test("the configuration names variables with expressions") func expressions() throws {
    place.directory.write(Self.recipe("a", #"{"greeting": "region =="}"#), to: "a.json")
    place.directory.makeDirectory(".config")
    place.directory.makeDirectory(".config/virga")
    place.directory.write("expressions: [omega.greeting]\n", to: ".config/virga/config.yaml")
    let answer = try check("a.json", "--manifest", "good.yaml")
    #expect(answer.code == 1 && answer.output.contains("[unreadable-expression]"))
  }

  @Test("errors of the manifest are only remarks") func manifestErrors() throws {
    place.directory.write(Self.recipe("a").replacing("omega", with: "alpha"), to: "a.json")
    let answer = try check("a.json", "--manifest", "bad.yaml")
    #expect(answer.code == 0)
    #expect(answer.errors.contains("unknown-type"))
  }
}
