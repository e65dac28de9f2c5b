import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

/// Editing the config in an external editor.
@Suite("External editor") struct OutsideEditorTests {
  private var console = ConsoleDriver.onHomescreen()

  @Test("E hands the text over, and the returned text is shown but not applied")
  mutating func outside() {
    console.act(":set pinned-limit 5", "E")
    let text = "{\n  \"pinned-limit\": 5\n}\n"
    #expect(console.effects == [.openEditor(text, feature: "homescreen")])
    console.send(.written("pinned-limit: many\n", feature: "homescreen"))
    #expect(console.text == "{\n  \"pinned-limit\": \"many\"\n}\n")
    #expect(console.model.editor?.findings.count == 1 && console.edit == ["pinned-limit": 5])
    console.act("Ctrl-U") { $0.text == text }
    for unchanged in [text, " \n"] {
      console.send(.written(unchanged, feature: "homescreen")) { $0.text == text }
    }
  }

  @Test("a returned text with problems reports the first, and applying counts them")
  mutating func writtenWithProblems() throws {
    console.send(.written("{\n  \"pinned-limit\": \"many\"\n}\n", feature: "homescreen"))
    let words = "fix this first: 2:19 Invalid value \"many\" for type Int"
    #expect(console.message == StatusMessage.textLoaded.then(.refusal(words)))
    console.act("Ctrl-Home Ctrl-S") { $0.effects.isEmpty && $0.message == .notApplied(problems: 1) }
    #expect(console.model.editor?.cursor == TextPosition(line: 1, offset: 18))
    console.send(.written("{\n  \"pinned-limit\": man\n}\n", feature: "homescreen"))
    let broken = console.message
    console.press("Ctrl-Home", "Ctrl-T")
    let refused = try #require(console.message)
    #expect(broken == StatusMessage.textLoaded.then(refused))
    #expect(refused.text.plain.hasPrefix("fix this first: 2:19 `man` is not a JSON"))
    #expect(console.model.editor?.cursor == TextPosition(line: 1, offset: 18))
    console.send(.written("{\"pinned-limit\": 4}\n", feature: "homescreen"))
    #expect(console.message == StatusMessage.textLoaded.then(.textApplied(by: "Ctrl-S")))
    let long =
      "{\"greeting\": \"\(String(repeating: "x", count: 70_000))\", \"pinned-limit\": \"many\"}\n"
    console.send(.written(long, feature: "homescreen"))
    #expect(console.message == StatusMessage.textLoaded.then(.textWaitsForCheck))
  }

  @Test("a returned text is copied if its feature no longer exists")
  mutating func writtenForNothing() {
    console.send(.written("{\"a\": 1}\n", feature: "gone"))
    #expect(console.effects == [.copy("{\"a\": 1}\n", what: "the text of gone")])
    #expect(console.message == .featureGone("gone") && console.model.editor == nil)
  }
}

@Suite("Conflicting edits") struct ConflictTests {
  private static let key = EntryKey(.edit, "homescreen")

  /// A console with typed changes to an edit that another process has changed meanwhile.
  private func console(_ size: Size = ConsoleDriver.defaultSize) -> ConsoleDriver {
    var console = ConsoleDriver.onHomescreen(
      Session(entries: [Self.key: ["pinned-limit": 2]]), size: size)
    console.act(":edit", "Ctrl-Home End Enter", "'\"greeting\": \"mine\",", "Esc")
    if console.model.focus != .editor { console.press("i") }
    console.send(.session(Session(entries: [Self.key: ["pinned-limit": 4]])))
    return console
  }

  private var mine: JSONValue { ["greeting": "mine", "pinned-limit": 2] }

  @Test("typed text stays after an edit from elsewhere, and applying it asks first") func asks()
    throws
  {
    var console = self.console()
    #expect(
      console.message == .editChangedElsewhere(isShown: true) && console.model.editor?.json == mine)
    console.act("Ctrl-S") { $0.effects.isEmpty && $0.edit == ["pinned-limit": 4] }
    #expect(
      console.model.overlay?.lines.map { "\($0.title) \($0.applies)" } == [
        "keep mine true", "take theirs true", "both true", "pinned-limit false", "greeting false",
      ])
    #expect(console.model.overlay?.lines.dropFirst(3).first?.detail.plain == "mine: 2   theirs: 4")
    console.act("Esc") { $0.model.overlay == nil && $0.model.editor?.json == mine }
  }

  @Test("changing an edit under its draft is reported at once, on return and above the text")
  func changedHere() throws {
    var console = ConsoleDriver().after(
      ":select homescreen", ":edit", "'\"greeting\": \"mine\"", "Esc")
    if console.model.focus == .editor { console.press("Esc") }
    console.act(":set pinned-limit 3", says: .info("set pinned-limit = 3").typedOver())
    #expect(console.sees("edit changed · "))
    console.act("i", says: .textKept(over: ("you", "set pinned-limit = 3")))
    #expect(console.sees("edit changed · "))
    console.act("Ctrl-S Enter") { !$0.sees("edit changed") }
  }

  @Test("the question fits every terminal size", arguments: FrameCase.sizes) func frames(
    size: Size
  ) throws {
    let console = self.console(size).after("Ctrl-S")
    FrameCase.expect(console, equals: "edit-conflict")
  }

  @Test(
    "keep mine replaces theirs; take theirs leaves mine one undo away; both adds my changes for review"
  )
  func answers() throws {
    var console = self.console()
    let start = console
    console.act("Ctrl-S Enter") { $0.edit == mine }
    console.act("u") { $0.edit == ["pinned-limit": 4] }
    console = start
    console.press("Ctrl-S", "Down", "Enter")
    #expect(
      console.model.editor?.json == ["pinned-limit": 4] && console.model.editor?.isChanged == false)
    console.act("Ctrl-U") { $0.model.editor?.json == mine }
    console.act("Ctrl-S") { $0.model.overlay == nil && $0.edit == mine }
    console = start
    console.send(.session(Session(entries: [Self.key: mine])))
    console.press("Ctrl-S")
    #expect(console.model.overlay == nil, "both made the same edit")
    console = start
    console.act("Ctrl-S Down Down Enter") {
      $0.model.editor?.json == ["pinned-limit": 4, "greeting": "mine"]
    }
    #expect(console.edit == ["pinned-limit": 4])
    console.act("Ctrl-S") { $0.edit == ["pinned-limit": 4, "greeting": "mine"] }
  }
}
