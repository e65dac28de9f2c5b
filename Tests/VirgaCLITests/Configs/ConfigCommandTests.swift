import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga check, complete and schema") struct ConfigCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("check merges a valid config") func check() throws {
    place.directory.write(#"{"limits": {"three": 3}}"#, to: "config.json")
    let answer = try place.virga(
      "check", "good.yaml", "alpha", "config.json", "--channel", "beta", "--format", "json")
    #expect(answer.code == 0)
    let values: JSONValue = ["enabled": true, "limits": ["one": 1, "two": 2, "three": 3]]
    let wanted: JSONValue = ["valid": true, "problems": [], "merged": values, "sent": values]
    #expect(try JSONValue.parse(answer.output) == wanted)
  }

  @Test("check reports a mistake at its position in the config") func mistakes() throws {
    let input = "{\n  \"limits\": {\"one\": \"x\"}\n}"
    let answer = try place.virga(
      "check", "good.yaml", "alpha", "-", "--channel", "beta", "--format", "json", input: input)
    #expect(answer.code == 1)
    let problem = try #require(try JSONValue.parse(answer.output)["problems"]?[0])
    #expect(problem["code"] == "wrong-type")
    #expect([problem["line"], problem["column"]] == [2, 21])
  }

  @Test("complete lists what can be typed") func complete() throws {
    let answer = try place.virga(
      "complete", "good.yaml", "alpha", "-", "1", "2", "--channel", "beta", "--format", "json",
      input: "{")
    let found = try #require(try JSONValue.parse(answer.output).arrayValue)
    #expect(found.map { $0["label"] } == ["enabled", "limits"])
    #expect(found[0]["insert"] == #""enabled": true"#)
    #expect(found[0]["detail"] == "Boolean – Whether it is on")
  }

  @Test("schema prints the JSON Schema of a feature") func schema() throws {
    let answer = try place.virga("schema", "good.yaml", "alpha", "--channel", "beta")
    let schema = try JSONValue.parse(answer.output)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["properties"]?["limits"]?["additionalProperties"] == ["type": "number"])
    #expect(schema["additionalProperties"] == false)
  }

  @Test(
    "a manifest with errors is used as far as possible, and exits with 1",
    arguments: [
      ("check bad.yaml alpha -", "\"valid\": true"), ("complete bad.yaml alpha - 1 2", "[]\n"),
      ("schema bad.yaml alpha", "\"title\": \"alpha\""),
    ])
  func errorsOfTheManifest(_ line: String, _ wanted: String) throws {
    let words = line.split(separator: " ").map(String.init) + ["--format", "json"]
    let answer = try VirgaProgram.run(words, input: "{}", in: place.directory.root)
    #expect(answer.output.contains(wanted))
    #expect(answer.errors.hasPrefix("bad.yaml:13:23: error: ") && answer.code == 1)
  }

  @Test(
    "an unknown feature of a manifest with errors prints them and exits with 1",
    arguments: [
      "check part.yaml lost -", "complete part.yaml lost - 1 2", "schema part.yaml lost",
      "values part.yaml --feature lost", "values part.yaml --config lost=-",
      "part.yaml --dump --feature lost",
      "compare part.yaml good.yaml --feature lost", "config set lost on true --manifest part.yaml",
      "expose lost --manifest part.yaml",
    ])
  func unknownFeature(_ line: String) throws {
    place.directory.write("includes: [lost.yaml]\nchannels: [beta]\n", to: "part.yaml")
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(words, input: "{}", in: place.directory.root)
    let lines = answer.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("part.yaml:1:12: error: includes[0]: ") == true, "\(answer.errors)")
    #expect(lines.last?.contains("no feature") == true, "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 1))
  }

  @Test("schema --fml prints the schema of manifests")
  func schemaOfManifests() throws {
    let answer = try place.virga("schema", "--fml")
    #expect(
      try JSONValue.parse(answer.output)["definitions"]?["feature"]?["required"] == ["variables"])
    #expect(answer.code == 0)
  }

  @Test(
    "wrong arguments are refused",
    arguments: [
      ["schema"], ["schema", "good.yaml"], ["schema", "good.yaml", "--fml"],
      ["check", "good.yaml", "nothing", "-", "--channel", "beta"],
      ["schema", "good.yaml", "alpha"],
      ["complete", "good.yaml", "alpha", "-", "0", "1", "--channel", "beta"],
    ])
  func wrongArguments(_ arguments: [String]) throws {
    #expect(try VirgaProgram.run(arguments, in: place.directory.root).code == 64)
  }
}
