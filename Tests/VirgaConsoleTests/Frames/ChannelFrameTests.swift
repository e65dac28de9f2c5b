import Testing
import VirgaCanvas
import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("Frames of the Channels screen") struct ChannelFrameTests {
  private func expect(_ console: ConsoleDriver, equals name: String) {
    let text = console.lines.joined(separator: "\n") + "\n"
    GoldenText.expect(
      text, equals: "\(name)@\(console.state.size).txt", in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
  }

  @Test("the matrix with the layers of a value", arguments: FeatureFrameTests.sizes) func matrix(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("channels", "filter homescreen")
    console.press("j", "l")
    expect(console, equals: "matrix")
  }

  @Test("every value, with an edit over it") func edited() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.send(.session(.init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    console.run("channels", "only-differences", "filter pocket")
    console.press("j")
    expect(console, equals: "matrix-edited")
  }
}
