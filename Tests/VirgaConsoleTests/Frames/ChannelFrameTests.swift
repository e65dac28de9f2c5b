import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of the Channels screen") struct ChannelFrameTests {
  @Test("show the matrix with the layers of a value", arguments: FrameCase.sizes) func matrix(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.act(":channels", ":filter homescreen", "j l")
    FrameCase.expect(console, equals: "matrix")
  }

  @Test("show every value with an edit over it") func edited() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.send(.session(.init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    console.act(":channels", ":only-differences", ":filter pocket", "j")
    FrameCase.expect(console, equals: "matrix-edited")
  }
}
