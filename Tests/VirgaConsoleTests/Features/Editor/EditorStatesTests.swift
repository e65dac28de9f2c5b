import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("A feature's text beside its values") struct EditorStatesTests {
  private static let edit = EntryKey(.edit, "homescreen")
  private static let draft = EntryKey(.draft, "homescreen")
  private static let text = "{\n  \"pinned-limit\": 5\n}\n"

  private var console = Self.console([Self.edit: ["pinned-limit": 5]])

  /// A console that is so tall that it shows a text without the focus.
  private static func console(_ entries: [EntryKey: JSONValue]) -> ConsoleDriver {
    var console = ConsoleDriver.onHomescreen(Session(entries: entries))
    console.resize(200, 60)
    return console
  }

  /// Has another console keep an empty object as the draft.
  private static func keepDraftElsewhere(_ console: inout ConsoleDriver) throws {
    try console.elsewhere("virga 4177") {
      try $0.keepDraft("{}", of: "homescreen", startedFrom: ["pinned-limit": 5])
    }
  }

  @Test("an edit is shown with its merged result before the editor is opened") mutating func shown()
    throws
  {
    #expect(
      console.area(of: .editor) != nil && console.area(of: .merged) != nil)
    #expect(console.text == Self.text && console.editor?.merged?.changeCount == 1)
  }

  @Test("a feature without a text has the same places, with the feature as apps read it")
  mutating func withoutText() throws {
    let areas = Set(console.layout.panels.values)
    console.act(":select downloads") {
      $0.editor == nil && $0.sees("Merged", "as apps read it")
        && Set($0.layout.panels.values) == areas
    }
    let top = try console.row(of: "─ Merged ─")
    #expect(console.lines[top + 1].contains("none; i writes one"))
    #expect(console.lines[top + 1].contains("│ {") && console.lines[top + 2].contains(#"": "#))
    console.send(.terminal(.focus(true)))
    #expect(Set(console.layout.panels.values) == areas, "the next event moved panels")
  }

  @Test("a feature without a text scrolls with the focus, after a click or Tab")
  func scrolling() throws {
    let yaml = ConsoleDriver.yaml(["many": (0..<80).map { "v\($0): Int = \($0)" }])
    var console = try ConsoleDriver(
      Size(columns: 200, rows: 60), yaml: yaml, channel: "nightly")
    func top(_ console: ConsoleDriver) -> Int? {
      console.screen.view(of: .reading)?.top(in: console.model)
    }
    console.run("select many")
    let area = try #require(console.area(of: .reading))
    console.click(area.column + 2, area.row + 2) { $0.focus == .reading && $0.editor == nil }
    console.act("Down") { top($0) == 1 && $0.focus == .reading }
    console.act(":focus details", "Tab") { $0.focus == .reading }
    console.act(":set v0 5") { $0.editor != nil && $0.area(of: .reading) == nil }
    #expect(console.area(of: console.focus) != nil)
  }

  @Test("Tab skips the text") mutating func opening()
    throws
  {
    for _ in 0..<6 { console.act("Tab") { $0.focus != .editor } }
  }

  @Test("i or a click opens the text for typing") mutating func clicking() throws {
    console.act("i x") { $0.editor?.isChanged == true }
    console.run("discard-edit")
    let area = try #require(console.area(of: .editor))
    console.click(area.column + 1 + 4 + 4, area.row + 2)
    #expect(
      console.focus == .editor
        && console.editor?.cursor == TextPosition(line: 1, offset: 4))
    console.run("leave-edit")
  }

  @Test("a read-only console refuses to open the text") mutating func readOnly() throws {
    console.run("edit", "leave-edit")
    let area = try #require(console.area(of: .editor))
    console.makeReadOnly()
    console.click(area.column + 8, area.row + 2) {
      $0.focus == .values && $0.message == .readOnly(nil)
    }
    console.act(":focus merged", "Enter")
    #expect(
      console.focus == .merged
        && console.message == StatusMessage.readOnly(nil).about("go to the text"))
  }

  @Test("switching features does not check an unchanged text again") func checkedOnce() throws {
    var console = Self.console([Self.edit: ["pinned-limit": 5], EntryKey(.edit, "downloads"): [:]])
    let revision = console.editor?.revision
    console.run("select downloads", "select homescreen")
    #expect(
      console.editor?.revision == revision && console.editor?.isUnchecked == false)
    console.act(":channel release") {
      $0.editor?.revision != revision && $0.editor?.isUnchecked == false
    }
  }

  @Test("the text follows when the selection moves to another feature by itself")
  mutating func moved() throws {
    console.act(":list-features overridden", "Home")
    console.send(.session(Session(entries: [EntryKey(.edit, "search"): [:]]))) {
      $0.selected == "search"
    }
    #expect(console.editor != nil && console.area(of: .editor) != nil)
  }

  @Test("a draft with a problem is shown at every terminal size", arguments: FrameCase.sizes)
  func frames(size: Size) throws {
    var console = Self.console([
      Self.edit: ["pinned-limit": 5], Self.draft: "{\n  \"pinned-limit\": \"many\"\n}\n",
    ])
    console.resize(size.columns, size.rows)
    console.run("go pinned-limit")
    FrameCase.expect(console, equals: "edit-beside")
  }

  @Test(
    "undo of an applied edit shows the previous edit, or the draft",
    arguments: [0, 1])
  mutating func undo(pauses: Int) throws {
    let typed = "{\"greeting\": \"Hi\"}"
    func shows(_ text: String, _ console: ConsoleDriver) -> Bool {
      console.text == text && console.editor?.isChanged == (text == typed)
    }
    console.act("i", ":select-text", "'\(typed)")
    for _ in 0..<pauses { console.send(.quiet) }
    console.act("Ctrl-S u") {
      $0.edit == ["pinned-limit": 5] && shows(pauses == 0 ? Self.text : typed, $0)
    }
    guard pauses > 0 else { return }
    #expect(console.draft == .string(typed))
    #expect(
      console.message
        == .info("undid “replace the edit of homescreen”").returningDraft(discard: "Ctrl-Q"))
    console.act("i Ctrl-Q") { $0.draft == nil && shows(Self.text, $0) }
    console.act("u") { shows(typed, $0) }
    console.act("U") { shows(Self.text, $0) }
  }

  @Test("undo leaves newly typed text alone")
  mutating func undoUnderTyping() throws {
    console.act(":set pinned-limit 6", "i Ctrl-Home", "' ", ":undo")
    #expect(console.text == " {\n  \"pinned-limit\": 6\n}\n")
    console.act("Ctrl-S") { $0.picker?.lines.first?.title == "keep mine" }
  }

  @Test("of two drafts of one feature the later wins until undo")
  mutating func twoConsoles() throws {
    console.act("i Ctrl-Home", "'a")
    console.send(.quiet)
    console.type("b")
    let mine = "ab" + Self.text
    try Self.keepDraftElsewhere(&console)
    #expect(console.message == .otherDraft(of: "homescreen", undo: "u"))
    #expect(console.text == mine && console.draft == "{}")
    console.send(.quiet) { $0.committed[Self.draft] == JSONValue.string(mine) }
    #expect(console.message == .keptDraftOverOther(of: "homescreen", undo: "u"))
    console.type("c")
    console.send(.quiet)
    #expect(
      console.effects == [
        .keepDraft("abc" + Self.text, feature: "homescreen", over: ["pinned-limit": 5])
      ])
    console.act("Esc", ":undo")
    #expect(console.draft == "{}" && console.text == "{}")
  }

  @Test("an edit or a draft from elsewhere is shown at once if nothing is typed") func followed()
    throws
  {
    var console = Self.console([:]).after(":edit")
    console.send(.session(Session(entries: [Self.edit: ["pinned-limit": 5]])))
    #expect(console.text == Self.text && console.editor?.isChanged == false)
    console.run("leave-edit")
    try Self.keepDraftElsewhere(&console)
    #expect(console.text == "{}" && console.editor?.isChanged == true)
    var other = console.session
    other.keepDraft(nil, of: "homescreen", over: nil)
    console.send(.session(other)) { $0.text == Self.text && $0.editor?.isChanged == false }
  }
}
