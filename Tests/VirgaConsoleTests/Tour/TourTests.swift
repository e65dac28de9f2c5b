import Testing
import VirgaCanvas
import VirgaConsole

@Suite("The guided tour") struct TourTests {
  @Test("every stop does what it says, at every size", arguments: FeatureFrameTests.sizes) func stops(size: Size) throws
  {
    var console = try ConsoleDriver(size, channel: "developer")
    for stop in Tour.demo.stops {
      for line in stop.lines {
        console.run(line)
        #expect(console.state.refusal == nil, "\(line): \(console.status ?? "")")
      }
      console.send(.caption(stop.caption))
      if size.columns >= 120 {
        let caption = String(stop.caption.prefix(60))
        #expect(console.lines.contains { $0.contains(caption) }, "\(stop.caption)")
      }
    }
    #expect(console.state.screen == .features)
  }
}
