import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("F8") struct ProblemCommandsTests {
  private static let broken = """
    channels: [nightly]
    features:
      alarm-clock:
        description: Rings.
        variables:
          tone: { description: The tone., type: Tone }
      bell-tower:
        description: Rings too.
        variables:
          volume: { description: How loud., type: Int, default: loud }
    enums:
      Unused: { description: Nothing uses it., variants: 5 }
    """

  @Test(
    "F8 after the list of problems goes to the next one, whatever panel has the focus",
    arguments: 0..<4)
  func nextProblem(panels: Int) throws {
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.broken, channel: "nightly")
    let all = console.problemIndex.all.map(\.problem).filter { $0.severity != .hint }
    #expect(all.count >= 3)
    for _ in 0..<panels { console.press("Tab") }
    console.act("!", "Enter")
    #expect(console.features.problems.visitedIndex == 0)
    for index in 1..<all.count {
      console.act("F8") { $0.features.problems.visitedIndex == index }
      #expect(console.message == .found(all[index]))
    }
    console.act("F8") { $0.features.problems.visitedIndex == 0 }
    #expect(
      console.message == StatusMessage.problem("back to the first problem").then(.found(all[0])))
    console.act("Shift-F8") { $0.features.problems.visitedIndex == all.count - 1 }
    let last = StatusMessage.found(all[all.count - 1])
    #expect(console.message == StatusMessage.problem("back to the last problem").then(last))
  }

  @Test(
    "F8 again at the only problem says that there is no other",
    arguments: ["F8", "Shift-F8"] as [KeyPress])
  func onlyProblem(key: KeyPress) throws {
    let yaml = """
      channels: [nightly]
      features:
        alarm-clock:
          description: Rings.
          variables:
            volume: { description: How loud., type: Int, default: loud }
      """
    var console = try ConsoleDriver(FrameCase.goldenSize, yaml: yaml, channel: "nightly")
    let problem = try #require(console.problemIndex.all.first?.problem)
    try #require(console.problemIndex.all.filter { $0.problem.severity != .hint }.count == 1)
    console.press(key)
    #expect(console.message == .found(problem))
    for _ in 0..<2 {
      console.press(key)
      #expect(console.message == StatusMessage.problem("the only problem").then(.found(problem)))
    }
  }

  @Test("beside the list of problems, the status line says only the position")
  func position() throws {
    let console = try ConsoleDriver(FrameCase.goldenSize, yaml: Self.broken, channel: "nightly")
    let count = console.problemIndex.count(.error) + console.problemIndex.count(.warning)
    let status = console.after("F8").lines[FrameCase.goldenSize.rows - 2]
    #expect(status.contains("problem 1 of \(count)"))
    var small = console
    small.resize(60, 15)
    small.act("F8") { !$0.sees("problem 1 of") && $0.sees("test.fml.yaml:") }
  }

  @Test("without a manifest, F8 says what is wrong") func withoutManifest() {
    let problem = Problem(.error, "malformed-yaml", "a mapping was expected, found a list")
    var console = ConsoleDriver(unread: ConsoleDriver.defaultSize)
    console.send(.loaded(nil, [problem]))
    console.act("F8", says: .found(problem, in: ""))
  }
}
