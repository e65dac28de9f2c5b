import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Searching in texts and lists") struct TextSearchTests {
  @Test("a text is searched while it is typed, and n and N go from match to match") func searching() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen", "go sections-enabled.pocket", "provenance")
    console.press("/")
    console.type("home.yaml")
    #expect(console.status == "match 1 of 2")
    console.press("Enter", "n")
    #expect(console.status == "match 2 of 2")
    console.press("n")
    #expect(console.status == "match 1 of 2")
    console.press("N")
    #expect(console.status == "match 2 of 2")
    console.press("Esc", "n")
    #expect(console.status == "next match: nothing is searched for; press /")
    #expect(console.state.focus == .details)
  }

  @Test("a search in the values goes on from feature to feature, past those that have nothing of it, until Esc")
  func otherFeature() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "focus values", "filter pocket")
    #expect(console.status == "match 1 of 2")
    console.run("flags", "select sponsored-tiles", "focus values")
    #expect(console.lines.contains { $0.contains("/ pocket") && $0.contains("no match here") })
    console.press("n")
    #expect(console.status == "nothing here contains pocket; Esc ends the search")
    console.run("select homescreen", "focus values")
    #expect(console.lines.contains { $0.contains("/ pocket") && $0.contains("2 matches · n N") })
    console.press("n")
    #expect(console.status == "match 2 of 2")
    console.run("select sponsored-tiles", "focus values")
    console.press("Esc")
    #expect(console.state.table.search.field.isEmpty)
    #expect(console.state.focus == .values)
    console.run("select homescreen", "focus values", "filter pocket", "select sponsored-tiles", "focus features")
    console.press("Esc")
    #expect(console.state.table.search.field.isEmpty, "Esc ends it in the list too, once nothing else is left there")
  }

  @Test("a search in the details ends where they are left and something else stands there") func otherDetails() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen", "go sections-enabled.pocket", "provenance", "filter home.yaml")
    #expect(console.status == "match 1 of 2")
    console.run("features", "select homescreen", "go sections-enabled.pocket", "provenance")
    #expect(console.state.search.field.text == "home.yaml")
    console.run("select search", "focus values", "provenance")
    #expect(console.state.search.field.text == "")
  }

  @Test("what the text does not hold is said") func missing() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket", "provenance", "filter nowhere")
    #expect(console.status == "nothing here contains nowhere")
  }

  @Test("in a list that is filtered n and N go from line to line and say where they are") func lists() throws {
    var console = try ConsoleDriver()
    console.run("filter home")
    let count = console.ids.count
    console.press("n")
    #expect(console.status == "2 of \(count)")
    console.press("N", "N")
    #expect(console.status == "\(count) of \(count)")
    #expect(console.selected == console.ids.last)
  }

  @Test("each panel that has the focus answers / without losing it", arguments: Panel.allCases)
  func everyPanel(panel: Panel) throws {
    var console = try FrameCase.console(Size(columns: 80, rows: 24), on: panel.screen)
    if [.editor, .merged].contains(panel) { console.run("edit") }
    console.run("focus \(panel.name)")
    guard console.state.focus == panel else {
      // The actions of a flag cannot have the focus, and without problems their panel is hidden.
      #expect([.flagKeys, .problems].contains(panel))
      return
    }
    console.press(panel == .editor ? "Ctrl-F" : "/")
    console.type("e")
    #expect(console.state.focus == panel && console.state.isTyping, "\(console.status ?? "")")
    console.press("Enter")
    #expect(console.state.focus == panel)
  }

  @Test("what a text makes of its feature is a panel to scroll and search in, from which F6 leads back and Esc leaves")
  func mergedResult() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen", "set sections-enabled.pocket false", "edit", "show-merged")
    #expect(console.state.focus == .merged)
    #expect(console.lines.contains { $0.contains("\"pocket\": false") && $0.contains("was true") })
    console.press("/")
    console.type("section-order")
    #expect(console.status?.hasPrefix("match 1 of ") == true)
    console.press("Enter", "Esc")
    #expect(console.state.focus == .merged && console.state.search.field.field.isEmpty)
    console.press("F6")
    #expect(console.state.focus == .editor)
    console.type(" ")
    console.press("F6", "G")
    #expect(console.effects == [] && console.state.session[.draft, "homescreen"] == nil)
    #expect(console.lines.contains { $0.contains("\"greeting\"") } || console.lines.contains { $0.contains("}") })
    console.press("Esc")
    #expect(console.state.focus == .values)
  }

  @Test("a search in the values that came from the list's filter ends with it") func filterAndSearch() throws {
    var console = try ConsoleDriver()
    console.run("filter pocket", "select homescreen", "open")
    #expect(console.state.table.search.text == "pocket")
    console.press("1", "Esc")
    #expect(console.state.features.list.filter.field.isEmpty && console.state.table.search.field.isEmpty)
    console.run("open", "filter tiles", "features", "filter home", "clear")
    #expect(console.state.table.search.text == "tiles")
  }

  @Test("what is known of the client is searched, and why it is in a recipe")
  func clientAndReasons() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.run("focus context", "filter locale")
    #expect(console.state.experiments.selectedContext?.name == "locale")
    #expect(console.status?.hasPrefix("match 1 of ") == true)
    console.press("Esc")
    #expect(console.state.focus == .context)
    console.run("focus why", "filter nothing-of-the-kind")
    #expect(console.status == "nothing here contains nothing-of-the-kind")
  }
}
