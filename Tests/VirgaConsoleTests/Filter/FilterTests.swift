import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite struct FilterTests {
  private func order(_ typed: String, _ names: [String]) -> [String] {
    let filter = Filter(typed)
    let scored = names.compactMap { name in filter.match(name).map { (name, $0.score) } }
    return scored.sorted { $0.1 > $1.1 }.map(\.0)
  }

  @Test("scattered letters are looked for only where nothing fits whole") func scattered() throws {
    var console = try ConsoleDriver()
    console.run("filter hmscrn")
    #expect(console.ids == ["homescreen"])
    console.run("filter sync")
    #expect(console.ids == ["sync"])
    console.press("/")
    console.type("hms")
    console.type("crn")
    #expect(console.ids == ["homescreen"])
  }

  @Test func aWholeFindRanksBeforeAScatteredOne() {
    #expect(order("tab", ["the-app-bar", "tabs-tray"]) == ["tabs-tray", "the-app-bar"])
  }

  @Test func aWordStartRanksBeforeTheInsideOfAWord() {
    #expect(order("tab", ["stable", "new-tab", "tabs"]) == ["tabs", "new-tab", "stable"])
  }

  @Test func lettersMayLieApartButNotOutOfOrder() {
    #expect(Filter("hmsc").match("homescreen") != nil)
    #expect(Filter("scho").match("homescreen") == nil)
  }

  @Test func aSingleLetterHasToStandInTheNameAsItIs() {
    #expect(Filter("z").match("zoom") != nil)
    #expect(Filter("q").match("zoom") == nil)
  }

  @Test func everyWordHasToFit() {
    #expect(Filter("home wid").match("home-widget") != nil)
    #expect(Filter("home xyz").match("home-widget") == nil)
  }

  @Test func letterCaseCountsOnlyWhereACapitalIsTyped() {
    #expect(Filter("pdf").match("PDF-viewer") != nil)
    #expect(Filter("Pdf").match("PDF-viewer") == nil)
  }

  @Test func theMatchedBytesAreThoseThatFit() {
    #expect(Filter("bar").match("tool-bar")?.offsets == [5, 6, 7])
    #expect(Filter("tlb").match("toolbar")?.offsets == [0, 3, 4])
  }

  @Test func nothingTypedLetsEverythingPass() {
    #expect(Filter("  ").isEmpty)
    #expect(Filter("").match("anything")?.score == 0)
  }

  @Test func aThousandWordsFindTheFeatureThatHasThem() throws {
    var console = try ConsoleDriver()
    console.run("filter " + Array(repeating: "homescreen", count: 1_000).joined(separator: " "))
    #expect(console.ids == ["homescreen"])
    #expect(console.selected == "homescreen")
  }

  @Test func aWordLongerThanTheNameDoesNotFit() {
    #expect(Filter("homescreens").match("home") == nil)
  }

  @Test("names that only hold the letters are proposed if none holds the word") func first() {
    let names = ["homescreen", "app-menu", "home-menu", "Über-menü", "", "a", "tabGroups"]
    func first(_ most: Int, _ typed: String) -> [String] { Filter.first(most, of: names, matching: typed) }
    #expect(first(5, "men") == ["app-menu", "home-menu", "Über-menü"])
    #expect(first(2, "men") == ["app-menu", "home-menu"])
    #expect(first(5, "home menu") == ["home-menu"])
    #expect(first(5, "G") == ["tabGroups"])
    #expect(first(5, "hmn") == ["homescreen", "home-menu"])
    #expect(first(1, "hmn") == ["homescreen"])
    #expect(first(5, "xyz") == [])
    #expect(first(2, "a") == ["a", "app-menu"], "what was typed in full comes first")
  }

  @Test("a feature is found by the names inside it, behind those that are found by their ids") func insideNames() throws
  {
    let console = try ConsoleDriver(
      yaml: """
        features:
          alpha: { description: d, variables: { tint: { description: d, type: Option<Tone>, default: null } } }
          beta: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
          dark-mode: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
        objects:
          Tone: { description: d, fields: { darkness: { description: d, type: Int, default: 1 } } }
        """)
    var filtered = console
    filtered.run("filter dark")
    #expect(filtered.ids == ["dark-mode", "alpha"])
    filtered.run("filter tint")
    #expect(filtered.ids == ["alpha"])
    filtered.run("filter nothing-has-this")
    #expect(filtered.ids == [])
    filtered.press("Esc")
    #expect(filtered.selected == "alpha", "the cursor returns to the feature that it was on")
  }
}
