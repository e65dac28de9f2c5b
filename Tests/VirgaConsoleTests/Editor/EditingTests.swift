import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

/// The config editor and value fields, step by step in the console.
@Suite("Editing on the Features screen") struct EditingTests {
  private func console(_ size: Size = Size(columns: 120, rows: 40)) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    console.run("select homescreen")
    return console
  }

  @Test("i opens the editor, and Ctrl-S applies the text and returns to the values") func applying() throws {
    var console = try console()
    console.press("i")
    #expect(console.state.focus == .editor)
    console.type("\"pinned-limit\": 3")
    #expect(console.effects.isEmpty && console.state.session[.edit, "homescreen"] == nil)
    console.press("Ctrl-S")
    #expect(console.committed == [EntryKey(.edit, "homescreen"): ["pinned-limit": 3]])
    #expect(console.state.editor?.isChanged == false && console.state.focus == .values)
    #expect(console.message == .applied("homescreen", values: 1))
    console.press("u")
    #expect(console.state.session[.edit, "homescreen"] == nil)
  }

  @Test("apply-and-stay and discard-and-stay leave the editor open") func staying() throws {
    var console = try console()
    console.press("i")
    console.type("\"pinned-limit\": 3")
    console.run("apply-and-stay")
    #expect(console.state.session[.edit, "homescreen"] == ["pinned-limit": 3] && console.state.focus == .editor)
    console.press("Ctrl-End", "x")
    console.run("discard-and-stay")
    #expect(console.state.editor?.isChanged == false && console.state.focus == .editor)
  }

  @Test("the hint line offers to apply, discard and undo only if that would do something") func hints() throws {
    var console = try console(Size(columns: 200, rows: 60))
    console.run("set pinned-limit 5", "edit")
    func hints() -> [String] {
      let named = HintLine.placed(console.state).compactMap(\.hint.command)
      return named.filter { ["apply-edit", "discard-edit", "undo-typing", "format-edit"].contains($0) }
    }
    #expect(hints() == [])
    console.press("Ctrl-End", "x")
    #expect(hints() == ["undo-typing", "discard-edit"])
    console.press("Ctrl-U")
    #expect(hints() == [])
    console.press("Alt-a")
    console.type("{\"pinned-limit\": 6}")
    #expect(hints() == ["apply-edit", "format-edit", "undo-typing", "discard-edit"])
  }

  @Test("e on a list or a map opens the text with the cursor at that value") func container() throws {
    var console = try console()
    console.run("go section-order", "edit-value")
    let editor = try #require(console.state.editor)
    #expect(console.state.focus == .editor)
    #expect(editor.buffer.lines[1].hasPrefix("  \"section-order\": ["))
    #expect(editor.cursor == TextPosition(line: 1, offset: 19))
    console.act("Esc", ":go sections-enabled", ":edit-value")
    #expect(console.state.editor?.buffer.text.contains("\"sections-enabled\": {") == true)
    console.send(.quiet)
    console.press("Esc")
    #expect(console.state.session[.draft, "homescreen"] == nil, "who only looked at it leaves nothing behind")
    #expect(console.state.editor == nil)
    console.act(":edit-value", "' ", "Esc")
    #expect(console.state.session[.draft, "homescreen"] != nil)
    console = try self.console()
    console.run("set section-order [\"pocket\"]", "go section-order", "edit-value")
    #expect(console.state.focus == .editor && console.state.editor?.cursor == TextPosition(line: 1, offset: 19))
  }

  @Test("unreadable YAML is reported with its position, and unreadable JSON as JSON") func brokenYAML() throws {
    var console = try console()
    console.press("i", "Alt-a")
    console.paste("a: [1\nb: {\n")
    let broken = "2:2 this is not well-formed YAML: did not find expected ',' or ']' while parsing a flow sequence"
    #expect(console.status?.hasPrefix("not JSON, and not readable as YAML: \(broken)") == true)
    console.press("Alt-a")
    console.paste("x{\n  \"pinned-limit\": 3\n}\n")
    console.press("Ctrl-T")
    #expect(console.status == "fix this first: 1:1 `x` is not a JSON value; put text in double quotes")
  }

  @Test("a message of two lines does not hide any problem") func longMessage() throws {
    var console = try console(FrameCase.goldenSize)
    console.press("i", "Alt-a")
    console.paste("# what is said\npinned-limit: many\n")
    #expect(console.message == .pastedYAML(dropsComments: true))
    #expect(console.sees("! 2:"))
  }

  @Test("a text with a mistake is not applied, and the cursor goes to the mistake") func refusing() throws {
    var console = try console()
    console.press("i")
    console.type("\"pinned-limit\": \"many\"")
    console.press("Ctrl-Home", "Ctrl-S")
    #expect(console.effects.isEmpty)
    #expect(console.message == .notApplied(problems: 1), "the problem itself stands under the text")
    #expect(console.state.editor?.cursor == TextPosition(line: 1, offset: 18))
  }

  @Test("Esc in the merged result leaves the editor and keeps the draft")
  func leavingMerged() throws {
    var console = try console()
    console.press("i")
    console.type("\"pinned-limit\": ")
    console.press("Esc", "F6")
    #expect(console.state.focus == .merged)
    #expect(console.lines[39].contains("F6 go to the text  Esc leave, keep as draft"))
    console.press("Esc")
    #expect(console.state.focus == .values && console.state.session[.draft, "homescreen"] != nil)
    console.press("i", "F6", "F6")
    #expect(console.state.focus == .editor)
  }

  @Test("Ctrl-S in the merged result applies the text or goes to its mistake") func applyingInMerged() throws {
    var console = try console(FrameCase.goldenSize)
    console.press("i")
    console.type("\"pinned-limit\": ")
    console.press("Esc", "F6", "Ctrl-S")
    #expect(console.state.focus == .editor && console.effects.isEmpty && console.state.refusal != nil)
    console.act("'3", "F6")
    #expect(console.state.focus == .merged && console.lines[23].contains("Ctrl-S apply"))
    console.press("F1")
    #expect(console.state.overlay?.lines.contains { $0.invocation?.name == "apply-edit" && $0.applies } == true)
    console.press("Esc", "Ctrl-S")
    #expect(console.state.session[.edit, "homescreen"] == ["pinned-limit": 3])
    #expect(console.state.focus == .values)
  }

  @Test("an edit that repeats the value of the layer below does not count as a change")
  func sameEdit() throws {
    var console = try console()
    let before = console.state.table.changedCount
    console.run("set pinned-limit 8", "set sections-enabled.jump-back-in true")
    #expect(console.state.session.overrideCount == 1)
    #expect(console.state.table.changedCount == before)
    #expect(console.sees("Merged", "nothing changed"))
    #expect(console.sees(" · \(before) changed "))
    console.run("set pinned-limit 9")
    #expect(console.state.table.changedCount == before + 1)
    #expect(console.sees("Merged", " 1 changed"))
  }

  @Test("the result of a check updates only the text that was checked")
  func foreignAnswers() throws {
    var console = try console()
    console.run("edit", "select-text")
    console.paste("{" + String(repeating: "\"k\": 1, ", count: 4_000) + "\"l\": 2}")
    guard case .check(let check)? = console.effects.last else {
      Issue.record("no check was asked for")
      return
    }
    console.act("Esc Esc Esc", ":select downloads", ":edit", "'5")
    let version = console.state.editor?.version
    console.send(.checkedText(check.run()))
    #expect(
      console.state.editor?.version == version
        && console.state.editor?.findings.allSatisfy { !$0.problem.message.contains("\"k\"") } == true)
    console.run("select homescreen", "channel beta")
    #expect(console.state.editor?.isUnchecked == true)
    console.send(.checkedText(check.run()))
    #expect(console.state.editor?.isUnchecked == true)
  }

  @Test("a change by another process is reported with the name of the process") func otherProcess() throws {
    var console = try console()
    var around = console.state.operationContext
    around.process = "virga config 4177"
    var other = console.state.session
    other.perform(
      try other.operations(in: around).setEdit("homescreen", at: .parse("sections-enabled.pocket"), to: false))
    console.send(.session(other))
    #expect(console.status == "virga config 4177: set sections-enabled.pocket = false")
  }

  @Test("letters are typed, even if they are commands elsewhere") func letters() throws {
    var console = try console()
    console.press("i", "q", "?", ":", "/", "1", "Space")
    #expect(console.state.editor?.buffer.lines[1] == "  q?:/1 ")
    #expect(console.state.overlay == nil && console.effects.isEmpty)
  }

  @Test("F1 lists only the keys that work in the editor") func keys() throws {
    var console = try console()
    console.press("i", "F1")
    let keys = Dictionary(
      (console.state.overlay?.list.items ?? []).compactMap { line in line.invocation.map { ($0.name, line.keys.plain) }
      },
      uniquingKeysWith: { $1 })
    #expect(keys["help"] == "F1" && keys["apply-edit"] == "Ctrl-S" && keys["select-word-left"]?.isEmpty == false)
    #expect(keys["delete-to-start"] == nil && keys["down"] == nil && keys["half-page-up"] == nil)
    #expect(!keys.values.contains { !$0.contains("-") && $0.count == 1 })
    console.act("'undo typing", "Enter")
    #expect(console.message == .nothingToUndo)
  }

  @Test("a search shows its next key and the number of matches") func search() throws {
    var console = try console()
    console.act(":set sections-enabled.pocket false", ":edit", ":go-to-line 1", "F3")
    #expect(console.message == StatusMessage.noSearch(start: "Ctrl-F").about("next match"))
    console.act("Ctrl-F", "'e", "Enter F3")
    #expect(console.message == .match(2, of: 5))
    #expect(console.hints.hasPrefix(" Shift-F3 F3 next match"))
    console.press("Shift-F3")
    #expect(console.message == .match(1, of: 5))
    console.press("Esc")
    #expect(console.state.editor?.search.field.isEmpty == true && console.state.focus == .editor)
  }

  @Test("typing after a search inserts before the match, and Esc first ends the search")
  func typingAfterASearch() throws {
    var console = try console()
    func esc() -> String? {
      let hints = console.lines.last?.split(separator: "  ").map { $0.drop { $0 == " " } } ?? []
      return hints.first { $0.hasPrefix("Esc ") }.map(String.init)
    }
    console.press("i")
    console.type("\"pinned-limit\": 4")
    console.act("Ctrl-F", "'pin")
    #expect(console.state.editor?.selection.isEmpty == false)
    console.press("Enter")
    #expect(console.state.editor?.selection.isEmpty == true && esc() == "Esc end the search")
    console.press("F1")
    #expect(
      console.state.overlay?.lines.contains { $0.keys.plain == "Esc" && $0.title.plain == "end the search" } == true)
    console.act("Esc", "'un")
    #expect(console.state.editor?.buffer.lines[1] == "  \"unpinned-limit\": 4")
    console.press("F3")
    #expect(console.state.editor?.selection.isEmpty == true)
    console.press("Esc")
    #expect(esc() == "Esc leave, keep as draft")
    console.act("Ctrl-F", "'limit", "Esc", "'x")
    #expect(console.state.editor?.buffer.lines[1] == "  \"unpinned-xlimit\": 4")
    console.press("Shift-Left")
    #expect(esc() == "Esc drop the selection")
  }

  @Test("in the merged result too, Esc first ends the search") func leavingASearchInMerged() throws {
    var console = try console()
    console.press("i", "F6")
    #expect(console.hints.contains("Esc leave, keep as draft"))
    console.act("/", "'tiles", "Enter")
    #expect(console.hints.contains("Esc end the search"))
    console.press("Esc")
    #expect(console.state.focus == .merged && console.hints.contains("Esc leave, keep as draft"))
  }

  @Test("Tab completes a name") func completion() throws {
    var console = try console()
    console.press("i")
    console.type("\"pin")
    #expect(console.state.editor?.completion?.items.map(\.label) == ["pinned-limit"])
    console.press("Tab")
    #expect(console.state.editor?.buffer.lines[1] == "  \"pinned-limit\": 8")
    console.press("Ctrl-S")
    #expect(console.committed[EntryKey(.edit, "homescreen")] == ["pinned-limit": 8])
  }

  @Test("changing the channel merges the edit again") func channel() throws {
    var console = try console()
    console.press("i")
    console.type("\"sections-enabled\": {\"pocket\": false")
    #expect(console.state.editor?.merged?.changeCount == 1)
    console.act("F1", ":channel release")
    #expect(console.state.editor?.merged?.changeCount == 0)
  }

  @Test("a read-only console refuses edits") func readOnly() throws {
    var console = try console()
    console.makeReadOnly()
    for (key, title) in [("i", "edit config"), ("E", "$EDITOR"), ("Space", "toggle"), ("e", "edit value")] {
      if key == "Space" { console.run("go sections-enabled.pocket") }
      console.act(key)
      #expect(console.message == StatusMessage.readOnly(nil).about(title) && console.effects.isEmpty)
    }
  }

  @Test("a large paste is checked in the background, one check at a time") func largePaste() throws {
    var console = try console()
    console.press("i")
    let line = "  \"greeting\": \"a text that makes it large, a text that makes it large\",\n"
    console.paste("{\n" + String(repeating: line, count: 3_000) + "  \"pinned-limit\": \"x\"\n}")
    guard case .check(let check)? = console.effects.last else {
      Issue.record("no check was asked for: \(console.effects.count)")
      return
    }
    console.press("x")
    #expect(console.effects.isEmpty)
    console.send(.checkedText(check.run()))
    guard case .check(let next)? = console.effects.last else {
      Issue.record("the newer text was not checked")
      return
    }
    console.send(.checkedText(next.run()))
    #expect(console.effects.isEmpty && console.state.editor?.isUnchecked == false)
    #expect(console.state.editor?.findings.isEmpty == false)
  }

  @Test("the mouse moves the cursor, selects and folds") func mouse() throws {
    var console = try console()
    console.run("set sections-enabled.pocket false", "edit")
    let layout = try #require(console.state.layout.panels[.editor])
    let row = layout.row + 1
    console.click(layout.column + 1 + 5 + 4, row + 1)
    #expect(console.state.editor?.cursor == TextPosition(line: 1, offset: 4))
    let end = Point(column: layout.column + 1 + 5 + 8, row: row + 1)
    console.send(.terminal(.mouse(MouseEvent(.drag, button: .left, at: end))))
    #expect(console.state.editor?.selectedText == "ecti")
    console.click(layout.column + 2, row + 1)
    #expect(console.state.editor?.folds.shown(2) != 2)
  }

  @Test("problems are shown at every terminal size", arguments: FrameCase.sizes) func frames(size: Size) throws {
    var console = try console(size)
    console.press("i")
    console.type("\"sections-enabled\": {")
    console.press("Enter")
    console.type("\"pocket\": false,")
    console.press("Enter")
    console.type("\"recent-savd\": true")
    console.act("Down End", "',", "Enter")
    console.type("\"pinned-limit\": \"many\"")
    FrameCase.expect(console, equals: "edit")
  }

  @Test("completions are shown at every terminal size", arguments: FrameCase.sizes) func completionFrames(
    size: Size
  ) throws {
    var console = try console(size)
    console.press("i")
    console.type("\"s")
    FrameCase.expect(console, equals: "edit-completion")
  }

  @Test("a value being typed is shown at every terminal size", arguments: FrameCase.sizes) func valueFrames(
    size: Size
  ) throws {
    var console = try console(size)
    console.act(":go pinned-limit", "e 0 x")
    FrameCase.expect(console, equals: "edit-value")
  }
}
