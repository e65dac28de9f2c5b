import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Open lists while the session changes") struct OpenPickerTests {
  private var console = ConsoleDriver.onHomescreen().after(":set pinned-limit 9")

  @Test("the question of drop-all lists and drops what is there now") mutating func dropping()
    throws
  {
    console.act("D") { $0.picker?.title == "Drop the override" }
    try console.elsewhere { try $0.setEdit("homescreen", at: ["greeting"], to: "hello") }
    try console.elsewhere { try $0.setEdit("search", at: ["wait-ms"], to: 5) }
    #expect(console.picker?.title == "Drop all 2 overrides")
    #expect(
      console.titles == [
        "drop all 2", "homescreen", "  ▸ pinned-limit", "  ▸ greeting", "search ▸ wait-ms",
      ])
    console.act("Enter") { $0.session.overrideCount == 0 }
  }

  @Test("a question closes with a message if nothing is left to drop") mutating func nothingLeft()
    throws
  {
    console.press("D")
    try console.elsewhere { try $0.dropAll() }
    #expect(console.picker == nil)
    #expect(
      console.message
        == StatusMessage.doneElsewhere("dropped the override", by: "elsewhere").then(.listClosed))
  }

  @Test("Enter drops the listed override, not the one that replaced it") mutating func overrides()
    throws
  {
    console.act("O") { $0.titles == ["homescreen ▸ pinned-limit"] }
    try console.elsewhere { try $0.setEdit("homescreen", at: ["greeting"], to: "hello") }
    #expect(console.titles == ["homescreen", "  ▸ pinned-limit", "  ▸ greeting"])
    #expect(console.chosen == "  ▸ pinned-limit")
    try console.elsewhere { try $0.dropEdit("homescreen", at: ["pinned-limit"]) }
    #expect(console.titles == ["homescreen ▸ greeting"])
    try console.elsewhere { try $0.dropAll() }
    #expect(console.titles == [] && console.sees("the list is empty"))
    console.act("Enter") { $0.message == .emptyList && $0.effects.isEmpty }
  }

  @Test(
    "after the selected line disappears, the first Enter only says so", arguments: [false, true])
  mutating func goneLine(moves: Bool) throws {
    console.act(":set greeting hello", ":set sections-enabled.pocket false", "O")
    while console.chosen != "  ▸ pinned-limit" { console.press("Down") }
    try console.elsewhere { try $0.dropEdit("homescreen", at: ["pinned-limit"]) }
    if moves {
      console.press("PgDn")
    } else {
      console.act("Enter", says: .lineGone("  ▸ pinned-limit"))
      #expect(console.picker != nil && console.session.overrideCount == 1)
      #expect(console.session[.edit, "homescreen"]?.objectValue?.count == 2)
    }
    console.act("Enter") { $0.session[.edit, "homescreen"]?.objectValue?.count == 1 }
  }

  @Test("a list about a recipe closes when another recipe is selected") mutating func goneSubject()
    throws
  {
    console.openDemoRecipes()
    console.run("experiments", "recipe homepage-order-2026", "filter enrolled", "force-branch")
    #expect(console.picker?.title == "Branch of homepage-order-2026")
    try console.elsewhere { try $0.optOut(of: "homepage-order-2026") }
    #expect(console.picker == nil)
    let done = StatusMessage.doneElsewhere("opted out of homepage-order-2026", by: "elsewhere")
    #expect(console.message == done.then(.listClosed))
  }

  @Test("the filter and the chosen line stay, even if the line disappears for a while")
  mutating func place() throws {
    console.act(":set greeting hello", ":select search", ":set wait-ms 5", "O", "'/e", "Down")
    let chosen = try #require(console.chosen)
    let before = console.session
    try console.elsewhere {
      try $0.setEdit("homescreen", at: ["sections-enabled", "pocket"], to: false)
    }
    #expect(console.field == "e" && console.chosen == chosen)
    try console.elsewhere { try $0.dropAll() }
    #expect(console.titles == [])
    console.send(.session(before)) { $0.chosen == chosen }
  }

  @Test("the conflict question lists the values that differ now") func conflict() throws {
    var console = ConsoleDriver().after(":select homescreen", ":edit", #"'"pinned-limit": 3"#)
    try console.elsewhere { try $0.setEdit("homescreen", at: ["pinned-limit"], to: 4) }
    console.act("Ctrl-S Down") {
      $0.titles == ["keep mine", "take theirs", "both", "pinned-limit"]
    }
    try console.elsewhere { try $0.setEdit("homescreen", at: ["greeting"], to: "theirs") }
    #expect(console.titles == ["keep mine", "take theirs", "both", "pinned-limit", "greeting"])
    #expect(
      console.chosen == "take theirs" && console.details.last == "mine: nothing   theirs: theirs")
    try console.elsewhere { try $0.dropAll() }
    let done = StatusMessage.doneElsewhere("dropped the override", by: "elsewhere")
    #expect(console.picker == nil && console.message == done.then(.listClosed))
    #expect(console.editor?.buffer.text.contains("\"pinned-limit\": 3") == true)
  }

  @Test("the problem list drops fixed problems and keeps the cursor on the others") func problems()
    throws
  {
    func yaml(_ variables: String...) -> String { ConsoleDriver.yaml(["zoom": variables]) }
    let (wrong, other) = ("level: Int = no", "steps: Int = yes please")
    var console = try ConsoleDriver(yaml: yaml(wrong, other)).after("!")
    var problems: [String] {
      console.picker?.lines.filter { !$0.isHeading }.map(\.title.plain) ?? []
    }
    let (both, warning) = (problems, "the feature has no meta-bug, documentation, contacts")
    #expect(both.count == 3 && both[0] != both[1] && both[2] == warning)
    console.act("Down") { $0.chosen == both[1] }
    console.load(try ConsoleDriver.manifest(yaml(other)))
    #expect(problems == [both[1], warning] && console.chosen == both[1])
    console.load(try ConsoleDriver.manifest(yaml("steps: Int = 2")))
    #expect(problems == [warning])
    console.act("Enter") { $0.picker == nil && $0.status == "test.fml.yaml:3:3: \(warning)" }
  }

  @Test("the command line lists new completions and keeps its choice") mutating func commandLine()
    throws
  {
    console.act(":set-context flavour vanilla", ":", "'reset-client ")
    #expect(console.titles == ["reset-client context flavour", "reset-client all"])
    console.press("Down")
    try console.elsewhere { try $0.setContext("taste", to: "sweet") }
    #expect(
      console.titles == [
        "reset-client context flavour", "reset-client context taste", "reset-client all",
      ])
    #expect(console.chosen == "reset-client all")
  }

  @Test("F1 in a list shows its keys and then restores the list") mutating func keys() throws {
    console.act(":set greeting hello", "O", "'/gree")
    let list = try #require(console.picker)
    #expect(console.hints.contains("F1 keys"))
    for key in ["F1", "Esc"] as [KeyPress] {
      console.act("F1") { $0.picker?.kind == .keys && $0.sees(" Keys in the list ") }
      #expect(
        console.picker?.lines.contains { $0.invocation?.name == "choose" && $0.applies }
          == true)
      #expect(!console.listed.contains("drop-all"))
      console.press(key)
      #expect(console.picker == list)
    }
    console.act("F1", "'close-list", "Enter")
    #expect(
      console.picker?.title == list.title && console.picker?.isFiltered == false)
    console.act("Esc") { $0.picker == nil }
    console.act(":", "'sel")
    let line = try #require(console.picker)
    console.act("F1") { $0.sees(" Keys in the command line ") }
    console.act("Esc") { $0.picker == line }
  }

  @Test("a read-only console does not offer to drop anything") mutating func readOnly() throws {
    console.run("set-context flavour vanilla")
    console.makeReadOnly()
    console.act("O") {
      $0.picker?.title == "Overrides" && $0.titles[1] == "client changes (not overrides)"
    }
    #expect(!console.hints.contains("Enter") && console.hints.contains("Esc close"))
    console.act("Esc", ":", "'quit") { $0.hints.contains("Enter run") }
  }
}
