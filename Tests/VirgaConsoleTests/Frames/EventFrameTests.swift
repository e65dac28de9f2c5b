import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaHandoff
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Frames of the Events screen") struct EventFrameTests {
  @Test("events with the details of one", arguments: FrameCase.sizes) func events(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.send(.events(EventSamples.few, isWhole: true))
    console.act(":events", "k")
    FrameCase.expect(console, equals: "events")
  }
}
