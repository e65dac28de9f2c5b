import Testing
import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

@Suite("Frames of the Events screen") struct EventFrameTests {
  @Test("events with the details of one", arguments: FeatureFrameTests.sizes) func events(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.send(.events(EventSamples.few, isWhole: true))
    console.run("events")
    console.press("k")
    GoldenText.expect(
      console.lines.joined(separator: "\n") + "\n", equals: "events@\(size).txt",
      in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
  }
}
