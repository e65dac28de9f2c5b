import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

/// Editing the config in an external editor.
@Suite("External editor") struct ExternalEditorTests {
  private var console = ConsoleDriver.onHomescreen()

  @Test("E hands the text over, and the returned text is shown but not applied")
  mutating func outside() {
    console.act(":set pinned-limit 5", "E")
    let text = "{\n  \"pinned-limit\": 5\n}\n"
    #expect(console.effects == [.openEditor(text, feature: "homescreen")])
    console.send(.written("pinned-limit: many\n", feature: "homescreen"))
    #expect(console.text == "{\n  \"pinned-limit\": \"many\"\n}\n")
    #expect(console.editor?.findings.count == 1 && console.edit == ["pinned-limit": 5])
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
    #expect(console.editor?.cursor == TextPosition(line: 1, offset: 18))
    console.send(.written("{\n  \"pinned-limit\": man\n}\n", feature: "homescreen"))
    let broken = console.message
    console.press("Ctrl-Home", "Ctrl-T")
    let refused = try #require(console.message)
    #expect(broken == StatusMessage.textLoaded.then(refused))
    #expect(refused.text.plain.hasPrefix("fix this first: 2:19 `man` is not a JSON"))
    #expect(console.editor?.cursor == TextPosition(line: 1, offset: 18))
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
    #expect(console.message == .featureGone("gone") && console.editor == nil)
  }
}
