import Testing
import VirgaTestSupport

@Suite("virga flags") struct FlagsCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      """
      flags:
      - {id: alphaOn, feature: alpha, path: enabled, preference-key: AlphaUserPrefsKey}
      - {id: mock, channels: [beta]}
      """, to: "catalogue.yaml")
    place.directory.write(
      """
      {"features": [{"name": "Colour", "test-variations": ["Red", "Green"], "test-variation-assignment": 10},
       {"name": "Themes", "enabled": true, "unlocked": false}]}
      """, to: "tests.json")
  }

  private func flags(_ arguments: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      ["flags"] + arguments + [
        "--manifest", "good.yaml", "--flags", "catalogue.yaml", "--flags", "tests.json",
        "--session", "s.virga",
      ], input: "", in: place.directory.root, environment: [:])
  }

  @Test("list prints a row for each flag") func list() throws {
    let answer = try flags("list")
    #expect(
      answer.output == """
        Flag     Kind    Build                 User  Debug  buildOnly  userOnly  buildAndUser
        alphaOn  bool    on  variable default  ·     ·      on         on        on
        mock     core    on  channel           –     –      on         on        on
        Colour   ab      Red  draw             –     ·      Red        Red       Red
        Themes   unlock  off  lock state       –     –      off        off       off

        """)
    #expect(answer.code == 0)
  }

  @Test("a flag with the off option is not listed as enabled")
  func offOption() throws {
    let list = ["flags", "list", "--enabled", "--session", "s.virga"]
    func isListed() throws -> Bool {
      try VirgaProgram.run(list, in: place.directory.root).output.contains("\nstartAtHome ")
    }
    #expect(try isListed())
    _ = try place.virga("flags", "set", "startAtHome", "disabled", "--session", "s.virga")
    #expect(try !isListed())
  }

  @Test("list reports the errors of a manifest")
  func brokenManifest() throws {
    place.directory.write("channels: [beta]\nfeatures: 5\n", to: "broken.yaml")
    let answer = try VirgaProgram.run(
      ["flags", "list", "--manifest", "broken.yaml", "--session", ":memory:"], input: "",
      in: place.directory.root,
      environment: [:])
    #expect(answer.errors.contains("broken.yaml:2:"))
    #expect(answer.code == 1)
  }

  @Test("set stores a value") func set() throws {
    #expect(try flags("set", "alphaOn", "off").errors == "set alphaOn preference = off\n")
  }

  @Test("get explains a stored value") func get() throws {
    _ = try flags("set", "alphaOn", "off")
    let explained = try flags("get", "alphaOn")
    #expect(
      explained.output == """
        alphaOn  bool  off
        reads alpha/enabled
        buildAndUser is off: the build turns it on (variable default), but the user switched it off.
        userOnly is off: the user switched it off.
        buildOnly is on: the build turns it on (variable default).
        preference AlphaUserPrefsKey  off
        debug alphaOnDebugKey  unset

        """)
  }

  /// Overrides a flag of each kind.
  private func setThree() throws {
    _ = try flags("set", "alphaOn", "off")
    _ = try flags("set", "Colour", "green")
    _ = try flags("set", "Themes", "unlocked")
  }

  @Test("list shows overridden flags of a kind as JSON") func overridden() throws {
    try setThree()
    let listed = try flags("list", "--overridden", "--kind", "ab", "--format", "json")
    #expect(
      listed.output == """
        [
          {
            "id": "Colour",
            "kind": "ab",
            "feature": null,
            "variable": null,
            "build": "Red",
            "user": null,
            "debug": "Green",
            "buildOnly": "Green",
            "userOnly": "Green",
            "buildAndUser": "Green",
            "state": "Green",
            "layer": "debug override",
            "why": "the variation is Green: a debug override chooses Green (the build has Red)."
          }
        ]

        """)
  }

  @Test("clear drops all overrides") func clear() throws {
    try setThree()
    let cleared = try flags("clear", "--all")
    #expect(cleared.errors == "dropped 3 overrides of flags\n")
    #expect(try flags("list", "--overridden").output == "")
  }

  @Test("set accepts on, true, off and false for any switch", arguments: ["preference", "debug"])
  func switches(_ layer: String) throws {
    for (word, value) in [("on", "on"), ("false", "off"), ("true", "on"), ("off", "off")] {
      let answer = try flags("set", "alphaOn", word, "--layer", layer)
      #expect(answer.errors == "set alphaOn \(layer) = \(value)\n")
    }
  }

  @Test("set refuses any other word for a switch", arguments: ["preference", "debug"])
  func otherWord(_ layer: String) throws {
    #expect(
      try flags("set", "alphaOn", "maybe", "--layer", layer).errors.contains(
        "alphaOn must be on or off"))
  }

  @Test("set unlocks a flag of kind unlock") func unlock() throws {
    #expect(try flags("set", "Themes", "true").errors == "unlocked Themes\n")
  }

  @Test("draw and weights reassign a test")
  func drawing() throws {
    _ = try flags("set", "Colour", "70", "--layer", "draw")
    #expect(try flags("list", "--kind", "ab").output.contains("Green  draw"))
    _ = try flags("set", "Colour", "80,20", "--layer", "weights")
    #expect(
      try flags("get", "Colour").output.contains(
        "variation Red  weight 80\nvariation Green  weight 20\ndraw 70\n"))
    #expect(try flags("list", "--kind", "ab").output.contains("Red  draw"))
  }

  @Test("a change that does not apply is refused with the reason")
  func refusals() throws {
    let core = try flags("set", "mock", "on")
    #expect(core.code == 1)
    #expect(
      core.errors.contains(
        "only flags of kind Boolean, flag, feature-ab, ab and mvt have a debug override"))
    let release = try flags("set", "alphaOn", "on", "--layer", "debug", "--channel", "release")
    #expect(release.code == 1)
    #expect(
      release.errors.contains("the channel release ignores debug overrides; they count in beta"))
    let unknown = try flags("get", "alphaOm")
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("did you mean `alphaOn`?"))
    #expect(try flags("set", "Colour", "seventy", "--layer", "draw").code == 64)
  }

  @Test("a simulated preference is not stored")
  func testOverride() throws {
    #expect(
      try flags("list", "--test-override", "off", "--kind", "bool").output.contains(
        "on         off       off"))
    #expect(try flags("list", "--kind", "bool").output.contains("on         on        on"))
  }

  @Test("init prints a catalog that virga can read")
  func initial() throws {
    let written = try place.virga("flags", "init", "--manifest", "good.yaml")
    #expect(
      written.output == """
        flags:
        - id: alphaEnabled
          kind: bool
          description: Whether it is on
          feature: alpha
          path: enabled
          preference-key: alphaEnabledUserPrefsKey
          debug-key: alphaEnabledDebugKey

        """)
    place.directory.write(written.output, to: "written.yaml")
    let read = try place.virga(
      "flags", "--manifest", "good.yaml", "--flags", "written.yaml", "--session", ":memory:")
    #expect(read.errors == "")
    #expect(read.output.contains("alphaEnabled  bool  on"))
  }

  @Test("init prints the catalog as JSON or Swift too")
  func initialFormats() throws {
    let words = ["flags", "init", "--manifest", "good.yaml", "--format"]
    let json = try VirgaProgram.run(words + ["json"], in: place.directory.root)
    #expect(json.output.hasPrefix("{\n  \"flags\": [\n    {\n      \"id\": \"alphaEnabled\",\n"))
    #expect(
      try place.virga("flags", "init", "--manifest", "good.yaml", "--json").output == json.output)
    let swift = try VirgaProgram.run(words + ["swift"], in: place.directory.root)
    #expect(swift.code == 0)
    #expect(swift.output.contains("// Generated by virga from a catalogue of flags"))
    #expect(
      swift.output.contains(
        "  public static let alphaEnabled = FeatureFlagID(rawValue: \"alphaEnabled\")\n"))
    #expect(try VirgaProgram.run(words + ["toml"], in: place.directory.root).code == 64)
  }

  @Test("problems of a catalog are reported with positions")
  func problems() throws {
    place.directory.write("flags:\n- id: a\n  feature: alpah\n  path: enabled\n", to: "wrong.yaml")
    let answer = try place.virga(
      "flags", "--manifest", "good.yaml", "--flags", "wrong.yaml", "--session", ":memory:")
    #expect(
      answer.errors.hasPrefix(
        "wrong.yaml:3:12: warning: flags/a: the manifest has no feature `alpah`"))
    #expect(answer.errors.contains("did you mean `alpha`?"))
    #expect(answer.output.contains("a             bool  ·"))
    #expect(answer.code == 0)
  }

  @Test("a missing file exits with 2, in the console too")
  func missingFile() throws {
    let console = try place.virga(
      "good.yaml", "--dump", "--session", ":memory:", "--flags", "nowhere.yaml")
    #expect(console.code == 2)
    #expect(console.errors.contains("nowhere.yaml"))
    let list = try place.virga(
      "flags", "--manifest", "good.yaml", "--session", ":memory:", "--flags", "nowhere.yaml")
    #expect(list.code == 2)
  }

  @Test("a file URL is refused")
  func fileURLs() throws {
    let url = "file://\(place.directory.path("catalogue.yaml"))"
    let answer = try place.virga(
      "flags", "list", "--manifest", "good.yaml", "--flags", url, "--session", ":memory:")
    #expect(answer.code == 2)
    #expect(answer.errors == "error: \(url): is not an https URL; only https URLs can be fetched\n")
  }
}
