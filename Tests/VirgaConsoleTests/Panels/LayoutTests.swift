import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite struct LayoutTests {
  private func layout(_ size: Size, focus: Panel, problemCount: Int, listGrowth: Int = 0) -> Layout {
    Layout(size: size) { body in
      FeatureLayout(
        arrangement: Layout.arrangement(of: size), focus: focus, problemCount: problemCount, growth: listGrowth
      ).areas(in: body)
    }
  }

  @Test(arguments: [
    (20, 5, Layout.Arrangement.tooSmall), (35, 40, .tooSmall), (100, 8, .tooSmall), (36, 9, .alone), (60, 15, .alone),
    (75, 40, .alone), (76, 16, .beside), (80, 24, .beside), (300, 100, .beside),
  ])
  func theArrangementFollowsTheSize(columns: Int, rows: Int, expected: Layout.Arrangement) {
    let layout = Layout(size: Size(columns: columns, rows: rows)) { _ in [:] }
    #expect(layout.arrangement == expected)
  }

  @Test func panelsNeverOverlapAndNeverLeaveTheScreen() {
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

  @Test(arguments: [(80, 10, 25), (80, 20, 27), (80, 60, 30), (120, 60, 40), (200, 20, 46), (200, 60, 58)])
  func theListGrowsForLongNamesAsFarAsTheValuesCanSpareIt(columns: Int, names: Int, expected: Int) {
    let layout = Layout(size: Size(columns: columns, rows: 40)) { body in
      FeatureLayout(arrangement: .beside, focus: .features, problemCount: 0, names: names).areas(in: body)
    }
    #expect(layout.panels[.features]?.columns == expected)
  }

  @Test func theFocusedPanelIsAlwaysSeenWhereThereIsRoomForOne() {
    for focus in Screen.features.panels where ![.editor, .merged].contains(focus) {
      for size in [Size(columns: 36, rows: 9), Size(columns: 60, rows: 15), Size(columns: 120, rows: 40)] {
        #expect(layout(size, focus: focus, problemCount: 0).panels[focus] != nil, "\(size) \(focus)")
      }
    }
  }

  @Test func problemsTakeRoomOnlyWhenThereAreSome() {
    let size = Size(columns: 120, rows: 40)
    #expect(layout(size, focus: .features, problemCount: 0).panels[.problems] == nil)
    #expect(layout(size, focus: .features, problemCount: 1).panels[.problems]?.rows == 3)
  }
}
