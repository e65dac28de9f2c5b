import Testing
import VirgaCanvas
import VirgaConsole

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
