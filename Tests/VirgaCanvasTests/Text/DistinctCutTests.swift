import Testing
import VirgaCanvas

@Suite("Cutting names distinctly")
struct DistinctCutTests {
  @Test("names that differ at their ends are cut in the middle")
  func plain() {
    #expect(
      cut(["onboarding-first", "zoom", "toolbar-position-top"], to: 12) == [
        "onboardi…rst", "zoom", "toolbar-…top",
      ])
  }

  @Test("names that would become equal keep the words that differ")
  func differing() {
    let names = [
      "homeWidgetKindTransparentDark.parent", "homeWidgetKindTransparentLight.parent",
      "homeWidgetKindTransparent.parent",
    ]
    let shown = cut(names, to: 18)
    #expect(Set(shown).count == 3)
    #expect(shown[0].contains("…Dark"))
    #expect(shown[1].contains("…Light"))
    #expect(shown.allSatisfy { $0.count <= 18 })
  }

  @Test("a number that differs is shown whole")
  func numbers() {
    #expect(
      cut((10...12).map { "a-long-experiment-of-onboarding-cards-treatment\($0)-rollout" }, to: 24)
        == (10...12).map { "a-long-experi…\($0)-rollout" })
  }

  @Test("a name that is the beginning of another is not cut to nothing")
  func beginning() {
    let shown = cut(["ios-search-bar-v2", "ios-search-bar-v2-treatment-a-bar-v2"], to: 10)
    #expect(Set(shown).count == 2)
    #expect(!shown.contains { $0.allSatisfy { "… ".contains($0) } })
  }

  @Test("no width is too small")
  func narrow() {
    for width in 0...6 {
      let shown = DistinctCut.of(
        ["abcdefghij-1-x", "abcdefghij-2-x", "日本語日本語", "日本語本日本語"], to: width)
      #expect(shown.allSatisfy { $0.columns <= width })
    }
  }

  private func cut(_ names: [String], to width: Int) -> [String] {
    DistinctCut.of(names.map { DisplayText($0) }, to: width).map(\.plain)
  }
}
