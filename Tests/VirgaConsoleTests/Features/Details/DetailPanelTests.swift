import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Details of a value") struct DetailPanelTests {
  @Test("the details of a value end with what its feature is about if there is room")
  func aboutFeature() {
    let steps = [":select homescreen", ":go sections-enabled.pocket"]
    var wide = ConsoleDriver(Size(columns: 200, rows: 60))
    wide.act(steps)
    #expect(wide.sees("layers, the last one wins") && wide.sees("About the feature"))
    #expect(wide.sees("written in", "features/home.yaml"))
    var small = ConsoleDriver(FrameCase.goldenSize)
    small.act(steps)
    #expect(small.sees("layers, the last one wins") && !small.sees("About the feature"))
  }
}
