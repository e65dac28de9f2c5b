import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("A feature's text beside its values") struct ShownTextTests {
  private static let edit = EntryKey(.edit, "homescreen")
  private static let draft = EntryKey(.draft, "homescreen")
  private static let text = "{\n  \"pinned-limit\": 5\n}\n"

  private func console(
    _ entries: [EntryKey: JSONValue], size: Size = Size(columns: 120, rows: 40)
  ) throws
    -> ConsoleDriver
  {
    var console = try ConsoleDriver(size)
    console.send(.session(Session(entries: entries)))
    console.run("select homescreen")
    return console
  }

  /// The session after another console performed an operation.
  private func elsewhere(
    _ console: ConsoleDriver, _ make: (Operations) throws(Refusal) -> SessionOperation
  ) throws -> Session {
    var around = console.state.operationContext
    around.process = "virga 4177"
    var other = console.state.session
    other.perform(try make(other.operations(in: around)))
    return other
  }

  @Test("an edit and its merged result are shown before the editor is opened") func shown() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    #expect(console.state.layout.panels[.editor] != nil && console.state.layout.panels[.merged] != nil)
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.merged?.changeCount == 1)
    console.run("select downloads")
    #expect(console.state.editor == nil && console.state.layout.panels[.editor] == nil)
    #expect(console.sees("none; i writes one"))
  }

  @Test("Tab skips the text, and i opens it for typing") func tabs() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    for _ in 0..<6 {
      console.press("Tab")
      #expect(console.state.focus != .editor)
    }
    console.press("i", "x")
    #expect(console.state.editor?.buffer.text.contains("x") == true)
  }

  @Test("a read-only console shows the text but refuses to edit it") func readOnly() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.makeReadOnly()
    let area = try #require(console.state.layout.panels[.editor])
    console.click(area.column + 8, area.row + 2)
    #expect(console.state.focus == .values)
    #expect(console.message == .readOnly(nil))
    console.act(":focus merged", "Enter")
    #expect(console.state.focus == .merged && console.message == StatusMessage.readOnly(nil).about("go to the text"))
  }

  @Test("switching features does not check an unchanged text again") func checkedOnce() throws {
    var console = try console([Self.edit: ["pinned-limit": 5], EntryKey(.edit, "downloads"): [:]])
    let round = console.state.editor?.checkRound
    console.run("select downloads", "select homescreen")
    #expect(console.state.editor?.checkRound == round && console.state.editor?.isUnchecked == false)
    console.run("channel release")
    #expect(console.state.editor?.checkRound != round && console.state.editor?.isUnchecked == false)
  }

  @Test("a click in the text opens the editor there") func click() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    let area = try #require(console.state.layout.panels[.editor])
    console.click(area.column + 1 + 5 + 4, area.row + 2)
    #expect(console.state.focus == .editor && console.state.editor?.cursor == TextPosition(line: 1, offset: 4))
  }

  @Test("the text follows when the selection moves to another feature by itself") func moved() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act(":list-features overridden", "Home")
    console.send(.session(Session(entries: [EntryKey(.edit, "search"): [:]])))
    #expect(console.selected == "search")
    #expect(console.state.editor != nil && console.state.layout.panels[.editor] != nil)
  }

  @Test("a draft with a problem is shown at every terminal size", arguments: FrameCase.sizes) func frames(
    size: Size
  ) throws {
    var console = try console(
      [Self.edit: ["pinned-limit": 5], Self.draft: .string("{\n  \"pinned-limit\": \"many\"\n}\n")], size: size)
    console.run("go pinned-limit")
    FrameCase.expect(console, equals: "edit-beside")
  }

  @Test("undo of an applied edit restores its text as a draft and says how to discard it") func undo() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act("i", ":select-text")
    console.type("{\"greeting\": \"Hi\"}")
    console.send(.quiet)
    console.press("Ctrl-S", "u")
    #expect(console.state.session[Self.edit] == ["pinned-limit": 5])
    #expect(console.state.session[Self.draft] == .string("{\"greeting\": \"Hi\"}"))
    #expect(console.state.editor?.buffer.text == "{\"greeting\": \"Hi\"}" && console.state.editor?.isChanged == true)
    #expect(console.message == .info("undone: replace the edit of homescreen").returningDraft(discard: "Ctrl-Q"))
    console.press("i", "Ctrl-Q")
    #expect(console.state.session[Self.draft] == nil && console.state.editor?.buffer.text == Self.text)
    console.press("u")
    #expect(console.state.editor?.buffer.text == "{\"greeting\": \"Hi\"}")
    console.press("U")
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.isChanged == false)
  }

  @Test("undo of an applied edit without a draft shows the previous edit") func undoWithoutDraft() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act("i", ":select-text")
    console.type("{\"greeting\": \"Hi\"}")
    console.press("Ctrl-S", "u")
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.isChanged == false)
  }

  @Test("undo leaves newly typed text alone, and applying it asks first") func undoUnderTyping() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act(":set pinned-limit 6", "i Ctrl-Home", "' ", ":undo")
    #expect(console.state.editor?.buffer.text == " {\n  \"pinned-limit\": 6\n}\n")
    console.press("Ctrl-S")
    #expect(console.state.overlay?.lines.first?.title == "keep mine")
  }

  @Test("of two drafts of one feature the later wins, and undo restores the earlier")
  func twoConsoles() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act("i Ctrl-Home", "'a")
    console.send(.quiet)
    console.type("b")
    let mine = "ab" + Self.text
    console.send(
      .session(
        try elsewhere(console) { operations throws(Refusal) in
          try operations.keepDraft("{}", of: "homescreen", over: ["pinned-limit": 5])
        }))
    #expect(console.message == .otherDraft(of: "homescreen"))
    #expect(console.state.editor?.buffer.text == mine && console.state.session[Self.draft] == "{}")
    console.send(.quiet)
    guard case .commit(let operation)? = console.effects.first else {
      Issue.record("the draft was not kept as an operation")
      return
    }
    #expect(operation.changes.first == EntryChange(Self.draft, from: "{}", to: .string(mine)))
    #expect(console.message == .keptDraftOverOther(of: "homescreen"))
    console.type("c")
    console.send(.quiet)
    #expect(console.effects == [.keepDraft("abc" + Self.text, feature: "homescreen", over: ["pinned-limit": 5])])
    console.act("Esc", ":undo")
    #expect(console.state.session[Self.draft] == "{}" && console.state.editor?.buffer.text == "{}")
  }

  @Test("a draft from elsewhere is shown if nothing is typed") func followed() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.send(
      .session(
        try elsewhere(console) { operations throws(Refusal) in
          try operations.keepDraft("{}", of: "homescreen", over: ["pinned-limit": 5])
        }))
    #expect(console.state.editor?.buffer.text == "{}" && console.state.editor?.isChanged == true)
    var other = console.state.session
    other.keepDraft(nil, of: "homescreen", over: nil)
    console.send(.session(other))
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.isChanged == false)
  }
}

@Suite("Quitting with an unsaved session") struct LeavingTests {
  private func console(isInMemory: Bool) throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.configure { $0.isInMemory = isInMemory }
    console.run("select homescreen")
    return console
  }

  @Test("q quits if nothing is lost") func nothing() throws {
    var console = try console(isInMemory: true)
    console.press("q")
    #expect(console.effects == [.quit])
    var kept = try self.console(isInMemory: false)
    kept.act(":set pinned-limit 5", "q")
    #expect(kept.effects == [.quit])
  }

  @Test("q asks and names what would be lost") func asks() throws {
    var console = try console(isInMemory: true)
    console.act(":set pinned-limit 5", ":edit", "Ctrl-Home x Esc q")
    #expect(console.effects.isEmpty)
    #expect(console.state.overlay?.title == "Leave and lose 1 override and 1 draft?")
    #expect(
      console.state.overlay?.lines.map { "\($0.keys) \($0.title)" } == [
        " write the session to a file first", " leave", "edit homescreen ▸ pinned-limit", "draft homescreen",
      ])
    console.press("Esc")
    #expect(console.state.overlay == nil && console.effects.isEmpty)
    console.press("Ctrl-C", "Down", "Enter")
    #expect(console.effects == [.quit])
  }

  @Test("a sentence lists what would be lost if the title is too narrow") func wrapped() throws {
    var console = try console(isInMemory: true)
    console.run("set pinned-limit 5", "set-context flavour vanilla", "set-context taste sweet", "edit")
    console.press("Ctrl-Home", "x", "Esc")
    console.resize(60, 15)
    console.press("q")
    #expect(console.state.overlay?.title == "Leave and lose the session?")
    let text = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("1 override, 1 draft and 2 changes of the client would be ┃ ┃ lost."))
  }

  @Test("q does not ask after the session was exported, until it changes again") func written() throws {
    var console = try console(isInMemory: true)
    console.act(":set pinned-limit 5", "q Enter Enter")
    #expect(console.effects == [.exportSession("session.json", channel: "nightly")])
    let draft = FileDraft(path: "session.json", text: "{}", what: "the session", session: console.state.session)
    console.send(.fileExists(draft))
    console.press("q")
    #expect(console.effects.isEmpty && console.state.overlay != nil)
    console.press("Esc")
    console.send(.fileWritten(draft))
    #expect(console.message == .wrote("the session", to: "session.json") && console.state.writtenFile == "session.json")
    console.press("q")
    #expect(console.effects == [.quit])
    console.act(":set pinned-limit 6", "q")
    #expect(console.effects.isEmpty && console.state.overlay != nil && console.state.writtenFile == nil)
  }

  @Test("writing another file does not count as an export of the session") func otherFile() throws {
    var console = try console(isInMemory: true)
    console.run("set pinned-limit 5")
    console.send(.fileWritten(FileDraft(path: "a.json", text: "{}", what: "the recipe")))
    console.press("q")
    #expect(console.effects.isEmpty && console.state.overlay != nil)
  }

  /// Exports the session to `s.json`.
  private func write(_ console: inout ConsoleDriver) {
    let session = console.state.session
    console.send(.fileWritten(FileDraft(path: "s.json", text: "{}", what: "the session", session: session)))
    #expect(console.state.writtenFile == "s.json")
  }

  @Test("overwriting the exported session makes q ask again")
  func replacedFile() throws {
    var console = try console(isInMemory: true)
    console.run("set pinned-limit 5")
    write(&console)
    console.send(.fileWritten(FileDraft(path: "b.json", text: "{}", what: "the recipe")))
    #expect(console.state.writtenFile == "s.json")
    console.send(.fileWritten(FileDraft(path: "./s.json", text: "{}", what: "the recipe")))
    #expect(console.state.writtenFile == nil)
    console.press("q")
    #expect(console.effects.isEmpty && console.state.overlay?.title == "Leave and lose 1 override?")
  }

  @Test(
    "typed text that no pause has saved makes q ask, even after an earlier draft was exported",
    arguments: [false, true])
  func typedSince(hasDraft: Bool) throws {
    var console = try console(isInMemory: true)
    console.run("set pinned-limit 5", "edit")
    if hasDraft {
      console.type("a")
      console.send(.quiet)
    }
    write(&console)
    console.act("'b", "F6 q")
    #expect(!console.effects.contains(.quit))
    #expect(console.state.overlay?.title == "Leave and lose 1 override and 1 draft?")
  }

  @Test("a session whose file failed makes q ask, but a scripted quit does not") func lost() throws {
    var console = try console(isInMemory: false)
    console.send(.sessionLost("the disk is full"))
    console.act(":set pinned-limit 5", "q")
    #expect(console.effects.isEmpty && console.state.overlay != nil)
    console.act("Esc", ":quit")
    #expect(console.effects == [.quit])
  }
}
