import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Layout") struct LayoutTests {
  private func body(of size: Size) -> Rectangle { size.bounds.droppingTop(1).droppingBottom(2) }

  @Test(
    "the arrangement follows the size",
    arguments: [
      (20, 5, Layout.Arrangement.tooSmall), (35, 40, .tooSmall), (100, 8, .tooSmall),
      (36, 9, .alone), (60, 15, .alone),
      (75, 40, .alone), (76, 16, .beside), (80, 24, .beside), (300, 100, .beside),
    ])
  func arrangement(columns: Int, rows: Int, expected: Layout.Arrangement) {
    #expect(Layout(size: Size(columns: columns, rows: rows)).arrangement == expected)
  }

  @Test("a line that is wrapped and then cut keeps the blank before the word that is cut")
  func cutLine() {
    let lines =
      StyledLine("one two three").wrapped(to: 8, atMost: 1)
      + StyledLine("a-b c").wrapped(to: 3, atMost: 2)
    #expect(lines.map(\.text) == ["one two…", "a-b", "c"])
  }

  @Test("panels neither overlap nor leave the screen, and one alone is that in focus")
  func panelBounds() {
    for columns in stride(from: 0, through: 300, by: 7) {
      for rows in stride(from: 0, through: 100, by: 3) {
        for focus in Screen.features.panels {
          let size = Size(columns: columns, rows: rows)
          let arrangement = Layout(size: size).arrangement
          guard arrangement != .tooSmall else { continue }
          let panels = FeatureLayout(arrangement: arrangement, focus: focus, problemCount: 3)
            .areas(
              in: body(of: size), details: { _ in 12 }, values: { _, _ in 5 }, problems: { _ in 6 })
          let isExempt = arrangement != .alone || [.editor, .merged].contains(focus)
          #expect(isExempt || panels[focus] != nil, "\(size) \(focus)")
          let areas = Array(panels.values)
          let areInside = areas.allSatisfy { size.bounds.intersection($0) == $0 }
          let areApart = areas.indices.allSatisfy { index in
            areas[(index + 1)...].allSatisfy { areas[index].intersection($0).isEmpty }
          }
          #expect(areInside && areApart, "\(size) \(focus)")
        }
      }
    }
  }

  @Test(
    "the list is as wide as its names, as the visible ones if values need room, and without focus as values leave",
    arguments: [
      (80, 20, 20, Panel.features, 60, 25), (80, 38, 30, .features, 42, 38),
      (80, 38, 30, .features, 60, 30),
      (80, 50, 30, .features, 40, 40), (80, 50, 30, .features, 60, 30),
      (80, 50, 47, .features, 60, 47), (80, 70, 60, .features, 60, 50),
      (200, 50, 50, .features, 60, 50),
      (80, 38, 38, .values, 60, 25), (80, 38, 38, .values, 44, 36), (80, 50, 50, .values, 20, 50),
      (120, 38, 38, .values, 90, 36), (200, 50, 50, .values, 60, 50),
    ])
  func listWidth(columns: Int, all: Int, seen: Int, focus: Panel, right: Int, expected: Int) {
    let layout = FeatureLayout(
      arrangement: .beside, focus: focus, problemCount: 0, list: all, seen: seen, right: right)
    #expect(layout.listColumns(in: columns) == expected)
  }

  @Test(
    "details take the rows that values do not use, and with the focus all that they need",
    arguments: [
      (5, 8, 31, Panel.values), (5, 50, 31, .values), (30, 8, 8, .values), (30, 50, 16, .values),
      (40, 50, 16, .values),
      (30, 20, 20, .details), (40, 50, 32, .details),
    ])
  func detailRows(values: Int, details: Int, expected: Int, focus: Panel) {
    let panels = FeatureLayout(arrangement: .beside, focus: focus, problemCount: 0)
      .areas(
        in: body(of: Size(columns: 120, rows: 39)), details: { _ in details },
        values: { _, _ in values },
        problems: { _ in 0 })
    #expect(panels[.details]?.rows == expected)
  }

  @Test("the deciding place of a flag comes first, and the title counts the remaining lines")
  func flag() throws {
    let console = FlagDriver.console(FrameCase.goldenSize).after(
      ":flags", ":select-flag siteReportPicture")
    let below = console.lines.drop { !$0.contains("─ siteReportPicture ") }
    #expect(below.first?.contains(" lines ─┐") == true)
    let places = below.filter { $0.contains(" / ") }
    #expect(places.first?.contains("picture-allowed") == true)
  }

  @Test(
    "details take the rows that a short list leaves",
    arguments: [(Screen.flags, "Pocket"), (.channels, "pocket")])
  func freeRows(screen: Screen, filter: String) throws {
    let console = FrameCase.console(FrameCase.goldenSize, on: screen).after(":filter \(filter)")
    let details = try #require(screen.panels.last { console.model.layout.panels[$0] != nil })
    let all = try #require(
      console.model.screen.view(of: details)?.lines(of: console.model).count)
    let shown = console.model.layout.inside(details).rows
    #expect(
      console.model.layout.inside(screen.panels[0]).rows > 2 && shown >= min(all, 8),
      "\(console.lines)")
  }

  @Test(
    "at the smallest size each list shows a whole row, also beside another manifest",
    arguments: Screen.allCases)
  func smallest(screen: Screen) throws {
    var console = FrameCase.console(Layout.smallest, on: screen)
    try console.compare()
    for panel in screen.panels {
      console.run("focus \(panel.name)")
      guard let view = console.model.view, view.list(in: console.model)?.count ?? 0 > 0 else {
        continue
      }
      #expect(view.height(in: console.model) >= 1, "\(panel.name)")
      #expect(console.sees("▸"), "\(panel.name)")
    }
  }
}
