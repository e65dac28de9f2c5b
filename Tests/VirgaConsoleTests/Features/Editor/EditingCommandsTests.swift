import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

/// The config editor and value fields, step by step in the console.
@Suite("Editing on the Features screen") struct EditingCommandsTests {
  private var console = ConsoleDriver.onHomescreen()

  @Test("Ctrl-S applies the text and returns to the values")
  mutating func applying() throws {
    console.act("i") { $0.focus == .editor }
    console.act("'\"pinned-limit\": 3") { $0.effects.isEmpty && $0.edit == nil }
    console.act("Ctrl-S") { $0.committed == [EntryKey(.edit, "homescreen"): ["pinned-limit": 3]] }
    #expect(console.editor?.isChanged == false && console.focus == .values)
    #expect(console.message == .applied("homescreen", values: 1))
    console.act("u") { $0.edit == nil }
  }

  @Test("apply-and-stay and discard-and-stay keep the focus in the text") mutating func staying()
    throws
  {
    console.act("i Alt-a", "'{\"pinned-limit\": 4}", ":apply-and-stay")
    #expect(console.edit == ["pinned-limit": 4] && console.focus == .editor)
    console.act("Ctrl-End x", ":discard-and-stay") {
      $0.editor?.isChanged == false && $0.focus == .editor
    }
  }

  @Test("the hint line offers to apply, discard and undo only if that would do something")
  func hints() throws {
    var console = ConsoleDriver.onHomescreen(size: Size(columns: 200, rows: 60)).after(
      ":set pinned-limit 5", ":edit")
    func hints() -> [String] {
      let named = console.hintedCommands
      return named.filter {
        ["apply-edit", "discard-edit", "undo-typing", "format-edit"].contains($0)
      }
    }
    #expect(hints() == [])
    console.press("Ctrl-End", "x")
    #expect(hints() == ["undo-typing", "discard-edit"])
    console.press("Ctrl-U")
    #expect(hints() == [])
    console.act("Alt-a", "'{\"pinned-limit\": 6}")
    #expect(hints() == ["apply-edit", "format-edit", "undo-typing", "discard-edit"])
  }

  @Test("e on a list or a map opens the text with the cursor at that value")
  mutating func container() throws {
    console.run("go section-order", "edit-value")
    let editor = try #require(console.editor)
    #expect(console.focus == .editor && editor.cursor == TextPosition(line: 1, offset: 19))
    #expect(editor.buffer.lines[1].hasPrefix("  \"section-order\": ["))
    console.send(.quiet)
    console.press("Esc")
    #expect(console.draft == nil, "looking at it leaves nothing behind")
    #expect(console.editor == nil)
    console.act(":edit-value", "' ", "Esc") { $0.draft != nil }
    console.run(
      "edit", "discard-edit", "set section-order [\"pocket\"]", "go section-order", "edit-value")
    #expect(
      console.focus == .editor
        && console.editor?.cursor == TextPosition(line: 1, offset: 19))
  }

  @Test("unreadable YAML is reported with its position")
  func brokenYAML() throws {
    var console = ConsoleDriver.onHomescreen(size: FrameCase.goldenSize).after("i Alt-a")
    console.paste("a: [1\nb: {\n")
    let broken =
      "2:2 this is not well-formed YAML: did not find expected ',' or ']' while parsing a flow sequence"
    #expect(console.status?.hasPrefix("not JSON, and not readable as YAML: \(broken)") == true)
  }

  @Test("unreadable JSON is reported as JSON") func brokenJSON() throws {
    var console = ConsoleDriver.onHomescreen(size: FrameCase.goldenSize).after("i")
    console.press("Alt-a")
    console.paste("x{\n  \"pinned-limit\": 3\n}\n")
    console.act("Ctrl-T") {
      $0.status == "fix this first: 1:1 `x` is not a JSON value; put text in double quotes"
    }
  }

  @Test("converted YAML says that its comments are dropped") func droppedComments() throws {
    var console = ConsoleDriver.onHomescreen(size: FrameCase.goldenSize).after("i")
    console.press("Alt-a")
    console.paste("# what is said\npinned-limit: many\n")
    #expect(console.message == .convertedYAML(isPasted: true, dropsComments: true))
    #expect(console.sees("! 2:"), "a message of two lines hides no problem")
  }

  @Test("the keys of the text work in the merged result too") func merged()
    throws
  {
    var console = ConsoleDriver.onHomescreen(size: FrameCase.goldenSize).after(
      "i", "'\"pinned-limit\": ", "Esc F6")
    #expect(
      console.focus == .merged
        && console.hints.contains("F6 go to the text  Esc leave, keep as draft"))
    #expect(!console.hints.contains("i editor"), "one key to the text is enough")
    console.act("Esc") { $0.focus == .values && $0.draft != nil }
    console.act("i F6 Ctrl-S") {
      $0.focus == .editor && $0.effects.isEmpty && $0.message?.refusal != nil
    }
    console.act("'3", "F6") { $0.hints.contains("Ctrl-S apply") }
    console.press("F1")
    #expect(
      console.picker?.lines.contains { $0.invocation?.name == "apply-edit" && $0.applies }
        == true)
    console.act("Esc /", "'tiles", "Enter") { $0.hints.contains("Esc end the search") }
    console.act("Esc") {
      $0.focus == .merged && $0.hints.contains("Esc leave, keep as draft")
    }
    console.act("F6 F6 Ctrl-S") { $0.edit == ["pinned-limit": 3] && $0.focus == .values }
  }

  @Test("an edit that repeats the value of the layer below does not count as a change")
  mutating func sameEdit() throws {
    console.resize(200, 60)
    let before = console.features.values.counts.changed
    for (limit, count) in [(8, 0), (9, 1)] {
      console.run("edit {\"pinned-limit\": \(limit)}")
      #expect(
        console.session.overrideCount == 1
          && console.features.values.counts.changed == before + count)
      #expect(console.sees("Merged", count == 0 ? "nothing changed" : " 1 changed"))
      #expect(console.sees(" · \(before + count) changed "))
    }
  }

  @Test("a large text is checked when typing pauses or the text is left")
  mutating func largePaste() {
    console.press("i")
    console.paste("{" + String(repeating: "\"k\": 1, ", count: 12_000) + "\"l\": 2}")
    #expect(console.editor?.isUnchecked == true && console.sees("checked when you pause"))
    console.send(.quiet)
    let count = console.editor?.findings.count ?? 0
    #expect(console.editor?.isUnchecked == false && count > 100)
    #expect(console.sees("\(count) problems"))
    console.act("x") { $0.editor?.isUnchecked == true && $0.editor?.findings == [] }
    console.act("Esc", ":channel beta") { $0.editor?.isUnchecked == false }
    #expect(console.editor?.findings.isEmpty == false)
  }

  @Test("letters are typed, even if they are commands elsewhere")
  mutating func keys() throws {
    console.act("i q ? : / 1 Space") { $0.editor?.buffer.lines[1] == "  q?:/1 " }
    #expect(console.picker == nil && console.effects.isEmpty)
  }

  @Test("F1 lists only the keys that work in the editor") mutating func listedKeys() throws {
    console.press("i")
    console.press("F1")
    let lines = console.picker?.list.items ?? []
    let keys = Dictionary(
      lines.compactMap { line in line.invocation.map { ($0.name, line.leading.plain) } }
    ) { $1 }
    #expect(
      keys["help"] == "F1" && keys["apply-edit"] == "Ctrl-S"
        && keys["select-word-left"]?.isEmpty == false)
    #expect(keys["delete-to-start"] == nil && keys["down"] == nil && keys["half-page-up"] == nil)
    #expect(!keys.values.contains { !$0.contains("-") && $0.count == 1 })
    console.act("'redo typing", "Enter", says: .nothingToRedo)
  }

  @Test("a search shows its next key with the number of matches") mutating func search() throws {
    console.act(":set sections-enabled.pocket false", ":edit", ":go-to-line 1", "F3")
    #expect(console.message == StatusMessage.noSearch(start: "Ctrl-F").about("next match"))
    console.act("Ctrl-F", "'e", "Enter F3")
    #expect(console.message == .match(2, of: 2))
    #expect(console.hints.hasPrefix(" Shift-F3 F3 next match"))
    console.act("Shift-F3", says: .match(1, of: 2))
  }

  @Test("a search goes on from the cursor and around the ends")
  mutating func searchFromCursor() throws {
    let text = #"{"greeting": "A needle", "pinned-limit": 4, "b": "Needle"}"#
    console.act(":edit", "Alt-a", "'\(text)", "Ctrl-T", "Ctrl-F", "'needle", "Enter")
    func isAt(_ line: Int, _ offset: Int) -> (ConsoleDriver) -> Bool {
      { $0.editor?.cursor == TextPosition(line: line, offset: offset) }
    }
    console.act("F3", holds: isAt(3, 8))
    console.act("F3", holds: isAt(1, 17))
    console.act("Ctrl-End Ctrl-G", holds: isAt(1, 17))
    console.act("Alt-g", holds: isAt(3, 8))
    console.act("Esc Ctrl-F", "'Need", says: .match(1, of: 1))
    console.act("Esc Ctrl-F", "'nothing of it", says: .noMatch("nothing of it", wasJustTyped: true))
  }

  @Test("matches are marked where they are drawn, also scrolled sideways")
  mutating func markedMatches() throws {
    func marked(_ console: ConsoleDriver) -> [String] {
      let frame = console.frame
      return frame.lines(trimmed: false).indices.compactMap { row in
        let cells = (0..<frame.size.columns).map { Point(column: $0, row: row) }
        let text = cells.filter { frame[$0].style.role == .match && $0.row < frame.size.rows - 2 }
          .map(frame.glyph(at:)).joined()
        return text.isEmpty ? nil : text
      }
    }
    console.press("i")
    console.paste("\"greeting\": \"日本\te\u{301} tea\", \"b\": \"Tea\"")
    console.act("Ctrl-F", "'tea", "Enter")
    #expect(marked(console) == ["tea"])
    console.act("Esc", "'\(String(repeating: "x", count: 200))tea", "Ctrl-F", "'xtea", "Enter End")
    #expect(marked(console) == ["xtea"])
  }

  @Test("typing after a search inserts before the match")
  mutating func typingAfterASearch() throws {
    console.act("i", "'\"pinned-limit\": 4", "Ctrl-F", "'pin") {
      $0.editor?.cursor == TextPosition(line: 1, offset: 3)
    }
    console.act("Enter") {
      $0.editor?.selection.isEmpty == true && $0.hints.contains("Esc end the search")
    }
    console.press("F1")
    #expect(
      console.picker?.lines.contains { $0.leading == "Esc" && $0.title == "end the search" }
        == true)
    console.act("Esc", "'un", "F3") {
      $0.editor?.buffer.lines[1] == "  \"unpinned-limit\": 4"
    }
    #expect(console.editor?.selection.isEmpty == true)
    console.act("Esc") { $0.hints.contains("Esc leave, keep as draft") }
    console.act("Ctrl-F", "'limit", "Esc", "'x") {
      $0.editor?.buffer.lines[1] == "  \"unpinned-xlimit\": 4"
    }
    console.act("Shift-Left") { $0.hints.contains("Esc drop the selection") }
  }

  @Test("Tab completes a name") mutating func completion() throws {
    console.act("i", "'\"pin", "Tab") {
      $0.editor?.buffer.lines[1] == "  \"pinned-limit\": 8"
    }
  }

  @Test("a read-only console refuses edits") mutating func readOnly() throws {
    console.makeReadOnly()
    for (key, title) in [
      ("i", "edit config"), ("E", "$EDITOR"), ("Space", "toggle"), ("e", "edit value"),
    ] {
      if key == "Space" { console.run("go sections-enabled.pocket") }
      console.act(key)
      #expect(
        console.message == StatusMessage.readOnly(nil).about(title) && console.effects.isEmpty)
    }
  }

  @Test("the mouse moves the cursor and selects")
  mutating func mouse() throws {
    console.run("set sections-enabled.pocket false", "edit")
    let layout = try #require(console.area(of: .editor))
    let row = layout.row + 1
    console.click(layout.column + 1 + 4 + 4, row + 1) {
      $0.editor?.cursor == TextPosition(line: 1, offset: 4)
    }
    let end = Point(column: layout.column + 1 + 4 + 8, row: row + 1)
    console.send(.terminal(.mouse(MouseEvent(.drag, button: .left, at: end))))
    #expect(console.editor?.selectedText == "ecti")
  }

  @Test("a click on a line number goes to its line") mutating func lineNumbers() throws {
    console.run("set sections-enabled.pocket false", "edit")
    let layout = try #require(console.area(of: .editor))
    let row = layout.row + 1
    console.click(layout.column + 2, row + 2) { $0.editor?.cursor == TextPosition(line: 2) }
  }

  @Test(
    "problems, completions and a value being typed are shown at every terminal size",
    arguments: FrameCase.sizes)
  func frames(size: Size) throws {
    var console = ConsoleDriver.onHomescreen(size: size).after("i", "'\"s")
    FrameCase.expect(console, equals: "edit-completion")
    console.type("ections-enabled\": {")
    console.act(
      "Enter", "'\"pocket\": false,", "Enter", "'\"recent-savd\": true", "Down End", "',", "Enter")
    console.type("\"pinned-limit\": \"many\"")
    FrameCase.expect(console, equals: "edit")
    console = ConsoleDriver.onHomescreen(size: size)
    console.act(":go pinned-limit", "e 0 x")
    FrameCase.expect(console, equals: "edit-value")
  }
}
