import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Plain mode") struct PlainTextTests {
  @Test("only changes are printed") func changes() throws {
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
    #expect(text.changes(in: console.state) == ["refused: unknown command chanel; did you mean `channel`?"])
  }

  @Test("lines, borders and bars are left out") func drawing() throws {
    var console = try ConsoleDriver()
    console.send(.opening(SessionOpening()))
    console.run("select homescreen", "edit")
    console.type("\"pinned-limit\": many")
    let lines = PlainText.panel(of: console.state)
    #expect(lines.contains { $0.contains("problem") })
    #expect(!lines.contains { $0.contains("─") || $0.contains("█") || $0.contains("├") })
  }

  @Test("choices are numbered, and typing a number selects one") func choices() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.send(.plain("channel"))
    let said = text.changes(in: console.state)
    let hasNightly = said.contains { $0.hasPrefix("2. on screen  nightly") }
    #expect(hasNightly)
    console.send(.plain("4"))
    #expect(console.state.channel == "release")
  }

  @Test("an empty list prints a message, and help has no empty lines")
  func emptiness() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.run("channels")
    #expect(text.changes(in: console.state).first?.contains(" ,") == false)
    console.send(.plain("/zzzz"))
    #expect(text.changes(in: console.state) == ["no value matches; Esc clears the filter"])
    console.send(.plain("help"))
    let help = text.changes(in: console.state)
    #expect(help.count > 40 && help.allSatisfy { $0 != ":" && !$0.isEmpty })
  }

  @Test("a list is printed with its cursor line marked") func list() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.run("filter home")
    let lines = PlainText.panel(of: console.state)
    #expect(lines[0] == "  / home")
    let isMarked = lines.contains { $0.hasPrefix("> ") && $0.hasSuffix("homescreen") }
    #expect(isMarked)
  }

  @Test("table rows are printed with their column names") func tables() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.run("channels")
    let matrix = PlainText.panel(of: console.state)
    #expect(matrix.first == "  app-menu")
    #expect(
      matrix.contains(
        "> app-menu items.report-site-issue.enabled: developer true, nightly true, beta true, release false"))
    #expect(matrix.allSatisfy { !$0.contains("─") && !$0.contains("│") })
    _ = text.changes(in: console.state)
    console.press("l")
    let said = text.changes(in: console.state)
    #expect(said.count == 1)
    #expect(said.first?.contains("; the cursor is on ") == true)
  }

  @Test("a flag is printed with its stored values and named checks") func flags() throws {
    var console = try FlagDriver.console(Size(columns: 200, rows: 60))
    console.run("select-flag sponsoredTilesEnabled", "cycle-flag")
    let lines = PlainText.panel(of: console.state)
    #expect(lines.filter { $0.hasPrefix("> ") }.count == 1)
    #expect(
      lines.contains(
        "> sponsoredTilesEnabled, build on, user off, debug unset, buildOnly on, userOnly off, buildAndUser off, Boolean"
      ))
    console.press("v")
    console.send(.session(Session(entries: [EntryKey(.debug, "goneKey"): true])))
    console.run("list-flags overridden")
    #expect(PlainText.panel(of: console.state) == ["> goneKey, debug override of no flag"])
    console.run("list-flags section Tabs")
    #expect(PlainText.panel(of: console.state).first?.hasSuffix("section Tabs") == true)
  }

  @Test("a tree keeps its indentation, and long lists are whole") func trees() throws {
    var console = try ConsoleDriver.onExperiments(FrameCase.goldenSize)
    let regions = (10...40).map { "'R\($0)'" }.joined(separator: ", ")
    console.act("=", "'is_phone && (region in [\(regions)] || false)", "Enter")
    let lines = PlainText.panel(of: console.state)
    #expect(lines.contains { $0.hasPrefix("  false &&") || $0.hasPrefix("> false &&") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("    true is_phone") || $0.hasPrefix("    TRUE is_phone") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("      FALSE region in [\(regions)]") }, "\(lines)")
  }

  @Test("the key list has no numbers, as digits are keys, and the next line runs as a command") func help() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    var text = PlainText()
    console.send(.plain("?"))
    let said = text.changes(in: console.state)
    #expect(said.allSatisfy { !$0.hasPrefix("1. ") } && said.last == "type a key or a command")
    console.send(.plain("2"))
    #expect(console.state.overlay == nil && console.state.screen == .flags)
    console.send(.plain("?"))
    console.send(.plain("feature homescreen"))
    #expect(console.state.overlay == nil)
    #expect(console.state.selectedFeature?.id == "homescreen")
    console.send(.plain("/share"))
    #expect(console.state.features.list.filter.text == "share")
    console.send(.plain("channel"))
    console.send(.plain("99"))
    let refusal = try #require(text.changes(in: console.state).first { $0.hasPrefix("refused: ") })
    #expect(refusal.hasPrefix("refused: name a choice from 1 to ") && refusal.hasSuffix(", not 99"))
  }

  @Test("a number that is not a choice is text where text can be typed") func numberAsText() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    for line in ["command", "4711"] { console.send(.plain(line)) }
    #expect(console.field == "4711")
  }

  @Test("after a command that asks for text the next line is that text, unless it is empty or Esc")
  func text() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    for line in ["/", "pocket"] { console.send(.plain(line)) }
    #expect(console.state.features.list.filter.text == "pocket")
    #expect(!console.state.isTyping)
    for leaving in ["", "\u{1B}", "Esc"] {
      console.send(.plain("/"))
      #expect(console.state.isTyping)
      console.send(.plain(leaving))
      #expect(!console.state.isTyping)
      #expect(console.state.features.list.filter.field.isEmpty)
    }
    // When a text is requested, a command's name is text too.
    for line in ["/", "open"] { console.send(.plain(line)) }
    #expect(console.state.features.list.filter.text == "open")
  }
}
