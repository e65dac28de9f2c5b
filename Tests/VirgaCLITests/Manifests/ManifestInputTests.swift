import Testing
import VirgaTestSupport

@Suite("Manifests") struct ManifestInputTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    "with errors are said to be the reason of an unknown feature",
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

  @Test(
    "say that the only variable of a feature could not be read, not that there is none",
    arguments: [
      "values bad.yaml", "values bad.yaml alpha", "values bad.yaml --explain",
      "check bad.yaml alpha -", "schema bad.yaml alpha",
    ])
  func unreadVariables(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(words, input: "{}", in: place.directory.root)
    let lines = answer.errors.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("bad.yaml:13:23: error: ") == true, "\(answer.errors)")
    #expect(lines.last == "note: alpha has variables that could not be read: `enabled`")
    #expect(answer.code == 1)
  }
}
