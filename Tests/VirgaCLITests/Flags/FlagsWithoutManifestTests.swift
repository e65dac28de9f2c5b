import Testing
import VirgaTestSupport

@Suite("FeatureFlags configuration without a manifest", .timeLimit(.minutes(20)))
struct FlagsWithoutManifestTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      """
      {"features": [{"name": "Colour", "test-variations": ["Red", "Green"], "test-variation-assignment": 10},
       {"name": "Dark mode", "enabled": true}], "other": 1}
      """, to: "features.json")
    place.directory.write("{\"features\": [{\"name\": \"More\"}]}", to: "more.json")
    place.directory.write("reload\n", to: "reload")
  }

  private func virga(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      words, input: "", in: place.directory.root,
      environment: ["XDG_STATE_HOME": place.directory.path("state")])
  }

  @Test(
    "opens on its flags, without the demo",
    arguments: [["features.json"], ["--flags", "features.json"], ["open", "./features.json"]])
  func frame(_ words: [String]) throws {
    let answer = try VirgaProgram.run(
      words + ["--dump", "--session", ":memory:"], in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output.contains(" features "))
    #expect(answer.output.contains("[2 Flags]"))
    #expect(answer.output.contains("no problems"))
    #expect(answer.output.contains("━ Flags 2 ━"))
    #expect(answer.output.contains("Colour") && answer.output.contains("Dark mode"))
    #expect(!answer.output.contains("homescreen") && !answer.output.contains("sentFromCirrus"))
  }

  @Test("is found again on standard input by a reload") func standardInput() throws {
    let text = "{\"features\": [{\"name\": \"Dark mode\", \"enabled\": true}, {\"name\": \"\"}]}"
    let answer = try VirgaProgram.run(
      ["-", "--dump", "--script", "reload"], input: text, in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output.contains(" standard input "), "\(answer.output)")
    #expect(
      answer.output.contains("[2 Flags]") && answer.output.contains("Dark mode"), "\(answer.output)"
    )
  }

  @Test("is not what a manifest on standard input is taken for") func manifestOnInput() throws {
    let manifest = try VirgaProgram.run(
      ["-", "--dump"], input: "channels: [a]\nfeatures: {}\n", in: place.directory.root)
    #expect(manifest.output.contains("[1 Features]"), "\(manifest.output)")
  }

  @Test("says on other screens that it has only flags", arguments: ["features", "channels"])
  func otherScreens(_ screen: String) throws {
    let answer = try virga("features.json", "--dump", "--screen", screen, "--session", ":memory:")
    #expect(
      answer.output.contains("features.json has") && answer.output.contains("flags only;"),
      "\(answer.output)")
  }

  @Test("comes without the recipes of the demo") func noRecipes() throws {
    let recipes = try virga(
      "features.json", "--dump", "--screen", "experiments", "--session", ":memory:")
    #expect(!recipes.output.contains("homepage-order-2026"))
  }

  /// Writes a configuration whose only flag is under development.
  private func writeDevelopmentFlag() {
    place.directory.write(
      #"{"features": [{"name": "New", "development": true, "enabled": true}]}"#, to: "dev.json")
  }

  @Test("names --debug-build for a hidden flag") func hiddenFlag() throws {
    writeDevelopmentFlag()
    let hidden = try virga("flags", "get", "New", "--flags", "dev.json")
    let sentence = "the flag is off: it is under development and shows in debug builds only.\n"
    #expect(hidden.output.hasPrefix("New  flag  hidden\n" + sentence))
    #expect(hidden.output.contains("note: --debug-build shows it as a debug build does\n"))
  }

  @Test("shows development flags with --debug-build") func debugBuild() throws {
    writeDevelopmentFlag()
    let shown = try virga("flags", "get", "New", "--flags", "dev.json", "--debug-build")
    let explained = "New  flag  on\nthe flag is on: the configuration enables it.\n"
    #expect(shown.output.hasPrefix(explained))
  }

  @Test("opens as a debug build with --debug-build") func frameOfDebugBuild() throws {
    writeDevelopmentFlag()
    let frame = try virga("dev.json", "--dump", "--debug-build", "--session", ":memory:")
    #expect(frame.output.contains(" · as a debug build "))
  }

  /// The names of the flags that a command lists.
  private func names(_ words: String...) throws -> [Substring] {
    let answer = try VirgaProgram.run(
      ["flags", "list"] + words, input: "", in: place.directory.root,
      environment: ["XDG_STATE_HOME": place.directory.path("state")])
    return answer.output.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "  ").first
    }
  }

  @Test("is listed alone", arguments: ["--flags", "--manifest"])
  func list(_ option: String) throws {
    #expect(try names(option, "features.json") == ["Colour", "Dark mode"])
  }

  @Test("is listed together with the files of --flags") func listWithFlags() throws {
    #expect(
      try names("--manifest", "features.json", "--flags", "more.json")
        == ["Colour", "Dark mode", "More"])
  }

  @Test("is listed together with the flags of a manifest") func listWithManifest() throws {
    #expect(
      try names("--manifest", "good.yaml", "--flags", "features.json").contains("alphaEnabled"))
  }

  @Test("may be a bare array")
  func otherShapes() throws {
    place.directory.write("[{\"name\": \"Dark mode\"}]", to: "array.json")
    #expect(try virga("flags", "list", "--flags", "array.json").output.contains("\nDark mode"))
  }

  @Test("is one problem if it is an empty list in YAML")
  func emptyList() throws {
    place.directory.write("features: []\n", to: "list.yaml")
    let list = try virga("flags", "list", "--flags", "list.yaml")
    #expect(
      list.errors.split(separator: "\n").filter { $0.contains("error:") }.count == 1,
      "\(list.errors)")
  }

  @Test("has its own session, shared by the console and the subcommands")
  func session() throws {
    place.directory.write("flag set Dark mode off\n", to: "script")
    let console = try virga("features.json", "--plain", "--script", "script", "--exit")
    #expect(
      console.errors.contains(
        "1 override stays active in \(place.directory.path("state"))/virga/features"))
    let listed = try virga("flags", "list", "--flags", "features.json", "--overridden")
    #expect(listed.output.contains("\nDark mode  flag"), "\(listed.output)\(listed.errors)")
    let cleared = try virga("flags", "clear", "Dark mode", "--flags", "features.json")
    #expect(cleared.code == 0, "\(cleared.errors)")
    let set = try virga("context", "set", "region", "DE", "--manifest", "features.json")
    #expect(set.code == 0, "\(set.errors)")
  }

  @Test("a catalog alone still opens with the demo")
  func catalogue() throws {
    place.directory.write("flags:\n- {id: mock, channels: [nightly]}\n", to: "catalogue.yaml")
    let answer = try virga("flags", "list", "--flags", "catalogue.yaml", "--session", ":memory:")
    #expect(answer.output.contains("mock") && answer.output.contains("homescreen"))
  }
}
