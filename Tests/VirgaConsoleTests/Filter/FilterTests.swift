import Testing

@testable import VirgaConsole

@Suite("Filters") struct FilterTests {
  private func order(_ typed: String, _ names: [String]) -> [String] {
    let filter = Filter(typed)
    let scored = names.compactMap { name in filter.match(name).map { (name, $0.score) } }
    return scored.sorted { $0.1 > $1.1 }.map(\.0)
  }

  @Test("scattered letters match only if nothing matches the whole word") func scattered() throws {
    var console = ConsoleDriver()
    console.act(":filter hmscrn") { $0.ids == ["homescreen"] }
    console.act(":filter sync") { $0.ids == ["sync"] }
    console.act("/", "'hmscrn") { $0.ids == ["homescreen"] }
  }

  @Test("whole matches rank before scattered ones")
  func ranks() {
    #expect(order("tab", ["the-app-bar", "tabs-tray"]) == ["tabs-tray", "the-app-bar"])
  }

  @Test("starts of words rank before their insides") func starts() {
    #expect(order("tab", ["stable", "new-tab", "tabs"]) == ["tabs", "new-tab", "stable"])
  }

  @Test(
    "every word must match with its letters in order",
    arguments: [
      .init("letters match in order", ("hmsc", "homescreen", true)),
      .init("letters out of order do not match", ("scho", "homescreen", false)),
      .init("a single letter matches", ("z", "zoom", true)),
      .init("a missing letter does not match", ("q", "zoom", false)),
      .init("two words match", ("home wid", "home-widget", true)),
      .init("one missing word does not match", ("home xyz", "home-widget", false)),
      .init("small letters match capitals", ("pdf", "PDF-viewer", true)),
      .init("capitals do not match other letters", ("Pdf", "PDF-viewer", false)),
      .init("more letters than the name has do not match", ("homescreens", "home", false)),
    ] as [Behavior<(typed: String, name: String, isMatch: Bool)>])
  func matches(_ behavior: Behavior<(typed: String, name: String, isMatch: Bool)>) {
    let (typed, name, isMatch) = behavior.example
    #expect((Filter(typed).match(name) != nil) == isMatch)
  }

  @Test("a match gives the offsets of the typed bytes")
  func matchedBytes() {
    #expect(Filter("bar").match("tool-bar")?.offsets == [5, 6, 7])
    #expect(Filter("tlb").match("toolbar")?.offsets == [0, 3, 4])
  }

  @Test("an empty filter matches everything") func empty() {
    #expect(Filter("  ").isEmpty && Filter("").match("anything")?.score == 0)
  }

  @Test("names with scattered letters are proposed only if none holds the word") func first() {
    let names = ["homescreen", "app-menu", "home-menu", "Über-menü", "", "a", "tabGroups"]
    func first(_ most: Int, _ typed: String) -> [String] {
      Filter.first(most, of: names, matching: typed)
    }
    #expect(first(5, "men") == ["app-menu", "home-menu", "Über-menü"])
    #expect(first(2, "men") == ["app-menu", "home-menu"])
    #expect(first(5, "home menu") == ["home-menu"])
    #expect(first(5, "G") == ["tabGroups"])
    #expect(first(5, "hmn") == ["homescreen", "home-menu"])
    #expect(first(1, "hmn") == ["homescreen"])
    #expect(first(5, "xyz") == [])
    #expect(first(2, "a") == ["a", "app-menu"], "what was typed in full comes first")
  }

  @Test("a feature is found by the names inside it, after features found by id") func insideNames()
    throws
  {
    var console = try ConsoleDriver(
      yaml: """
        features:
          alpha: { description: d, variables: { tint: { description: d, type: Option<Tone>, default: null } } }
          beta: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
          dark-mode: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
        objects:
          Tone: { description: d, fields: { darkness: { description: d, type: Int, default: 1 } } }
        """)
    for (filter, ids) in [
      ("dark", ["dark-mode", "alpha"]), ("tint", ["alpha"]), ("nothing-has-this", []),
    ] {
      console.act(":filter \(filter)") { $0.ids == ids }
    }
    // The cursor returns to the feature that it was on.
    console.act("Esc") { $0.selected == "alpha" }
  }
}
