import Testing
import VirgaTestSupport

@Suite struct DumpTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [(120, 40), (80, 24), (61, 19), (20, 5), (1, 1), (300, 100)])
  func theFrameHasTheSizeAskedFor(columns: Int, rows: Int) throws {
    let answer = try place.virga("--dump", "--size", "\(columns)x\(rows)")
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test func optionsAndScriptChooseWhatIsSeen() throws {
    place.directory.write("go limits.two\n", to: "script")
    let words = ["good.yaml", "--channel", "release", "--feature", "alpha", "--script", "script", "--dump"]
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.output.contains(" good ▸ release "))
    #expect(answer.output.contains("┏━ alpha ▸ limits ▸ two"))
    #expect(answer.code == 0)
  }

  @Test func aFeatureIsChosenOnAnyScreen() throws {
    let other = try place.virga("good.yaml", "--feature", "omega", "--screen", "3", "--dump")
    #expect(other.output.contains("[3 Channels]"))
    place.directory.write("features\n", to: "script")
    let words = ["good.yaml", "--feature", "omega", "--screen", "flags", "--script", "script", "--dump"]
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.output.contains("[1 Features]") && answer.output.contains("▸   omega"))
  }

  @Test func theClientOfTheDemoIsAnotherAndItsRecipesStay() throws {
    place.directory.write("region: US\n", to: "context.yaml")
    let answer = try place.virga("--context", "context.yaml", "--screen", "4", "--dump", "--session", ":memory:")
    #expect(answer.output.contains("homepage-order-2026"))
    #expect(answer.output.contains("region"))
  }

  @Test func theFrameWaitsForWhatTheScriptBegan() throws {
    place.directory.write("experiments\nsimulate 200000\n", to: "script")
    let answer = try place.virga("--demo", "--script", "script", "--dump")
    #expect(answer.output.contains("200,000 clients"))
    #expect(answer.output.contains("not: conflict 200,000"))
    #expect(!answer.output.contains("running "))
    #expect(answer.code == 0)
  }

  @Test func aManifestThatCannotBeUsedIsDrawnWithItsProblems() throws {
    let answer = try place.virga("broken.yaml", "--dump", "--size", "80x24")
    #expect(answer.output.contains(" virga  broken.yaml") && answer.output.contains("! 1 error"))
    #expect(answer.output.contains("─ Problems 1 ─"))
    #expect(answer.errors.hasPrefix("broken.yaml:2:1: error: "))
    #expect(answer.code == 1)
  }

  @Test func aManifestFromStandardInputIsDrawn() throws {
    let answer = try place.virga("-", "--dump", input: Workplace.good)
    #expect(answer.output.contains("━ Features 2 ━"))
    #expect(answer.code == 0)
  }

  @Test func noOutputHasAnythingButText() throws {
    let answer = try place.virga("--dump", "--feature", "homescreen", environment: ["TERM": "xterm-256color"])
    #expect(!answer.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
