import Testing
import VirgaTestSupport

@Suite("virga flags export") struct FlagsExportCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      #"{"features": [{"name": "Colour", "test-variations": ["Red", "Green"]}]}"#, to: "tests.json")
  }

  private func flags(_ arguments: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      ["flags"] + arguments + ["--manifest", "good.yaml", "--session", "s.virga"], input: "",
      in: place.directory.root, environment: [:])
  }

  @Test("writes the flag manifest of OpenFeature, without what the session changes")
  func manifest() throws {
    _ = try flags("set", "alphaEnabled", "off")
    let answer = try flags("export", "--format", "openfeature")
    #expect(
      answer.output == """
        {
          "$schema": "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json",
          "flags": {
            "alphaEnabled": {
              "flagType": "boolean",
              "defaultValue": true,
              "description": "Whether it is on"
            }
          }
        }

        """)
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test("writes a configuration of flagd with the values of the session")
  func flagd() throws {
    _ = try flags("set", "alphaEnabled", "off")
    let answer = try flags("export", "--format", "flagd")
    #expect(answer.output.contains("\"$schema\": \"https://flagd.dev/schema/v0/flags.json\","))
    #expect(answer.output.contains("\"defaultVariant\": \"off\""))
    let tests = try flags("export", "--format", "flagd", "--flags", "tests.json")
    #expect(tests.output.contains("\"Colour\": {"))
    #expect(tests.output.contains("\"fractional\": ["))
    #expect(tests.code == 0)
  }

  @Test("names the flags that the format cannot have, and exports the others")
  func omissions() throws {
    place.directory.write(
      "flags:\n- {id: greeting, kind: options, feature: alpah, path: way, options: [a]}\n",
      to: "wrong.yaml")
    let answer = try flags("export", "--format", "openfeature", "--flags", "wrong.yaml")
    #expect(
      answer.errors.hasSuffix(
        "warning: `greeting` is left out: the build has no value for it\n"))
    #expect(answer.output.contains("\"alphaEnabled\""))
    #expect(!answer.output.contains("greeting"))
    #expect(answer.code == 0)
  }

  @Test("needs one of its formats", arguments: [["export"], ["export", "--format", "yaml"]])
  func formats(_ words: [String]) throws {
    let answer = try VirgaProgram.run(["flags"] + words, in: place.directory.root)
    #expect(answer.code == 64)
    #expect(answer.errors.contains("--format"))
  }
}
