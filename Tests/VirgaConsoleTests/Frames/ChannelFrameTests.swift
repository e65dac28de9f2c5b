import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of the Channels screen") struct ChannelFrameTests {
  @Test("the matrix with the layers of a value", arguments: FrameCase.sizes) func matrix(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("channels", "filter homescreen")
    console.press("j", "l")
    FrameCase.expect(console, equals: "matrix")
  }

  @Test("every value, with an edit over it") func edited() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.send(.session(.init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    console.run("channels", "only-differences", "filter pocket")
    console.press("j")
    FrameCase.expect(console, equals: "matrix-edited")
  }
}
