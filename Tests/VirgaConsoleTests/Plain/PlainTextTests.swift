import Testing
import VirgaCanvas
import VirgaConsole

@Suite("The console in words") struct PlainTextTests {
  @Test("only what changed is said") func changes() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.run("select homescreen")
    let first = text.changes(in: console.state)
    #expect(first.count == 2)
    #expect(first[0].hasPrefix("virga cirrus nightly"))
    #expect(first[1].hasPrefix("Features: ") && first[1].hasSuffix("homescreen"))
    #expect(text.changes(in: console.state) == [])
    console.send(.plain("open"))
    #expect(text.changes(in: console.state).count == 1)
    console.send(.plain("go sections-enabled.pocket"))
    let value = text.changes(in: console.state).first ?? ""
    #expect(value.hasPrefix("pocket Boolean") && value.contains("true manifest nightly"))
    console.send(.plain("j"))
    #expect(text.changes(in: console.state).first?.hasPrefix("recently-saved Boolean") == true)
    console.send(.plain("chanel beta"))
    #expect(
      text.changes(in: console.state) == ["refused: there is no command called chanel; did you mean `channel`?"])
  }

  @Test("choices are numbered, and a number chooses") func choices() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.send(.plain("channel"))
    let said = text.changes(in: console.state)
    let hasNightly = said.contains { $0.hasPrefix("2. on screen  nightly") }
    #expect(hasNightly)
    console.send(.plain("4"))
    #expect(console.state.channel == "release")
  }

  @Test("a list is said as it stands, the line under the cursor marked") func list() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.run("filter home")
    let lines = PlainText.panel(of: console.state)
    #expect(lines[0] == "  / home")
    let isMarked = lines.contains { $0.hasPrefix("> ") && $0.hasSuffix("homescreen") }
    #expect(isMarked)
  }

  @Test("the line after a command that asks for a text is that text; an empty one or Esc leaves it")
  func text() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    for line in ["/", "pocket"] { console.send(.plain(line)) }
    #expect(console.state.list.filter.text == "pocket")
    #expect(!console.state.isTyping)
    for leaving in ["", "\u{1B}", "Esc"] {
      console.send(.plain("/"))
      #expect(console.state.isTyping)
      console.send(.plain(leaving))
      #expect(!console.state.isTyping)
      #expect(console.state.list.filter.isEmpty)
    }
    // A command's name is a text too where one is asked for.
    for line in ["/", "open"] { console.send(.plain(line)) }
    #expect(console.state.list.filter.text == "open")
  }
}
