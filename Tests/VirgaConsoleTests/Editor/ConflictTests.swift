import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Conflicting edits") struct ConflictTests {
  private static let key = EntryKey(.edit, "homescreen")

  /// A console with typed changes to an edit that another process has changed meanwhile.
  private func console(_ size: Size = Size(columns: 120, rows: 40)) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    console.send(.session(Session(entries: [Self.key: ["pinned-limit": 2]])))
    console.act(":select homescreen", ":edit", "Ctrl-Home End Enter")
    console.type("\"greeting\": \"mine\",")
    console.press("Esc")
    if console.model.focus != .editor { console.press("i") }
    console.send(.session(Session(entries: [Self.key: ["pinned-limit": 4]])))
    return console
  }

  private var mine: JSONValue { ["greeting": "mine", "pinned-limit": 2] }

  @Test("typed text stays after an edit from elsewhere, and applying it asks first") func asks() throws {
    var console = try console()
    #expect(console.message == .editChangedElsewhere(isShown: true))
    #expect(console.model.editor?.json == mine)
    console.press("Ctrl-S")
    #expect(console.effects.isEmpty && console.model.session[Self.key] == ["pinned-limit": 4])
    #expect(
      console.model.overlay?.lines.map { "\($0.title) \($0.applies)" } == [
        "keep mine true", "take theirs true", "both true", "pinned-limit false", "greeting false",
      ])
    #expect(console.model.overlay?.lines.dropFirst(3).first?.detail.plain == "mine: 2   theirs: 4")
    console.press("Esc")
    #expect(console.model.overlay == nil && console.model.editor?.json == mine)
  }

  @Test("changing an edit under its draft is reported at once, on return and above the text")
  func changedHere() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "edit")
    console.type("\"greeting\": \"mine\"")
    console.press("Esc")
    if console.model.focus == .editor { console.press("Esc") }
    console.run("set pinned-limit 3")
    #expect(console.message == .info("set pinned-limit = 3").typedOver())
    #expect(console.sees("edit changed · "))
    console.press("i")
    #expect(console.message == .textKept(over: ("you", "set pinned-limit = 3")))
    #expect(console.sees("edit changed · "))
    console.press("Ctrl-S", "Enter")
    #expect(!console.sees("edit changed"))
  }

  @Test("the question fits every terminal size", arguments: FrameCase.sizes) func frames(size: Size) throws {
    var console = try console(size)
    console.press("Ctrl-S")
    FrameCase.expect(console, equals: "edit-conflict")
  }

  @Test("keep mine replaces theirs; take theirs leaves mine one undo away; both adds my changes for review")
  func answers() throws {
    var console = try console()
    let start = console
    console.press("Ctrl-S", "Enter")
    #expect(console.model.session[Self.key] == mine)
    console.press("u")
    #expect(console.model.session[Self.key] == ["pinned-limit": 4])
    console = start
    console.press("Ctrl-S", "Down", "Enter")
    #expect(console.model.editor?.json == ["pinned-limit": 4] && console.model.editor?.isChanged == false)
    console.press("Ctrl-U")
    #expect(console.model.editor?.json == mine)
    console.press("Ctrl-S")
    #expect(console.model.overlay == nil && console.model.session[Self.key] == mine)
    console = start
    console.send(.session(Session(entries: [Self.key: mine])))
    console.press("Ctrl-S")
    #expect(console.model.overlay == nil, "both made the same edit")
    console = start
    console.press("Ctrl-S", "Down", "Down", "Enter")
    #expect(console.model.editor?.json == ["pinned-limit": 4, "greeting": "mine"])
    #expect(console.model.session[Self.key] == ["pinned-limit": 4])
    console.press("Ctrl-S")
    #expect(console.model.session[Self.key] == ["pinned-limit": 4, "greeting": "mine"])
  }
}

extension ConfigEditor {
  fileprivate var json: JSONValue? { try? JSONValue.parse(buffer.text) }
}
