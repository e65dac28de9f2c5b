import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Layout") struct LayoutTests {
  private func layout(_ size: Size, focus: Panel, problemCount: Int, listGrowth: Int = 0) -> Layout {
    Layout(size: size) { body in
      FeatureLayout(
        arrangement: Layout.arrangement(of: size), focus: focus, problemCount: problemCount, growth: listGrowth,
        wanted: { _ in (5, 12, problemCount + 3) }
      ).areas(in: body)
    }
  }

  @Test(
    "the arrangement follows the size",
    arguments: [
      (20, 5, Layout.Arrangement.tooSmall), (35, 40, .tooSmall), (100, 8, .tooSmall), (36, 9, .alone), (60, 15, .alone),
      (75, 40, .alone), (76, 16, .beside), (80, 24, .beside), (300, 100, .beside),
    ])
  func arrangement(columns: Int, rows: Int, expected: Layout.Arrangement) {
    let layout = Layout(size: Size(columns: columns, rows: rows)) { _ in [:] }
    #expect(layout.arrangement == expected)
  }

  @Test("panels neither overlap nor leave the screen") func panelBounds() {
    for columns in stride(from: 0, through: 300, by: 7) {
      for rows in stride(from: 0, through: 100, by: 3) {
        for focus in Screen.features.panels {
          let size = Size(columns: columns, rows: rows)
          let layout = layout(size, focus: focus, problemCount: 3, listGrowth: 60)
          let areas = Array(layout.panels.values)
          for (index, area) in areas.enumerated() {
            #expect(size.bounds.intersection(area) == area, "\(size) \(focus)")
            for other in areas[(index + 1)...] { #expect(area.intersection(other).isEmpty, "\(size) \(focus)") }
          }
        }
      }
    }
  }

  @Test(
    "the list is as wide as its names, as the visible ones if values need room, and without focus as values leave",
    arguments: [
      (80, 20, 20, Panel.features, 60, 25), (80, 38, 30, .features, 42, 38), (80, 38, 30, .features, 60, 30),
      (80, 50, 30, .features, 40, 40), (80, 50, 30, .features, 60, 30),
      (80, 50, 47, .features, 60, 47), (80, 70, 60, .features, 60, 50), (200, 50, 50, .features, 60, 50),
      (80, 38, 38, .values, 60, 25), (80, 38, 38, .values, 44, 36), (80, 50, 50, .values, 20, 50),
      (120, 38, 38, .values, 90, 36), (200, 50, 50, .values, 60, 50),
    ])
  func listWidth(columns: Int, all: Int, seen: Int, focus: Panel, right: Int, expected: Int) {
    let layout = Layout(size: Size(columns: columns, rows: 40)) { body in
      FeatureLayout(arrangement: .beside, focus: focus, problemCount: 0, list: all, seen: seen, right: right)
        .areas(in: body)
    }
    #expect(layout.panels[.features]?.columns == expected)
  }

  @Test(
    "details take the rows that values do not use, and with the focus all that they need",
    arguments: [
      (5, 8, 31, Panel.values), (5, 50, 31, .values), (30, 8, 8, .values), (30, 50, 16, .values), (40, 50, 16, .values),
      (30, 20, 20, .details), (40, 50, 32, .details),
    ])
  func detailRows(values: Int, details: Int, expected: Int, focus: Panel) {
    let layout = Layout(size: Size(columns: 120, rows: 39)) { body in
      FeatureLayout(
        arrangement: .beside, focus: focus, problemCount: 0, wanted: { _ in (values, details, 0) }
      ).areas(in: body)
    }
    #expect(layout.panels[.details]?.rows == expected)
  }

  @Test("the focused panel is visible if there is room for one") func focusedPanel() {
    for focus in Screen.features.panels where ![.editor, .merged].contains(focus) {
      for size in [Size(columns: 36, rows: 9), Size(columns: 60, rows: 15), Size(columns: 120, rows: 40)] {
        #expect(layout(size, focus: focus, problemCount: 0).panels[focus] != nil, "\(size) \(focus)")
      }
    }
  }

  @Test("problems take rows only if there are some") func problemRows() {
    let size = Size(columns: 120, rows: 40)
    #expect(layout(size, focus: .features, problemCount: 0).panels[.problems] == nil)
    #expect(layout(size, focus: .features, problemCount: 1).panels[.problems]?.rows == 4)
  }
}
