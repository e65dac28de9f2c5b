import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga check") struct CheckCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("merges a valid config") func check() throws {
    place.directory.write(#"{"limits": {"three": 3}}"#, to: "config.json")
    let answer = try place.virga(
      "check", "good.yaml", "alpha", "config.json", "--channel", "beta", "--format", "json")
    #expect(answer.code == 0)
    let values: JSONValue = ["enabled": true, "limits": ["one": 1, "two": 2, "three": 3]]
    let wanted: JSONValue = ["valid": true, "problems": [], "merged": values, "sent": values]
    #expect(try JSONValue.parse(answer.output) == wanted)
  }

  @Test("reports a mistake at its position in the config") func mistakes() throws {
    let input = "{\n  \"limits\": {\"one\": \"x\"}\n}"
    let answer = try place.virga(
      "check", "good.yaml", "alpha", "-", "--channel", "beta", "--format", "json", input: input)
    #expect(answer.code == 1)
    let problem = try #require(try JSONValue.parse(answer.output)["problems"]?[0])
    #expect(problem["code"] == "wrong-type")
    #expect([problem["line"], problem["column"]] == [2, 21])
  }

  @Test("uses a manifest with errors as far as possible") func errorsOfTheManifest() throws {
    let answer = try place.virga(
      "check", "bad.yaml", "alpha", "-", "--format", "json", input: "{}")
    #expect(answer.output.contains("\"valid\": true"))
    #expect(answer.errors.hasPrefix("bad.yaml:13:23: error: "))
    #expect(answer.code == 1)
  }

  @Test("refuses an unknown feature") func unknownFeature() throws {
    #expect(try place.virga("check", "good.yaml", "nothing", "-", "--channel", "beta").code == 64)
  }
}
