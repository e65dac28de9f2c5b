import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Recording") struct RecordingTests {
  @Test(
    "actions are recorded as the commands that lead to the same state",
    arguments: [
      // Moving the cursor is recorded as its destination.
      (["j j Enter 3 ="], ["select app-menu", "open", "channels", "only-differences"]),
      // Typing is recorded when it is kept, and a choice with its argument.
      (["'/home", "Enter"], ["filter home", "select homescreen"]), (["c Down Enter"], ["channel beta"]),
      // A toggle is recorded as the value it set, or as dropping the edit.
      (
        [":select homescreen", ":go sections-enabled.pocket", "Space Space"],
        [
          "select homescreen", "go sections-enabled.pocket", "set sections-enabled.pocket false",
          "drop value sections-enabled.pocket",
        ]
      ),
      // Flags are recorded with ids and values, and with the layer if it is not the default.
      (
        [":flags", ":select-flag sentFromCirrus", "Space s Space Del d"],
        [
          "flags", "select-flag sentFromCirrus", "flag set sentFromCirrus off", "flag set sentFromCirrus off debug",
          "flag clear sentFromCirrus debug", "flag drop sentFromCirrus",
        ]
      ),
      // Steps of the channel and the clock are recorded as their results.
      (
        [":next-channel", ":clock 2026-01-01T00:00:00Z", ":clock +1d", ":clock run", ":clock +14d"],
        [
          "channel beta", "clock 2026-01-01T00:00:00Z", "clock 2026-01-02T00:00:00Z", "clock run",
          "clock now+1209600s",
        ]
      ),
      // Undo is recorded with what it changed.
      (
        [":select homescreen", ":set greeting Hi", ":undo", ":redo"],
        ["select homescreen", "set greeting Hi", "undo edit homescreen", "redo edit homescreen"]
      ),
      // A filter left with Esc is not recorded.
      (["'/home", "Esc"], ["select homescreen"]),
      (["'/home", "Enter Esc / a Esc"], ["filter home", "select homescreen", "clear", "select app-icon"]),
      // A refused command is not recorded.
      (["n"], []), ([":select nothing", ":set x"], []),
      // A value typed in its row is recorded as set, and a text of the config editor as an edit or a draft.
      (
        [":select homescreen", ":go greeting", "e Ctrl-U", "'5 o'clock", "Enter"],
        ["select homescreen", "go greeting", #"set greeting "5 o'clock""#]
      ),
      (
        [":select homescreen", "i", #"'"greeting": "Hi""#, "Ctrl-S"],
        ["select homescreen", "edit", #"edit {"greeting":"Hi"}"#, "focus values"]
      ),
      (
        [":select homescreen", "i Ctrl-K", #"'"gree"#, "Esc Esc"],
        ["select homescreen", "edit", #"set-draft homescreen "{\n  \"gree\"}\n""#, "leave-edit"]
      ),
    ] as [([String], [String])])
  func recorded(steps: [String], lines: [String]) throws {
    var recorded = RecordedConsole()
    recorded.act(steps)
    #expect(recorded.lines == lines)
  }

  @Test("a click is recorded as its destination, and the wheel is not recorded") func clicks() throws {
    var recorded = RecordedConsole()
    recorded.click(8, 6)
    recorded.click(60, 12) { $0.lines == ["select app-menu", "go items.bookmarks.order"] }
    recorded.press("Tab")
    recorded.click(8, 6, .wheelDown) { $0.lines.dropFirst(2) == ["next-panel"] }
  }

  @Test("marked values are recorded as set in one command") func switchedTogether() throws {
    var recorded = RecordedConsole()
    recorded.act(":select homescreen", ":go sections-enabled.pocket", "v v Space")
    let last = recorded.lines.last
    #expect(last?.hasPrefix(#"set {"homescreen":{"sections-enabled.pocket":false,"#) == true, "\(recorded.lines)")
    for other in [#""nope": {"a": 1}"#, #""search": {"bad": 1}"#, #""search": 5"#] {
      recorded.act(#":set {"homescreen": {"greeting": "Ho"}, \#(other)}"#)
      let model = recorded.console.model
      #expect(model.status?.refusal != nil && model.session[.edit, "homescreen"]?["greeting"] == nil)
    }
  }

  @Test("a name with a line break does not become a second command") func lineEnds() throws {
    var recorded = RecordedConsole()
    var recipe = try #require(recorded.console.model.session[.recipe, "zoom-levels"]?.objectValue)
    recipe["slug"] = "a\ndrop-all yes"
    recorded.console.send(.recipes(RecipeBatch([.object(recipe)]), from: "recipes.json"))
    recorded.act(":experiments", ":last", ":first") { $0.lines.last == #"recipe \"a\ndrop-all yes""# }
  }

  @Test(
    "a script has one line per command, and reading it restores the commands",
    arguments: HostileText.all + [
      "a\ndrop-all yes", "a  b ", "\u{1B}[2J\r\u{85}\u{2028}", "\\\"x\"", "\"x\"", "a\"\\b\n",
    ])
  func everyArgumentIsReadBack(_ text: String) throws {
    let commands = [text, "a " + text, text + " b", "\\" + text, "\\\"" + text + "\""].map { Invocation("select", $0) }
    let written = commands.map { $0.line + "\n" }.joined()
    let read = Recording.lines(of: written).map(Invocation.init(line:))
    #expect(read.map { $0.map { Array($0.argument.utf8) } } == commands.map { Array($0.argument.utf8) })
    #expect(read.allSatisfy { $0?.name == "select" })
  }

  @Test("names with blanks, quotes and line breaks are recorded and replayed") func awkwardNames() throws {
    for id in ["my home", "home \"x\"", "home\ndrop-all yes"] {
      var console = try ConsoleDriver(yaml: ConsoleDriver.yaml([id: ["on: Boolean = true"]]))
      console.run(Invocation("set-draft", "\(id) \"{\"").line)
      #expect(console.model.session[.draft, id] == "{", "\(console.status ?? "")")
    }
  }

  @Test("scripts accept any line ending, and blank lines count") func scriptLines() {
    #expect(Recording.lines(of: "a\r\n\nb c\u{2028}d\r\n# e") == ["a", "", "b c\u{2028}d", "# e"])
    #expect(Recording.lines(of: "a\n") == ["a"])
    #expect(Recording.lines(of: "") == [])
    #expect(Invocation("filter", "a\nb").line == #"filter \"a\nb""#)
    #expect(Invocation("filter", "a\u{202E}\u{85}b").line == #"filter \"a\u202e\u0085b""#)
    #expect(Invocation(line: #"filter \"a"#)?.argument == #"\"a"#)
    #expect(Invocation(line: "go  a b ")?.argument == "a b")
    #expect(Invocation(line: "quit") == Invocation("quit") && Invocation(line: "   ") == nil)
  }
}

@Suite("Script lines") struct ScriptLineTests {
  private var console = FlagDriver.withRecipes()

  @Test("branch forces a named branch even if no recipe uses the selected feature") mutating func branchByName() {
    console.act(":select app-menu", "b", says: .noRecipeUses("app-menu").about("force a branch"))
    console.run("branch homepage-order-2026=treatment-a")
    #expect(console.model.session[.branch, "homepage-order-2026"] == "treatment-a")
  }

  @Test("flag set sets a value for each flag, or names the first invalid one") mutating func valuesForFlags() {
    console.run(#"flag set {"Fast tabs": 20, "Checkout colour": 70} draw"#)
    let drawn = ["draw Checkout colour = 70.0", "draw Fast tabs = 20.0"]
    #expect(console.stored == drawn)
    console.run(#"flag set {"Fast tabs": 30, "Slow tabs": 70} draw"#)
    #expect(console.message == .unknown("flag", "Slow tabs", among: console.model.flags.ids))
    console.run(#"flag set {"Fast tabs": 30, "Checkout colour": "x"} draw"#)
    #expect(console.status == "a draw is a number from 0 to 100; got x" && console.stored == drawn)
  }

  @Test("undo of anything but the last change is refused") mutating func otherUndo() {
    console.act(":channel beta", ":undo edit homescreen") { $0.model.channel == "beta" }
    #expect(console.message == StatusMessage.lastChangeDiffers(from: "edit homescreen").asNote)
  }

  @Test("edit and set-draft refuse a config with problems") mutating func invalidConfig() {
    console.run("select homescreen", #"edit {"greeting": 1}"#)
    #expect(console.status == "not a config of homescreen: 1:14 Invalid value 1 for type Text")
    console.run("set-draft homescreen {", "line x")
    #expect(console.model.session.keys.filter { $0.kind == .edit || $0.kind == .draft } == [])
  }
}
