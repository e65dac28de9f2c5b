import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Config check") struct ConfigCheckTests {
  private static let manifest = Sample.feature(
    """
    variables:
      rows: { description: d, type: Int, default: 4 }
      card: { description: d, type: Card, default: {} }
      list: { description: d, type: List<Card>, default: [] }
    """,
    rest: "objects: {Card: {description: d, fields: {title: {description: d, type: String, default: t}}}}")

  private func check(_ text: String, name: String = "-") throws -> ConfigCheck {
    let manifest = try Sample.load(Self.manifest)
    let feature = try #require(manifest.feature("f"))
    return manifest.check(config: SourceText(name: name, text: text), feature: feature, channel: "dev")
  }

  @Test(
    "a problem marks the exact value or key",
    arguments: [
      "{ \"rows\": ⟦\"x\"⟧ }", "{ ⟦\"row\"⟧: 1 }", "{ \"list\": [{}, {\"title\": \"a\"}, {⟦\"titel\"⟧: 1}] }",
      "{ \"é👩‍🚀\": 1 }".replacing("\"é👩‍🚀\"", with: "⟦\"é👩‍🚀\"⟧"), "{\"card\": {\n \"title\": ⟦[1,\n 2]⟧}}", "⟦[1]⟧",
      "{\"card\": {\"title\": \"a\\t\\u00e9\"}, \"rows\": ⟦\"a\\tb\"⟧}", "⟦\"text\"⟧",
    ])
  func exactRange(_ marked: String) throws {
    let marked = MarkedText(marked)
    #expect(try check(marked.text).problems.map { $0.location?.range } == marked.ranges)
  }

  @Test("a broken text is checked as far as it can be read")
  func brokenText() throws {
    let check = try check("{ \"rows\": \"x\", \"card\": }")
    #expect(check.findings.map(\.kind) == [.value, .syntax])
    #expect(check.sent?.json["rows"] == "x")
    #expect(!check.isValid)
  }

  @Test("a misspelled key is found even if its value is broken")
  func misspelledKey() throws {
    let check = try check("{ \"row\": four, \"card\": {\"titel\": fals, \"titl\": }, \"list\": fals }")
    #expect(
      check.problems.map { $0.code.description } == [
        "unknown-property", "json-bare-word", "unknown-property", "json-bare-word", "json-missing-value",
        "json-bare-word",
      ])
    #expect(check.findings[0].candidates == ["rows"])
    #expect(check.findings[2].candidates == ["title"])
    #expect(check.sent?.json == ["rows": 4, "card": ["title": "t"], "list": []])
  }

  @Test("a config can be YAML")
  func yaml() throws {
    let check = try check("rows: 5\ncard:\n  title: hello # why\n", name: "edit.yaml")
    #expect(check.problems == [])
    #expect(check.sent?.json == ["rows": 5, "card": ["title": "hello"], "list": []])
  }

  @Test("values from the config have the edit layer")
  func editLayer() throws {
    let merged = try #require(try check("{\"card\": {\"title\": \"a\"}}").sent)
    #expect(merged.leaves().map(\.path) == ["rows", "card.title", "list"])
    #expect(merged.leaves().map(\.layer) == [.variableDefault, .edit, .variableDefault])
    #expect(merged.leaves()[1].location?.description == "-:1:20")
  }

  @Test("fixes offer quoted candidates before placeholders")
  func fixes() throws {
    let findings = try check("{\"row\": 1, \"rows\": null}").findings
    #expect(findings.map { $0.corrections.map(\.insert) } == [[#""card""#, #""list""#], ["0"]])
    #expect(findings[0].corrections.map(\.title) == ["card", "list"])
  }

  @Test("deep nesting and very long configs are handled")
  func hugeConfigs() throws {
    #expect(try !check(String(repeating: "[", count: 200_000)).isValid)
    let wide = "{" + (0..<20_000).map { "\"k\($0)\": 1" }.joined(separator: ",") + "}"
    #expect(try check(wide).findings.count == 1000)
  }
}
