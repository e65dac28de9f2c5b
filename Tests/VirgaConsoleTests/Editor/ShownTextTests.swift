import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("The text of a feature beside its values") struct ShownTextTests {
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
    var around = console.state.surroundings
    around.process = "virga 4177"
    var other = console.state.session
    other.perform(try make(other.operations(in: around)))
    return other
  }

  @Test("an edit stands there with its merged result before anybody opens it") func shown() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    #expect(console.state.layout.panels[.editor] != nil && console.state.layout.panels[.merged] != nil)
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.merged?.changeCount == 1)
    console.run("select downloads")
    #expect(console.state.editor == nil && console.state.layout.panels[.editor] == nil)
    #expect(console.sees("none; i writes one"))
  }

  @Test("the panels are gone through without typing into the text") func tabs() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    for _ in 0..<6 {
      console.press("Tab")
      #expect(console.state.focus != .editor)
    }
    console.press("i", "x")
    #expect(console.state.editor?.buffer.text.contains("x") == true)
  }

  @Test("a read-only console shows the text and takes nothing for it") func readOnly() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.makeReadOnly()
    let area = try #require(console.state.layout.panels[.editor])
    console.click(area.column + 8, area.row + 2)
    #expect(console.state.focus == .values)
    #expect(console.status == "the session is read-only; start virga without --readonly to change it")
    console.act(":focus merged", "Enter")
    #expect(console.state.focus == .merged && console.status?.contains("read-only") == true)
  }

  @Test("a text over which nothing changed is not checked again by going to and fro") func checkedOnce() throws {
    var console = try console([Self.edit: ["pinned-limit": 5], EntryKey(.edit, "downloads"): [:]])
    let round = console.state.editor?.checkRound
    console.run("select downloads", "select homescreen")
    #expect(console.state.editor?.checkRound == round && console.state.editor?.isUnchecked == false)
    console.run("channel release")
    #expect(console.state.editor?.checkRound != round && console.state.editor?.isUnchecked == false)
  }

  @Test("a click into the text goes there, like i") func click() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    let area = try #require(console.state.layout.panels[.editor])
    console.click(area.column + 1 + 5 + 4, area.row + 2)
    #expect(console.state.focus == .editor && console.state.editor?.cursor == TextPlace(line: 1, offset: 4))
  }

  @Test("a feature that comes under the cursor by itself has its text shown at once") func moved() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act(":list-features overridden", "Home")
    console.send(.session(Session(entries: [EntryKey(.edit, "search"): [:]])))
    #expect(console.selected == "search")
    #expect(console.state.editor != nil && console.state.layout.panels[.editor] != nil)
  }

  @Test("a draft with a problem beside the values", arguments: FrameCase.sizes) func frames(size: Size) throws {
    var console = try console(
      [Self.edit: ["pinned-limit": 5], Self.draft: .string("{\n  \"pinned-limit\": \"many\"\n}\n")], size: size)
    console.run("go pinned-limit")
    FrameCase.expect(console, equals: "edit-beside")
  }

  @Test("undo takes the text of the panel along, and says how a draft is got rid of") func undo() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act("i", ":select-text")
    console.type("{\"greeting\": \"Hi\"}")
    console.send(.quiet)
    console.press("Ctrl-S", "u")
    #expect(console.state.session[Self.edit] == ["pinned-limit": 5])
    #expect(console.state.session[Self.draft] == .string("{\"greeting\": \"Hi\"}"))
    #expect(console.state.editor?.buffer.text == "{\"greeting\": \"Hi\"}" && console.state.editor?.isChanged == true)
    #expect(console.status?.hasSuffix("its text is a draft now, which Ctrl-Q in the editor discards") == true)
    console.press("i", "Ctrl-Q")
    #expect(console.state.session[Self.draft] == nil && console.state.editor?.buffer.text == Self.text)
    console.press("u")
    #expect(console.state.editor?.buffer.text == "{\"greeting\": \"Hi\"}")
    console.press("U")
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.isChanged == false)
  }

  @Test("undo of an applied edit that no draft preceded shows the edit before") func undoWithoutDraft() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act("i", ":select-text")
    console.type("{\"greeting\": \"Hi\"}")
    console.press("Ctrl-S", "u")
    #expect(console.state.editor?.buffer.text == Self.text && console.state.editor?.isChanged == false)
  }

  @Test("what was typed since stays, and applying it asks") func undoUnderTyping() throws {
    var console = try console([Self.edit: ["pinned-limit": 5]])
    console.act(":set pinned-limit 6", "i Ctrl-Home", "' ", ":undo")
    #expect(console.state.editor?.buffer.text == " {\n  \"pinned-limit\": 6\n}\n")
    console.press("Ctrl-S")
    #expect(console.state.overlay?.lines.first?.title == "keep mine")
  }

  @Test("two consoles that type over one feature: the later draft says so, and the earlier is one undo away")
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
    #expect(console.status?.contains("another console also has a draft of homescreen") == true)
    #expect(console.state.editor?.buffer.text == mine && console.state.session[Self.draft] == "{}")
    console.send(.quiet)
    guard case .commit(let operation)? = console.effects.first else {
      Issue.record("the draft was not kept as an operation")
      return
    }
    #expect(operation.changes.first == EntryChange(Self.draft, from: "{}", to: .string(mine)))
    #expect(
      console.status == "the text is kept as a draft of homescreen, over that of another console; undo brings that back"
    )
    console.type("c")
    console.send(.quiet)
    #expect(console.effects == [.keepDraft("abc" + Self.text, feature: "homescreen", over: ["pinned-limit": 5])])
    console.act("Esc", ":undo")
    #expect(console.state.session[Self.draft] == "{}" && console.state.editor?.buffer.text == "{}")
  }

  @Test("a draft from elsewhere is shown where nobody types") func followed() throws {
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

@Suite("Leaving a session that nothing keeps") struct LeavingTests {
  private func console(isInMemory: Bool) throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.configure { $0.isInMemory = isInMemory }
    console.run("select homescreen")
    return console
  }

  @Test("q leaves where nothing is lost") func nothing() throws {
    var console = try console(isInMemory: true)
    console.press("q")
    #expect(console.effects == [.quit])
    var kept = try self.console(isInMemory: false)
    kept.act(":set pinned-limit 5", "q")
    #expect(kept.effects == [.quit])
  }

  @Test("q asks, and names what is lost") func asks() throws {
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

  @Test("where the title has no room for what is lost, a sentence below says it whole") func wrapped() throws {
    var console = try console(isInMemory: true)
    console.run("set pinned-limit 5", "set-context flavour vanilla", "set-context taste sweet", "edit")
    console.press("Ctrl-Home", "x", "Esc")
    console.resize(60, 15)
    console.press("q")
    #expect(console.state.overlay?.title == "Leave and lose the session?")
    let text = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("1 override, 1 draft and 2 changes of the client would be ┃ ┃ lost."))
  }

  @Test("a session that was written to a file does not ask, until it is changed again") func written() throws {
    var console = try console(isInMemory: true)
    console.act(":set pinned-limit 5", "q Enter Enter")
    #expect(console.effects == [.exportSession("session.json", channel: "nightly")])
    let draft = FileDraft(path: "session.json", text: "{}", what: "the session", session: console.state.session)
    console.send(.fileExists(draft))
    console.press("q")
    #expect(console.effects.isEmpty && console.state.overlay != nil)
    console.press("Esc")
    console.send(.fileWritten(draft))
    #expect(console.status == "wrote the session to session.json" && console.state.writtenFile == "session.json")
    console.press("q")
    #expect(console.effects == [.quit])
    console.act(":set pinned-limit 6", "q")
    #expect(console.effects.isEmpty && console.state.overlay != nil && console.state.writtenFile == nil)
  }

  @Test("another file that is written keeps no session") func otherFile() throws {
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

  @Test("another file in place of that with the session leaves none that keeps it; one beside it does not matter")
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

  @Test("what no pause has kept yet is in no file, also where a draft before it is", arguments: [false, true])
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

  @Test("a session whose file failed asks too; a line from outside does not") func lost() throws {
    var console = try console(isInMemory: false)
    console.send(.sessionLost("the disk is full"))
    console.act(":set pinned-limit 5", "q")
    #expect(console.effects.isEmpty && console.state.overlay != nil)
    console.act("Esc", ":quit")
    #expect(console.effects == [.quit])
  }
}
