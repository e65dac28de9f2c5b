import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Searching in texts and lists") struct TextSearchTests {
  private var console: ConsoleDriver
  private var small: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    small = try ConsoleDriver(FrameCase.goldenSize)
  }

  @Test("a text is searched while typing, and n and N go from match to match") mutating func searching() {
    small.act(":select homescreen", ":go sections-enabled.pocket", ":provenance", "/", "'home.yaml")
    #expect(small.message == .match(1, of: 2))
    for (keys, match) in [("Enter n", 2), ("n", 1), ("N", 2)] {
      small.act(keys)
      #expect(small.message == .match(match, of: 2))
    }
    small.press("Esc", "n")
    #expect(small.message == StatusMessage.noSearch(start: "/").about("next match") && small.state.focus == .details)
    small.run("filter nowhere")
    #expect(small.message == .noMatch("nowhere", isNew: true))
  }

  @Test("a search in the values continues in other features until Esc")
  mutating func otherFeature() {
    console.run("select homescreen", "focus values", "filter pocket")
    #expect(console.message == .match(1, of: 2))
    console.run("flags", "select sponsored-tiles", "focus values")
    #expect(console.sees("/ pocket", "no match here"))
    console.press("n")
    #expect(console.message == .noMatch("pocket", isNew: false, end: "Esc"))
    console.run("select homescreen", "focus values")
    #expect(console.sees("/ pocket", "2 matches · n N"))
    console.press("n")
    #expect(console.message == .match(2, of: 2))
    console.act(":select sponsored-tiles", ":focus values", "Esc")
    #expect(console.state.table.search.field.isEmpty && console.state.focus == .values)
    console.run("select homescreen", "focus values", "filter pocket", "select sponsored-tiles", "focus features")
    console.press("Esc")
    #expect(console.state.table.search.field.isEmpty, "Esc ends it in the list too, once nothing else is left there")
  }

  @Test("a search in the details ends when they show something else")
  mutating func otherDetails() {
    small.run("select homescreen", "go sections-enabled.pocket", "provenance", "filter home.yaml")
    #expect(small.message == .match(1, of: 2))
    small.run("features", "select homescreen", "go sections-enabled.pocket", "provenance")
    #expect(small.state.search.field.text == "home.yaml")
    small.run("select search", "focus values", "provenance")
    #expect(small.state.search.field.text == "")
  }

  @Test("n and N in a filtered list go from line to line and show the position") mutating func lists() {
    console.run("filter home")
    let count = console.ids.count
    console.press("n")
    #expect(console.message == .line(2, of: count))
    console.press("N", "N")
    #expect(console.message == .line(count, of: count) && console.selected == console.ids.last)
  }

  @Test("every panel keeps the focus while it is searched", arguments: Panel.allCases)
  func everyPanel(panel: Panel) throws {
    var console = try FrameCase.console(FrameCase.goldenSize, on: panel.screen)
    if [.editor, .merged].contains(panel) { console.run("edit") }
    console.run("focus \(panel.name)")
    guard console.state.focus == panel else {
      // The actions of a flag cannot have the focus, and without problems their panel is hidden.
      #expect([.flagKeys, .problems].contains(panel))
      return
    }
    console.press(panel == .editor ? "Ctrl-F" : "/", "e")
    #expect(console.state.focus == panel && console.state.isTyping, "\(console.status ?? "")")
    console.press("Enter")
    #expect(console.state.focus == panel)
  }

  @Test("the merged result scrolls and searches; F6 returns to the text, and Esc leaves")
  mutating func mergedResult() {
    small.run("select homescreen", "set sections-enabled.pocket false", "edit", "show-merged")
    #expect(small.state.focus == .merged && small.sees("\"pocket\": false", "was true"))
    small.act("/", "'section-order")
    #expect(small.message == .match(1, of: small.state.textMatches.count))
    small.press("Enter", "Esc")
    #expect(small.state.focus == .merged && small.state.search.field.field.isEmpty)
    small.press("F6")
    #expect(small.state.focus == .editor)
    small.press("Space", "F6", "G")
    #expect(small.effects == [] && small.state.session[.draft, "homescreen"] == nil)
    #expect(small.sees("\"greeting\"") || small.sees("}"))
    small.press("Esc")
    #expect(small.state.focus == .values)
  }

  @Test("a search that came from the list's filter ends with the filter") mutating func filterAndSearch() {
    console.run("filter pocket", "select homescreen", "open")
    #expect(console.state.table.search.text == "pocket")
    console.press("1", "Esc")
    #expect(console.state.features.list.filter.field.isEmpty && console.state.table.search.field.isEmpty)
    console.run("open", "filter tiles", "features", "filter home", "clear")
    #expect(console.state.table.search.text == "tiles")
    console.act(":clear", ":focus values", "Esc", ":features", ":filter homescreen", "Enter")
    #expect(console.state.focus == .values && console.state.table.search.field.isEmpty && console.status == nil)
  }

  @Test("the client's context and the reasons can be searched") mutating func clientAndReasons() throws {
    try console.openDemoRecipes()
    console.run("focus context", "filter locale")
    #expect(console.state.experiments.selectedContext?.name == "locale")
    #expect(console.message == .match(1, of: console.state.textMatches.count))
    console.press("Esc")
    #expect(console.state.focus == .context)
    console.run("focus why", "filter nothing-of-the-kind")
    #expect(console.message == .noMatch("nothing-of-the-kind", isNew: true))
  }
}
