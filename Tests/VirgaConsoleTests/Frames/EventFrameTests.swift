import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of the Events screen") struct EventFrameTests {
  @Test("show events with the details of one", arguments: FrameCase.sizes) func events(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.send(.events(EventSamples.few, isWhole: true))
    console.act(":events", "k")
    FrameCase.expect(console, equals: "events")
  }
}
