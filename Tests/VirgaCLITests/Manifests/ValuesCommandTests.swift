import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("virga values") struct ValuesCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("text output has one line per feature") func text() throws {
    let answer = try place.virga("values", "good.yaml", "--channel", "release")
    #expect(
      answer.output == """
        alpha {"enabled":true,"limits":{"one":1,"two":2}}
        omega {"greeting":"good day"}

        """)
    #expect(answer.code == 0)
  }

  @Test("JSON output is one object in manifest order") func json() throws {
    let answer = try place.virga("values", "good.yaml", "--channel", "beta", "--format", "json")
    #expect(
      answer.output == """
        {
          "alpha": {
            "enabled": true,
            "limits": {
              "one": 1,
              "two": 2
            }
          },
          "omega": {
            "greeting": "hello"
          }
        }

        """)
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test("YAML output is the same object as JSON output, with texts in quotes where YAML needs them")
  func yaml() throws {
    place.directory.write(#"{"greeting": "12:30"}"#, to: "edit.json")
    let words = ["values", "good.yaml", "--channel", "beta", "--config", "omega=edit.json"]
    let yaml = try VirgaProgram.run(words + ["--format", "yaml"], in: place.directory.root)
    #expect(
      yaml.output == """
        alpha:
          enabled: true
          limits:
            one: 1
            two: 2
        omega:
          greeting: '12:30'

        """)
    let json = try VirgaProgram.run(words + ["--format", "json"], in: place.directory.root)
    let read = LocatedValue.read(SourceText(name: "a.yaml", text: yaml.output)).value?.json
    #expect(try JSONValue.parse(json.output) == read)
  }

  @Test("features after the manifest select them, as --feature does") func features() throws {
    for words in [["omega"], ["omega", "alpha"], ["omega", "--feature", "alpha"]] {
      let answer = try VirgaProgram.run(
        ["values", "good.yaml"] + words + ["--channel", "beta"], in: place.directory.root)
      let ids = words.filter { $0 != "--feature" }
      let options = ids.flatMap { ["--feature", $0] }
      let named = try VirgaProgram.run(
        ["values", "good.yaml"] + options + ["--channel", "beta"], in: place.directory.root)
      #expect(answer.output == named.output)
      #expect(try JSONValue.parse(answer.output).objectValue?.keys.map { $0 } == ids)
    }
  }

  @Test("--explain prints a row for each leaf value") func explain() throws {
    let text = try place.virga("values", "good.yaml", "--channel", "release", "--explain")
    #expect(
      text.output == """
        Feature  Path        Value       Layer                     Detail
        alpha    enabled     true        variable default          good.yaml:13
        alpha    limits.one  1           variable default          good.yaml:16
        alpha    limits.two  2           variable default          good.yaml:16
        omega    greeting    "good day"  manifest default release  good.yaml:28

        """)
    let words = [
      "values", "good.yaml", "--channel", "release", "--feature", "omega", "--explain", "--format",
      "json",
    ]
    let json = try VirgaProgram.run(words, in: place.directory.root)
    #expect(
      json.output == """
        [
          {
            "feature": "omega",
            "path": "greeting",
            "value": "good day",
            "layer": "manifest default",
            "detail": "good.yaml:28"
          }
        ]

        """)
    #expect(json.code == 0)
  }

  @Test("a manifest with several channels needs --channel") func channel() throws {
    let refused = try place.virga("values", "good.yaml")
    #expect(refused.output == "")
    #expect(refused.errors.contains("name a channel with --channel: beta, release"))
    #expect(refused.code == 64)
    #expect(try place.virga("values", "bad.yaml").code == 1)
  }

  @Test("--config overlays a feature with a config") func config() throws {
    place.directory.write("{\"greeting\": \"welcome\"}", to: "config.json")
    let words = [
      "values", "good.yaml", "--channel", "beta", "--feature", "omega", "--config",
      "omega=config.json",
    ]
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.output == "{\n  \"omega\": {\n    \"greeting\": \"welcome\"\n  }\n}\n")
    #expect(answer.code == 0)
  }

  @Test("--sent prints a value of the wrong type, which otherwise is the default")
  func sent() throws {
    place.directory.write(#"{"limits": {"one": "1", "three": 3}}"#, to: "config.json")
    let words = [
      "values", "good.yaml", "--channel", "beta", "--feature", "alpha", "--config",
      "alpha=config.json",
    ]
    func limits(_ option: [String]) throws -> JSONValue? {
      let answer = try VirgaProgram.run(words + option, in: place.directory.root)
      #expect(answer.code == 1)
      return try JSONValue.parse(answer.output)["alpha"]?["limits"]
    }
    #expect(try limits([]) == ["one": 1, "two": 2, "three": 3])
    #expect(try limits(["--sent"]) == ["one": "1", "two": 2, "three": 3])
    let rows = try VirgaProgram.run(words + ["--explain"], in: place.directory.root)
    #expect(rows.output.contains(#"! "1""#))
    #expect(rows.output.contains(#""1" is not an Int; apps use the default 1"#))
  }

  private func virga(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
  }

  @Test("an edit that apps ignore is reported") func ignoredEdit() throws {
    let set = try virga("config", "set", "alpha", "limits.one", "7.5")
    let warning =
      "7.5 is not a whole number: apps take the map's default for this key, or leave it out"
    #expect(set.errors.contains(warning))
    #expect(
      try virga("session", "show").output.contains("7.5 is not an Int; apps use the default 1"))
  }

  @Test("the default can replace an edit that apps ignore") func replacedEdit() throws {
    _ = try virga("config", "set", "alpha", "limits.one", "7.5")
    #expect(
      try virga("config", "set", "alpha", "limits.one", "1").output == "set limits.one = 1\n")
    #expect(try !virga("session", "show").output.contains("ignored by apps"))
  }

  private static let nimbusDefaults = [
    "values", "good.yaml", "--channel", "release", "--feature", "omega", "--nimbus-defaults",
  ]

  @Test("--nimbus-defaults prints only defaults") func nimbusDefaults() throws {
    let answer = try VirgaProgram.run(Self.nimbusDefaults, in: place.directory.root)
    #expect(answer.output == "{\n  \"omega\": {\n    \"greeting\": \"good day\"\n  }\n}\n")
  }

  @Test("--nimbus-defaults is refused with a config") func nimbusDefaultsWithConfig() throws {
    let refused = try VirgaProgram.run(
      Self.nimbusDefaults + ["--config", "omega=x.json"], in: place.directory.root)
    #expect(refused.code == 64)
    #expect(refused.errors.contains("--nimbus-defaults prints defaults only"))
  }

  @Test(
    "a mistake in a config is reported at its position",
    arguments: [
      TestRow("a value of the wrong type", (#"{"greeting": 3}"#, "config.json:1:14: error: ")),
      TestRow("an unknown variable", (#"{"greting": "x"}"#, "config.json:1:2: error: ")),
      TestRow("a syntax error", (#"{"greeting" 3}"#, "config.json:1:12: error: ")),
    ])
  func mistakes(_ row: TestRow<(String, String)>) throws {
    let (config, start) = row.values
    place.directory.write(config, to: "config.json")
    let answer = try place.virga(
      "values", "good.yaml", "--channel", "beta", "--config", "omega=config.json")
    #expect(answer.errors.hasPrefix(start), "\(answer.errors)")
    #expect(answer.code == 1)
  }

  @Test("an unknown feature exits with 64") func unknownFeature() throws {
    let refused = try place.virga("values", "good.yaml", "--channel", "beta", "--feature", "omegas")
    #expect(refused.errors.contains("did you mean `omega`?"))
    #expect(refused.code == 64)
  }

  @Test("--session overlays the defaults with its edits") func session() throws {
    let edits = [["omega", "greeting", "hi"], ["alpha", "limits.one", "9"]]
    for words in edits {
      let options = ["--session", "a.virga", "--manifest", "good.yaml"]
      try #require(
        VirgaProgram.run(["config", "set"] + words + options, in: place.directory.root).code == 0)
    }
    let options = ["--channel", "release", "--session", "a.virga"]
    let answer = try VirgaProgram.run(
      ["values", "good.yaml", "--explain", "--format", "json"] + options, in: place.directory.root)
    let rows = try #require(try JSONValue.parse(answer.output).arrayValue).map { row in
      ["path", "value", "layer"].map { row[$0]?.compact ?? "" }.joined(separator: " ")
    }
    #expect(
      rows == [
        #""enabled" true "variable default""#, #""limits.one" 9 "edit""#,
        #""limits.two" 2 "variable default""#,
        #""greeting" "hi" "edit""#,
      ])
    let both = try VirgaProgram.run(
      ["values", "good.yaml", "--config", "omega=config.json"] + options, in: place.directory.root)
    #expect(both.code == 64)
    #expect(both.errors.contains("a session has its own edits and branches"))
  }
}
