import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Prompts with something in them") struct PromptTests {
  private func console() throws -> ConsoleDriver {
    var console = try FlagDriver.console()
    try console.openDemoRecipes()
    return console
  }

  @Test("an attribute's value is selected: all values are offered, typing takes its place") func attribute() throws {
    var console = try console()
    console.run("set-context region DE", "experiments", "focus context")
    let row = try #require(console.state.experiments.contextRows.firstIndex { $0.name == "region" })
    console.run("line \(row + 1)")
    console.press("Enter")
    #expect(console.state.overlay?.field.text == "set-context region DE")
    let offered = console.state.overlay?.lines.map(\.title.plain) ?? []
    #expect(offered == ["set-context region DE", "set-context region US", "set-context region CA"])
    #expect(console.state.overlay?.selected?.title == "set-context region DE")
    console.press("Down", "Enter")
    #expect(console.state.session[.context, "region"] == "US")
    console.press("Enter")
    console.type("GB")
    #expect(console.state.overlay?.field.text == "set-context region GB")
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "GB")
    console.press("Enter", "End")
    console.type("R")
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "GBR")
  }

  @Test("of a path that is wider than the screen the end is seen, with the caret, and what tells its proposals apart")
  func longPaths() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    let folder = "manifests/" + String(repeating: "of-many-words/", count: 6)
    console.run("experiments", "load-recipes")
    console.type(folder)
    console.send(.files(["first.json", "second.json"], in: folder))
    #expect(console.lines.contains { $0.contains("┃ : …") && $0.contains("of-many-words/ ┃") })
    #expect(console.lines.contains { $0.contains(" first.json ") })
    #expect(console.lines.contains { $0.contains(" second.json ") })
    let caret = try #require(frame(of: console.state).cursor)
    #expect(console.lines[caret.row].contains("┃ : …"))
    #expect(caret.column == 78)
    console.press("Home")
    #expect(console.lines.contains { $0.contains("┃ : load-recipes manifests/of-many-words/") })
  }

  @Test("set-context offers values on any screen, and stays there") func anywhere() throws {
    var console = try console()
    console.run("features")
    console.press(":")
    console.type("set-context region ")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["set-context region US", "set-context region CA"])
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "US" && console.state.screen == .features)
  }

  @Test("a value in its row is selected") func value() throws {
    var console = try console()
    console.run("select homescreen", "go pinned-limit")
    console.press("e", "6", "Enter")
    #expect(console.state.session[.edit, "homescreen"] == ["pinned-limit": 6])
    console.press("e", "Left", "1", "Enter")
    #expect(console.state.session[.edit, "homescreen"] == ["pinned-limit": 16])
  }

  @Test("Enter and Tab on a folder go into it", arguments: ["Enter", "Tab"] as [KeyPress]) func folder(
    key: KeyPress
  )
    throws
  {
    var console = try console()
    console.run("load-recipes")
    console.send(.files(["a.json", "recipes/"], in: ""))
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["a.json", "recipes/"])
    console.press("Down", key)
    #expect(console.state.overlay?.field.text == "load-recipes recipes/" && console.effects == [.listFiles("recipes/")])
    console.send(.files(["b.json"], in: "recipes/"))
    console.press("Down", "Enter")
    #expect(console.effects == [.readRecipes("recipes/b.json")])
  }

  @Test("a command line that is refused stays with its text, the reason below, on the screen where it was typed")
  func refused() throws {
    var console = try console()
    console.run("features", "select homescreen")
    console.press(":")
    console.type("recipe nope")
    console.press("Enter")
    #expect(console.status?.hasPrefix("there is no recipe called nope") == true && console.state.screen == .features)
    #expect(console.state.overlay?.field.text == "recipe nope")
    console.press("Ctrl-U")
    #expect(console.status?.isEmpty != false)
    console.type("recipe homepage-order-2026")
    console.press("Enter")
    #expect(console.state.overlay == nil && console.state.screen == .experiments)
  }
}
