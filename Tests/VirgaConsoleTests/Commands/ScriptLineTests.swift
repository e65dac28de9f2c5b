import Testing
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Script lines") struct ScriptLineTests {
  private var console = FlagDriver.withRecipes()

  @Test(
    "the one line of a command reads back as the command",
    arguments: HostileText.all + [
      "a\ndrop-all yes", "a  b ", "\u{1B}[2J\r\u{85}\u{2028}", "\\\"x\"", "\"x\"", "a\"\\b\n",
    ])
  func everyArgumentIsReadBack(_ text: String) throws {
    for argument in [text, "a " + text, text + " b", "\\" + text, "\\\"" + text + "\""] {
      let line = Invocation("select", argument).line
      #expect(!line.utf8.contains(0x0A) && !line.utf8.contains(0x0D))
      let read = try #require(Invocation(line: line))
      #expect(read.name == "select" && Array(read.argument.utf8) == Array(argument.utf8))
    }
  }

  @Test("blanks around an argument do not count unless it is quoted") func blanks() {
    #expect(Invocation("filter", "a\nb").line == #"filter \"a\nb""#)
    #expect(Invocation("filter", "a\u{202E}\u{85}b").line == #"filter \"a\u202e\u0085b""#)
    #expect(Invocation(line: #"filter \"a"#)?.argument == #"\"a"#)
    #expect(Invocation(line: "go  a b ")?.argument == "a b")
    #expect(Invocation(line: "quit") == Invocation("quit") && Invocation(line: "   ") == nil)
  }

  @Test("branch forces a named branch even if no recipe uses the selected feature")
  mutating func branchByName() {
    console.act(":select app-menu", "b", says: .noRecipeUses("app-menu").about("force a branch"))
    console.run("branch homepage-order-2026=treatment-a")
    #expect(console.session[.branch, "homepage-order-2026"] == "treatment-a")
  }

  @Test("flag sets, clears and drops a flag whose name has blanks, as the keys do")
  mutating func flagByName() {
    console.run("flag set Fast tabs 20 draw", "flag set Checkout colour 20,80 weights")
    #expect(console.stored == ["draw Fast tabs = 20.0", "weights Checkout colour = [20.0,80.0]"])
    console.run("flag set Fast tabs x draw")
    #expect(console.status == "a draw is a number from 0 to 100; got x")
    console.run("flag clear Fast tabs draw", "flag drop Checkout colour")
    #expect(console.stored == [])
    console.act(
      ":flag set Slow tabs on", says: .unknown("flag", "Slow", among: console.knownFlags))
    for line in ["flag set Fast tabs", "flag clear Fast tabs colour", "flag mend Fast tabs"] {
      console.act(":\(line)", says: .flagChangeExpected)
    }
  }

  @Test("undo of anything but the last change is refused") mutating func otherUndo() {
    console.act(":channel beta", ":undo edit homescreen") { $0.channel == "beta" }
    #expect(console.message == StatusMessage.lastChangeDiffers(from: "edit homescreen").asNote)
  }

  @Test("edit refuses a config with problems") mutating func invalidConfig() {
    console.run("select homescreen", #"edit {"greeting": 1}"#)
    #expect(console.status == "not a config of homescreen: 1:14 Invalid value 1 for type Text")
    #expect(console.session.keys.filter { $0.kind == .edit || $0.kind == .draft } == [])
  }

  @Test(
    "set refuses all values if one of several is wrong",
    arguments: [#""nope": {"a": 1}"#, #""search": {"bad": 1}"#, #""search": 5"#])
  mutating func severalValues(other: String) {
    console.run("select homescreen", #"set {"homescreen": {"greeting": "Ho"}, \#(other)}"#)
    #expect(
      console.message?.refusal != nil && console.session[.edit, "homescreen"] == nil)
  }

  @Test("perform makes the changes of an operation as one step, or says why it cannot")
  mutating func performed() {
    let edit = #"{"kind": "edit", "name": "search", "new": {"enabled": false}}"#
    let region = #"{"kind": "context", "name": "region", "new": "FR"}"#
    let line = #"perform {"label": "try two", "changes": [\#(edit), \#(region)]}"#
    console.act(":\(line)") {
      $0.session[.context, "region"] == "FR" && $0.session[.edit, "search"] != nil
    }
    console.act(":\(line)", says: .info("unchanged"))
    console.act("u") {
      $0.session[.edit, "search"] == nil && $0.message == .undone("try two", by: nil)
    }
    console.act(#":perform {"label": "x", "changes": [{"kind": "wish", "new": 1}]}"#) {
      $0.message?.refusal == #"not a change of a session: {"kind":"wish","new":1}"#
    }
    console.act(":perform something") {
      $0.message?.refusal?.hasPrefix("write an operation as JSON") == true
    }
    console.makeReadOnly()
    console.act(":\(line)") { $0.message?.refusal != nil && $0.effects.isEmpty }
  }
}
