import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Saving drafts in pauses") struct DraftPauseTests {
  private static let key = EntryKey(.draft, "homescreen")

  private func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.run("select homescreen", "edit")
    return console
  }

  @Test("a pause in typing saves the draft once, silently and without an undo step") func pause() throws {
    var console = try console()
    #expect(console.effects.isEmpty)
    console.press("x")
    #expect(console.effects == [.awaitIdle])
    console.press("y")
    #expect(console.effects.isEmpty)
    let text = try #require(console.state.editor?.buffer.text)
    console.send(.quiet)
    #expect(console.effects == [.keepDraft(text, feature: "homescreen", over: nil)])
    #expect(console.state.session[Self.key] == .string(text) && console.state.session.operations.isEmpty)
    console.send(.quiet)
    #expect(console.effects.isEmpty)
    console.press("Left")
    #expect(console.effects.isEmpty)
    console.press("z")
    #expect(console.effects == [.awaitIdle])
  }

  @Test("saving a draft in a pause changes nothing on the screen") func pauseIsUnseen() throws {
    var console = try console()
    console.press("x")
    let before = console.lines
    console.send(.quiet)
    #expect(console.state.session[Self.key] != nil && console.lines == before)
  }

  /// A console that begins with a session, at the text of the feature.
  private func reopened(_ session: Session) throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.send(.session(session))
    console.run("select homescreen", "edit")
    return console
  }

  @Test("after a restart a draft asks only if the edit it was based on has changed")
  func restart() throws {
    let edit = EntryKey(.edit, "homescreen")
    let (old, new): (JSONValue, JSONValue) = (["pinned-limit": 3], ["pinned-limit": 4])
    var first = try reopened(Session(entries: [edit: old]))
    first.press("Ctrl-Home", "Down", "End", "Left", "Delete", "5")
    first.run("leave-edit")
    first.send(.quiet)
    var session = first.state.session
    #expect(session[.draftBase, "homescreen"] == old)
    var same = try reopened(session)
    #expect(same.message == .draftShown(apply: "Ctrl-S", discard: "Ctrl-Q"))
    let text = try #require(same.state.editor?.buffer.text)
    same.press("Ctrl-S")
    #expect(same.state.overlay == nil && same.state.session[edit] != old, "\(text)")
    #expect(same.state.session[.draftBase, "homescreen"] == nil)
    same.run("undo")
    #expect(same.state.session[.draftBase, "homescreen"] == old && same.state.session[Self.key] != nil)
    let change = EntryChange(edit, from: old, to: new)
    session.perform(SessionOperation("other", changes: [change], time: first.state.input.now, process: "other"))
    var other = try reopened(session)
    other.press("Ctrl-S")
    #expect(other.state.overlay?.title == "The edit of homescreen was changed meanwhile")
    other.press("Esc")
    // Further typing keeps the edit that the draft is based on.
    other.press("Space")
    other.send(.quiet)
    #expect(other.state.session[.draftBase, "homescreen"] == old)
  }

  @Test("a draft without a recorded base asks if there is an edit") func untold() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.edit, "homescreen"): ["pinned-limit": 4], Self.key: "{\"pinned-limit\": 5}",
    ]
    var console = try reopened(Session(entries: entries))
    console.press("Ctrl-S")
    #expect(console.state.overlay?.title == "The edit of homescreen was changed meanwhile")
    // It also asks if the text was shown before the draft arrived.
    var open = try reopened(Session(entries: entries.filter { $0.key.kind == .edit }))
    open.send(.session(Session(entries: entries)))
    #expect(open.state.editor?.buffer.text == "{\"pinned-limit\": 5}")
    open.press("Ctrl-S")
    #expect(open.state.overlay?.title == "The edit of homescreen was changed meanwhile")
  }

  @Test("undo restores a draft with its base, even after another draft replaced it")
  func undoneBase() throws {
    let edit = EntryKey(.edit, "homescreen")
    let (old, new): (JSONValue, JSONValue) = (["pinned-limit": 3], ["pinned-limit": 4])
    let draft: JSONValue = "{\"pinned-limit\": 5}"
    let key = EntryKey(.draftBase, "homescreen")
    var console = try reopened(Session(entries: [edit: old, key: old, Self.key: draft]))
    var session = console.state.session
    let change = EntryChange(edit, from: old, to: new)
    session.perform(SessionOperation("other", changes: [change], time: console.state.input.now, process: "other"))
    let operations = session.operations(in: console.state.operationContext)
    session.perform(try operations.keepDraft("{\"pinned-limit\": 6}", of: "homescreen", over: old))
    session.keepDraft("{\"pinned-limit\": 7}", of: "homescreen", over: new)
    console.send(.session(session))
    console.press("Esc", "u")
    #expect(console.state.session[Self.key] == draft && console.state.session[key] == old)
    console.press("i", "Ctrl-S")
    #expect(console.state.overlay?.title == "The edit of homescreen was changed meanwhile")
  }

  @Test("leaving says that the draft is kept, even if a pause saved it already") func leaving() throws {
    var console = try console()
    console.type("\"pinned-")
    console.send(.quiet)
    console.press("Esc", "Esc")
    #expect(console.message == .keptDraft(of: "homescreen", edit: "i"))
    console.press("i", "Esc")
    #expect(console.effects.isEmpty)
  }

  @Test("undoing all typing removes the draft") func takingBack() throws {
    var console = try console()
    console.press("x")
    console.send(.quiet)
    console.press("Ctrl-U")
    #expect(console.effects == [.awaitIdle])
    console.send(.quiet)
    #expect(console.effects == [.keepDraft(nil, feature: "homescreen", over: nil)])
    #expect(console.state.session[Self.key] == nil)
  }

  @Test("a pause saves a large text like any other") func large() throws {
    var console = try console()
    console.run("select-text")
    let text = "{\n" + String(repeating: "  \"greeting\": \"a text that makes it large\",\n", count: 1_000) + "}"
    console.send(.terminal(.paste(text)))
    console.send(.quiet)
    #expect(console.effects == [.keepDraft(text, feature: "homescreen", over: nil)])
    console.press("Ctrl-End", "Space", "Esc")
    #expect(console.state.session[Self.key] == .string(text + " "))
  }

  @Test("a read-only console saves no draft") func readOnly() throws {
    var console = try console()
    console.makeReadOnly()
    console.press("x")
    #expect(console.effects.isEmpty)
    console.send(.quiet)
    #expect(console.effects.isEmpty)
  }
}
