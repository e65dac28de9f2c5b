import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

/// Leaving or pausing without applying the text.
@Suite("Config editor drafts") struct DraftsTests {
  private static let edit = EntryKey(.edit, "homescreen")
  private static let key = EntryKey(.draft, "homescreen")
  private static let base = EntryKey(.draftBase, "homescreen")

  /// A console at the text of the feature in a session.
  private func console(_ session: Session = Session()) -> ConsoleDriver {
    .onHomescreen(session, size: Size(columns: 160, rows: 40)).after(":edit")
  }

  @Test("a pause in typing saves the draft once, silently and without an undo step")
  func pause() throws {
    var console = self.console()
    console.act("x") { $0.effects == [.awaitIdle] }
    console.act("y") { $0.effects.isEmpty }
    let text = try #require(console.text)
    let before = console.lines
    console.send(.quiet) {
      $0.effects == [.keepDraft(text, feature: "homescreen", over: nil)] && $0.lines == before
    }
    #expect(console.draft == .string(text) && console.session.operations.isEmpty)
    console.send(.quiet) { $0.effects.isEmpty }
    console.act("Left") { $0.effects.isEmpty }
  }

  @Test("a pause drops the draft if typing was undone") func undonePause() throws {
    var console = self.console().after("x y Left")
    console.send(.quiet)
    console.act("z") { $0.effects == [.awaitIdle] }
    console.send(.quiet)
    console.act("Ctrl-U") { $0.effects == [.awaitIdle] }
    console.press("Ctrl-U")
    console.send(.quiet) {
      $0.effects == [.keepDraft(nil, feature: "homescreen", over: nil)] && $0.draft == nil
    }
  }

  @Test(
    "redo of an applied text says nothing about a draft that says the same",
    arguments: [false, true])
  func redone(isSaved: Bool) {
    var console = self.console().after("'\"pinned-limit\": 3")
    if isSaved { console.send(.quiet) }
    console.act("Ctrl-S", "u", "U", says: .redone("replace the edit of homescreen"))
    #expect(console.edit == ["pinned-limit": 3] && console.editor?.isChanged == false)
  }

  @Test("undo of an apply brings the applied text back, not an earlier draft")
  func undoneApply() throws {
    var console = self.console().after("'\"pinned-limit\": 3")
    console.send(.quiet)
    console.press("0")
    let applied = try #require(console.text)
    console.act("Ctrl-S") { $0.edit == ["pinned-limit": 30] && $0.draft == nil }
    console.act("u") { $0.edit == nil && $0.draft == .string(applied) }
  }

  @Test("a large text is saved like any other") func large() throws {
    var console = self.console().after(":select-text")
    let text =
      "{\n" + String(repeating: "  \"greeting\": \"a text that makes it large\",\n", count: 1_000)
      + "}"
    console.paste(text)
    console.send(.quiet) { $0.effects == [.keepDraft(text, feature: "homescreen", over: nil)] }
    console.act("Ctrl-End Space Esc") { $0.draft == .string(text + " ") }
  }

  @Test(
    "leaving keeps the draft, which another console then shows",
    arguments: [0, 1])
  func leaving(pauses: Int) throws {
    var console = self.console().after("'\"pinned-limit\": ")
    for _ in 0..<pauses { console.send(.quiet) }
    let text = try #require(console.text)
    console.act("Esc Esc") {
      $0.focus == .values && $0.message == .keptDraft(of: "homescreen", edit: "i")
    }
    #expect(
      console.effects == (pauses == 0 ? [.keepDraft(text, feature: "homescreen", over: nil)] : []))
    let next = self.console(console.session)
    #expect(next.text == text && next.message == .draftShown(apply: "Ctrl-S", discard: "Ctrl-Q"))
    console.act("i Esc") { $0.effects.isEmpty }
  }

  @Test("quitting keeps the draft first") func quitting() throws {
    var console = self.console().after("'\"pinned-")
    let text = try #require(console.text)
    console.act("Esc F1", ":quit") {
      $0.effects == [.keepDraft(text, feature: "homescreen", over: nil), .quit]
    }
  }

  @Test("discarding restores the applied text") func discarding()
    throws
  {
    let console = self.console(Session(entries: [Self.edit: ["pinned-limit": 5]])).after(
      "Ctrl-End", "'x", "Ctrl-Q")
    #expect(console.text == "{\n  \"pinned-limit\": 5\n}\n")
    #expect(console.editor?.isChanged == false && console.focus == .values)
    #expect(console.message == .discardedDraft(of: "homescreen", undo: "u"))
  }

  @Test("undo in the text restores a discarded draft") func undoneDiscarding() throws {
    var console = self.console(Session(entries: [Self.edit: ["pinned-limit": 5]])).after(
      "Ctrl-End", "'x", "Ctrl-Q")
    console.press("i", "Ctrl-U")
    #expect(console.text == "{\n  \"pinned-limit\": 5\n}\nx")
  }

  @Test("after a restart a draft asks only if the edit that it was based on has changed")
  func restart() throws {
    let (old, new): (JSONValue, JSONValue) = (["pinned-limit": 3], ["pinned-limit": 4])
    var first = self.console(Session(entries: [Self.edit: old]))
    first.act("Ctrl-Home Down End Left Delete 5", ":leave-edit")
    first.send(.quiet)
    var session = first.session
    #expect(session[Self.base] == old)
    var same = self.console(session)
    same.act("Ctrl-S") {
      $0.picker == nil && $0.edit != old && $0.session[Self.base] == nil
    }
    same.act(":undo") { $0.session[Self.base] == old && $0.draft != nil }
    let change = EntryChange(Self.edit, from: old, to: new)
    session.perform(
      SessionOperation("other", changes: [change], time: first.time, process: "other"))
    var other = self.console(session)
    #expect(other.message == StatusMessage.draftShown(over: ("other, just now", "other")).asNote)
    other.act("Ctrl-S") {
      $0.picker?.title == "The edit of homescreen was changed meanwhile"
    }
    // Further typing keeps the edit that the draft is based on.
    other.press("Esc", "Space")
    other.send(.quiet) { $0.session[Self.base] == old }
    // Undo restores a draft with its base, even after another draft replaced it.
    session = other.session
    let draft = session[Self.key]
    let operations = session.operations(in: other.operationContext)
    session.perform(
      try operations.keepDraft("{\"pinned-limit\": 6}", of: "homescreen", startedFrom: old))
    session.keepDraft("{\"pinned-limit\": 7}", of: "homescreen", over: new)
    other.send(.session(session))
    other.act(":undo") { $0.draft == draft && $0.session[Self.base] == old }
    other.act(":apply-edit") {
      $0.picker?.title == "The edit of homescreen was changed meanwhile"
    }
  }

  @Test(
    "a draft without a recorded base asks if there is an edit, whenever it arrived",
    arguments: [true, false])
  func noBase(arrivesLater: Bool) throws {
    let edit: [EntryKey: JSONValue] = [Self.edit: ["pinned-limit": 4]]
    let session = Session(entries: edit.merging([Self.key: "{\"pinned-limit\": 5}"]) { $1 })
    var console = self.console(arrivesLater ? Session(entries: edit) : session)
    if arrivesLater {
      console.run("leave-edit")
      console.send(.session(session))
      console.run("edit")
    }
    #expect(console.text == "{\"pinned-limit\": 5}")
    console.act("Ctrl-S") {
      $0.picker?.title == "The edit of homescreen was changed meanwhile"
    }
  }

  @Test("the first line counts drafts with problems, including those from another console")
  func brokenDrafts() throws {
    var console = self.console().after("'\"pinned-limit\": 3")
    #expect(console.lines[0].contains("no problems"), "it can be applied")
    console.act("'x") { $0.lines[0].contains("! 1 draft") && !$0.lines[0].contains("no problems") }
    console.act(":leave-edit", ":leave-edit") {
      $0.draft != nil && $0.lines[0].contains("! 1 draft")
    }
    var next = ConsoleDriver(Size(columns: 160, rows: 40))
    next.send(.session(console.session)) {
      $0.lines[0].contains(" no overrides · ! 1 draft to fix")
    }
    next.act(":select homescreen", ":focus features", "d") { $0.lines[0].contains("no problems") }
    next.act("u") { $0.lines[0].contains("! 1 draft to fix") }
    next.run("edit {\"pinned-limit\": 3}")
    #expect(next.lines[0].contains("1 override") && next.lines[0].contains("no problems"))
  }

  @Test("a hidden draft is checked again when the manifest changes") func checkedAgain() throws {
    func yaml(_ size: String) -> String {
      ConsoleDriver.yaml(["a": ["size: \(size)"], "b": ["on: Boolean = true"]])
    }
    var console = try ConsoleDriver(Size(columns: 160, rows: 40), yaml: yaml("Int = 1"))
    console.act(":select a", ":edit", "'\"size\": 3", ":leave-edit", ":select b")
    #expect(console.lines[0].contains(" · 1 draft · ") && !console.lines[0].contains("to fix"))
    console.load(try ConsoleDriver.manifest(yaml("String = x")))
    #expect(console.lines[0].contains("! 1 draft to fix"))
    console.act(":select a") {
      $0.lines[0].contains("! 1 draft to fix") && $0.editor?.findings.count == 1
    }
    console.run("select b")
    console.load(try ConsoleDriver.manifest(yaml("Int = 1")))
    #expect(console.lines[0].contains(" · 1 draft · ") && !console.lines[0].contains("to fix"))
  }
}

@Suite("Drafts and undo") struct DraftUndoTests {
  private var console = ConsoleDriver.onHomescreen().after(":edit", "'\"pinned-")

  @Test(
    "discarding a draft is an undo step, even if a pause kept it", arguments: [true, false],
    ["Ctrl-Q", "d"])
  mutating func discarding(isPaused: Bool, key: String) throws {
    let text = try #require(console.editor?.buffer.text)
    if isPaused { console.send(.quiet) }
    console.act(key == "d" ? "Esc Esc d" : key)
    #expect(console.draft == nil)
    if key == "d" { #expect(console.message == .discardedDraft(of: "homescreen", undo: "u")) }
    console.act(":undo") { $0.draft == .string(text) && $0.editor?.buffer.text == text }
  }

  @Test("d drops a feature's edit before its draft") mutating func order() {
    console.act("Esc Esc 1", ":set pinned-limit 5", ":focus features", ":drop")
    #expect(console.session.overrideCount == 0 && console.draft != nil)
    console.act(":drop") { $0.draft == nil }
  }
}

@Suite("Drafts of two consoles") struct OtherDraftTests {
  private static let draft = EntryKey(.draft, "homescreen")
  private static let theirs = "{\"pinned-limit\": 7}"
  private static let shown = StatusMessage.otherDraftShown(apply: "Ctrl-S", undoTyping: "Ctrl-U")
  private static let replaced = StatusMessage.keptDraftOverOther(of: "homescreen", undo: "u")

  private var console = ConsoleDriver.onHomescreen().after(":edit")

  /// Has another console save a text in a pause of its typing; nil drops its draft.
  private mutating func saveElsewhere(_ text: String?) {
    var session = console.session
    session.keepDraft(text, of: "homescreen", over: nil)
    console.send(.session(session))
  }

  @Test("an open text keeps its place when another console saves a draft, which i shows later")
  mutating func openText() {
    let text = console.text
    saveElsewhere(Self.theirs)
    #expect(
      console.message == .otherDraftHidden(of: "homescreen", leave: "Esc", edit: "i")
        && console.text == text)
    #expect(console.messages.last == console.message?.text.plain, "the log lists it")
    console.act("Esc") { $0.text == Self.theirs && $0.effects.isEmpty }
    console.act("i", says: Self.shown)
    console.act("Ctrl-U") { $0.text == text }
  }

  @Test("discarding an open text keeps a draft that another console saved meanwhile")
  mutating func discarding() {
    saveElsewhere(Self.theirs)
    console.act("Ctrl-Q") { $0.focus == .values && $0.draft == .string(Self.theirs) }
    console.act("i", says: Self.shown)
    #expect(console.text == Self.theirs)
    console.act("Ctrl-Q", says: .discardedDraft(of: "homescreen", undo: "u"))
    #expect(console.draft == nil)
  }

  @Test("discarding a typed text keeps the draft of another console that replaced its own")
  mutating func discardingTyped() throws {
    console.act("Ctrl-Home", "' ")
    console.send(.quiet)
    let mine = try #require(console.text)
    saveElsewhere(Self.theirs)
    console.act("Ctrl-Q", says: .discardedTextOnly(of: "homescreen"))
    #expect(console.draft == .string(Self.theirs) && console.text == Self.theirs)
    #expect(console.session.operations.isEmpty)
    // The first undo of the typing restores the applied text, the second one the typed one.
    console.act("i Ctrl-U Ctrl-U") { $0.text == mine }
  }

  @Test("what is typed into an open text replaces the draft of another console until undo")
  mutating func typing() throws {
    saveElsewhere(Self.theirs)
    console.act("Ctrl-Home", "' ")
    let mine = try #require(console.text)
    console.send(.quiet) { $0.committed[Self.draft] == JSONValue.string(mine) }
    #expect(console.message == Self.replaced)
    console.act("Esc u") { $0.text == Self.theirs && $0.draft == .string(Self.theirs) }
  }

  @Test("a text that another console replaced while it was typed is saved again when it is left")
  mutating func replacedText() throws {
    console.act("Ctrl-Home", "' ")
    console.send(.quiet)
    let mine = try #require(console.text)
    saveElsewhere(Self.theirs)
    #expect(
      console.message == .otherDraft(of: "homescreen", undo: "u") && console.effects.isEmpty)
    console.act(":edit-config") { $0.text == mine && $0.draft == .string(Self.theirs) }
    console.act("Esc", says: Self.replaced)
    #expect(console.draft == .string(mine))
    console.act("i") { $0.text == mine }
    console.act("Esc u") { $0.text == Self.theirs && $0.draft == .string(Self.theirs) }
  }

  @Test("a text whose draft another console dropped is saved again when it is left")
  mutating func droppedDraft() throws {
    console.act("Ctrl-Home", "' ")
    console.send(.quiet)
    let mine = try #require(console.text)
    saveElsewhere(nil)
    console.act("Esc", says: .keptDraft(of: "homescreen", edit: "i"))
    #expect(console.draft == .string(mine) && console.text == mine)
  }

  @Test("one undo of the typing restores a text that other drafts replaced after it was left")
  mutating func leftText() throws {
    console.act("Ctrl-Home", "' ")
    let mine = try #require(console.text)
    console.press("Esc")
    saveElsewhere("{")
    saveElsewhere(Self.theirs)
    #expect(console.text == Self.theirs)
    console.act("i", says: Self.shown)
    console.act("Ctrl-U") { $0.text == mine }
    console.send(.quiet) { $0.committed[Self.draft] == JSONValue.string(mine) }
    #expect(console.message == Self.replaced)
    console.act("Esc u") { $0.draft == .string(Self.theirs) }
  }

  @Test("a draft of another console stays theirs if the edit under it is undone")
  mutating func undoneEdit() {
    console.act("Esc", ":set pinned-limit 3")
    saveElsewhere(Self.theirs)
    console.act("u") { $0.edit == nil && $0.text == Self.theirs }
    console.act("i", says: Self.shown)
    console.act("Ctrl-Home", "' ")
    console.send(.quiet)
    #expect(console.message == Self.replaced)
  }

  @Test("applying elsewhere drops the draft of a text that was left, and no message denies it")
  mutating func appliedElsewhere() throws {
    console.act("Ctrl-Home", "' ", "Esc")
    try console.elsewhere { try $0.applyText(Self.theirs, to: "homescreen") }
    #expect(console.draft == nil && console.text == "{\n  \"pinned-limit\": 7\n}\n")
    #expect(
      console.message
        == .doneElsewhere("replaced the edit of homescreen", by: "elsewhere"))
  }
}
