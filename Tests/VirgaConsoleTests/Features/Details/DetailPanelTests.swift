import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Details of a value") struct DetailPanelTests {
  @Test("what a feature is about begins with its description")
  func description() throws {
    let console = try ConsoleDriver(yaml: ChannelSamples.old, channel: "beta").after(":select kept")
    let top = try console.row(of: "─ About the feature ─")
    #expect(console.lines[top + 1].contains("│ Stays."))
  }

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

  @Test("a block of defaults names all of its channels if there is room, else counts the others")
  func channelsOfBlock() throws {
    let yaml = """
      channels: [developer, beta, release]
      features:
        home:
          description: d
          variables: { on: { description: d, type: Boolean, default: false } }
          defaults: [{ channels: [developer, beta, release], value: { on: true } }]
      """
    for (size, layer) in [
      (ConsoleDriver.defaultSize, "▸ manifest default developer, beta, release  true "),
      (FrameCase.goldenSize, "▸ manifest beta +2  true "),
    ] {
      let console = try ConsoleDriver(size, yaml: yaml, channel: "beta")
        .after(":select home", ":go on")
      #expect(console.sees("│ \(layer)"))
    }
  }
}
