import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Searching in texts and lists") struct TextSearchTests {
  private var console = ConsoleDriver()
  private var small = ConsoleDriver(FrameCase.goldenSize)

  @Test("n and N go from match to match in a text")
  mutating func searching() {
    small.act(
      ":select homescreen", ":go sections-enabled.pocket", ":provenance", "/", "'home.yaml",
      says: .match(1, of: 2))
    for (keys, match) in [("Enter n", 2), ("n", 1), ("N", 2)] {
      small.act(keys, says: .match(match, of: 2))
    }
    small.act("Esc n", says: .noSearch(start: "/").about("next match"))
    small.act(":filter nowhere", says: .noMatch("nowhere", wasJustTyped: true))
    #expect(small.focus == .details)
  }

  @Test("a search in the values continues in other features until Esc") mutating func otherFeature()
  {
    console.act(":select homescreen", ":focus values", ":filter pocket", says: .match(1, of: 2))
    console.act(":flags", ":select sponsored-tiles", ":focus values") {
      $0.sees("/ pocket", "no match here")
    }
    console.act("n", says: .noMatch("pocket", wasJustTyped: false, end: "Esc"))
    console.act(":select homescreen", ":focus values") { $0.sees("/ pocket", "2 matches · n N") }
    console.act("n", says: .match(2, of: 2))
    console.act(":select sponsored-tiles", ":focus values", "Esc") {
      $0.features.values.search.field.isEmpty && $0.focus == .values
    }
    // In the list, Esc ends it too, once nothing else is left there.
    console.act(
      ":select homescreen", ":focus values", ":filter pocket", ":select sponsored-tiles",
      ":focus features", "Esc"
    ) { $0.features.values.search.field.isEmpty }
  }

  @Test("a search in the details ends when they show something else") mutating func otherDetails() {
    let details = [":select homescreen", ":go sections-enabled.pocket", ":provenance"]
    small.act(details + [":filter home.yaml"])
    #expect(small.message == .match(1, of: 2))
    small.act([":features"] + details)
    #expect(small.search.field.text == "home.yaml")
    small.act(":select search", ":focus values", ":provenance") { $0.search.field.text == "" }
  }

  @Test("n and N go from line to line in a filtered list")
  mutating func lists() {
    console.run("filter home")
    let count = console.ids.count
    console.act("n", says: .line(2, of: count))
    console.act("N N", says: .line(count, of: count))
    #expect(console.selected == console.ids.last)
  }

  @Test("every panel keeps the focus while it is searched", arguments: Panel.allCases)
  func everyPanel(panel: Panel) throws {
    var console = FrameCase.console(FrameCase.goldenSize, on: panel.screen)
    if [.editor, .merged].contains(panel) { console.run("edit") }
    console.run("focus \(panel.name)")
    guard console.focus == panel else {
      // The actions of a flag cannot have the focus, and others are hidden without room or
      // problems.
      #expect([.flagKeys, .problems, .reading].contains(panel))
      return
    }
    console.act(panel == .editor ? "Ctrl-F e" : "/ e") {
      $0.focus == panel && $0.isTyping
    }
    console.act("Enter") { $0.focus == panel }
  }

  @Test("the merged result is searched like any other text")
  mutating func mergedResult() {
    small.act(":select homescreen", ":set sections-enabled.pocket false", ":edit", ":show-merged") {
      $0.focus == .merged && $0.sees("\"pocket\": false", "was true")
    }
    small.act("/", "'section-order") {
      $0.message == .match(1, of: $0.searchMatches.count)
    }
    small.act("Enter Esc") { $0.focus == .merged && $0.search.field.field.isEmpty }
    small.act("F6") { $0.focus == .editor }
    small.act("Space F6 G") {
      $0.effects == [] && $0.session[.draft, "homescreen"] == nil
        && ($0.sees("\"greeting\"") || $0.sees("}"))
    }
    small.act("Esc") { $0.focus == .values }
  }

  @Test("a search that came from the list's filter ends with the filter")
  mutating func filterAndSearch() {
    console.act(":filter pocket", ":select homescreen", ":open") {
      $0.features.values.search.text == "pocket"
    }
    console.act("1 Esc") {
      $0.features.list.filter.field.isEmpty && $0.features.values.search.field.isEmpty
    }
    console.act(":open", ":filter tiles", ":features", ":filter home", ":clear") {
      $0.features.values.search.text == "tiles"
    }
    console.act(":clear", ":focus values", "Esc", ":features", ":filter homescreen", "Enter") {
      $0.focus == .values && $0.features.values.search.field.isEmpty && $0.status == nil
    }
  }

  @Test("the client's context and the reasons can be searched") mutating func clientAndReasons()
    throws
  {
    console.openDemoRecipes()
    console.act(":focus context", ":filter locale") {
      $0.experiments.contextList.selected?.name == "locale"
        && $0.message == .match(1, of: $0.searchMatches.count)
    }
    console.act("Esc") { $0.focus == .context }
    console.act(
      ":focus why", ":filter nothing-of-the-kind",
      says: .noMatch("nothing-of-the-kind", wasJustTyped: true))
  }

  @Test("the columns of matching letters are those in which they start")
  func columnsOfMatches() {
    #expect(TextSearch.columns(matching: Filter("bar"), in: "é 漢bar") == [4, 5, 6])
    #expect(Set(TextSearch.columns(matching: Filter("é"), in: "aéb")) == [1])
    #expect(Set(TextSearch.columns(matching: Filter("漢"), in: "é漢b")) == [1])
  }
}
