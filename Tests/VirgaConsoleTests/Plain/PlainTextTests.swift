import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Plain mode") struct PlainTextTests {
  private var console = ConsoleDriver(Size(columns: 200, rows: 60))
  private var text = PlainText()

  /// Types lines and returns what is printed then.
  private mutating func said(_ lines: String...) -> [String] {
    for line in lines { console.send(.plain(line)) }
    return console.changes(in: &text)
  }

  @Test("only changes are printed") mutating func changes() {
    console.run("select homescreen")
    let first = said()
    #expect(first.count == 2 && first[0].hasPrefix("virga cirrus nightly"))
    #expect(first[1].hasPrefix("Features: ") && first[1].hasSuffix("homescreen"))
    #expect(said() == [])
    #expect(said("open").count == 1)
    let value = said("go sections-enabled.pocket").first ?? ""
    #expect(value.hasPrefix("pocket Boolean") && value.contains("true manifest nightly"))
    #expect(said("j").first?.hasPrefix("recently-saved Boolean") == true)
    #expect(said("chanel beta") == ["refused: unknown command chanel; did you mean `channel`?"])
  }

  @Test("lines, borders and bars are left out") mutating func drawing() {
    console.send(.opening(SessionOpening()))
    console.act(":select homescreen", ":edit", "'\"pinned-limit\": many")
    let lines = console.plainLines
    #expect(lines.contains { $0.contains("problem") })
    #expect(!lines.contains { $0.contains("─") || $0.contains("█") || $0.contains("├") })
  }

  @Test("a number chooses one of the numbered choices")
  mutating func choices() {
    let listed = said("channel")
    #expect(listed.contains { $0.hasPrefix("2. on screen  nightly") })
    #expect(said("99").first == "refused: name a choice from 1 to 4, not 99")
    _ = said("4")
    #expect(console.channel == "release")
  }

  @Test("a number is text where text is typed") mutating func numbersAsText() {
    _ = said("command", "4711")
    #expect(console.field == "4711")
  }

  @Test("an empty list prints a message") mutating func emptiness() {
    console.run("channels")
    #expect(said().first?.contains(" ,") == false)
    #expect(said("/zzzz") == ["no value matches; Esc clears the filter"])
  }

  @Test("help has no empty lines") mutating func helpLines() {
    _ = said()
    let help = said("help")
    #expect(help.count > 40 && help.allSatisfy { $0 != ":" && !$0.isEmpty })
  }

  @Test("a list is printed with its cursor line marked") mutating func list() {
    console.run("filter home")
    let lines = console.plainLines
    #expect(lines[0] == "  / home")
    #expect(lines.contains { $0.hasPrefix("> ") && $0.hasSuffix("homescreen") })
  }

  @Test("table rows are printed with their column names") mutating func tables() {
    console.run("channels")
    let matrix = console.plainLines
    #expect(matrix.first == "  app-menu")
    let row =
      "app-menu items.report-site-issue.enabled: developer true, nightly true, beta true, release false"
    #expect(matrix.contains { $0.hasPrefix("> \(row); the cursor is on ") })
    #expect(matrix.allSatisfy { !$0.contains("─") && !$0.contains("│") })
    _ = said()
    console.press("l")
    let moved = said()
    #expect(moved.count == 1 && moved[0].contains("; the cursor is on "))
  }

  @Test("a flag is printed with its stored values and named checks") func flags() throws {
    var console = FlagDriver.console(Size(columns: 200, rows: 60))
    console.run("select-flag sponsoredTilesEnabled", "cycle-flag")
    let lines = console.plainLines
    #expect(
      lines.filter { $0.hasPrefix("> ") } == [
        "> sponsoredTilesEnabled, build on, user off, debug unset, buildOnly on, userOnly off, buildAndUser off, Boolean"
      ])
  }

  @Test("an override without a flag is printed as such") func orphan() throws {
    var console = FlagDriver.console(Size(columns: 200, rows: 60))
    console.run("select-flag sponsoredTilesEnabled", "cycle-flag")
    console.press("v")
    console.send(.session(Session(entries: [EntryKey(.debug, "goneKey"): true])))
    console.act(":list-flags overridden") {
      $0.plainLines == ["> goneKey, debug override without a flag"]
    }
  }

  @Test("a section of flags is printed with its name") func section() throws {
    var console = FlagDriver.console(Size(columns: 200, rows: 60))
    console.run("select-flag sponsoredTilesEnabled", "cycle-flag")
    console.act(":list-flags section Tabs") {
      $0.plainLines.first?.hasSuffix("section Tabs") == true
    }
  }

  @Test("a tree is printed with its indentation and with whole lists") func trees() throws {
    var console = ConsoleDriver.onExperiments(FrameCase.goldenSize)
    let regions = (10...40).map { "'R\($0)'" }.joined(separator: ", ")
    let targeting = "is_phone && (region in [\(regions)] || false)"
    console.open([try .test("elsewhere", app: "cirrus", targeting)])
    console.act(":recipe elsewhere", ":focus why")
    let lines = console.plainLines
    for start in ["false &&", "  TRUE is_phone", "    FALSE region in [\(regions)]"] {
      #expect(
        lines.contains { $0.dropFirst(2).lowercased().hasPrefix(start.lowercased()) },
        "\(start): \(lines)")
    }
  }

  @Test("the key list has no numbers, because digits are keys")
  mutating func help() {
    let keys = said("?")
    #expect(keys.allSatisfy { !$0.hasPrefix("1. ") } && keys.last == "type a key or a command")
    _ = said("2")
    #expect(console.picker == nil && console.screen == .flags)
  }

  @Test("the line after the key list runs as a command") mutating func helpRuns() {
    _ = said("?", "select homescreen")
    #expect(console.picker == nil && console.selected == "homescreen")
  }

  @Test("after a command that asks for text the next line is that text, unless it is empty or Esc")
  mutating func requested() {
    // When a text is requested, a command's name is text too.
    for (lines, filter) in [
      (["/", "pocket"], "pocket"), (["/", "open"], "open"), (["/share"], "share"),
    ] {
      for line in lines { _ = said(line) }
      #expect(console.features.list.filter.text == filter && !console.isTyping)
    }
    for leaving in ["", "\u{1B}", "Esc"] {
      _ = said("/")
      #expect(console.isTyping)
      _ = said(leaving)
      #expect(!console.isTyping && console.features.list.filter.field.isEmpty)
    }
  }
}
