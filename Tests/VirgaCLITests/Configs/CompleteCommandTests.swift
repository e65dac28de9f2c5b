import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga complete") struct CompleteCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("lists what can be typed") func complete() throws {
    let answer = try place.virga(
      "complete", "good.yaml", "alpha", "-", "1", "2", "--channel", "beta", "--format", "json",
      input: "{")
    let found = try #require(try JSONValue.parse(answer.output).arrayValue)
    #expect(found.map { $0["label"] } == ["enabled", "limits", "limits, whole default"])
    #expect(found[0]["insert"] == #""enabled": true"#)
    #expect(found[0]["detail"] == "Boolean – Whether it is on")
  }

  @Test("uses a manifest with errors as far as possible") func errorsOfTheManifest() throws {
    let answer = try place.virga(
      "complete", "bad.yaml", "alpha", "-", "1", "2", "--format", "json", input: "{}")
    #expect(answer.output.contains("[]\n"))
    #expect(answer.errors.hasPrefix("bad.yaml:13:23: error: "))
    #expect(answer.code == 1)
  }

  @Test("refuses line 0") func lineZero() throws {
    let answer = try place.virga(
      "complete", "good.yaml", "alpha", "-", "0", "1", "--channel", "beta")
    #expect(answer.code == 64)
  }
}
