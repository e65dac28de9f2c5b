import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of the Features screen") struct FeatureFrameTests {
  @Test("show the demo at the start", arguments: FrameCase.sizes) func firstFrame(size: Size) throws {
    FrameCase.expect(try ConsoleDriver(size), equals: "first")
  }

  @Test("show a large app at 80x24 with whole ids, and details in the rows that values leave")
  func largeApp() throws {
    var console = try LargeApp.console(FrameCase.goldenSize)
    FrameCase.expect(console, equals: "large-features")
    #expect(console.lines.contains { $0.contains("┃▸ ~ address-bar-gesture-to-open-tab-tray-feature┃") })
    for _ in 0..<30 where console.selected != "first-run-welcome-framework" {
      #expect(!console.lines[1...21].contains { $0.contains("…") }, "\(console.lines)")
      console.press("j")
    }
    console.run("select first-run-welcome-framework", "open", "go cards.welcome.button-action")
    FrameCase.expect(console, equals: "large-values")
    console = try LargeApp.console(FrameCase.goldenSize, channels: ["nightly"])
    console.run("problems")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["missing-metadata 100"])
    console.press("Enter")
    #expect(console.state.overlay?.lines.count == 100)
  }

  @Test("show the values of a feature", arguments: FrameCase.sizes) func values(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("select homescreen", "open", "go sections-enabled.pocket")
    FrameCase.expect(console, equals: "values")
  }

  @Test("show a filter that finds names inside features", arguments: FrameCase.sizes) func innerNames(
    size: Size
  ) throws {
    var console = try ConsoleDriver(size)
    console.act("/", "'pocket")
    FrameCase.expect(console, equals: "filter")
  }

  @Test("show a manifest with problems", arguments: FrameCase.sizes) func problems(size: Size) throws {
    var console = try ConsoleDriver(size, yaml: Self.broken, channel: "beta")
    console.press("F8")
    FrameCase.expect(console, equals: "problems")
  }

  @Test("a narrow header still counts overrides and names the file and channel")
  func overridesInNarrowHeaders() throws {
    for columns in 40...100 {
      var console = try ConsoleDriver(Size(columns: columns, rows: 15))
      console.run("select homescreen", "set sections-enabled.pocket false")
      let header = console.lines[0]
      #expect(header.contains("1 override") || header.contains(" ●1"), "\(header)")
      let isNamed = [" virga  cirru", " cirru"].contains(where: header.hasPrefix)
      #expect(isNamed && header.contains(" ▸ nightly"), "\(header)")
      #expect(header.count < columns)
    }
  }

  static let broken = """
    channels: [nightly, beta]
    features:
      tabs:
        description: What a tab shows.
        variables:
          columns:
            description: How many columns.
            type: Int
            default: many
          colour:
            description: Which colour.
            type: Colour
            default: red
      zoom:
        description: How large pages are.
        variables:
          level:
            description: In percent.
            type: Int
            default: 100
        defaults:
          - channel: beta
            value: { level: "110" }
    """
}
