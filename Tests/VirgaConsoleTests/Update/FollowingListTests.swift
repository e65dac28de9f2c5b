import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("A list that is open while something changes elsewhere") struct FollowingListTests {
  private func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    return console
  }

  @Test("the question what is to be dropped lists what is there now, and drops that") func dropping() throws {
    var console = try console()
    console.run("set pinned-limit 3")
    console.press("D")
    #expect(console.state.overlay?.title == "Drop the override")
    try console.elsewhere { operations throws(Refusal) in
      try operations.setEdit("homescreen", at: ["greeting"], to: "hello")
    }
    try console.elsewhere { operations throws(Refusal) in try operations.setEdit("search", at: ["wait-ms"], to: 5) }
    #expect(console.state.overlay?.title == "Drop all 2 overrides")
    #expect(
      console.titles == [
        "drop all 2", "homescreen", "  ▸ pinned-limit", "  ▸ greeting", "search ▸ wait-ms",
      ])
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
  }

  @Test("a question of which nothing is left is closed, with a word") func nothingLeft() throws {
    var console = try console()
    console.run("set pinned-limit 3")
    console.press("D")
    try console.elsewhere { operations throws(Refusal) in try operations.dropAll() }
    #expect(console.state.overlay == nil)
    #expect(console.status == "elsewhere 1: dropped the override; what was asked about is gone")
  }

  @Test("what is dropped from the list of overrides is what stands there, not what came in its place")
  func overrides() throws {
    var console = try console()
    console.run("set pinned-limit 9")
    console.press("O")
    #expect(console.titles == ["homescreen ▸ pinned-limit"])
    try console.elsewhere { operations throws(Refusal) in
      try operations.setEdit("homescreen", at: ["greeting"], to: "hello")
    }
    #expect(console.titles == ["homescreen", "  ▸ pinned-limit", "  ▸ greeting"])
    #expect(console.state.overlay?.selected?.title == "  ▸ pinned-limit")
    try console.elsewhere { operations throws(Refusal) in try operations.dropEdit("homescreen", at: ["pinned-limit"]) }
    #expect(console.titles == ["homescreen ▸ greeting"])
    try console.elsewhere { operations throws(Refusal) in try operations.dropAll() }
    #expect(console.titles == [] && console.lines.contains { $0.contains("nothing is listed") })
    console.press("Enter")
    #expect(console.status == "nothing is listed" && console.effects.isEmpty)
  }

  @Test("where the line under the cursor is gone, Enter takes no other one before the person looked")
  func goneLine() throws {
    var console = try console()
    console.run("set pinned-limit 9", "set greeting hello", "set sections-enabled.pocket false")
    console.press("O")
    while console.state.overlay?.selected?.title != "  ▸ pinned-limit" { console.press("Down") }
    try console.elsewhere { operations throws(Refusal) in try operations.dropEdit("homescreen", at: ["pinned-limit"]) }
    console.press("Enter")
    #expect(console.status == "“  ▸ pinned-limit” is gone; what the cursor is on now is another")
    #expect(console.state.overlay != nil && console.state.session.overrideCount == 1)
    #expect(console.state.session[.edit, "homescreen"]?.objectValue?.count == 2)
    console.press("Enter")
    #expect(console.state.session[.edit, "homescreen"]?.objectValue?.count == 1)
  }

  @Test("after the line under the cursor is gone, Enter chooses the line that the person moves to")
  func movedFromGoneLine() throws {
    var console = try console()
    console.run("set pinned-limit 9", "set greeting hello", "set sections-enabled.pocket false")
    console.press("O")
    while console.state.overlay?.selected?.title != "  ▸ pinned-limit" { console.press("Down") }
    try console.elsewhere { operations throws(Refusal) in try operations.dropEdit("homescreen", at: ["pinned-limit"]) }
    console.press("End", "Enter")
    #expect(console.state.session[.edit, "homescreen"]?.objectValue?.count == 1)
  }

  @Test("a list about what is under the cursor is closed where the cursor is on something else")
  func goneSubject() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.run("experiments", "recipe homepage-order-2026", "filter enrolled", "force-branch")
    #expect(console.state.overlay?.title == "Branch of homepage-order-2026")
    try console.elsewhere { operations throws(Refusal) in try operations.optOut(of: "homepage-order-2026") }
    #expect(console.state.overlay == nil)
    #expect(console.status?.hasSuffix("what was asked about is gone") == true)
  }

  @Test("what narrows a list stays, and the cursor on its line, also where that is gone for a while")
  func place() throws {
    var console = try console()
    console.run("set pinned-limit 9", "set greeting hello", "select search", "set wait-ms 5")
    console.press("O")
    console.type("/e")
    console.press("Down")
    let chosen = try #require(console.state.overlay?.selected?.title)
    let before = console.state.session
    try console.elsewhere { operations throws(Refusal) in
      try operations.setEdit("homescreen", at: ["sections-enabled", "pocket"], to: false)
    }
    #expect(console.state.overlay?.field.text == "e")
    #expect(console.state.overlay?.selected?.title == chosen)
    try console.elsewhere { operations throws(Refusal) in try operations.dropAll() }
    #expect(console.titles == [])
    console.send(.session(before))
    #expect(console.state.overlay?.selected?.title == chosen)
  }

  @Test("the question about a conflict names what its answers are about now") func conflict() throws {
    var console = try console()
    console.run("edit")
    console.type("\"pinned-limit\": 3")
    try console.elsewhere { operations throws(Refusal) in
      try operations.setEdit("homescreen", at: ["pinned-limit"], to: 4)
    }
    console.press("Ctrl-S", "Down")
    #expect(console.titles == ["keep mine", "take theirs", "both", "pinned-limit"])
    try console.elsewhere { operations throws(Refusal) in
      try operations.setEdit("homescreen", at: ["greeting"], to: "theirs")
    }
    #expect(console.titles == ["keep mine", "take theirs", "both", "pinned-limit", "greeting"])
    #expect(console.state.overlay?.selected?.title == "take theirs")
    #expect(console.state.overlay?.lines.last?.detail == "mine: nothing   theirs: theirs")
    try console.elsewhere { operations throws(Refusal) in try operations.dropAll() }
    #expect(console.state.overlay == nil && console.status?.hasSuffix("what was asked about is gone") == true)
    #expect(console.state.editor?.buffer.text.contains("\"pinned-limit\": 3") == true)
  }

  private static func yaml(_ lines: String) -> String {
    """
    channels: [nightly]
    features:
      zoom:
        description: How large pages are.
        variables:
    \(lines)
    """
  }

  @Test("the list of problems loses what is mended, and keeps the cursor on what is not") func problems() throws {
    let wrong = "      level: { description: One., type: Int, default: no }\n"
    let other = "      steps: { description: Two., type: Int, default: yes please }"
    var console = try ConsoleDriver(yaml: Self.yaml(wrong + other))
    console.press("!")
    let (both, warning) = (Array(console.titles.dropFirst()), "the feature has no meta-bug, documentation, contacts")
    #expect(both.count == 3 && both[0] != both[1] && both[2] == warning)
    console.press("Down")
    #expect(console.state.overlay?.selected?.title.plain == both[1])
    console.load(try ConsoleDriver.manifest(Self.yaml(other)))
    #expect(console.titles == [both[1], warning] && console.state.overlay?.selected?.title.plain == both[1])
    console.load(
      try ConsoleDriver.manifest(Self.yaml("      steps: { description: Two., type: Int, default: 2 }")))
    #expect(console.titles == [warning])
    console.press("Enter")
    #expect(console.state.overlay == nil && console.status == "test.fml.yaml:3:3: \(warning)")
  }

  @Test("the command line goes on to list what there is") func commandLine() throws {
    var console = try console()
    console.run("set-context flavour vanilla")
    console.press(":")
    console.type("reset-client ")
    #expect(console.titles == ["reset-client context flavour", "reset-client all"])
    console.press("Down")
    try console.elsewhere { operations throws(Refusal) in try operations.setContext("taste", to: "sweet") }
    #expect(
      console.titles == ["reset-client context flavour", "reset-client context taste", "reset-client all"])
    #expect(console.state.overlay?.selected?.title == "reset-client all")
  }

  @Test("F1 in a list has its keys, and gives the list back as it was") func keys() throws {
    var console = try console()
    console.run("set pinned-limit 9", "set greeting hello")
    console.press("O")
    console.type("/gree")
    let list = try #require(console.state.overlay)
    #expect(console.lines.last?.contains("F1 keys") == true)
    for key in ["F1", "Esc"] as [KeyPress] {
      console.press("F1")
      #expect(console.state.overlay?.kind == .keys)
      #expect(console.lines.contains { $0.contains(" Keys in the list ") })
      #expect(console.state.overlay?.lines.contains { $0.invocation?.name == "choose" && $0.applies } == true)
      #expect(console.state.overlay?.lines.contains { $0.invocation?.name == "drop-all" } == false)
      console.press(key)
      #expect(console.state.overlay == list)
    }
    console.press("F1")
    console.type("close-list")
    console.press("Enter")
    #expect(console.state.overlay?.title == list.title && console.state.overlay?.isFiltered == false)
    console.press("Esc")
    #expect(console.state.overlay == nil)
    console.press(":")
    console.type("sel")
    let line = try #require(console.state.overlay)
    console.press("F1")
    #expect(console.lines.contains { $0.contains(" Keys in the command line ") })
    console.press("Esc")
    #expect(console.state.overlay == line)
  }

  @Test("a read-only console offers no dropping") func readOnly() throws {
    var console = try console()
    console.run("set pinned-limit 9", "set-context flavour vanilla")
    console.makeReadOnly()
    console.press("O")
    #expect(console.state.overlay?.title == "Overrides")
    #expect(console.state.overlay?.lines[1].title == "of the client, no overrides")
    #expect(console.lines.last?.contains("Enter") == false && console.lines.last?.contains("Esc close") == true)
    console.press("Esc", ":")
    console.type("quit")
    #expect(console.lines.last?.contains("Enter run") == true)
  }
}

extension ConsoleDriver {
  /// What the lines of the list say, from top to bottom.
  fileprivate var titles: [String] { state.overlay?.lines.map(\.title.plain) ?? [] }

  /// Shows the session as another process leaves it.
  fileprivate mutating func elsewhere(_ make: (Operations) throws(Refusal) -> SessionOperation) throws {
    var session = state.session
    let surroundings = Surroundings(
      manifest: state.workspace.manifest, channel: state.channel, time: state.now, process: "elsewhere 1",
      newClientID: "00000000-0000-4000-8000-000000000001")
    session.perform(try make(session.operations(in: surroundings)))
    send(.session(session))
  }
}
