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
    "changing the channel, a value or the focus moves no column",
    arguments: FrameCase.sizes.dropFirst())
  func steadyColumns(size: Size) throws {
    var console = ConsoleDriver.withRecipes(size)
    console.run("select homescreen", "go sections-enabled.pocket")
    let before = try heads(console)
    let isWide = size != FrameCase.goldenSize
    #expect(before.contains(" Value ") && before.contains(" Layer "))
    #expect(before.contains(" Was ") == isWide)
    let edit = ":set sections-enabled.pocket false"
    for change in [":channel release", ":channel nightly", edit, "u", "Tab", ":focus features"] {
      console.act(change)
      #expect(try heads(console) == before, "\(change)")
    }
  }

  @Test(
    "the first edit of a feature, and a longer text, move no column",
    arguments: FrameCase.sizes.dropFirst())
  func steadyColumnsOfTexts(size: Size) throws {
    let yaml = """
      channels: [nightly, release]
      features:
        greeting:
          description: d
          variables:
            enabled: { description: d, type: Boolean, default: false }
            words: { description: d, type: String, default: Hello }
          defaults: [{ channel: release, value: { words: Hello and welcome to all of you } }]
      """
    var console = try ConsoleDriver(size, yaml: yaml, channel: "nightly")
    console.run("select greeting", "focus values")
    let before = try heads(console)
    #expect(before.contains(" Value ") && before.contains(" Layer "))
    for change in [":channel release", ":channel nightly", ":set enabled true", "u"] {
      console.act(change)
      #expect(try heads(console) == before, "\(change)")
    }
  }

  @Test(
    "names, types and columns decide the widths of columns",
    arguments: [
      .init("a branch is whole beside texts of some length", (18, false, 48, [18, 15, 11, 0])),
      .init("short names leave values the rest", (7, false, 48, [8, 20, 16, 0])),
      .init("long names are whole beside short values", (29, true, 48, [29, 5, 10, 0])),
      .init("longer names are cut", (40, true, 48, [29, 5, 10, 0])),
      .init("names are cut for texts", (40, false, 48, [26, 8, 10, 0])),
      .init("few columns have no layers", (40, false, 36, [25, 8, 0, 0])),
      .init("many columns show replaced values", (22, false, 87, [22, 31, 18, 10])),
    ] as [Behavior<(names: Int, areShort: Bool, columns: Int, expected: [Int])>])
  func widths(
    _ behavior: Behavior<(names: Int, areShort: Bool, columns: Int, expected: [Int])>
  ) {
    let (names, areShort, columns, expected) = behavior.example
    let needs = ValueWidths.Needs(names: names, hasShortValues: areShort)
    let widths = ValueWidths(needs, in: columns)
    #expect([widths.names, widths.values, widths.layers, widths.replaced] == expected)
  }

  @Test("a long type that is out of sight has its room already") func typeOutOfSight() throws {
    let numbers = (0..<40).map { "n\($0): Int = \($0)" }
    let yaml = ConsoleDriver.yaml(["menu": numbers + ["zones: Map<String, Boolean> = {}"]])
    let size = Size(columns: 300, rows: 24)
    var console = try ConsoleDriver(size, yaml: yaml, channel: "nightly").after(
      ":select menu", ":open")
    let before = try heads(console)
    #expect(before.contains("Type") && !console.sees("Map<String, Boolean>"))
    console.act("G") { $0.sees("Map<String, Boolean>") }
    #expect(try heads(console) == before)
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

  @Test("the cursor returns to its value after a filter that lists no feature")
  func cursorAfterEmptyList() {
    var console = ConsoleDriver.onHomescreen()
    console.act(":go sections-enabled.pocket", ":features", ":filter no-such-feature") {
      $0.path == nil
    }
    console.act(":clear", ":select homescreen") { $0.path == "sections-enabled.pocket" }
  }
}
