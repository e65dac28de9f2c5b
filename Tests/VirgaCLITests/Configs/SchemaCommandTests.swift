import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga schema") struct SchemaCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("prints the JSON Schema of a feature") func schema() throws {
    let answer = try place.virga("schema", "good.yaml", "alpha", "--channel", "beta")
    let schema = try JSONValue.parse(answer.output)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["properties"]?["limits"]?["additionalProperties"] == ["type": "number"])
    #expect(schema["additionalProperties"] == false)
  }

  @Test("prints the schema of manifests with --fml")
  func schemaOfManifests() throws {
    let answer = try place.virga("schema", "--fml")
    #expect(
      try JSONValue.parse(answer.output)["definitions"]?["feature"]?["required"] == ["variables"])
    #expect(answer.code == 0)
  }

  @Test("uses a manifest with errors as far as possible") func errorsOfTheManifest() throws {
    let answer = try place.virga(
      "schema", "bad.yaml", "alpha", "--format", "json", input: "{}")
    #expect(answer.output.contains("\"title\": \"alpha\""))
    #expect(answer.errors.hasPrefix("bad.yaml:13:23: error: "))
    #expect(answer.code == 1)
  }

  @Test(
    "refuses wrong arguments",
    arguments: [
      TestRow("neither a manifest nor --fml", []),
      TestRow("a manifest without a feature", ["good.yaml"]),
      TestRow("a manifest and --fml", ["good.yaml", "--fml"]),
      TestRow("no channel of several", ["good.yaml", "alpha"]),
    ] as [TestRow<[String]>])
  func wrongArguments(_ row: TestRow<[String]>) throws {
    let answer = try VirgaProgram.run(["schema"] + row.values, in: place.directory.root)
    #expect(answer.code == 64)
  }
}
