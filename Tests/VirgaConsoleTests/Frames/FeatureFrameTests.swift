import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite struct FeatureFrameTests {
  static let sizes = [
    Size(columns: 60, rows: 15), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    Size(columns: 200, rows: 60),
  ]

  private func expect(_ console: ConsoleDriver, equals name: String) {
    let text = console.lines.joined(separator: "\n") + "\n"
    GoldenText.expect(
      text, equals: "\(name)@\(console.state.size).txt", in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
  }

  @Test(arguments: sizes) func theFirstFrame(size: Size) throws {
    expect(try ConsoleDriver(size), equals: "first")
  }

  @Test(arguments: sizes) func theValuesOfAFeature(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("select homescreen", "open", "go sections-enabled.pocket")
    expect(console, equals: "values")
  }

  @Test(arguments: sizes) func aFilterThatFindsInnerNames(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.press("/")
    console.type("pocket")
    expect(console, equals: "filter")
  }

  @Test(arguments: sizes) func theKeysOverlay(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("select homescreen", "open")
    console.press("?")
    expect(console, equals: "help")
  }

  @Test(arguments: sizes) func theCommandLine(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.press(":")
    console.type("channel b")
    expect(console, equals: "command")
  }

  @Test(arguments: sizes) func theChannels(size: Size) throws {
    var console = try ConsoleDriver(size)
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("c")
    expect(console, equals: "channels")
  }

  @Test(arguments: sizes) func aManifestWithProblems(size: Size) throws {
    var console = try ConsoleDriver(size, yaml: Self.broken, channel: "beta")
    console.press("F8")
    expect(console, equals: "problems")
  }

  @Test("whatever there is room for, overrides are counted, and what is open can be told")
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
