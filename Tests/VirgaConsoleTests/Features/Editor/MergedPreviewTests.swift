import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Merged result") struct MergedPreviewTests {
  /// The preview of an edit that changes one value.
  private func previewOfChange() throws -> MergedPreview? {
    try EditorDriver("{ \"sections-enabled\": { \"pocket\": false| } }").editor.merged
  }

  @Test("changes are shown with their old values")
  func changes() throws {
    let preview = try previewOfChange()
    let rows = preview?.rows ?? []
    #expect(rows.filter { $0.change != nil }.map(\.key) == ["pocket"])
    #expect(rows.compactMap(\.change) == ["was true"] && preview?.changeCount == 1)
  }

  @Test("what is not changed is folded")
  func folded() throws {
    let rows = try previewOfChange()?.rows ?? []
    #expect(rows.contains { $0.key == "sponsored-tiles" && $0.text == "{ … 2 }" })
    #expect(rows.contains { $0.key == "section-order" && $0.text == "[ … 2 ]" })
  }

  @Test("the last valid text stays merged while the text is broken") func outdated() throws {
    var driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": false| } }")
    driver.type("x")
    #expect(driver.editor.mergedView.isOutOfDate && driver.editor.merged?.changeCount == 1)
    driver.press("Backspace")
    #expect(!driver.editor.mergedView.isOutOfDate)
  }

  @Test("a value that is the default is not a change") func same() throws {
    #expect(
      try EditorDriver("{ \"delay\": 250 }|").editor.merged?.changeCount == 0,
      "the same value is not a change")
  }
}
