import Testing
import VirgaCanvas
import VirgaSource

@testable import VirgaConsole

@Suite("Errors and warnings among hints") struct ProblemListTests {
  /// Two warnings of a kind, one of another, and hints.
  private static let yaml = """
    channels: [nightly]
    features:
      app-menu-refactor-feature:
        description: The menu.
        variables:
          is-enabled: { description: Shows it., type: Boolean, default: false }
        defaults:
          - { value: { is-enabled: false, new-variable: 1 } }
          - { value: { new-variable: 2 } }
      zoom-feature:
        description: How large pages are.
        variables:
          page_level: { description: The level., type: Int, default: 1 }
    """

  @Test("F8 goes through warnings and skips hints") func stepping()
    throws
  {
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.yaml, channel: "nightly")
    let warnings = console.problemIndex.count(.warning)
    #expect(
      warnings == 2 && console.problemIndex.count(.error) == 0
        && console.problemIndex.count(.hint) > 1)
    for _ in 0..<3 {
      console.act("F8") { $0.features.problems.selected?.severity == .warning }
    }
    console.act("?") { $0.listLines.contains("! list what is wrong 2 warnings") }
    console.type("prob")
    #expect(
      console.titles.contains("problem") && console.chosen != "problem",
      "a sign is not the first match")
  }

  @Test("problems are listed under headings, hints under the last one") func listing() throws {
    let console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.yaml, channel: "nightly")
      .after("!")
    let headings = console.picker?.lines.filter(\.isHeading).map(\.title.plain)
    #expect(headings == ["dropped-name 2", "hints"])
    #expect(console.details.prefix(3) == ["", "test.fml.yaml:8", "test.fml.yaml:9"])
  }

  @Test("each severity has its sign") func signs() throws {
    let console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.yaml, channel: "nightly")
      .after("!")
    let lines = try #require(console.picker?.lines.filter { !$0.isHeading })
    #expect(Set(lines.map(\.leading.plain)) == ["▲ warning", "i hint"])
    #expect(Set(lines.compactMap(\.signStyle)) == [.warning.bold(), .hint])
  }

  @Test("F8 after the list goes on from the chosen warning") func afterTheList() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.yaml, channel: "nightly")
    console.act("!", "Enter") { $0.features.problems.visitedIndex == 0 }
    console.act("F8") { $0.features.problems.visitedIndex == 1 }
  }
}
