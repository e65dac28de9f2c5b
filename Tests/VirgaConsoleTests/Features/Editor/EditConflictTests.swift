import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Conflicting edits") struct EditConflictTests {
  private static let key = EntryKey(.edit, "homescreen")

  /// A console with typed changes to an edit that another process has changed meanwhile.
  private func console(_ size: Size = ConsoleDriver.defaultSize) -> ConsoleDriver {
    var console = ConsoleDriver.onHomescreen(
      Session(entries: [Self.key: ["pinned-limit": 2]]), size: size)
    console.act(":edit", "Ctrl-Home End Enter", "'\"greeting\": \"mine\",", "Esc")
    if console.focus != .editor { console.press("i") }
    console.send(.session(Session(entries: [Self.key: ["pinned-limit": 4]])))
    return console
  }

  private var mine: JSONValue { ["greeting": "mine", "pinned-limit": 2] }

  @Test("applying a text asks first if its edit changed elsewhere") func asks()
    throws
  {
    var console = self.console()
    #expect(
      console.message == .changedElsewhere(EditedConfig(editOf: "homescreen"), isShown: true)
        && console.editor?.json == mine)
    console.act("Ctrl-S") { $0.effects.isEmpty && $0.edit == ["pinned-limit": 4] }
    #expect(
      console.picker?.lines.map { "\($0.title) \($0.applies)" } == [
        "keep mine true", "take theirs true", "both true", "pinned-limit false", "greeting false",
      ])
    #expect(console.picker?.lines.dropFirst(3).first?.detail.plain == "mine: 2   theirs: 4")
    console.act("Esc") { $0.picker == nil && $0.editor?.json == mine }
  }

  @Test("an edit that changes under its draft is reported wherever the draft is shown")
  func changedHere() throws {
    var console = ConsoleDriver(Size(columns: 200, rows: 60)).after(
      ":select homescreen", ":edit", "'\"greeting\": \"mine\"", "Esc")
    if console.focus == .editor { console.press("Esc") }
    console.act(":set pinned-limit 3", says: .info("set pinned-limit = 3").addingTextIsKept())
    #expect(console.sees("edit changed · "))
    console.act("i", says: .textKept(over: ("you, just now", "set pinned-limit = 3")))
    #expect(console.sees("edit changed · "))
    console.act("Ctrl-S Enter") { !$0.sees("edit changed") }
  }

  @Test("an undo that changes the edit under a typed text says that the text is kept")
  func undoneUnderDraft() {
    var console = ConsoleDriver.onHomescreen().after(
      ":set pinned-limit 3", ":edit", "Ctrl-Home", "' ", ":leave-edit")
    #expect(console.focus == .values && console.draft != nil)
    console.act("u", says: StatusMessage.undone("set pinned-limit = 3").addingTextIsKept())
    #expect(console.editor?.isChanged == true)
    console.act("U", says: .redone("set pinned-limit = 3"))
  }

  @Test("the question fits every terminal size", arguments: FrameCase.sizes) func frames(
    size: Size
  ) throws {
    let console = self.console(size).after("Ctrl-S")
    FrameCase.expect(console, equals: "edit-conflict")
  }

  @Test("keep mine replaces theirs") func keepsMine() {
    var console = self.console()
    console.act("Ctrl-S Enter") { $0.edit == mine }
    console.act("u") { $0.edit == ["pinned-limit": 4] }
  }

  @Test("take theirs leaves mine one undo away") func takesTheirs() {
    var console = self.console()
    console.press("Ctrl-S", "Down", "Enter")
    #expect(console.editor?.json == ["pinned-limit": 4] && console.editor?.isChanged == false)
    console.act("Ctrl-U") { $0.editor?.json == mine }
    console.act("Ctrl-S") { $0.picker == nil && $0.edit == mine }
  }

  @Test("two equal edits do not conflict") func sameEdit() {
    var console = self.console()
    console.send(.session(Session(entries: [Self.key: mine])))
    console.press("Ctrl-S")
    #expect(console.picker == nil)
  }

  @Test("both adds my changes for review") func addsBoth() {
    var console = self.console()
    console.act("Ctrl-S Down Down Enter") {
      $0.editor?.json == ["pinned-limit": 4, "greeting": "mine"]
    }
    #expect(console.edit == ["pinned-limit": 4])
    console.act("Ctrl-S") { $0.edit == ["pinned-limit": 4, "greeting": "mine"] }
  }
}
