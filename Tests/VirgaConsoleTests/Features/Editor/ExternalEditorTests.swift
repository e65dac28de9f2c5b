import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

/// Editing the config in an external editor.
@Suite("External editor") struct ExternalEditorTests {
  private var console = ConsoleDriver.onHomescreen()

  private static let text = "{\n  \"pinned-limit\": 5\n}\n"

  @Test("E hands the text over")
  mutating func outside() {
    console.act(":set pinned-limit 5", "E")
    #expect(console.effects == [.openEditor(Self.text, feature: "homescreen")])
  }

  @Test("a returned text is shown without being applied")
  mutating func returned() {
    console.act(":set pinned-limit 5", "E")
    console.send(.written("pinned-limit: many\n", feature: "homescreen"))
    #expect(console.text == "{\n  \"pinned-limit\": \"many\"\n}\n")
    #expect(console.editor?.findings.count == 1 && console.edit == ["pinned-limit": 5])
    console.act("Ctrl-U") { $0.text == Self.text }
  }

  @Test("a text that returns empty or unchanged changes nothing")
  mutating func unchanged() {
    let text = Self.text
    console.act(":set pinned-limit 5", "E")
    for unchanged in [text, " \n"] {
      console.send(.written(unchanged, feature: "homescreen")) { $0.text == text }
    }
  }

  private static let invalidText = "{\n  \"pinned-limit\": \"many\"\n}\n"

  @Test("a returned text with problems reports the first")
  mutating func writtenWithProblems() {
    console.send(.written(Self.invalidText, feature: "homescreen"))
    let words = "fix this first: 2:19 Invalid value \"many\" for type Int"
    #expect(console.message == StatusMessage.textLoaded.then(.refusal(words)))
  }

  @Test("applying a returned text with problems counts them and goes to the first")
  mutating func appliedWithProblems() {
    console.send(.written(Self.invalidText, feature: "homescreen"))
    console.act("Ctrl-Home Ctrl-S") { $0.effects.isEmpty && $0.message == .notApplied(problems: 1) }
    #expect(console.editor?.cursor == TextPosition(line: 1, offset: 18))
  }

  @Test("a returned text that is not JSON is reported as formatting it would be refused")
  mutating func writtenBroken() throws {
    console.send(.written("{\n  \"pinned-limit\": man\n}\n", feature: "homescreen"))
    let broken = console.message
    console.press("Ctrl-Home", "Ctrl-T")
    let refused = try #require(console.message)
    #expect(broken == StatusMessage.textLoaded.then(refused))
    #expect(refused.text.plain.hasPrefix("fix this first: 2:19 `man` is not a JSON"))
    #expect(console.editor?.cursor == TextPosition(line: 1, offset: 18))
  }

  @Test("a returned text without problems names the key that applies it")
  mutating func writtenWithoutProblems() {
    console.send(.written("{\"pinned-limit\": 4}\n", feature: "homescreen"))
    #expect(console.message == StatusMessage.textLoaded.then(.appliesText("Ctrl-S")))
  }

  @Test("a long returned text is checked later")
  mutating func writtenLong() {
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
