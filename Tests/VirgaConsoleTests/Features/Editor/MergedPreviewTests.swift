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

  @Test(
    "containers are unfolded in the order of the tree until the lines are filled",
    arguments: [
      .init("without room all are folded", (4, "{ nested { … 2 } order [ … 9 ] }")),
      .init("one level at a time", (7, "{ nested { a [ … 2 ] b [ … 1 ] } order [ … 9 ] }")),
      .init(
        "what is inside comes before what follows",
        (10, "{ nested { a [ 1 2 ] b [ … 1 ] } order [ … 9 ] }")),
      .init(
        "two lines are too few for a part",
        (14, "{ nested { a [ 1 2 ] b [ 3 ] } order [ … 9 ] }")),
      .init(
        "the first that does not fit shows a part",
        (16, "{ nested { a [ 1 2 ] b [ 3 ] } order [ 1 2 … 7 more ] }")),
      .init(
        "with enough room all are whole",
        (22, "{ nested { a [ 1 2 ] b [ 3 ] } order [ 1 2 3 4 5 6 7 8 9 ] }")),
    ] as [Behavior<(room: Int, lines: String)>])
  func filled(_ behavior: Behavior<(room: Int, lines: String)>) throws {
    let (room, lines) = behavior.example
    let yaml = ConsoleDriver.yaml([
      "menu": [
        "nested: Map<String, List<Int>> = { a: [1, 2], b: [3] }",
        "order: List<Int> = [1, 2, 3, 4, 5, 6, 7, 8, 9]",
      ]
    ])
    let console = try ConsoleDriver(yaml: yaml, channel: "nightly").after(":select menu")
    let preview = MergedPreview(try #require(console.features.values.merged))
    let rows = preview.rows(fitting: room)
    #expect(rows.count <= room)
    #expect(rows.map { ($0.key.map { "\($0) " } ?? "") + $0.text }.joined(separator: " ") == lines)
  }

  @Test("the last valid text stays merged while the text is broken") func outdated() throws {
    var driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": false| } }")
    driver.type("x")
    #expect(driver.editor.mergedDisplay.isOfOlderText && driver.editor.merged?.changeCount == 1)
    driver.press("Backspace")
    #expect(!driver.editor.mergedDisplay.isOfOlderText)
  }

  @Test("a value that is the default is not a change") func same() throws {
    #expect(
      try EditorDriver("{ \"delay\": 250 }|").editor.merged?.changeCount == 0,
      "the same value is not a change")
  }
}
