import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Values") struct ValuePanelTests {
  /// The line with the heads of the columns, from the first head to the border.
  private func heads(_ console: ConsoleDriver) throws -> String {
    let line = console.lines[try console.row(of: " Variable ")]
    let start = try #require(line.firstRange(of: "Variable")?.lowerBound)
    return String(line[start...].prefix { $0 != "┃" && $0 != "│" })
  }

  @Test(
    "changing the channel, a value or the focus moves no column in a wide panel",
    arguments: FrameCase.sizes[2...])
  func steadyColumns(size: Size) throws {
    var console = ConsoleDriver.withRecipes(size)
    console.run("select homescreen", "go sections-enabled.pocket")
    let before = try heads(console)
    #expect(before.contains(" Value ") && before.contains(" Layer ") && before.contains(" Was "))
    let edit = ":set sections-enabled.pocket false"
    for change in [":channel release", ":channel nightly", edit, "u", "Tab", ":focus features"] {
      console.act(change)
      #expect(try heads(console) == before, "\(change)")
    }
  }

  @Test("a Boolean that is switched moves no column at 80x24") func switchedValue() throws {
    var console = ConsoleDriver(FrameCase.goldenSize)
    console.run("select homescreen", "go sections-enabled.pocket")
    func column(of head: String) throws -> Int {
      let line = try heads(console)
      let start = try #require(line.firstRange(of: head)?.lowerBound)
      return line.distance(from: line.startIndex, to: start)
    }
    let before = try column(of: "Layer")
    for _ in 1...2 {
      console.press("Space")
      #expect(try column(of: "Layer") == before)
    }
  }

  @Test(
    "a feature whose variables are all unreadable says so",
    arguments: [
      "{ tone: { description: d, type: Tone } }", "{ tone: { description: d, type: List<Tone> } }",
      "{ tone: { description: d } }", "{ tone: { description: d, type: 5 } }", "{ tone: 5 }", "5",
    ])
  func unreadableVariables(_ variables: String) throws {
    let yaml = """
      channels: [nightly]
      features:
        alarm-clock: { description: Rings., variables: \(variables) }
        bell-tower: { description: Rings too., variables: {} }
      """
    let console = try ConsoleDriver(Size(columns: 120, rows: 40), yaml: yaml, channel: "nightly")
    let unreadable = "its variables could not be read; F8 goes to the error"
    #expect(console.after(":select alarm-clock").sees(unreadable))
    #expect(console.after(":select bell-tower").sees("this feature has no variables"))
  }
}
