import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

/// Leaving the editor without applying the text.
@Suite("Config editor drafts") struct KeptDraftTests {
  private func console(_ size: Size = Size(columns: 120, rows: 40)) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    console.run("select homescreen")
    return console
  }

  @Test("the first line counts drafts with problems, including those from another console")
  func brokenDrafts() throws {
    var console = try console()
    #expect(console.lines[0].contains("no problems"))
    console.press("i")
    console.type("\"pinned-limit\": 3")
    #expect(console.lines[0].contains("no problems"), "it can be applied")
    console.type("x")
    #expect(console.lines[0].contains("! 1 draft") && !console.lines[0].contains("no problems"))
    while console.state.focus == .editor { console.press("Esc") }
    #expect(console.state.session[.draft, "homescreen"] != nil && console.lines[0].contains("! 1 draft"))
    var next = try ConsoleDriver(Size(columns: 160, rows: 40))
    next.send(.session(console.state.session))
    #expect(next.lines[0].contains(" no overrides · ! 1 draft to fix"))
    next.act(":select homescreen", ":focus features", "d")
    #expect(next.lines[0].contains("no problems"))
    next.press("u")
    #expect(next.lines[0].contains("! 1 draft to fix"))
    next.run("select search")
    next.send(.session(Session()))
    #expect(next.lines[0].contains("no problems"))
    next.send(.session(console.state.session))
    #expect(next.lines[0].contains("! 1 draft to fix"), "the same text is broken still")
    next.run("select homescreen", "edit {\"pinned-limit\": 3}")
    #expect(next.lines[0].contains("1 override") && next.lines[0].contains("no problems"))
  }

  @Test("a hidden draft is checked again when the manifest changes")
  func checkedAgain() throws {
    let yaml = """
      channels: [beta]
      features:
        a:
          description: d
          variables: { size: { description: d, type: Int, default: 1 } }
        b: { description: d, variables: { on: { description: d, type: Boolean, default: true } } }
      """
    var console = try ConsoleDriver(Size(columns: 160, rows: 40), yaml: yaml)
    console.run("select a", "edit")
    console.type("\"size\": 3")
    while console.state.focus == .editor { console.press("Esc") }
    console.run("select b")
    #expect(console.lines[0].contains(" · 1 draft · ") && !console.lines[0].contains("to fix"))
    console.load(try ConsoleDriver.manifest(yaml.replacing("type: Int, default: 1", with: "type: String, default: x")))
    #expect(console.lines[0].contains("! 1 draft to fix"))
    console.run("select a")
    #expect(console.lines[0].contains("! 1 draft to fix") && console.state.editor?.findings.count == 1)
    console.run("select b")
    console.load(try ConsoleDriver.manifest(yaml))
    #expect(console.lines[0].contains(" · 1 draft · ") && !console.lines[0].contains("to fix"))
  }

  @Test("unapplied text is kept as a draft and restored in another console") func draft() throws {
    var console = try console()
    console.press("i")
    console.type("\"pinned-limit\": ")
    let text = try #require(console.state.editor?.buffer.text)
    console.press("Esc", "Esc")
    #expect(console.state.focus == .values)
    #expect(console.effects.contains(.keepDraft(text, feature: "homescreen", over: nil)))
    var next = try ConsoleDriver()
    next.send(.session(console.state.session))
    next.run("select homescreen", "edit")
    #expect(next.state.editor?.buffer.text == text)
    #expect(next.message == .draftShown(apply: "Ctrl-S", discard: "Ctrl-Q"))
  }

  @Test("quitting keeps the draft first") func quitting() throws {
    var console = try console()
    console.press("i")
    console.type("\"pinned-")
    console.act("Esc F1", ":quit")
    #expect(console.effects.last == .quit)
    let isKept = console.effects.contains { if case .keepDraft(.some, "homescreen", nil) = $0 { true } else { false } }
    #expect(isKept)
  }

  @Test("discarding restores the applied text, and undo restores the draft") func discarding() throws {
    var console = try console()
    console.act(":set pinned-limit 5", ":edit", "Ctrl-End", "'x", "Ctrl-Q")
    #expect(console.state.editor?.buffer.text == "{\n  \"pinned-limit\": 5\n}\n")
    #expect(console.state.editor?.isChanged == false)
    #expect(console.state.focus == .values)
    #expect(console.message == .discardedDraft(of: "homescreen", undo: "u"))
    console.press("i", "Ctrl-U")
    #expect(console.state.editor?.buffer.text == "{\n  \"pinned-limit\": 5\n}\nx")
  }
}
