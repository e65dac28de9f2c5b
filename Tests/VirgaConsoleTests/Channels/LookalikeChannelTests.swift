import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSource

@testable import VirgaConsole

@Suite("Channels with lookalike names")
struct LookalikeChannelTests {
  private static let names = ["caf\u{E9}", "cafe\u{301}"]
  private static let yaml = """
    about: {description: A manifest}
    channels: [\(names[0]), \(names[1])]
    features:
      home:
        description: A feature
        variables:
          size: {type: Int, description: A size, default: 0}
        defaults:
          - channel: \(names[0])
            value: {size: 1}
          - channel: \(names[1])
            value: {size: 2}
    """

  @Test("are selected and listed as two channels") func two() throws {
    var console = try ConsoleDriver(yaml: Self.yaml, channel: Self.names[1])
    func shown() -> [String] {
      [
        console.state.channel?.utf8.count == 5 ? "composed" : "combining",
        console.state.table.selectedRow?.value.compact ?? "",
      ]
    }
    console.run("select home", "go size")
    #expect(shown() == ["combining", "2"])
    console.run("channel \(Self.names[0])")
    #expect(shown() == ["composed", "1"])
    console.run("channel \(Self.names[1])")
    #expect(shown() == ["combining", "2"])
    console.run("channel")
    let overlay = try #require(console.state.overlay)
    #expect(overlay.lines.map(\.keys) == ["", "on screen"] && overlay.list.scroll.cursor == 1)
    console.press("Esc")
    console.run("channels")
    #expect(console.state.channels.columns.map(\.title.utf8.count) == [5, 6])
  }

  @Test("have separate problems") func problems() throws {
    let yaml = Self.yaml.replacing("value: {size: 2}", with: "value: {size: two}")
    var console = try ConsoleDriver(yaml: yaml, channel: Self.names[0])
    #expect(console.state.currentProblems.count { $0.severity == .error } == 0)
    console.run("channel \(Self.names[1])")
    #expect(console.state.currentProblems.count { $0.severity == .error } == 1)
  }
}
