import Testing
import VirgaFlags
import VirgaSource
import VirgaWorkbench

@Suite("Problems of a flag configuration")
struct FlagConfigurationProblemTests {
  @Test("have a position and say what to do")
  func positions() throws {
    let text = """
      {"features": [
        {"name": "Cup colour", "test-variations": ["Red", "Green"], "test-biases": [80, 40]},
        {"name": "Dark roast", "enabeld": true}
      ]}
      """
    let problems = FlagConfiguration(text, name: "features.json").problems
    #expect(problems.map(\.code) == ["bias-sum", "unknown-key"])
    let sum = try #require(problems.first)
    #expect(
      sum.message
        == "Biases must add up to 100, not 120.0; they are ignored and all variations get equal shares"
    )
    #expect(sum.location?.description == "features.json:2:78")
    #expect(problems.last?.hint == "did you mean `enabled`?")
    #expect(problems.last?.location?.description == "features.json:3:37")
  }

  @Test("point at the list element with the wrong type")
  func elements() {
    let text = #"{"features": [{"name": "a", "test-variations": ["Red", 2]}]}"#
    let problem = FlagConfiguration(text).problems.first
    #expect(problem?.message == "Write only texts here, not the number 2")
    #expect(problem?.location?.range.start == SourcePosition(line: 1, column: 56))
  }

  @Test("do not include two lookalike names, which are two flags")
  func lookAlikes() {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let text = #"{"features": [{"name": "\#(one)"}, {"name": "\#(other)", "enabled": true}]}"#
    let configuration = FlagConfiguration(text)
    #expect(configuration.problems.map(\.message) == [])
    #expect(
      configuration.flags.map { Array($0.name.utf8) } == [Array(one.utf8), Array(other.utf8)])
    let catalogue = FlagCatalogue.joined(configured: configuration.flags)
    #expect([catalogue.index(of: one), catalogue.index(of: other)] == [0, 1])
  }

  @Test("do not include a repeated key next to the flags")
  func duplicateKeys() {
    let configuration = FlagConfiguration(#"{"theme": 1, "theme": 2, "features": [{"name": "a"}]}"#)
    #expect(configuration.isReadable)
    #expect(configuration.flags.map(\.name) == ["a"])
  }
}
