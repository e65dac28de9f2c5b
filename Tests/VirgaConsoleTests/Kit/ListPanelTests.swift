import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Lists in their panels") struct ListPanelTests {
  /// The lower border of a panel.
  private func lowerBorder(of panel: Panel, in console: ConsoleDriver) throws -> String {
    let area = try #require(console.area(of: panel))
    return String(Array(console.lines[area.endRow - 1])[area.column..<area.endColumn])
  }

  @Test("the lower border says how many branches are visible") func branches() throws {
    var console = ConsoleDriver.onExperiments(FrameCase.goldenSize)
      .after(":recipe homepage-order-2026")
    #expect(try lowerBorder(of: .branches, in: console).hasPrefix("└─ 2 of 3 branches ─"))
    console.act(":focus branches", "G")
    let focused = try lowerBorder(of: .branches, in: console)
    #expect(
      focused == "┗━ 3 of 3 ━━━ Tab:  Context  Simulation ━┛",
      "the noun gives way to the names of other panels")
    let noun = " branches"
    var sizesWithoutNoun = 0
    for columns in 80..<120 {
      console.resize(columns, 24)
      let border = try lowerBorder(of: .branches, in: console)
      guard border.contains(" of 3 "), !border.contains(noun) else { continue }
      sizesWithoutNoun += 1
      // One column of the line is left at each end, and one would be between noun and names.
      let freeColumns = border.count { $0 == "━" } - 3
      #expect(freeColumns < noun.count, "\(columns) columns have room for the noun")
    }
    #expect(sizesWithoutNoun > 0)
    console.resize(120, 40)
    #expect(try !lowerBorder(of: .branches, in: console).contains(" branches "))
  }

  @Test("the lower border names the panels without room, each with the key that goes to it")
  func hiddenPanels() throws {
    var console = ConsoleDriver.onHomescreen(size: FrameCase.goldenSize).after("i")
    #expect(try lowerBorder(of: .editor, in: console).hasSuffix("━ F6: Merged ━┛"))
    console.press("F6")
    #expect(
      try lowerBorder(of: .merged, in: console)
        .hasSuffix("━ F6: Edit  Tab:  Features  Values  Details ━┛"))
    let reached = (1...4).map { _ in
      console.press("Tab")
      return console.focus
    }
    #expect(reached == [.features, .values, .details, .features], "Tab does not go to the text")
  }

  @Test("the lower border says how many problems are visible") func problems() throws {
    let console = try ConsoleDriver(
      FrameCase.goldenSize, yaml: ScreenFrameTests.broken, channel: "beta"
    ).after("F8")
    #expect(try lowerBorder(of: .problems, in: console).hasPrefix("└─ 1 of 3 problems ─"))
  }

  @Test(
    "every list that is longer than its panel says so in the lower border",
    arguments: Screen.allCases, FrameCase.sizes)
  func longLists(screen: Screen, size: Size) throws {
    let console = FrameCase.console(size, on: screen)
    for panel in console.layout.panels.keys {
      guard
        let view = screen.view(of: panel),
        let list = view.list(in: console.model)
      else { continue }
      let reach = view.scrollPosition(in: console.model).plain
      let border = try lowerBorder(of: panel, in: console)
      #expect(reach.isEmpty || border.contains(" \(reach) "), "\(panel.name)")
      // The title has the number of features, and the lower border explains the signs in it.
      let isLonger = list.count > view.rowsArea(in: console.model).rows && panel != .features
      #expect(!isLonger || reach.hasSuffix(" of \(list.count) \(noun(of: view))"), "\(panel.name)")
    }
  }

  /// What a panel calls the rows of its list.
  private func noun(of view: any PanelView) -> String {
    (view as? any ListPanel)?.nounOfRows ?? "lines"
  }
}
